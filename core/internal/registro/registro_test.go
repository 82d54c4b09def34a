package registro_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/registro"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	*testkit.Ambiente
	*registro.Servizio
}

// apparecchia writes lines of three schemas of alfa, at minutes that interleave, one of beta and two of
// the platform.
func apparecchia(t *testing.T) banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	riga := func(modulo, nome, attore, azione, oggetto string, minuto int) {
		a.Esegui(t, modulo, nome, `INSERT INTO registro (quando, attore, azione, oggetto_tipo, oggetto, esito) VALUES (timestamptz '2026-03-02 08:00Z' + $1::int * interval '1 minute', $2, $3, 'x', $4, 'OK')`,
			minuto, attore, azione, oggetto)
	}
	riga("elaborazione", "alfa", "mario", "VERBALE_LETTO", "v1", 1)
	riga("vpn", "alfa", "sistema", "INDAGINE_TARGA", "v1", 2)
	riga("core", "alfa", "anna", "ACCESSO", "core", 3)
	riga("elaborazione", "alfa", "Mario", "ATTO_LETTO", "v2", 4)
	riga("vpn", "alfa", "mario", "CONSULTA_VEICOLO", "AB123CD", 5)
	riga("elaborazione", "beta", "luigi", "DI_BETA", "v1", 3)
	riga("core", "", "anna", "CREATO", "alfa/PL09", 6)
	riga("core", "", "capo", "CREATO", "alfabeta/PL09", 7)
	riga("core", "", "luca", "CREATO", "beta/PL09", 8)
	return banco{Ambiente: a, Servizio: registro.Nuovo(a.Pools(t, "core"))}
}

func (b banco) come(t *testing.T, utente, nome, ruolo string) context.Context {
	t.Helper()
	ctx := auth.With(t.Context(), auth.Identity{User: utente, Tenant: nome, Roles: []string{ruolo}})
	if nome != "" {
		ctx = tenant.With(ctx, b.Tenant(nome))
	}
	return ctx
}

// cerca reads all pages of a search ("attore=mario da=…") and gives the actions, newest first, without
// the readings themselves.
func (b banco) cerca(ctx context.Context, t *testing.T, ricerca string, dimensione int) string {
	t.Helper()
	cursore, azioni := "", []string{}
	for giro := 0; ; giro++ {
		f, err := registro.LeggiFiltro(func(nome string) string {
			for c := range strings.FieldsSeq(ricerca + " cursore=" + cursore + " dimensione=" + strconv.Itoa(dimensione)) {
				if v, suo := strings.CutPrefix(c, nome+"="); suo {
					return v
				}
			}
			return ""
		})
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Leggi(ctx, f, "10.0.0.1")
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Elementi {
			if r.Azione != "REGISTRO_LETTO" {
				azioni = append(azioni, r.Modulo+":"+r.Azione)
			}
		}
		if cursore = p.Cursore; cursore == "" || giro > 50 {
			return strings.Join(azioni, " ")
		}
	}
}

func TestRigheDiPiuSchemi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	chi := map[string]context.Context{"anna": b.come(t, "anna", "alfa", "AMMINISTRATORE"), "capo": b.come(t, "capo", "", "PIATTAFORMA")}
	const tutte = "piattaforma:CREATO vpn:CONSULTA_VEICOLO elaborazione:ATTO_LETTO core:ACCESSO vpn:INDAGINE_TARGA elaborazione:VERBALE_LETTO"
	casi := []struct {
		regola  string
		chi     string
		ricerca string
		righe   string
	}{
		{"all of one's own tenant, newest first, and never another's", "anna", "", tutte},
		{"by person, case ignored", "anna", "attore=mario", "vpn:CONSULTA_VEICOLO elaborazione:ATTO_LETTO elaborazione:VERBALE_LETTO"},
		{"by action", "anna", "azione=INDAGINE_TARGA", "vpn:INDAGINE_TARGA"},
		{"by object", "anna", "oggetto=v1", "vpn:INDAGINE_TARGA elaborazione:VERBALE_LETTO"},
		{"by the key of an entry of the tenant", "anna", "oggetto=PL09", "piattaforma:CREATO"},
		{"by the key with the name of another tenant", "anna", "oggetto=beta/PL09", ""},
		{"by outcome", "anna", "esito=NEGATO", ""},
		{"by period, both days included", "anna", "da=2026-03-02 a=2026-03-02", tutte},
		{"another period", "anna", "a=2026-03-01", ""},
		{"the platform's alone, and no fine", "capo", "", "piattaforma:CREATO piattaforma:CREATO piattaforma:CREATO"},
	}
	for _, c := range casi {
		for _, dimensione := range []int{1, 2, 200} {
			if dimensione < 200 && c.ricerca == "" {
				continue // each page adds a line: the list would grow under the reader
			}
			t.Run(c.regola+", pages of "+strconv.Itoa(dimensione), func(t *testing.T) {
				t.Parallel()
				if ha := b.cerca(chi[c.chi], t, c.ricerca, dimensione); ha != c.righe {
					t.Errorf("lines %q, want %q", ha, c.righe)
				}
			})
		}
	}
}

func TestLetturaRegistrata(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.cerca(b.come(t, "anna", "alfa", "AMMINISTRATORE"), t, "attore=mario oggetto=v1", 50)
	b.cerca(b.come(t, "capo", "", "PIATTAFORMA"), t, "azione=CREATO", 50)
	for nome, vuole := range map[string]string{"alfa": "anna REGISTRO_LETTO alfa attore=mario oggetto=v1 10.0.0.1", "": "capo REGISTRO_LETTO azione=CREATO 10.0.0.1"} {
		var ha string
		err := b.Banca(t, "core", nome).QueryRow(t.Context(), `SELECT string_agg(concat_ws(' ', attore, azione, nullif(oggetto, ''), motivo, indirizzo), '; ')
			FROM registro WHERE azione = 'REGISTRO_LETTO'`).Scan(&ha)
		if err != nil || ha != vuole {
			t.Errorf("%q: %q (%v), want %q", nome, ha, err, vuole)
		}
	}
}

func TestSenzaDirittiNienteRegistro(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, err := b.Leggi(b.come(t, "strano", "", "AMMINISTRATORE"), registro.Filtro{Dimensione: 5}, ""); err == nil {
		t.Error("who has neither a tenant nor the platform reads the register")
	}
}

func TestVistaCheNonCe(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Esegui(t, "vpn", "alfa", `DROP VIEW vpn_v1.registro`)
	f, err := registro.LeggiFiltro(func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Leggi(b.come(t, "anna", "alfa", "AMMINISTRATORE"), f, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"vpn"}, p.NonDisponibili); diff != "" || len(p.Elementi) != 5 {
		t.Errorf("%d lines\n%s", len(p.Elementi), diff)
	}
}
