package tabella_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	fisse "github.com/piattaforma-verbali/verbali/shared/spine/tabella"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/pagina"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// improntaPrecedente is the hash under which platforms keep the earlier table, and fines name it.
const improntaPrecedente = "a35707a205ac4b9a"

// conPrecedente is a platform that was given the earlier table: its rows are in the database as they were written then.
func conPrecedente(t *testing.T) *banco {
	t.Helper()
	b := spoglio(t)
	file, err := os.ReadFile("../../../shared/legge/sanzione/precedente.csv")
	if err != nil {
		t.Fatal(err)
	}
	ctx := auth.With(t.Context(), auth.Identity{User: tabella.Preparazione})
	if _, err := b.Importa(ctx, tabella.Importazione{Quale: quale(tabella.Violazioni), File: file, Base: tabella.Qualunque, Nota: "Tabella iniziale, compresa nel programma."}); err != nil {
		t.Fatal(err)
	}
	return b
}

// righe are the rows of the present version.
func (b *banco) righe(t *testing.T) map[string]sanzione.Sanzione {
	t.Helper()
	testi, err := b.Store.Righe(t.Context(), quale(tabella.Violazioni), b.versione(t))
	if err != nil {
		t.Fatal(err)
	}
	righe := map[string]sanzione.Sanzione{}
	for _, testo := range testi {
		var s sanzione.Sanzione
		if err := json.Unmarshal([]byte(testo), &s); err != nil {
			t.Fatal(err)
		}
		righe[s.Chiave()] = s
	}
	return righe
}

func (b *banco) versione(t *testing.T) int {
	t.Helper()
	stato, err := b.Stato(t.Context(), quale(tabella.Violazioni))
	if err != nil {
		t.Fatal(err)
	}
	return stato.Versione
}

