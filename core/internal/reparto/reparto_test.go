package reparto_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	ambiente *testkit.Ambiente
	servizio *reparto.Servizio
}

func apparecchia(t *testing.T) banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	a.Esegui(t, "core", "", `DELETE FROM agente`) // its agents belong to PL01
	return banco{ambiente: a, servizio: reparto.Nuovo(a.Pools(t, "core"))}
}

// conta counts rows of the platform database.
func (b banco) conta(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCreareDueVolteEInnocuo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	nord := reparto.Reparto{Tenant: "alfa", Codice: "NORD", Descrizione: " Zona nord "}
	for i, esito := range []voce.Esito{voce.Creata, voce.GiaPresente} {
		if _, e, err := b.servizio.Crea(t.Context(), nord); e != esito || err != nil {
			t.Errorf("time %d: %q, %v", i+1, e, err)
		}
	}
	nord.Descrizione = "Altra"
	_, _, err := b.servizio.Crea(t.Context(), nord)
	testkit.Rifiutato(t, err, "GIA_PRESENTE_DIVERSO", "descrizione")
	if n := b.conta(t, `SELECT count(*) FROM uscita WHERE soggetto = 'fatti.piattaforma.anagrafe.cambiata'`); n != 1 {
		t.Errorf("%d facts", n)
	}
	if n := b.conta(t, `SELECT count(*) FROM registro WHERE azione = 'CREATO' AND oggetto_tipo = 'reparto' AND oggetto = 'alfa/NORD'`); n != 1 {
		t.Errorf("%d lines of audit", n)
	}
	letto, err := b.servizio.Trova(t.Context(), "alfa", "NORD")
	if diff := cmp.Diff(reparto.Reparto{Tenant: "alfa", Codice: "NORD", Descrizione: "Zona nord", Stato: reparto.Attivo, Versione: 1}, letto); diff != "" || err != nil {
		t.Errorf("read %v (-want +got):\n%s", err, diff)
	}
}

func TestLoStessoCodiceInAltriComandi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, r := range []reparto.Reparto{{Tenant: "alfa", Codice: "NORD"}, {Tenant: "beta", Codice: "NORD", Descrizione: "Altro"}, {Codice: "NORD"}} {
		if _, e, err := b.servizio.Crea(t.Context(), r); e != voce.Creata || err != nil {
			t.Errorf("in %q: %q, %v", r.Tenant, e, err)
		}
	}
	if _, e, err := b.servizio.Crea(t.Context(), reparto.Reparto{Codice: "NORD"}); e != voce.GiaPresente || err != nil {
		t.Errorf("the platform's again: %q, %v", e, err)
	}
}

func TestDatiSbagliati(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := []struct {
		regola  string
		reparto reparto.Reparto
		campo   string
	}{
		{"no code", reparto.Reparto{Tenant: "alfa"}, "codice"},
		{"a code in small letters", reparto.Reparto{Tenant: "alfa", Codice: "nord"}, "codice"},
		{"a code too long", reparto.Reparto{Tenant: "alfa", Codice: strings.Repeat("A", 21)}, "codice"},
		{"a script for a code", reparto.Reparto{Tenant: "alfa", Codice: "<script>"}, "codice"},
		{"a description too long", reparto.Reparto{Tenant: "alfa", Codice: "NORD", Descrizione: strings.Repeat("è", 201)}, "descrizione"},
		{"a description with a zero", reparto.Reparto{Tenant: "alfa", Codice: "NORD", Descrizione: "a\x00b"}, "descrizione"},
		{"a description that is not UTF-8", reparto.Reparto{Tenant: "alfa", Codice: "NORD", Descrizione: "\xe8"}, "descrizione"},
		{"an unknown tenant", reparto.Reparto{Tenant: "nessuno", Codice: "NORD"}, "tenant"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			_, _, err := b.servizio.Crea(t.Context(), c.reparto)
			testkit.Rifiutato(t, err, "DATI_NON_VALIDI", c.campo)
		})
	}
	lungo := reparto.Reparto{Tenant: "alfa", Codice: strings.Repeat("A", 20), Descrizione: strings.Repeat("è", 200)}
	if _, _, err := b.servizio.Crea(t.Context(), lungo); err != nil {
		t.Errorf("as long as may be: %v", err)
	}
}

