package app_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/decreto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// banco is elaborazione, whole, on its own PostgreSQL databases and NATS server.
type banco struct {
	*testkit.Ambiente
	servizio *service.Service
	bus      *bus.Bus // as vpn speaks
	nats     *locale.NATS
	url      string
	realm    *testkit.Realm
}

func avvia(t *testing.T) *banco {
	t.Helper()
	return avviaCon(t)
}

// avviaCon is avvia after some changes of core's tables.
func avviaCon(t *testing.T, passi ...string) *banco {
	t.Helper()
	b := componi(t, passi...)
	b.pronto(t)
	return b
}

// pronto waits for core's registers.
func (b *banco) pronto(t *testing.T) {
	t.Helper()
	testkit.Attendi(t, 10*time.Second, "the registers of the command", func() bool {
		_, testo := b.soap(t, b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore), richiesta("<leggiVerbale "+spazio+"><idEsterno>ASSENTE</idEsterno></leggiVerbale>"))
		return strings.Contains(testo, "NON_TROVATO")
	})
}

// componi does not wait for core's registers and tables; passi change them before they are read.
func componi(t *testing.T, passi ...string) *banco {
	t.Helper()
	return componiCon(t, func(*app.Impostazioni) {}, passi...)
}

// componiCon is componi with other settings of the service.
func componiCon(t *testing.T, imposta func(*app.Impostazioni), passi ...string) *banco {
	t.Helper()
	nats := testkit.NATS(t)
	b := &banco{Ambiente: testkit.NuovoAmbiente(t), bus: testkit.Bus(t, nats, "vpn"), nats: nats}
	for _, sql := range passi {
		b.Esegui(t, "core", "", sql)
	}
	b.prezza(t)
	ctx, smetti := context.WithCancel(context.Background())
	var err error
	impostazioni := app.Impostazioni{Settings: b.Comune(t, "elaborazione", nats), PianoOgni: time.Minute}
	imposta(&impostazioni)
	b.servizio, err = app.Componi(ctx, impostazioni, tempo.Adesso)
	if err != nil {
		t.Fatal(err)
	}
	fermo := make(chan error, 1)
	go func() { fermo <- b.servizio.Serve(ctx) }()
	server := httptest.NewServer(b.servizio.Web.Echo)
	b.url = server.URL
	t.Cleanup(func() {
		server.Close()
		smetti()
		if err := <-fermo; err != nil {
			t.Error(err)
		}
	})
	b.realm = testkit.NuovoRealm(t)
	if err := b.servizio.Verifier.Set(b.realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the tenants", b.servizio.Tenant.Ready)
	return b
}

// prezzi is the table of violations on the day of the kit: the one that the program brings, beyond its end with an invented decree.
func prezzi(t *testing.T) *sanzione.Tabella {
	t.Helper()
	tutta, err := decreto.Fino(sanzione.Iniziale(), tempo.Oggi())
	if err != nil {
		t.Fatal(err)
	}
	return tutta
}

// prezza loads it where the program's own has ended.
func (b *banco) prezza(t *testing.T) {
	t.Helper()
	if p := prezzi(t); p.Versione() != sanzione.Iniziale().Versione() {
		testkit.TabellaFissa[sanzione.Sanzione]{Nome: tabella.Violazioni, Impronta: p.Versione(), Righe: p.Tutte()}.Importa(t, b.Ambiente)
	}
}

// token signs what core would have signed.
func (b *banco) token(t *testing.T, utente, tenant string, ruoli ...string) string {
	t.Helper()
	return b.realm.Token(t, testkit.Claims("elaborazione", utente, tenant, ruoli...))
}

// chiedi sends a request (rotta is "GET /path") and reads the answer.
func (b *banco) chiedi(t *testing.T, rotta, token string, corpo []byte, intestazioni ...string) (*http.Response, []byte) {
	t.Helper()
	metodo, percorso, _ := strings.Cut(rotta, " ")
	r, err := http.NewRequestWithContext(t.Context(), metodo, b.url+percorso, bytes.NewReader(corpo))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(intestazioni); i += 2 {
		r.Header.Add(intestazioni[i], intestazioni[i+1])
	}
	risposta, err := (&http.Client{Timeout: 30 * time.Second}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer risposta.Body.Close()
	contenuto, err := io.ReadAll(risposta.Body)
	if err != nil {
		t.Fatal(err)
	}
	return risposta, contenuto
}

func (b *banco) soap(t *testing.T, token, corpo string) (int, string) {
	t.Helper()
	r, testo := b.chiedi(t, "POST /ElaborazioneService/VerbaleInsService", token, []byte(corpo), "Content-Type", "text/xml; charset=utf-8")
	return r.StatusCode, string(testo)
}

func richiesta(contenuto string) string {
	return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` + contenuto + `</s:Body></s:Envelope>`
}

const spazio = `xmlns="urn:piattaforma-verbali:elaborazione:verbaleins:1"`

// inserimento is the request of a fine known by its plate alone.
func inserimento(idEsterno, targa string, altro string) string {
	ieri := tempo.Oggi().AddDays(-1).String()
	return richiesta(`<inserisciVerbale ` + spazio + `><verbale><idEsterno>` + idEsterno + `</idEsterno>` +
		`<dataOraViolazione>` + ieri + `T10:20:00</dataOraViolazione>` +
		`<luogo><comuneIstat>039014</comuneIstat><indirizzo>Via Roma</indirizzo><civico>12</civico></luogo>` +
		`<veicolo><targa>` + targa + `</targa></veicolo>` +
		`<violazione><articolo>158</articolo><comma>2</comma><lettera>d</lettera></violazione>` +
		`<contestazioneImmediata>false</contestazioneImmediata><motivoMancataContestazione>assenza del trasgressore</motivoMancataContestazione>` + altro +
		`<agente><matricola>A001</matricola></agente><reparto>PL01</reparto></verbale></inserisciVerbale>`)
}