func (b *banco) correggi(t *testing.T) tabella.Rapporto {
	t.Helper()
	r, err := b.Correggi(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// copia is the table as a service has it.
func (b *banco) copia(t *testing.T) *fisse.Copy {
	t.Helper()
	c := fisse.New(b.Pools(t, "elaborazione"), fisse.Violazioni)
	if err := c.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// A platform that holds the earlier version has rows without the later fields: they are read, under the name that they had,
// and price as they did until they are corrected.
func TestLaVersionePrecedenteSiLeggeAncora(t *testing.T) {
	t.Parallel()
	b := conPrecedente(t)
	var chiavi []string
	err := b.Banca(t, "core", "").QueryRow(t.Context(), `SELECT array_agg(DISTINCT k ORDER BY k) FROM tabella_riga, jsonb_object_keys(dati) k
		WHERE nome = 'violazioni'`).Scan(&chiavi)
	if err != nil || slices.Contains(chiavi, "modo") || slices.Contains(chiavi, "testoBreve") || len(chiavi) < 20 {
		t.Fatalf("the rows are not those of then: %v, %v", chiavi, err)
	}
	stato, err := b.Stato(t.Context(), quale(tabella.Violazioni))
	if err != nil || stato.Impronta != improntaPrecedente || stato.Righe != 168 {
		t.Fatalf("%+v, %v", stato, err)
	}
	c := b.copia(t)
	if c.Violazioni().Versione() != improntaPrecedente || c.Versione(fisse.Violazioni, "") != 1 {
		t.Errorf("a service reads %s, version %d", c.Violazioni().Versione(), c.Versione(fisse.Violazioni, ""))
	}
	if s, ok := c.Violazioni().Cerca("158-1", calendario.MustParse("2026-05-01")); !ok || s.MinCent != 8700 {
		t.Errorf("158-1: %+v", s)
	}
}

// The correction reaches a running platform as a new version, once, with its fact: a service that reads after it has every
// row of the program.
func TestLaCorrezioneEUnaVersione(t *testing.T) {
	t.Parallel()
	b := conPrecedente(t)
	c := b.copia(t)
	prova, err := b.Correggi(t.Context(), true)
	if err != nil || prova.Esito != tabella.EsitoAnteprima || len(prova.Rapporto.Aggiunte) < 200 || b.versione(t) != 1 {
		t.Fatalf("the preview writes, or says nothing: %s, %v", conta(prova), err)
	}
	r := b.correggi(t)
	lasciata := func(a string) bool { return strings.HasPrefix(a, "Restano") }
	if r.Esito != tabella.EsitoCaricata || r.Versione != 2 || len(r.Retroattive) == 0 || slices.ContainsFunc(r.Avvisi, lasciata) {
		t.Fatalf("%s, %q", conta(r), r.Avvisi)
	}
	if d := cmp.Diff(prova.Rapporto, r.Rapporto); d != "" {
		t.Errorf("the preview said something else\n%s", d)
	}
	stato, err := b.Stato(t.Context(), quale(tabella.Violazioni))
	if err != nil || stato.Impronta != sanzione.Iniziale().Versione() || stato.Attore != tabella.Preparazione ||
		!strings.Contains(stato.Nota, "core tabelle correzioni") {
		t.Errorf("%+v, %v", stato, err)
	}
	if n := b.fatti(t); n != 2 {
		t.Errorf("%d facts for two versions", n)
	}
	if err := c.Refresh(t.Context()); err != nil || c.Versione(fisse.Violazioni, "") != 2 {
		t.Fatalf("a running service has version %d, %v", c.Versione(fisse.Violazioni, ""), err)
	}
	if d := cmp.Diff(sanzione.Iniziale().Tutte(), c.Violazioni().Tutte()); d != "" {
		t.Error(d)
	}
	if r := b.correggi(t); r.Esito != tabella.EsitoInvariata || b.versione(t) != 2 || b.fatti(t) != 2 {
		t.Errorf("again: %s", conta(r))
	}
}

// fatti counts the facts that tell of tables.
func (b *banco) fatti(t *testing.T) (n int) {
	t.Helper()
	if err := b.Banca(t, "core", "").QueryRow(t.Context(),
		`SELECT count(*) FROM core.uscita WHERE soggetto = 'fatti.piattaforma.tabelle.aggiornate'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// What somebody has changed himself is his: the correction passes it by, names it, and does not take it for its own the
// next time.
func TestLaCorrezioneLasciaCioCheAltriHannoCambiato(t *testing.T) {
	t.Parallel()
	b := conPrecedente(t)
	file := b.esporta(t, tabella.Violazioni, 0)
	cambia := func(vecchio, nuovo string) {
		t.Helper()
		if strings.Count(file, vecchio) != 1 {
			t.Fatalf("%q is there %d times", vecchio, strings.Count(file, vecchio))
		}
		file = strings.Replace(file, vecchio, nuovo, 1)
	}
	cambia("146-3;;146;3;;;;;no;16700;66500;6", "146-3;;146;3;;;;;no;16700;66500;7") // a row that the correction leaves as a code
	cambia("158-1;;158;1;5;;;;no;8700;34400;0", "158-1;;158;1;5;;;;no;8800;34400;0") // one that it divides
	cambia("189-9-bis;;189;9-bis", "189-9-ter;;189;9-ter")                           // one taken away and one of his own
	cambia("\n22-12;;22;12;", "\n22-12;;22;12;")                                     // untouched
	sua := tabella.Importazione{Quale: quale(tabella.Violazioni), File: []byte(file), Base: tabella.Qualunque, Forza: true, Nota: "a mano"}
	if _, err := b.Importa(come(t), sua); err != nil {
		t.Fatal(err)
	}
	b.riesce(t, tabella.Tariffe, testataTariffe+"142-8;2027-01-01;17500;70100;;D.M. di prova;\n")
	for volta := range 2 {
		r := b.correggi(t)
		if (r.Esito == tabella.EsitoCaricata) != (volta == 0) {
			t.Fatalf("%d: %s", volta, conta(r))
		}
		detto := strings.Join(r.Avvisi, "\n")
		for _, frase := range []string{"gli articoli: 158, 189.", "le righe di: 146-3.", "da controllare, le righe di: 142-8."} {
			if !strings.Contains(detto, frase) {
				t.Errorf("%d: nobody says %q in %q", volta, frase, detto)
			}
		}
		righe := b.righe(t)
		if s := righe["146-3/2021-01-01"]; s.Punti != 7 || s.TestoBreve != "" {
			t.Errorf("%d: 146-3 is %+v", volta, s)
		}
		if s := righe["158-1/2021-01-01"]; s.MinCent != 8800 || s.Ritirata() {
			t.Errorf("%d: 158-1 is %+v", volta, s)
		}
		if _, c := righe["158-1-f/2024-12-14"]; c {
			t.Errorf("%d: a part of an article that stays whole was added", volta)
		}
		if _, c := righe["189-9-bis/2021-01-01"]; c || righe["189-9-ter/2021-01-01"].Comma != "9-ter" {
			t.Errorf("%d: what was taken away came back, or his own went", volta)
		}
		if s := righe["142-8/2021-01-01"]; s.TestoBreve == "" || righe["142-8/2027-01-01"].MinCent != 17500 {
			t.Errorf("%d: 142-8 is %+v, then %+v", volta, s, righe["142-8/2027-01-01"])
		}
		if s := righe["15-2/2021-01-01"]; s.MinCent != 4200 || righe["7-13-divieto/2021-01-01"].MinCent != 8700 || !righe["7-13/2021-01-01"].Ritirata() {
			t.Errorf("%d: the rest is not corrected: %+v", volta, s)
		}
	}
	if c := b.copia(t); c.Violazioni() == nil || c.Versione(fisse.Violazioni, "") != b.versione(t) {
		t.Error("no service can read what came of it")
	}
}

// A table that the program never loaded is not its to correct, and one that was never loaded gets its first version.
func TestLaCorrezioneNonToccaUnaTabellaDAltri(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	if r := b.correggi(t); r.Esito != tabella.EsitoInvariata || b.versione(t) != 0 {
		t.Errorf("nothing loaded: %s", conta(r))
	}
	file, err := os.ReadFile("../../../shared/legge/sanzione/precedente.csv")
	if err != nil {
		t.Fatal(err)
	}
	b.riesce(t, tabella.Violazioni, string(file))
	if r := b.correggi(t); r.Esito != tabella.EsitoInvariata || b.versione(t) != 1 {
		t.Errorf("another's table: %s", conta(r))
	}
}

// A correction on what somebody else has just loaded is made again, not written over it.
func TestLaCorrezioneNonScriveSuUnaVersioneCheNonHaVisto(t *testing.T) {
	t.Parallel()
	b := conPrecedente(t)
	esiti := make(chan error, 4)
	for range cap(esiti) {
		go func() {
			_, err := b.Correggi(t.Context(), false)
			esiti <- err
		}()
	}
	for range cap(esiti) {
		if err := <-esiti; err != nil && codice(err) != "TABELLA_CAMBIATA" {
			t.Error(err)
		}
	}
	if v := b.versione(t); v != 2 {
		t.Errorf("version %d", v)
	}
}

// Every column of the table has a label, and its words are words.
func TestOgniColonnaHaUnNome(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, chiave := range []string{"7-15-p1/2024-12-14", "158-1/2021-01-01", "6-14-p2/2021-01-01", "142-7-pes/2021-01-01",
		"158-2-g-2r/2024-12-14", "192-6-altri-obblighi/2025-04-12"} {
		v, err := pagina.Scheda(t.Context(), b.Servizio, quale(tabella.Violazioni), chiave)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range v.Celle {
			if e := tabella.Etichetta(c.Nome); e == c.Nome || e == "" {
				t.Errorf("%s has no label", c.Nome)
			}
			detta := tabella.Mostra(c.Nome, c.Dopo)
			for parola := range strings.FieldsSeq(detta) {
				if parola = strings.Trim(parola, ",."); strings.Contains(parola, "_") || len(parola) > 4 && parola == strings.ToUpper(parola) && c.Nome != "fonte" && strings.ToLower(parola) != parola {
					t.Errorf("%s: %s shows %q", chiave, c.Nome, detta)
				}
			}
		}
	}
	for colonna, casi := range map[string]map[string]string{
		"conseguenze":      {"FERMO_VEICOLO CONFISCA_VEICOLO": "fermo amministrativo del veicolo, confisca del veicolo", "ALTRA_COSA": "ALTRA_COSA"},
		"classe":           {"CICLOMOTORE MOTOCICLO": "ciclomotore, motociclo a due ruote"},
		"dubbi":            {"IMPORTO PUNTI": "importo, punti"},
		"modo":             {"PER_GIORNO": "per ogni giorno di calendario"},
		"tariffa":          {"NON_PAGATA": "la tariffa non pagata"},
		"multiplo":         {"1/2": "metà", "2": "doppio"},
		"sospensioneBreve": {"si": "sì", "condizionata": "in alcuni casi"},
		"scontoSe":         {"CONFISCA": "non spetta se il veicolo è confiscato"},
		"lettera":          {"a b g": "a, b, g"},
		"sostituitaDa":     {"158-1-altre 158-1-f": "158-1-altre, 158-1-f"},
	} {
		for valore, attesa := range casi {
			if detta := tabella.Mostra(colonna, valore); detta != attesa {
				t.Errorf("%s %s: %q", colonna, valore, detta)
			}
		}
	}
}

// A codice that was divided from its first day is in force on none; where it is listed, it says among which others.
func TestUnCodiceDivisoNellElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	trova := func(nome, giorno string) string {
		t.Helper()
		p, _, err := b.Righe(t.Context(), quale(nome), tabella.Filtro{Filtro: voce.Filtro{Cerca: "7-13", Dimensione: 50}, InVigoreAl: giorno})
		if err != nil {
			t.Fatal(err)
		}
		var testi []string
		for _, e := range p.Elementi {
			testi = append(testi, strings.ReplaceAll(string(e), `": `, `":`))
		}
		return strings.Join(testi, "\n")
	}
	if tutte := trova(tabella.Violazioni, "2026-05-01"); strings.Contains(tutte, `"codice":"7-13",`) || !strings.Contains(tutte, `"codice":"7-13-divieto"`) {
		t.Errorf("in force: %s", tutte)
	}
	if tutte := trova(tabella.Tariffe, ""); !strings.Contains(tutte, `"codice":"7-13","norma":"art. 7 c. 13 CdS","minCent":0`) ||
		!strings.Contains(tutte, `"sostituitaDa":["7-13-divieto","7-14-p1"]`) {
		t.Errorf("all: %s", tutte)
	}
}
