package app_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	vie "github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	clientPdnd   = "9f0c6a3e-1d52-4a37-8a55-0c1b2d3e4f50"
	finalitaPdnd = "5a1f1c0e-2b7d-4c55-9b0e-6d3f8a7b9c10"
)

// conPdnd is the bench before a simulated PDND that knows the client of alfa and its key.
func conPdnd(t *testing.T) (*banco, *pdnd.Simulatore) {
	t.Helper()
	s := pdnd.Nuovo(pdnd.Opzioni{Adesso: tempo.Adesso})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	const suoi = `INSERT INTO impostazione (tenant, chiave, valore) VALUES
		('alfa', 'pdnd.client', '{"comune": {"ambiente": "COLLAUDO", "clientId": "` + clientPdnd + `", "chiavi": [{"file": "pdnd"}]}}'),
		('alfa', 'pdnd.eservice', '{"inad": {"client": "comune", "finalita": "` + finalitaPdnd + `", "audience": "https://inad.example"},
			"anpr-c001": {"client": "comune", "finalita": "` + finalitaPdnd + `", "audience": "https://inad.example", "livello": "LoA2", "postazione": "server",
				"schemi": ["INTEGRITY_REST_02", "AUDIT_REST_02"]},
			"sospeso": {"client": "comune", "finalita": "5ce0a710-0000-4000-8000-000000000010", "audience": "https://inad.example"}}')`
	b := componiCon(t, func(i *app.Impostazioni) {
		i.PdndCollaudo, i.PdndScadenza, i.PdndTentativo = server.URL+"/pdnd/token.oauth2", 5*time.Second, time.Second
		k, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		privata, errA := x509.MarshalPKCS8PrivateKey(k)
		pubblica, errB := x509.MarshalPKIXPublicKey(k.Public())
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if err := os.MkdirAll(filepath.Join(i.SegretiDir, "alfa"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(i.SegretiDir, "alfa", "pdnd"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: privata}), 0o600); err != nil {
			t.Fatal(err)
		}
		err = s.Iscrivi(pdnd.Iscrizione{ClientID: clientPdnd, Chiavi: []string{string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pubblica}))},
			Finalita: []pdnd.Finalita{{ID: finalitaPdnd, Audience: "https://inad.example"}, {ID: pdnd.FinalitaDi("010")}}})
		if err != nil {
			t.Fatal(err)
		}
	}, suoi)
	b.pronto(t)
	return b, s
}

// TestUnModuloChiamaUnEServiceSenzaChiavi: connessione describes its call and gets the headers; beta, which has set nothing,
// gets a sentence; what the e-service refuses is asked for again, once.
func TestUnModuloChiamaUnEServiceSenzaChiavi(t *testing.T) {
	t.Parallel()
	b, s := conPdnd(t)
	client := vie.Client{Bus: testkit.Bus(t, b.nats, "connessione")}
	chiamata := vie.Call{Tenant: "alfa", EService: "inad", Method: http.MethodGet, URL: "https://inad.example/extract/RSSMRA?praticalReference=1", Actor: "operatore.alfa",
		Reason: "NOTIFICA_VERBALE"}
	var viste []string
	err := client.Bearer(t.Context(), chiamata, func(_ context.Context, h http.Header) error {
		if viste = append(viste, h.Get("Authorization")); len(viste) == 1 {
			return &esterno.Error{Kind: esterno.ErrUnavailable, Status: http.StatusUnauthorized}
		}
		return nil
	})
	if err != nil || len(viste) != 2 || viste[0] == viste[1] || !strings.HasPrefix(viste[1], "Bearer ey") || len(s.Ricevute()) != 2 {
		t.Fatalf("%v, %d calls, %d vouchers", err, len(viste), len(s.Ricevute()))
	}
	chiamata.EService, chiamata.Method, chiamata.Body, chiamata.ContentType = "anpr-c001", http.MethodPost, []byte("{}"), "application/json"
	h, err := client.Sign(t.Context(), chiamata, "")
	if err != nil || h.PurposeID != finalitaPdnd {
		t.Fatal(err)
	}
	for _, nome := range []string{"Authorization", "Digest", "Agid-JWT-Signature", "Agid-JWT-TrackingEvidence"} {
		if h.Header.Get(nome) == "" {
			t.Errorf("no %s", nome)
		}
	}
	for nome, c := range map[string]struct {
		cambia func(*vie.Call)
		codice string
	}{
		"another command":     {func(c *vie.Call) { c.Tenant = "beta" }, vie.CodeNotConfigured},
		"an unknown command":  {func(c *vie.Call) { c.Tenant = "gamma" }, "TENANT_SCONOSCIUTO"},
		"nobody asks":         {func(c *vie.Call) { c.Actor = "" }, "DATI_NON_VALIDI"},
		"for no reason":       {func(c *vie.Call) { c.Reason = " " }, "DATI_NON_VALIDI"},
		"to nowhere":          {func(c *vie.Call) { c.URL = "/relativo" }, "DATI_NON_VALIDI"},
		"a suspended purpose": {func(c *vie.Call) { c.EService = "sospeso" }, vie.CodeRefused},
	} {
		q := chiamata
		c.cambia(&q)
		if _, err := client.Sign(t.Context(), q, ""); !problem.Is(err, c.codice) {
			t.Errorf("%s: %v", nome, err)
		}
	}
}

