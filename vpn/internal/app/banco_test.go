package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/vpn/internal/app"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// banco is the whole service on real servers, beside a simulated register and a bus that speaks for
// the other modules.
type banco struct {
	*service.Service
	ambiente *testkit.Ambiente
	registro *motorizzazione.Simulatore
	altri    *bus.Bus
	realm    *testkit.Realm
	imp      app.Impostazioni
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	registro := motorizzazione.Nuovo(motorizzazione.Opzioni{Orologio: tempo.Corrente{}})
	server := httptest.NewServer(registro.Handler())
	t.Cleanup(server.Close)
	b := apparecchiaVerso(t, server.URL)
	b.registro = registro
	return b
}

// simula is the address of one more simulated register.
func (b *banco) simula(t *testing.T) string {
	t.Helper()
	b.registro = motorizzazione.Nuovo(motorizzazione.Opzioni{Orologio: tempo.Corrente{}})
	server := httptest.NewServer(b.registro.Handler())
	t.Cleanup(server.Close)
	return server.URL
}

// apparecchiaVerso leaves the register to the test.
func apparecchiaVerso(t *testing.T, registro string, cambia ...func(*app.Impostazioni)) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t)}
	server := testkit.NATS(t)
	b.altri = testkit.Bus(t, server, "core")
	if registro != "" {
		registro += "/motorizzazione"
	}
	imp := app.Impostazioni{Settings: b.ambiente.Comune(t, "vpn", server), MotorizzazioneURL: registro, RetiComandi: []string{"127.0.0.0/8", "::1/128"},
		MotorizzazioneInsieme: 8, MotorizzazioneScadenza: 20 * time.Second, MotorizzazioneTentativo: 5 * time.Second}
	for _, f := range cambia {
		f(&imp)
	}
	b.imp, b.realm = imp, testkit.NuovoRealm(t)
	b.avvia(t)
	return b
}

// replica is a second process of the same service, on the same servers.
func (b *banco) replica(t *testing.T) *banco {
	t.Helper()
	altra := *b
	altra.avvia(t)
	return &altra
}

// avvia starts the service.
func (b *banco) avvia(t *testing.T) {
	t.Helper()
	s, err := app.Componi(t.Context(), b.imp, tempo.Adesso)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	b.Service = s
	if err := s.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Relay.Start()
	if err := s.Verifier.Set(b.realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	s.Verifier.Revocations().Set(nil)
	testkit.Attendi(t, 10*time.Second, "the fixed tables", func() bool { return b.pronto(t).Code == http.StatusOK })
}

// pronto asks /readyz from the inside.
func (b *banco) pronto(t *testing.T) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil)
	r.RemoteAddr = "127.0.0.1:1"
	w := httptest.NewRecorder()
	b.Web.Echo.ServeHTTP(w, r)
	return w
}

// claims are those of a good token for an operator of alfa.
func claims(cambia ...func(*auth.Claims)) auth.Claims {
	c := testkit.Claims("vpn", "operatore.alfa", "alfa", auth.RuoloOperatore)
	for _, f := range cambia {
		f(&c)
	}
	return c
}

func ruolo(nomi ...string) func(*auth.Claims) { return func(c *auth.Claims) { c.Roles = nomi } }

// chiama asks the service; an empty autorizzazione sends none.
func (b *banco) chiama(t *testing.T, percorso, autorizzazione string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, percorso, nil)
	if autorizzazione != "" {
		r.Header.Set("Authorization", autorizzazione)
	}
	w := httptest.NewRecorder()
	b.Web.Echo.ServeHTTP(w, r)
	return w
}

func (b *banco) chiediCome(t *testing.T, percorso string, cambia ...func(*auth.Claims)) *httptest.ResponseRecorder {
	t.Helper()
	return b.chiama(t, percorso, "Bearer "+b.realm.Token(t, claims(cambia...)))
}

func problema(t *testing.T, w *httptest.ResponseRecorder) problem.Document {
	t.Helper()
	var d problem.Document
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Header().Get("Content-Type") != problem.MediaType {
		t.Fatalf("%d %s is no problem document: %v", w.Code, w.Body, err)
	}
	return d
}

// verbale writes a fine of a plate into a tenant, as elaborazione does, and gives its id.
func (b *banco) verbale(t *testing.T, tenant, targa, nazione, violazione string) string {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	b.ambiente.Esegui(t, "elaborazione", tenant, `
		INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione,
			data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione)
		VALUES ($1, 2026, (SELECT count(*) + 1 FROM verbale), 'V', 'SOAP', 'prova', 'PL01', $2, 'AUTOVEICOLO', $3, $4,
			'2026-03-01', '058091', 'Via Roma', '{A001}', 'INTESTATARIO_RICHIESTO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA')`,
		id, targa, nazione, violazione)
	return id.String()
}

// incarica publishes a work message; each call is a delivery of its own, also under the same ce-id.
func (b *banco) incarica(t *testing.T, tenant, verbale, ceID string, quando ...time.Time) {
	t.Helper()
	lavoro := event.LavoroTarga{IDVerbale: verbale, Motivo: "prova"}
	m := nats.NewMsg(lavoro.Soggetto(tenant))
	m.Header["ce-id"] = []string{ceID}
	for _, q := range quando {
		m.Header["ce-time"] = []string{q.Format(time.RFC3339Nano)}
	}
	var err error
	if m.Data, err = json.Marshal(lavoro); err != nil {
		t.Fatal(err)
	}
	if _, err := b.altri.JS.PublishMsg(t.Context(), m, jetstream.WithMsgID(uuid.NewString())); err != nil {
		t.Fatal(err)
	}
}

// conta runs a counting query as vpn in a tenant.
func (b *banco) conta(t *testing.T, tenant, sql string) (n int) {
	t.Helper()
	if err := b.ambiente.Banca(t, "vpn", tenant).QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// attendiIndagini waits until so many outcomes are written in a tenant.
func (b *banco) attendiIndagini(t *testing.T, tenant string, quante int) {
	t.Helper()
	testkit.Attendi(t, 30*time.Second, "the outcomes of the look-ups", func() bool {
		return b.conta(t, tenant, `SELECT count(*) FROM indagine`) >= quante
	})
}

// codaVuota waits until the queue has neither messages nor work in progress.
func (b *banco) codaVuota(t *testing.T) {
	t.Helper()
	testkit.Attendi(t, 30*time.Second, "an empty queue", func() bool {
		s, err := b.altri.JS.Stream(t.Context(), bus.StreamWork)
		if err != nil {
			return false
		}
		info, err := s.Info(t.Context())
		return err == nil && info.State.Msgs == 0
	})
}
