package voce_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// parametri are the parameters of a request.
func parametri(p map[string]string) func(string) string {
	return func(nome string) string { return p[nome] }
}

func cursore(chiave string) string { return base64.RawURLEncoding.EncodeToString([]byte(chiave)) }

// campi are the fields that an error names.
func campi(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	e := problem.As(err)
	if e == nil {
		t.Fatalf("an error that is not for the caller: %v", err)
	}
	var nomi []string
	for _, c := range e.Campi {
		nomi = append(nomi, c.Campo)
	}
	return nomi
}

func TestFiltro(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola    string
		parametri map[string]string
		filtro    voce.Filtro
		campi     []string
	}{
		{"nothing asked: the first fifty", nil, voce.Filtro{Dimensione: 50}, nil},
		{"all asked", map[string]string{"cerca": "città", "cursore": cursore("PL01"), "dimensione": "200"},
			voce.Filtro{Cerca: "città", Dopo: "PL01", Dimensione: 200}, nil},
		{"a hundred characters to look for", map[string]string{"cerca": strings.Repeat("è", 100)},
			voce.Filtro{Cerca: strings.Repeat("è", 100), Dimensione: 50}, nil},
		{"one more", map[string]string{"cerca": strings.Repeat("e", 101)}, voce.Filtro{}, []string{"cerca"}},
		{"a character that the database does not take", map[string]string{"cerca": "a\x00b"}, voce.Filtro{}, []string{"cerca"}},
		{"a text that is not UTF-8", map[string]string{"cerca": "\xe8"}, voce.Filtro{}, []string{"cerca"}},
		{"no entry a page", map[string]string{"dimensione": "0"}, voce.Filtro{}, []string{"dimensione"}},
		{"too many", map[string]string{"dimensione": "201"}, voce.Filtro{}, []string{"dimensione"}},
		{"a size that is no number", map[string]string{"dimensione": "tanti"}, voce.Filtro{}, []string{"dimensione"}},
		{"a cursor made up", map[string]string{"cursore": "non è un cursore"}, voce.Filtro{}, []string{"cursore"}},
		{"a cursor that the database does not take", map[string]string{"cursore": cursore("a\x00")}, voce.Filtro{}, []string{"cursore"}},
		{"all of it wrong", map[string]string{"cerca": "\n", "dimensione": "x", "cursore": "="}, voce.Filtro{}, []string{"cerca", "dimensione", "cursore"}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			f, err := voce.LeggiFiltro(parametri(c.parametri))
			if diff := cmp.Diff(c.campi, campi(t, err)); diff != "" {
				t.Errorf("fields (-want +got):\n%s", diff)
			}
			if c.campi == nil && f != c.filtro {
				t.Errorf("filter %+v, want %+v", f, c.filtro)
			}
		})
	}
}

func TestImpagina(t *testing.T) {
	t.Parallel()
	chiave := func(s string) string { return s }
	f := voce.Filtro{Dimensione: 2}
	casi := []struct {
		regola string
		letti  []string
		pagina voce.Pagina[string]
	}{
		{"an empty list is a list", nil, voce.Pagina[string]{Elementi: []string{}}},
		{"the last page has no cursor", []string{"a", "b"}, voce.Pagina[string]{Elementi: []string{"a", "b"}}},
		{"the others open the next one after their last entry", []string{"a", "b", "c"},
			voce.Pagina[string]{Elementi: []string{"a", "b"}, Cursore: cursore("b")}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := voce.Impagina(c.letti, f, chiave)
			if diff := cmp.Diff(c.pagina, p); diff != "" {
				t.Errorf("page (-want +got):\n%s", diff)
			}
			if p.Cursore == "" {
				return
			}
			if dopo, err := voce.LeggiFiltro(parametri(map[string]string{"cursore": p.Cursore})); err != nil || dopo.Dopo != "b" {
				t.Errorf("the cursor is read as %+v, %v", dopo, err)
			}
		})
	}
}