func TestModificare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	pl01 := reparto.Reparto{Tenant: "alfa", Codice: "PL01", Descrizione: " Centro", Stato: reparto.Attivo, Versione: 1}
	letto, err := b.servizio.Modifica(t.Context(), pl01)
	pl01.Descrizione, pl01.Versione = "Centro", 2
	if diff := cmp.Diff(pl01, letto); diff != "" || err != nil {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	casi := []struct {
		regola        string
		cambia        func(*reparto.Reparto)
		codice, campo string
	}{
		{"what somebody else has changed meanwhile", func(r *reparto.Reparto) { r.Versione = 1 }, "CAMBIATO_NEL_FRATTEMPO", "versione"},
		{"a version that no row can have", func(r *reparto.Reparto) { r.Versione = math.MaxInt64 }, "CAMBIATO_NEL_FRATTEMPO", "versione"},
		{"an unknown department", func(r *reparto.Reparto) { r.Codice = "PL99" }, "NON_TROVATO", ""},
		{"a key that no department can have", func(r *reparto.Reparto) { r.Codice = "\x00" }, "NON_TROVATO", ""},
		{"another tenant's", func(r *reparto.Reparto) { r.Tenant = "nessuno" }, "NON_TROVATO", ""},
		{"a state that is none", func(r *reparto.Reparto) { r.Stato = "CHIUSO" }, "DATI_NON_VALIDI", "stato"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			r := pl01
			r.Descrizione = "Altro"
			c.cambia(&r)
			_, err := b.servizio.Modifica(t.Context(), r)
			testkit.Rifiutato(t, err, c.codice, c.campo)
			if letto, err := b.servizio.Trova(t.Context(), "alfa", "PL01"); letto != pl01 || err != nil {
				t.Errorf("it is now %+v (%v)", letto, err)
			}
		})
	}
}

