package integratore_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"

	"github.com/piattaforma-verbali/verbali/core/internal/integratore"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// The integrators that the environment comes with, each with an account integratore.<tenant>.
const (
	diAlfa = "00000000-0000-7000-8000-000000000000"
	diBeta = "00000000-0000-7000-8000-000000000001"
)

type banco struct {
	ambiente *testkit.Ambiente
	servizio *integratore.Servizio
}

func apparecchia(t *testing.T) banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	a.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, integratore, nome, stato) VALUES
		('bloccata.alfa', 'alfa', 'PL01', 'PL01', 'x', '{INTEGRATORE}', '`+diAlfa+`', 'Irma', 'BLOCCATO'), ('mario', 'alfa', 'PL01', 'PL01', 'x', '{OPERATORE}', NULL, '', 'ATTIVO')`)
	return banco{ambiente: a, servizio: integratore.Nuovo(a.Pools(t, "core"))}
}

// righe reads rows of texts from the platform database.
func (b banco) righe(t *testing.T, sql string) (lette [][]string) {
	t.Helper()
	r, err := b.ambiente.Banca(t, "core", "").Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	lette, err = pgx.CollectRows(r, func(r pgx.CollectableRow) ([]string, error) {
		var a, b string
		return []string{a, b}, r.Scan(&a, &b)
	})
	if err != nil {
		t.Fatal(err)
	}
	return lette
}

func TestCreareDueVolteDaLoStesso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	primo, esito, err := b.servizio.Crea(t.Context(), integratore.Integratore{Tenant: "alfa", Nome: "Rilevatori"})
	if esito != voce.Creata || err != nil || len(primo.ID) != 36 || primo.ID[14] != '7' {
		t.Fatalf("%q %q, %v", primo.ID, esito, err)
	}
	ancora, esito, err := b.servizio.Crea(t.Context(), integratore.Integratore{Tenant: "alfa", Nome: " Rilevatori "})
	if ancora.ID != primo.ID || esito != voce.GiaPresente || err != nil {
		t.Errorf("again: %q %q, %v", ancora.ID, esito, err)
	}
	altro, esito, err := b.servizio.Crea(t.Context(), integratore.Integratore{Tenant: "beta", Nome: "Rilevatori"})
	if altro.ID == primo.ID || esito != voce.Creata || err != nil {
		t.Errorf("in another tenant: %q %q, %v", altro.ID, esito, err)
	}
	if diff := cmp.Diff([][]string{{"CREATO", "alfa/" + primo.ID}, {"CREATO", "beta/" + altro.ID}}, b.righe(t, `SELECT azione, oggetto FROM registro ORDER BY oggetto`)); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
	for _, nome := range []string{"", " ", strings.Repeat("è", 101), "a\x00b", "\xe8"} {
		_, _, err := b.servizio.Crea(t.Context(), integratore.Integratore{Tenant: "alfa", Nome: nome})
		testkit.Rifiutato(t, err, "DATI_NON_VALIDI", "nome")
	}
	for _, tenant := range []string{"", "nessuno"} {
		_, _, err := b.servizio.Crea(t.Context(), integratore.Integratore{Tenant: tenant, Nome: "X"})
		testkit.Rifiutato(t, err, "DATI_NON_VALIDI", "tenant")
	}
}

// generazioni are the accounts with the generation of their tokens.
const generazioni = `SELECT username, generazione::text FROM operatore ORDER BY username`

func TestQuandoCessaLeSueUtenzeSonoFuoriSubito(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	i := integratore.Integratore{Tenant: "alfa", ID: diAlfa, Nome: "prova", Stato: integratore.Cessato, Versione: 1}
	dopo, err := b.servizio.Modifica(t.Context(), i)
	i.Versione = 2
	if diff := cmp.Diff(i, dopo); diff != "" || err != nil {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	cresciute := [][]string{{"bloccata.alfa", "2"}, {"integratore.alfa", "2"}, {"integratore.beta", "1"}, {"mario", "1"}}
	if diff := cmp.Diff(cresciute, b.righe(t, generazioni)); diff != "" {
		t.Errorf("generations (-want +got):\n%s", diff)
	}
	fatti := `SELECT soggetto, oggetto FROM uscita WHERE soggetto <> 'fatti.piattaforma.anagrafe.cambiata' ORDER BY soggetto, oggetto`
	bloccati := [][]string{{"fatti.piattaforma.operatore.bloccato", "bloccata.alfa"}, {"fatti.piattaforma.operatore.bloccato", "integratore.alfa"}}
	if diff := cmp.Diff(bloccati, b.righe(t, fatti)); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"BLOCCATO", "alfa/bloccata.alfa"}, {"BLOCCATO", "alfa/integratore.alfa"}, {"CAMBIATO", "alfa/" + diAlfa}},
		b.righe(t, `SELECT azione, oggetto FROM registro ORDER BY azione, oggetto`)); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
	if n := len(b.righe(t, `SELECT username, stato FROM core_v1.revoca WHERE username IN ('integratore.alfa', 'bloccata.alfa')`)); n != 2 {
		t.Errorf("the services see %d of 2 accounts", n)
	}

	i.Stato = integratore.Attivo
	if _, err := b.servizio.Modifica(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	ripresi := append([][]string{}, bloccati...)
	ripresi = append(ripresi, []string{"fatti.piattaforma.operatore.cambiato", "bloccata.alfa"},
		[]string{"fatti.piattaforma.operatore.cambiato", "integratore.alfa"})
	if diff := cmp.Diff(ripresi, b.righe(t, fatti)); diff != "" {
		t.Errorf("taken up again, facts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"bloccata.alfa", "BLOCCATO"}, {"integratore.alfa", "ATTIVO"}},
		b.righe(t, `SELECT username, stato FROM operatore WHERE integratore = '`+diAlfa+`' ORDER BY username`)); diff != "" {
		t.Errorf("who was blocked stays so (-want +got):\n%s", diff)
	}
}

// A session of an account that was out must not come to life again.
func TestLeSessioniDiChiECessatoNonTornano(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	sessioni := sessione.Nuovo(sessione.Store{Pools: b.ambiente.Pools(t, "core")}, time.Hour, tempo.Adesso)
	cookie := map[string]string{}
	for username, tenant := range map[string]string{"integratore.alfa": "alfa", "integratore.beta": "beta", "mario": "alfa"} {
		c, err := sessioni.Apri(t.Context(), sessione.Ammesso{Username: username, Tenant: tenant, Ruoli: []string{"INTEGRATORE"}, Generazione: 1}, "")
		if err != nil {
			t.Fatal(err)
		}
		cookie[username] = c
	}
	i := integratore.Integratore{Tenant: "alfa", ID: diAlfa, Nome: "prova", Versione: 1}
	for _, i.Stato = range []string{integratore.Cessato, integratore.Attivo} {
		var err error
		if i, err = b.servizio.Modifica(t.Context(), i); err != nil {
			t.Fatal(err)
		}
		for username, c := range cookie {
			_, viva, err := sessioni.Trova(t.Context(), c)
			if sua := username == "integratore.alfa"; err != nil || viva == sua {
				t.Errorf("%s, with the system %s: alive %v, %v", username, i.Stato, viva, err)
			}
		}
	}
}

func TestUnCambioDiNomeNonToccaLeUtenze(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, err := b.servizio.Modifica(t.Context(), integratore.Integratore{Tenant: "alfa", ID: diAlfa, Nome: "Nuovo", Stato: integratore.Attivo, Versione: 1}); err != nil {
		t.Fatal(err)
	}
	for _, u := range b.righe(t, generazioni) {
		if u[1] != "1" {
			t.Errorf("tokens of %s are no longer good", u[0])
		}
	}
}

func TestModificheRifiutate(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, _, err := b.servizio.Crea(t.Context(), integratore.Integratore{Tenant: "alfa", Nome: "Altro"}); err != nil {
		t.Fatal(err)
	}
	buono := integratore.Integratore{Tenant: "alfa", ID: diAlfa, Nome: "prova", Stato: integratore.Cessato, Versione: 1}
	casi := []struct {
		regola, codice, campo string
		cambia                func(*integratore.Integratore)
	}{
		{"a version that was never", "CAMBIATO_NEL_FRATTEMPO", "versione", func(i *integratore.Integratore) { i.Versione = 7 }},
		{"a version that no row can have", "CAMBIATO_NEL_FRATTEMPO", "versione", func(i *integratore.Integratore) { i.Versione = math.MaxInt64 }},
		{"another tenant's", "NON_TROVATO", "", func(i *integratore.Integratore) { i.ID = diBeta }},
		{"a key that is no id", "NON_TROVATO", "", func(i *integratore.Integratore) { i.ID = "x'; --" }},
		{"the name of another", "NOME_OCCUPATO", "nome", func(i *integratore.Integratore) { i.Nome = "Altro" }},
		{"no name", "DATI_NON_VALIDI", "nome", func(i *integratore.Integratore) { i.Nome = "  " }},
		{"a state that is none", "DATI_NON_VALIDI", "stato", func(i *integratore.Integratore) { i.Stato = "SOSPESO" }},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) { // one after the other: each looks at all the accounts
			i := buono
			c.cambia(&i)
			_, err := b.servizio.Modifica(t.Context(), i)
			testkit.Rifiutato(t, err, c.codice, c.campo)
			for _, u := range b.righe(t, generazioni) {
				if u[1] != "1" {
					t.Errorf("tokens of %s are no longer good", u[0])
				}
			}
		})
	}
}

func TestSchedaConLeSueUtenze(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	s, err := b.servizio.Trova(t.Context(), "alfa", diAlfa)
	attesa := integratore.Integratore{
		Tenant: "alfa", ID: diAlfa, Nome: "prova", Stato: integratore.Attivo, Versione: 1,
		Utenze: []integratore.Utenza{{Username: "bloccata.alfa", Nome: "Irma", Stato: "BLOCCATO"}, {Username: "integratore.alfa", Stato: "ATTIVO"}},
	}
	if diff := cmp.Diff(attesa, s); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, id := range []string{diBeta, "00000000-0000-7000-8000-0000000000ff", "prova", "\x00", strings.ToUpper(diAlfa) + "'"} {
		_, err := b.servizio.Trova(t.Context(), "alfa", id)
		testkit.Rifiutato(t, err, "NON_TROVATO", "")
	}
}

func TestElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, nome := range []string{"Autovelox 50%", "Varchi"} {
		if _, _, err := b.servizio.Crea(t.Context(), integratore.Integratore{Tenant: "alfa", Nome: nome}); err != nil {
			t.Fatal(err)
		}
	}
	tutti, err := b.servizio.Elenca(t.Context(), "alfa", voce.Filtro{Dimensione: 50})
	if err != nil || len(tutti.Elementi) != 3 {
		t.Fatalf("%d, %v", len(tutti.Elementi), err)
	}
	var nomi []string
	for f := (voce.Filtro{Dimensione: 1}); ; {
		p, err := b.servizio.Elenca(t.Context(), "alfa", f)
		if err != nil || len(p.Elementi) != 1 {
			t.Fatalf("a page of %d, %v", len(p.Elementi), err)
		}
		nomi = append(nomi, p.Elementi[0].Nome)
		if f.Dopo = p.Elementi[0].Nome; p.Cursore == "" {
			break
		}
	}
	var interi []string
	for _, i := range tutti.Elementi {
		interi = append(interi, i.Nome)
	}
	if diff := cmp.Diff(interi, nomi); diff != "" {
		t.Errorf("page after page (-whole +pages):\n%s", diff)
	}
	if p, err := b.servizio.Elenca(t.Context(), "alfa", voce.Filtro{Dimensione: 50, Cerca: "50%"}); err != nil || len(p.Elementi) != 1 {
		t.Errorf("looked for: %+v, %v", p, err)
	}
}