func TestTabellaScriveOgniPagina(t *testing.T) {
	t.Parallel()
	tutti := make([]string, 401)
	for i := range tutti {
		tutti[i] = string(rune('a'+i/26/26)) + string(rune('a'+i/26%26)) + string(rune('a'+i%26))
	}
	pagine := 0
	testo, err := voce.Tabella([]string{"CODICE", "STATO"}, func(f voce.Filtro) (voce.Pagina[string], error) {
		pagine++
		var letti []string
		for _, s := range tutti {
			if s > f.Dopo && len(letti) <= f.Dimensione {
				letti = append(letti, s)
			}
		}
		return voce.Impagina(letti, f, func(s string) string { return s }), nil
	}, func(s string) []string { return []string{s, "ATTIVO"} })
	if err != nil {
		t.Fatal(err)
	}
	righe := strings.Split(testo, "\n")
	if len(righe) != 402 || pagine != 3 || righe[0] != "CODICE  STATO" || righe[401] != tutti[400]+"     ATTIVO" {
		t.Errorf("%d lines of %d pages, first %q, last %q", len(righe), pagine, righe[0], righe[len(righe)-1])
	}
	rotto := problem.Conflitto("PROVA", "guasto")
	_, err = voce.Tabella(nil, func(voce.Filtro) (voce.Pagina[string], error) { return voce.Pagina[string]{}, rotto }, func(string) []string { return nil })
	if !problem.Is(err, "PROVA") {
		t.Errorf("a list that cannot be read: %v", err)
	}
}

func TestGuastiDiUnTesto(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, valore, dice string }{
		{"empty", "", ""},
		{"as long as it may be, in characters", strings.Repeat("è", 10), ""},
		{"one character more", strings.Repeat("a", 11), "al più 10 caratteri"},
		{"marks of HTML are text like any other", `<b>"&'`, ""},
		{"a zero", "a\x00b", "non ammessi"},
		{"a new line", "a\nb", "non ammessi"},
		{"an escape", "a\x1b[1m", "non ammessi"},
		{"not UTF-8", "citt\xe0", "non ammessi"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			var g voce.Guasti
			g.Testo("nome", c.valore, 10)
			switch {
			case c.dice == "" && len(g) > 0:
				t.Errorf("refused: %v", g)
			case c.dice != "" && (len(g) != 1 || g[0].Campo != "nome" || !strings.Contains(g[0].Messaggio, c.dice)):
				t.Errorf("faults %v, want one that says %q", g, c.dice)
			}
		})
	}
}

func TestRaccogli(t *testing.T) {
	t.Parallel()
	var g voce.Guasti
	g.Se(false, "a", "no")
	g.Forma("b", "x", "^x$", "x")
	if err := voce.Raccogli(g); err != nil {
		t.Fatalf("nothing is wrong: %v", err)
	}
	g.Se(true, "a", "no")
	g.Forma("b", "xy", "^x$", "x")
	if diff := cmp.Diff([]string{"a", "b"}, campi(t, voce.Raccogli(g))); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

func TestDiversaNominaICampi(t *testing.T) {
	t.Parallel()
	presenti := []voce.Campo{{Nome: "nome", Valore: "Mario"}, {Nome: "cognome", Valore: "Rossi"}, {Nome: "reparto", Valore: ""}}
	if err := voce.Diversa("L'agente", "A001", presenti, presenti); err != nil {
		t.Errorf("the same data: %v", err)
	}
	chiesti := []voce.Campo{{Nome: "nome", Valore: "Mario"}, {Nome: "cognome", Valore: "Verdi"}, {Nome: "reparto", Valore: "PL01"}}
	err := voce.Diversa("L'agente", "A001", chiesti, presenti)
	if e := problem.As(err); e == nil || e.Codice != "GIA_PRESENTE_DIVERSO" || !strings.Contains(e.Dettaglio, "A001") {
		t.Fatalf("other data: %v", err)
	}
	if diff := cmp.Diff([]string{"cognome", "reparto"}, campi(t, err)); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if strings.Contains(err.Error(), "Rossi") {
		t.Error("the refusal tells what is registered")
	}
}

func TestChiaveCheNessunaVocePuoAvere(t *testing.T) {
	t.Parallel()
	for chiave, nota := range map[string]bool{"PL01": true, "": false, "pl01": false, "PL01\n": false, "A\x00": false, "\xe8": false} {
		err := voce.Chiave("reparto", chiave, "^[A-Z0-9]{1,20}$")
		if (err == nil) != nota || err != nil && !problem.Is(err, "NON_TROVATO") {
			t.Errorf("%q: %v", chiave, err)
		}
	}
}

func TestEsito(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		esito  voce.Esito
		stato  int
		codice string
	}{{voce.Creata, http.StatusCreated, "creato"}, {voce.GiaPresente, http.StatusOK, "presente"}, {voce.Completata, http.StatusCreated, "creato"}} {
		if c.esito.Stato() != c.stato || c.esito.Codice() != c.codice {
			t.Errorf("%s: %d %s", c.esito, c.esito.Stato(), c.esito.Codice())
		}
	}
}

func TestQuanti(t *testing.T) {
	t.Parallel()
	for n, testo := range map[int64]string{0: "0 agenti", 1: "1 agente", 12: "12 agenti"} {
		if s := voce.Quanti(n, "agente", "agenti"); s != testo {
			t.Errorf("%d: %q", n, s)
		}
	}
}
