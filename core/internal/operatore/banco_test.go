package operatore_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	password = "Verbali-prova-2026"
	nuova    = "Altra-segretissima-2026"
)

// banco is the accounts of tenants alfa and beta, and the realm that lets them in.
type banco struct {
	*operatore.Servizio
	ambiente *testkit.Ambiente
	pools    *db.Pools
	conn     *pgx.Conn
	realm    *accesso.Realm
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t)}
	b.pools = b.ambiente.Pools(t, "core")
	b.Servizio = operatore.Nuovo(b.pools, tempo.Adesso)
	b.conn = b.ambiente.Collega(t, "core", "")
	log, _ := testkit.Log(t)
	coppia, err := chiave.Nuova()
	if err != nil {
		t.Fatal(err)
	}
	orologio := tempo.Fisso(time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC))
	chiavi, err := chiave.NuovoPortachiavi(coppia, chiave.Parti{Adesso: orologio.Adesso, Log: log, Imposta: func([]byte) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	b.realm = accesso.Nuovo(accesso.Parti{Pools: b.pools, Tenant: tenant.NewDirectory(tenant.PlatformSource{Pools: b.pools}, orologio.Adesso),
		Chiavi: chiavi, Adesso: orologio.Adesso, Log: log})
	b.esegui(t, `INSERT INTO reparto (codice) VALUES ('PIATT')`)
	return b
}

// unOperatore of alfa, as he is asked for.
func unOperatore(username string, ruoli ...string) operatore.Operatore {
	return operatore.Operatore{Username: username, Tenant: "alfa", Reparto: "PL01", Ruoli: ruoli, Nome: "Mario", Cognome: "Rossi"}
}

func (b *banco) crea(t *testing.T, o operatore.Operatore) operatore.Operatore {
	t.Helper()
	if _, err := b.Crea(t.Context(), o, password); err != nil {
		t.Fatal(err)
	}
	return b.riletto(t, o.Username)
}

func (b *banco) riletto(t *testing.T, username string) operatore.Operatore {
	t.Helper()
	o, trovato, err := b.Store.Trova(t.Context(), username)
	if err != nil || !trovato {
		t.Fatalf("%s: found %v, %v", username, trovato, err)
	}
	return o
}

func (b *banco) esegui(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := b.conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// testo is the one text that a query gives.
func (b *banco) testo(t *testing.T, sql string, args ...any) (testo string) {
	t.Helper()
	if err := b.conn.QueryRow(t.Context(), sql, args...).Scan(&testo); err != nil {
		t.Fatal(err)
	}
	return testo
}

// fatti are the subjects of the outbox since the last time they were asked for.
func (b *banco) fatti(t *testing.T) string {
	t.Helper()
	return b.testo(t, `WITH presi AS (DELETE FROM uscita RETURNING posizione, soggetto, oggetto)
		SELECT coalesce(string_agg(concat_ws(' ', replace(soggetto, 'fatti.piattaforma.', ''), oggetto), '; ' ORDER BY posizione), '') FROM presi`)
}

// azioni are the lines of the audit about an account.
func (b *banco) azioni(t *testing.T, oggetto string) string {
	t.Helper()
	return b.testo(t, `SELECT coalesce(string_agg(concat_ws(' ', attore, azione), '; ' ORDER BY posizione), '') FROM registro
		WHERE oggetto_tipo = 'operatore' AND oggetto = $1`, oggetto)
}

// sessione opens a session of an account, as the login does.
func (b *banco) sessione(t *testing.T, username string) {
	t.Helper()
	b.esegui(t, `INSERT INTO sessione (chiave, username) VALUES (sha256(convert_to($1 || random(), 'UTF8')), $1)`, username)
}

func (b *banco) sessioni(t *testing.T, username string) string {
	t.Helper()
	return b.testo(t, `SELECT count(*)::text FROM sessione WHERE username = $1`, username)
}

// entra tries to log in through the operators' portal of alfa.
func (b *banco) entra(ctx context.Context, username, password, reparto string) error {
	_, err := b.realm.Login(ctx, event.DomandaAccesso{Utente: username, Password: password, Reparto: reparto, Portale: "alfa",
		Indirizzo: "192.0.2.7", Modulo: "connessione"})
	if err != nil {
		return fmt.Errorf("accesso: %w", err)
	}
	return nil
}

// da is the context of a caller.
func da(ctx context.Context, username, tenant string, ruoli ...string) context.Context {
	return auth.With(ctx, auth.Identity{User: username, Tenant: tenant, Roles: ruoli})
}

func contoDi(o operatore.Operatore) operatore.Conto {
	return operatore.Conto{Tenant: o.Tenant, Username: o.Username, Versione: o.Versione}
}