// TestServizioPdnd: what an administrator sees and tries, by HTTP and over the bus; the try is in the register.
func TestServizioPdnd(t *testing.T) {
	t.Parallel()
	b, _ := conPdnd(t)
	anpr := b.conANPR(t)
	chi := b.token(t, "amministratore.alfa", "alfa", auth.RuoloAmministratore)
	prova := func(eService string, vuole int) (p event.ProvaPdnd) {
		r, corpo := b.chiedi(t, "POST /ElaborazioneService/rest/PdndService/voucher/"+eService+"/prova", chi, nil)
		b.conforme(t, r, nil, corpo)
		if r.StatusCode != vuole {
			t.Fatalf("%d %s", r.StatusCode, corpo)
		}
		if err := json.Unmarshal(corpo, &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := prova("anpr-c001", http.StatusOK); !p.Riuscita || p.IDVoucher == "" || p.Asserzione != "" || !strings.Contains(p.Frase, "10 minuti") ||
		!strings.Contains(p.Frase, "ANPR ha accettato") {
		t.Errorf("%+v", p)
	}
	anpr.Store(&event.RispostaProvaEService{Frase: "ANPR ha rifiutato la chiamata (X): gli schemi."})
	if p := prova("anpr-c001", http.StatusOK); p.Riuscita || p.IDVoucher == "" || !strings.Contains(p.Frase, "Ma ANPR ha rifiutato la chiamata (X): gli schemi.") ||
		!strings.Contains(p.Frase, "schemi INTEGRITY_REST_02, AUDIT_REST_02; postazione «server»; livello «LoA2»") {
		t.Errorf("the e-service itself refuses: %+v", p)
	}
	anpr.Store(nil)
	if p := prova("anpr-c001", http.StatusOK); p.Riuscita || !strings.Contains(p.Frase, "La chiamata di prova all'e-service non si è fatta") {
		t.Errorf("connessione is away: %+v", p)
	}
	if p := prova("sospeso", http.StatusOK); p.Riuscita || strings.Count(p.Asserzione, ".") != 2 || !strings.Contains(p.Frase, "015-0008") {
		t.Errorf("%+v", p)
	}
	prova("ignoto", http.StatusNotFound)
	r, corpo := b.chiedi(t, "GET /ElaborazioneService/rest/PdndService/stato", chi, nil)
	b.conforme(t, r, nil, corpo)
	suBus, err := domanda[event.StatoPdnd](t, testkit.Bus(t, b.nats, "core"), event.PdndStato, chi, event.DomandaStatoPdnd{})
	if err != nil || len(suBus.EService) != 3 || len(suBus.Client[0].Chiavi) != 1 {
		t.Fatalf("%v %+v", err, suBus)
	}
	stati := map[string]string{}
	for _, e := range suBus.EService {
		stati[e.Nome] = e.Stato
	}
	if stati["anpr-c001"] != event.EServicePdndFunziona || stati["sospeso"] != event.EServicePdndNonFunziona || stati["inad"] != event.EServicePdndMaiProvato {
		t.Errorf("%v", stati)
	}
	b.rifiutatoDalGateway(t, chi)
	var righe string
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT string_agg(oggetto || ' ' || esito, ', ' ORDER BY oggetto) FROM registro
		WHERE azione = 'PDND_PROVA' AND attore = 'amministratore.alfa'`).Scan(&righe); err != nil || righe != "anpr-c001 TROVATO, anpr-c001 TROVATO, anpr-c001 TROVATO, sospeso VOUCHER_RIFIUTATO" {
		t.Errorf("the register has %q (%v)", righe, err)
	}
	if _, err := domanda[event.StatoPdnd](t, testkit.Bus(t, b.nats, "core"), event.PdndStato, b.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore),
		event.DomandaStatoPdnd{}); !problem.Is(err, "PERMESSO_MANCANTE") {
		t.Errorf("an operator: %v", err)
	}
}

// conANPR has connessione answer what ANPR makes of a call: what is stored, nil for a connessione that is away.
func (b *banco) conANPR(t *testing.T) *atomic.Pointer[event.RispostaProvaEService] {
	t.Helper()
	var detto atomic.Pointer[event.RispostaProvaEService]
	detto.Store(&event.RispostaProvaEService{Accettata: true, Frase: "ANPR ha accettato una chiamata vera."})
	err := testkit.Bus(t, b.nats, "connessione").Reply(event.EServiceProva, 5*time.Second, func(_ context.Context, corpo []byte) (any, error) {
		var q event.DomandaProvaEService
		if err := json.Unmarshal(corpo, &q); err != nil || q != (event.DomandaProvaEService{Tenant: "alfa", EService: "anpr-c001", Attore: "amministratore.alfa"}) {
			t.Errorf("%s %v", corpo, err)
		}
		if r := detto.Load(); r != nil {
			return *r, nil
		}
		return nil, problem.NonDisponibile("MODULO_NON_DISPONIBILE", "Un modulo della piattaforma non risponde.")
	})
	if err != nil {
		t.Fatal(err)
	}
	return &detto
}

// rifiutatoDalGateway: PDND gives the voucher, and the gateway of the e-service refuses the calls: the page says it with what to look
// at, and no more once it has answered; another command's refusal is not shown.
func (b *banco) rifiutatoDalGateway(t *testing.T, chi string) {
	t.Helper()
	stato := func() (e event.StatoEServicePdnd, avvertenze string) {
		s, err := domanda[event.StatoPdnd](t, testkit.Bus(t, b.nats, "core"), event.PdndStato, chi, event.DomandaStatoPdnd{})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range s.EService {
			if x.Nome == "anpr-c001" {
				e = x
			}
		}
		return e, strings.Join(s.Avvertenze, " ")
	}
	const ferma = `INSERT INTO arresto (registro, codice, transazione, dal, ultimo, fino) VALUES ('anpr-c001', 'INTEROPERABILITYINVALIDREQUEST', 'tx-1', now(), now(), now())`
	b.Esegui(t, "connessione", "beta", ferma)
	if e, _ := stato(); e.Stato != event.EServicePdndFunziona {
		t.Errorf("another command's: %+v", e)
	}
	b.Esegui(t, "connessione", "alfa", ferma)
	e, avvertenze := stato()
	if e.Stato != event.EServicePdndNonFunziona || !strings.Contains(e.Frase, "AUDIT_REST_02") ||
		!strings.Contains(e.Frase, "transazione tx-1") || !strings.Contains(avvertenze, "tx-1") {
		t.Errorf("%+v %s", e, avvertenze)
	}
	b.Esegui(t, "connessione", "alfa", `DELETE FROM arresto`)
	if e, _ := stato(); e.Stato != event.EServicePdndFunziona {
		t.Errorf("after an answer: %+v", e)
	}
}
