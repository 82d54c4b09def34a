package app

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const chiaveProva = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

func TestMain(m *testing.M) {
	openapi3filter.RegisterBodyDecoder("application/pdf", openapi3filter.FileBodyDecoder)
	testkit.Main(m)
}

// banco is connessione running on its own databases and bus, with core's keys and door played here
// and elaborazione's outbox relayed.
type banco struct {
	ambiente  *testkit.Ambiente
	servizio  *service.Service
	imp       Impostazioni
	orologio  *tempo.Orologio
	nats      *locale.NATS
	core      *bus.Bus
	elabora   *db.Pools
	firme     *testkit.Realm
	deposito  *deposito.Deposito
	contratto *contratto
	scrivono  map[string]*pgx.Conn // role elaborazione, by tenant
}

// oggi is the day on which the bench stands, at noon in Rome.
const oggi = "2026-11-20"

func mezzogiorno(giorno string) time.Time {
	return calendario.MustParse(giorno).Inizio().Add(12 * time.Hour)
}

func apparecchia(t *testing.T, ritocchi ...func(*Impostazioni)) *banco {
	t.Helper()
	b := monta(t, []string{"alfa", "beta"}, ritocchi...)
	b.avvia(t)
	return b
}

// monta is a bench with these tenants whose process is still to start; elaborazione writes in alfa, beta and the last.
func monta(t *testing.T, tenants []string, ritocchi ...func(*Impostazioni)) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t, tenants...), orologio: tempo.Fisso(mezzogiorno(oggi)),
		contratto: nuovoContratto(t), scrivono: map[string]*pgx.Conn{}}
	nats := testkit.NATS(t)
	b.nats = nats
	b.core = testkit.Bus(t, nats, "core")
	b.firme = testkit.NuovoRealm(t)
	if err := b.core.PublishKeys(t.Context(), b.firme.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	b.elabora = b.ambiente.Pools(t, "elaborazione")
	for _, nome := range slices.Compact([]string{"alfa", "beta", tenants[len(tenants)-1]}) {
		b.scrivono[nome] = b.ambiente.Collega(t, "elaborazione", nome)
	}
	registro := tenant.NewDirectory(tenant.PlatformSource{Pools: b.elabora}, tempo.Adesso)
	if err := registro.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	bus.NewRelay(testkit.Bus(t, nats, "elaborazione"), b.elabora, bus.SearchPath{Tenant: "verbali"}, registro.Active)
	b.imp = Impostazioni{Settings: b.ambiente.Comune(t, modulo, nats), ChiaveInstradamento: chiaveProva,
		AnonimoPerIndirizzo: 1000, AnonimoPerTarga: 1000, RicercaPerUtenza: 1000}
	for _, r := range ritocchi {
		r(&b.imp)
	}
	return b
}

// replica is a second process of the same service, on the same servers.
func (b *banco) replica(t *testing.T) *banco {
	t.Helper()
	altra := *b
	altra.avvia(t)
	return &altra
}

func (b *banco) avvia(t *testing.T) {
	t.Helper()
	var err error
	if b.servizio, err = Componi(t.Context(), b.imp, b.orologio.Adesso); err != nil {
		t.Fatal(err)
	}
	if b.deposito, err = deposito.Apri(t.Context(), b.imp.DepositoURL); err != nil {
		t.Fatal(err)
	}
	ctx, ferma := context.WithCancel(context.Background())
	finito := make(chan error, 1)
	go func() { finito <- b.servizio.Serve(ctx) }()
	t.Cleanup(func() {
		ferma()
		if err := <-finito; err != nil {
			t.Error(err)
		}
		_ = b.deposito.Chiudi()
	})
	testkit.Attendi(t, attesa, "readiness", func() bool {
		return b.manda("/readyz", "", "").Code == http.StatusOK
	})
}

// claims are those of a good token, for an operator of alfa.
func claims(utente, nome string, ruoli ...string) auth.Claims {
	c := testkit.Claims(modulo, utente, nome, ruoli...)
	c.ExpiresAt = jwt.NewNumericDate(mezzogiorno(oggi).AddDate(5, 0, 0)) // the bench stands still, or goes on by months
	c.Portale = nome
	return c
}

func (b *banco) firma(t *testing.T, c auth.Claims) string {
	t.Helper()
	return b.firme.Token(t, c)
}

// firmaCon signs as nobody should.
func firmaCon(t *testing.T, chiave any, metodo jwt.SigningMethod, c auth.Claims) string {
	t.Helper()
	tok := jwt.NewWithClaims(metodo, c)
	tok.Header["kid"] = testkit.KidProva
	s, err := tok.SignedString(chiave)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// operatore is the token of an operator of a tenant.
func (b *banco) operatore(t *testing.T, nome string) string {
	t.Helper()
	return b.firma(t, claims("operatore."+nome, nome, auth.RuoloOperatore))
}

// cittadino is the token of an account with a tax code, which core then knows.
func (b *banco) cittadino(t *testing.T, username, codiceFiscale string) string {
	t.Helper()
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, codice_fiscale)
		VALUES ($1, 'alfa', 'CITT', 'CITT', 'x', '{CITTADINO}', $2)`, username, codiceFiscale)
	if err := b.core.Conn.Publish("fatti.piattaforma.operatore.cambiato", []byte(`{"tenant":"alfa"}`)); err != nil {
		t.Fatal(err)
	}
	return b.firma(t, claims(username, "alfa", auth.RuoloCittadino))
}

// registro reads a column of the audit of a tenant ("" is the platform's).
func (b *banco) registro(t *testing.T, nome, azione string) []db.Access {
	t.Helper()
	rows, err := b.ambiente.Banca(t, modulo, nome).Query(t.Context(),
		`SELECT quando, attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia FROM registro WHERE azione = $1 ORDER BY posizione`, azione)
	if err != nil {
		t.Fatal(err)
	}
	righe, err := pgx.CollectRows(rows, pgx.RowToStructByPos[db.Access])
	if err != nil {
		t.Fatal(err)
	}
	return righe
}