func TestChiHaGenteNonCessa(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, stato) VALUES
		('uno', 'alfa', 'PL02', 'PL02', 'x', '{OPERATORE}', 'ATTIVO'), ('due', 'alfa', 'PL02', 'PL02', 'x', '{OPERATORE}', 'ATTIVO'),
		('fuori', 'alfa', 'PL02', 'PL02', 'x', '{OPERATORE}', 'BLOCCATO'), ('altro', 'beta', 'CITT', 'CITT', 'x', '{OPERATORE}', 'ATTIVO')`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO agente (tenant, matricola, reparto, stato) VALUES ('alfa', 'A1', 'PL02', 'ATTIVO'), ('alfa', 'A2', 'PL02', 'CESSATO')`)
	cessa := func() error {
		_, err := b.servizio.Modifica(t.Context(), reparto.Reparto{Tenant: "alfa", Codice: "PL02", Stato: reparto.Cessato, Versione: 1})
		return err
	}
	err := cessa()
	testkit.Rifiutato(t, err, "REPARTO_OCCUPATO", "stato")
	if detto := problem.As(err).Campi[0].Messaggio; detto != "2 operatori attivi e 1 agente attivo nel reparto" {
		t.Errorf("it says %q", detto)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET reparto = 'PL01' WHERE tenant = 'alfa'`)
	testkit.Rifiutato(t, cessa(), "REPARTO_OCCUPATO", "stato")
	b.ambiente.Esegui(t, "core", "", `UPDATE agente SET stato = 'CESSATO'`)
	if err := cessa(); err != nil {
		t.Fatalf("nobody is in it any more: %v", err)
	}
	attivi, err := b.servizio.Attivi(t.Context(), "alfa")
	var codici []string
	for _, r := range attivi {
		codici = append(codici, r.Codice)
	}
	if diff := cmp.Diff([]string{"CITT", "PL01"}, codici); diff != "" || err != nil {
		t.Errorf("in use, %v (-want +got):\n%s", err, diff)
	}
	if _, err := b.servizio.Modifica(t.Context(), reparto.Reparto{Tenant: "alfa", Codice: "PL02", Stato: reparto.Attivo, Versione: 2}); err != nil {
		t.Errorf("taken up again: %v", err)
	}
}

// An officer who joins a department at the very moment it ceases is either seen, or refused.
func TestChiEntraMentreIlRepartoCessa(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	tx, err := b.ambiente.Banca(t, "core", "").Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	entra := func(sql string) {
		t.Helper()
		if _, err := tx.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	entra(`SELECT FROM reparto WHERE tenant = 'alfa' AND codice = 'PL02' FOR SHARE`)
	entra(`INSERT INTO agente (tenant, matricola, reparto) VALUES ('alfa', 'A1', 'PL02')`)
	esito := make(chan error, 1)
	go func() {
		_, err := b.servizio.Modifica(t.Context(), reparto.Reparto{Tenant: "alfa", Codice: "PL02", Stato: reparto.Cessato, Versione: 1})
		esito <- err
	}()
	guarda := b.ambiente.CollegaUso(t, "core", "")
	testkit.Attendi(t, 10*time.Second, "the end of the department to wait", func() bool { return inAttesa(t, guarda) })
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Rifiutato(t, <-esito, "REPARTO_OCCUPATO", "stato")
}

// inAttesa is whether somebody waits for a row of this database.
func inAttesa(t *testing.T, conn *pgx.Conn) (attende bool) {
	t.Helper()
	err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&attende)
	if err != nil {
		t.Fatal(err)
	}
	return attende
}

func TestElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, r := range []reparto.Reparto{{Tenant: "alfa", Codice: "N_1", Descrizione: "Sconto 50%"}, {Tenant: "beta", Codice: "SOLOBETA"}, {Codice: "PIATT"}} {
		if _, _, err := b.servizio.Crea(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	casi := []struct {
		regola, tenant string
		filtro         voce.Filtro
		codici         []string
		altri          bool
	}{
		{"those of the tenant, by code", "alfa", voce.Filtro{Dimensione: 50}, []string{"CITT", "N_1", "PL01", "PL02"}, false},
		{"a page, and others follow", "alfa", voce.Filtro{Dimensione: 2}, []string{"CITT", "N_1"}, true},
		{"the last page", "alfa", voce.Filtro{Dimensione: 2, Dopo: "N_1"}, []string{"PL01", "PL02"}, false},
		{"by code, case ignored", "alfa", voce.Filtro{Dimensione: 50, Cerca: "pl0"}, []string{"PL01", "PL02"}, false},
		{"by description", "alfa", voce.Filtro{Dimensione: 50, Cerca: "50%"}, []string{"N_1"}, false},
		{"a character of a pattern is itself", "alfa", voce.Filtro{Dimensione: 50, Cerca: "_"}, []string{"N_1"}, false},
		{"nothing of that kind", "alfa", voce.Filtro{Dimensione: 50, Cerca: "'; DROP"}, nil, false},
		{"those of the platform", "", voce.Filtro{Dimensione: 50}, []string{"PIATT"}, false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := b.servizio.Elenca(t.Context(), c.tenant, c.filtro)
			if err != nil {
				t.Fatal(err)
			}
			var codici []string
			for _, r := range p.Elementi {
				codici = append(codici, r.Codice)
			}
			if diff := cmp.Diff(c.codici, codici); diff != "" || (p.Cursore != "") != c.altri {
				t.Errorf("cursor %q, codes (-want +got):\n%s", p.Cursore, diff)
			}
		})
	}
}

func TestTrovaSoloIPropri(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, _, err := b.servizio.Crea(t.Context(), reparto.Reparto{Tenant: "beta", Codice: "SOLOBETA"}); err != nil {
		t.Fatal(err)
	}
	for _, codice := range []string{"SOLOBETA", "PL99", "pl01", "", "\x00", "\xe8", "' OR 1=1"} {
		_, err := b.servizio.Trova(t.Context(), "alfa", codice)
		testkit.Rifiutato(t, err, "NON_TROVATO", "")
	}
}
