package agente_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"

	"github.com/piattaforma-verbali/verbali/core/internal/agente"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	ambiente *testkit.Ambiente
	servizio *agente.Servizio
}

// apparecchia has the officers A001 and A002 of the environment, two accounts in alfa, one in beta, and
// a department of alfa that has ceased.
func apparecchia(t *testing.T) banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	a.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli) VALUES
		('mario', 'alfa', 'PL01', 'PL01', 'x', '{AGENTE}'), ('anna', 'alfa', 'PL01', 'PL01', 'x', '{AGENTE}'), ('luigi', 'beta', 'PL01', 'PL01', 'x', '{AGENTE}')`)
	a.Esegui(t, "core", "", `INSERT INTO reparto (tenant, codice, stato) VALUES ('alfa', 'EX', 'CESSATO')`)
	return banco{ambiente: a, servizio: agente.Nuovo(a.Pools(t, "core"))}
}

func (b banco) conta(t *testing.T, sql string) (n int) {
	t.Helper()
	if err := b.ambiente.CollegaUso(t, "core", "").QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func rossi() agente.Agente {
	return agente.Agente{Tenant: "alfa", Matricola: "B7", Cognome: "Rossi", Nome: "Mario", Reparto: "PL01", Operatore: "mario"}
}

func TestCreareDueVolteEInnocuo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	a := rossi()
	a.Cognome, a.Operatore = " Rossi ", " MARIO"
	for i, esito := range []voce.Esito{voce.Creata, voce.GiaPresente} {
		if _, e, err := b.servizio.Crea(t.Context(), a); e != esito || err != nil {
			t.Errorf("time %d: %q, %v", i+1, e, err)
		}
	}
	for campo, cambia := range map[string]func(*agente.Agente){
		"cognome": func(a *agente.Agente) { a.Cognome = "Verdi" }, "nome": func(a *agente.Agente) { a.Nome = "" },
		"reparto": func(a *agente.Agente) { a.Reparto = "PL02" }, "operatore": func(a *agente.Agente) { a.Operatore = "anna" },
	} {
		altro := a
		cambia(&altro)
		_, _, err := b.servizio.Crea(t.Context(), altro)
		testkit.Rifiutato(t, err, "GIA_PRESENTE_DIVERSO", campo)
	}
	letto, err := b.servizio.Trova(t.Context(), "alfa", "B7")
	atteso := rossi()
	atteso.Stato, atteso.Versione = agente.Attivo, 1
	if diff := cmp.Diff(atteso, letto); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if fatti := b.conta(t, `SELECT count(*) FROM uscita WHERE soggetto = 'fatti.piattaforma.anagrafe.cambiata'`); fatti != 1 {
		t.Errorf("%d facts", fatti)
	}
	if righe := b.conta(t, `SELECT count(*) FROM registro WHERE azione = 'CREATO' AND oggetto_tipo = 'agente' AND oggetto = 'alfa/B7'`); righe != 1 {
		t.Errorf("%d lines of audit", righe)
	}
}

func TestDatiSbagliati(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := []struct {
		regola, campo string
		cambia        func(*agente.Agente)
	}{
		{"no tenant", "tenant", func(a *agente.Agente) { a.Tenant = "" }},
		{"an unknown tenant", "tenant", func(a *agente.Agente) { a.Tenant = "nessuno" }},
		{"no number", "matricola", func(a *agente.Agente) { a.Matricola = "" }},
		{"a number in small letters", "matricola", func(a *agente.Agente) { a.Matricola = "b7" }},
		{"a number too long", "matricola", func(a *agente.Agente) { a.Matricola = strings.Repeat("1", 17) }},
		{"a surname too long", "cognome", func(a *agente.Agente) { a.Cognome = strings.Repeat("è", 101) }},
		{"a name with a zero", "nome", func(a *agente.Agente) { a.Nome = "a\x00b" }},
		{"an unknown department", "reparto", func(a *agente.Agente) { a.Reparto = "PL99" }},
		{"a department that the database does not take", "reparto", func(a *agente.Agente) { a.Reparto = "\x00" }},
		{"a department that has ceased", "reparto", func(a *agente.Agente) { a.Reparto = "EX" }},
		{"an unknown account", "operatore", func(a *agente.Agente) { a.Operatore = "nessuno" }},
		{"an account of another tenant", "operatore", func(a *agente.Agente) { a.Operatore = "luigi" }},
		{"an account that is not UTF-8", "operatore", func(a *agente.Agente) { a.Operatore = "\xe8" }},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			a := rossi()
			c.cambia(&a)
			_, _, err := b.servizio.Crea(t.Context(), a)
			testkit.Rifiutato(t, err, "DATI_NON_VALIDI", c.campo)
		})
	}
	if _, _, err := b.servizio.Crea(t.Context(), agente.Agente{Tenant: "alfa", Matricola: "Z9"}); err != nil {
		t.Errorf("department, account and names may lack: %v", err)
	}
}

func TestModificare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, _, err := b.servizio.Crea(t.Context(), rossi()); err != nil {
		t.Fatal(err)
	}
	cambiato := agente.Agente{Tenant: "alfa", Matricola: "B7", Cognome: "Neri", Nome: "Ada", Reparto: "PL02", Operatore: "anna", Stato: agente.Attivo, Versione: 1}
	letto, err := b.servizio.Modifica(t.Context(), cambiato)
	cambiato.Versione = 2
	if diff := cmp.Diff(cambiato, letto); diff != "" || err != nil {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	casi := []struct {
		regola, codice, campo string
		cambia                func(*agente.Agente)
	}{
		{"what somebody else has changed meanwhile", "CAMBIATO_NEL_FRATTEMPO", "versione", func(a *agente.Agente) { a.Versione = 1 }},
		{"a version that no row can have", "CAMBIATO_NEL_FRATTEMPO", "versione", func(a *agente.Agente) { a.Versione = math.MaxInt64 }},
		{"an unknown officer", "NON_TROVATO", "", func(a *agente.Agente) { a.Matricola = "B9" }},
		{"a key that no officer can have", "NON_TROVATO", "", func(a *agente.Agente) { a.Matricola = "\x00" }},
		{"a state that is none", "DATI_NON_VALIDI", "stato", func(a *agente.Agente) { a.Stato = "BLOCCATO" }},
		{"a department that has ceased", "DATI_NON_VALIDI", "reparto", func(a *agente.Agente) { a.Reparto = "EX" }},
		{"one who ceases, with an account of another tenant", "DATI_NON_VALIDI", "operatore", func(a *agente.Agente) { a.Stato, a.Operatore = agente.Cessato, "luigi" }},
		{"one who ceases, with an unknown department", "DATI_NON_VALIDI", "reparto", func(a *agente.Agente) { a.Stato, a.Reparto = agente.Cessato, "PL99" }},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			a := cambiato
			a.Nome = "Altro"
			c.cambia(&a)
			_, err := b.servizio.Modifica(t.Context(), a)
			testkit.Rifiutato(t, err, c.codice, c.campo)
			if letto, err := b.servizio.Trova(t.Context(), "alfa", "B7"); letto != cambiato || err != nil {
				t.Errorf("it is now %+v (%v)", letto, err)
			}
		})
	}
}

func TestUnUtenzaEDiUnSoloAgenteAttivo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, _, err := b.servizio.Crea(t.Context(), rossi()); err != nil {
		t.Fatal(err)
	}
	altro := agente.Agente{Tenant: "alfa", Matricola: "B8", Reparto: "PL01", Operatore: "mario"}
	_, _, err := b.servizio.Crea(t.Context(), altro)
	testkit.Rifiutato(t, err, "OPERATORE_DI_ALTRO_AGENTE", "operatore")

	cessa := rossi()
	cessa.Stato, cessa.Versione = agente.Cessato, 1
	if _, err := b.servizio.Modifica(t.Context(), cessa); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.servizio.Crea(t.Context(), altro); err != nil {
		t.Fatalf("the first has ceased: %v", err)
	}
	cessa.Stato, cessa.Versione = agente.Attivo, 2
	_, err = b.servizio.Modifica(t.Context(), cessa)
	testkit.Rifiutato(t, err, "OPERATORE_DI_ALTRO_AGENTE", "operatore")
	cessa.Operatore = "anna"
	if _, err := b.servizio.Modifica(t.Context(), cessa); err != nil {
		t.Errorf("with an account of his own: %v", err)
	}
	cessato := agente.Agente{Tenant: "alfa", Matricola: "A002", Reparto: "EX", Stato: agente.Cessato, Versione: 1}
	if _, err := b.servizio.Modifica(t.Context(), cessato); err != nil {
		t.Errorf("one who has ceased keeps a department that has: %v", err)
	}
}

// Two who ask at once: the second waits for the first, and then sees what it has done.
func TestChiArrivaSecondoAspettaEVede(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, primo, codice, campo string }{
		{"an account that another officer is being given", `WITH suo AS (SELECT FROM operatore WHERE username = 'mario' FOR NO KEY UPDATE)
			INSERT INTO agente (tenant, matricola, operatore) SELECT 'alfa', 'M1', 'mario' FROM suo`, "OPERATORE_DI_ALTRO_AGENTE", "operatore"},
		{"a department that is ceasing", `UPDATE reparto SET stato = 'CESSATO' WHERE tenant = 'alfa' AND codice = 'PL01'`, "DATI_NON_VALIDI", "reparto"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			tx, err := b.ambiente.Banca(t, "core", "").Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tx.Exec(t.Context(), c.primo); err != nil {
				t.Fatal(err)
			}
			esito := make(chan error, 1)
			go func() {
				_, _, err := b.servizio.Crea(t.Context(), rossi())
				esito <- err
			}()
			testkit.Attendi(t, 10*time.Second, "the second to wait", func() bool {
				return b.conta(t, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) == 1
			})
			if err := tx.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			testkit.Rifiutato(t, <-esito, c.codice, c.campo)
		})
	}
}

func TestElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, _, err := b.servizio.Crea(t.Context(), rossi()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.servizio.Crea(t.Context(), agente.Agente{Tenant: "beta", Matricola: "C1", Cognome: "Rossi"}); err != nil {
		t.Fatal(err)
	}
	casi := []struct {
		regola    string
		filtro    voce.Filtro
		matricole []string
		altri     bool
	}{
		{"those of the tenant, by number", voce.Filtro{Dimensione: 50}, []string{"A001", "A002", "B7"}, false},
		{"a page, and others follow", voce.Filtro{Dimensione: 2}, []string{"A001", "A002"}, true},
		{"the last page", voce.Filtro{Dimensione: 2, Dopo: "A002"}, []string{"B7"}, false},
		{"by surname and name", voce.Filtro{Dimensione: 50, Cerca: "rossi mar"}, []string{"B7"}, false},
		{"by account", voce.Filtro{Dimensione: 50, Cerca: "MARIO"}, []string{"B7"}, false},
		{"by number", voce.Filtro{Dimensione: 50, Cerca: "a00"}, []string{"A001", "A002"}, false},
		{"a character of a pattern is itself", voce.Filtro{Dimensione: 50, Cerca: "%"}, nil, false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := b.servizio.Elenca(t.Context(), "alfa", c.filtro)
			if err != nil {
				t.Fatal(err)
			}
			var matricole []string
			for _, a := range p.Elementi {
				matricole = append(matricole, a.Matricola)
			}
			if diff := cmp.Diff(c.matricole, matricole); diff != "" || (p.Cursore != "") != c.altri {
				t.Errorf("cursor %q, numbers (-want +got):\n%s", p.Cursore, diff)
			}
		})
	}
	for _, matricola := range []string{"C1", "B9", "b7", "\x00"} {
		_, err := b.servizio.Trova(t.Context(), "alfa", matricola)
		testkit.Rifiutato(t, err, "NON_TROVATO", "")
	}
}
