package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/vpn/internal/app"
)

// domanda asks vpn as another module does, on behalf of a caller who has this token.
func (b *banco) domanda(t *testing.T, soggetto, token string, domanda any) (json.RawMessage, error) {
	t.Helper()
	ctx, fine := context.WithTimeout(auth.With(t.Context(), auth.Identity{Token: token}), 20*time.Second)
	defer fine()
	var risposta json.RawMessage
	err := b.altri.Ask(ctx, "vpn."+soggetto, domanda, &risposta)
	return risposta, err
}

// diMobile is the token of an officer on a tablet.
func diMobile(c *auth.Claims) {
	c.Audience, c.Roles, c.Subject = jwt.ClaimStrings{"mobile"}, []string{auth.RuoloAgente}, "agente.alfa"
}

// schemaBus reads a schema of docs/asyncapi.yaml, which has its components where OpenAPI has them.
func schemaBus(t *testing.T, nome string) *openapi3.Schema {
	t.Helper()
	dati, err := os.ReadFile("../../../docs/asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(dati)
	if err != nil {
		t.Fatal(err)
	}
	s := doc.Components.Schemas[nome]
	if s == nil || len(s.Value.Properties) == 0 {
		t.Fatalf("%s is not in the contract", nome)
	}
	return s.Value
}

// fedele checks that an answer is what the contract says and that the shared type loses nothing of it.
func fedele[T any](t *testing.T, s *openapi3.Schema, corpo []byte) {
	t.Helper()
	var doc any
	if err := json.Unmarshal(corpo, &doc); err != nil {
		t.Fatal(err)
	}
	if err := s.VisitJSON(doc); err != nil {
		t.Errorf("%s: %v", corpo, err)
	}
	var letta T
	lettore := json.NewDecoder(bytes.NewReader(corpo))
	lettore.DisallowUnknownFields()
	if err := lettore.Decode(&letta); err != nil {
		t.Fatal(err)
	}
	riscritta, err := json.Marshal(letta)
	if err != nil {
		t.Fatal(err)
	}
	var prima, dopo any
	if json.Unmarshal(corpo, &prima) != nil || json.Unmarshal(riscritta, &dopo) != nil {
		t.Fatal("no JSON")
	}
	if d := cmp.Diff(prima, dopo); d != "" {
		t.Errorf("lost or added:\n%s", d)
	}
}

func TestQuestionsAreAnsweredAsTheContractSays(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	operatore, agente := b.realm.Token(t, claims()), b.realm.Token(t, claims(diMobile))
	veicolo, patente := schemaBus(t, "RispostaTarga"), schemaBus(t, "RispostaPatente")
	for _, codice := range []string{"001", "010", "021", "030", "034", "040", "051", "052", "060", "062", "538"} {
		r, err := b.domanda(t, "targa", agente, event.DomandaTarga{Targa: simulato.Targa(codice, "AA"), Data: "2026-03-10", Motivo: "CONTROLLO_SU_STRADA", Indirizzo: "192.0.2.7"})
		if err != nil {
			t.Fatalf("%s: %v", codice, err)
		}
		fedele[event.RispostaTarga](t, veicolo, r)
	}
	for _, codice := range []string{"001", "610", "611", "612", "613", "614", "538"} {
		r, err := b.domanda(t, "patente", operatore, event.DomandaPatente{Numero: simulato.NumeroPatente(codice, "A"), Motivo: "CONTROLLO_SU_STRADA"})
		if err != nil {
			t.Fatalf("%s: %v", codice, err)
		}
		fedele[event.RispostaPatente](t, patente, r)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'CONSULTA_VEICOLO' AND attore = 'agente.alfa' AND motivo = 'CONTROLLO_SU_STRADA'
		AND indirizzo = '192.0.2.7' AND esito = 'TROVATO'`); n != 11 {
		t.Errorf("%d lines of audit for 11 vehicles", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'CONSULTA_PATENTE' AND attore = 'operatore.alfa'`); n != 7 {
		t.Errorf("%d lines of audit for 7 licences", n)
	}
	if n := b.conta(t, "beta", `SELECT count(*) FROM registro`); n != 0 {
		t.Errorf("%d lines in another tenant", n)
	}
}

func TestAQuestionAnswersAsTheRouteDoes(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	token := b.realm.Token(t, claims())
	casi := []struct { // those that open the breaker last
		nome, targa, codice string
		kind                problem.Kind
	}{
		{"unknown", simulato.Targa("404", "AA"), "NON_TROVATO", problem.Missing},
		{"foreign", simulato.Targa("050", "AA"), "TARGA_ESTERA", problem.Missing},
		{"an answer about another", simulato.Targa("532", "AA"), "RISPOSTA_NON_UTILIZZABILE", problem.Unavailable},
		{"an answer for another day", simulato.Targa("539", "AA"), "RISPOSTA_NON_UTILIZZABILE", problem.Unavailable},
		{"no plate at all", "QQQ", "DATI_NON_VALIDI", problem.BadRequest},
		{"somebody in its stead", simulato.Targa("542", "AA"), "REGISTRO_NON_DISPONIBILE", problem.Unavailable},
		{"the register is away", simulato.Targa("500", "AA"), "REGISTRO_NON_DISPONIBILE", problem.Unavailable},
		{"cut in the middle", simulato.Targa("520", "AA"), "REGISTRO_NON_DISPONIBILE", problem.Unavailable},
		{"left alone by the breaker", "AB123CD", "REGISTRO_NON_DISPONIBILE", problem.Unavailable},
	}
	for _, c := range casi {
		_, err := b.domanda(t, "targa", token, event.DomandaTarga{Targa: c.targa, Motivo: "prova"})
		if e := problem.As(err); e == nil || e.Codice != c.codice || e.Kind != c.kind {
			t.Errorf("%s: %v", c.nome, err)
		} else if c.codice == "TARGA_ESTERA" && !strings.Contains(e.Dettaglio, "(FR)") {
			t.Errorf("%s: which country is lost: %s", c.nome, e.Dettaglio)
		}
		w := b.chiediCome(t, "/VpnService/rest/veicoli/"+c.targa+"?motivo=prova")
		if p := problema(t, w); p.Codice != c.codice {
			t.Errorf("%s: the route says %s", c.nome, p.Codice)
		}
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE esito <> 'TROVATO'`); n != 2*(len(casi)-1) {
		t.Errorf("%d lines of audit: every question that left leaves one, and none that did not", n)
	}
}

// TestAQuestionEndsWhenWhoAskedIsGone: a register that says nothing for minutes is left when the time that a tablet named is over, and
// the tablet is answered. What decides is that the register sees its caller leave.
func TestAQuestionEndsWhenWhoAskedIsGone(t *testing.T) {
	t.Parallel()
	arrivata, lasciata := make(chan struct{}, 1), make(chan struct{}, 1)
	muto := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrivata <- struct{}{}
		<-r.Context().Done()
		lasciata <- struct{}{}
	}))
	b := apparecchiaVerso(t, muto.URL, func(i *app.Impostazioni) {
		i.MotorizzazioneScadenza, i.MotorizzazioneTentativo = 10*time.Minute, 5*time.Minute
	})
	t.Cleanup(func() { muto.CloseClientConnections(); muto.Close() })
	token := b.realm.Token(t, claims(diMobile))
	for entro := 250; ; entro *= 2 { // on a busy machine the time may be over before the question leaves
		_, err := b.domanda(t, "targa", token, event.DomandaTarga{Targa: "AB123CD", Motivo: "prova", EntroMs: entro})
		select {
		case <-arrivata:
			if !problem.Is(err, "REGISTRO_NON_DISPONIBILE") {
				t.Fatalf("the answer to the tablet: %v", err)
			}
			<-lasciata
		default:
			if entro < 10_000 {
				continue
			}
			t.Fatalf("no question leaves in %d ms: %v", entro, err)
		}
		break
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'CONSULTA_VEICOLO' AND attore = 'agente.alfa'`); n == 0 {
		t.Error("the question that left is not in the audit")
	}
}

func TestQuestionsOfWhoMayNotAsk(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	buono := claims()
	con := func(cambia func(*auth.Claims)) string { return b.realm.Token(t, claims(cambia)) }
	casi := map[string]struct{ token, codice string }{
		"without a token":           {"", "CREDENZIALI_NON_VALIDE"},
		"with nonsense":             {"x.y.z", "CREDENZIALI_NON_VALIDE"},
		"signed by a stranger":      {testkit.NuovoRealm(t).Token(t, buono), "CREDENZIALI_NON_VALIDE"},
		"expired":                   {con(func(c *auth.Claims) { c.ExpiresAt = jwt.NewNumericDate(tempo.Adesso().Add(-time.Minute)) }), "CREDENZIALI_NON_VALIDE"},
		"a token of the portal":     {con(func(c *auth.Claims) { c.Audience = jwt.ClaimStrings{"connessione"} }), "CREDENZIALI_NON_VALIDE"},
		"a citizen":                 {con(ruolo(auth.RuoloCittadino)), "PERMESSO_MANCANTE"},
		"who only reads":            {con(ruolo(auth.RuoloLettura)), "PERMESSO_MANCANTE"},
		"nobody's role":             {con(ruolo()), "PERMESSO_MANCANTE"},
		"a tenant that is not here": {con(func(c *auth.Claims) { c.Tenant = "gamma" }), "TENANT_SCONOSCIUTO"},
		"no tenant":                 {con(func(c *auth.Claims) { c.Tenant = "" }), "TENANT_NON_ASSEGNATO"},
	}
	for nome, c := range casi {
		for _, soggetto := range []string{"targa", "patente"} {
			_, err := b.domanda(t, soggetto, c.token, map[string]string{"targa": "AB123CD", "numero": "U10000001A", "motivo": "prova"})
			if !problem.Is(err, c.codice) {
				t.Errorf("%s, %s: %v, want %s", nome, soggetto, err, c.codice)
			}
		}
	}
	if n := b.registro.Richieste("AB123CD") + b.registro.Richieste("U10000001A"); n != 0 {
		t.Errorf("the register was asked %d times", n)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if err := b.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.domanda(t, "targa", b.realm.Token(t, buono), event.DomandaTarga{Targa: "AB123CD", Motivo: "prova"}); !problem.Is(err, "TENANT_SOSPESO") {
		t.Errorf("a suspended command: %v", err)
	}
}

func TestQuestionsNameTheirFieldsAtFault(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	token := b.realm.Token(t, claims())
	casi := map[string]struct {
		soggetto string
		domanda  any
		campi    []string
	}{
		"nothing": {"targa", map[string]any{}, []string{"targa", "motivo"}},
		"everything wrong": {"targa", event.DomandaTarga{Targa: "QQQ", Data: "ieri", Motivo: " ", EntroMs: -1},
			[]string{"targa", "data", "motivo", "entroMs"}},
		"a day to come":            {"targa", event.DomandaTarga{Targa: "AB123CD", Data: tempo.Oggi().AddDays(2).String(), Motivo: "m"}, []string{"data"}},
		"a reason on two lines":    {"targa", event.DomandaTarga{Targa: "AB123CD", Motivo: "a\r\nX-Altro: b"}, []string{"motivo"}},
		"a wait that never ends":   {"patente", event.DomandaPatente{Numero: "U10000001A", Motivo: "m", EntroMs: 25001}, []string{"entroMs"}},
		"a licence that cannot be": {"patente", event.DomandaPatente{Numero: strings.Repeat("A", 500), Motivo: "m"}, []string{"numero"}},
	}
	for nome, c := range casi {
		_, err := b.domanda(t, c.soggetto, token, c.domanda)
		e := problem.As(err)
		if e == nil || e.Kind != problem.BadRequest {
			t.Errorf("%s: %v", nome, err)
			continue
		}
		var campi []string
		for _, x := range e.Campi {
			campi = append(campi, x.Campo)
		}
		if d := cmp.Diff(c.campi, campi); d != "" {
			t.Errorf("%s:\n%s", nome, d)
		}
	}
	for _, corpo := range []any{"testo", []int{1}, 7, map[string]any{"targa": 7}} {
		if _, err := b.domanda(t, "targa", token, corpo); problem.As(err) == nil || problem.As(err).Kind.Status() != http.StatusBadRequest {
			t.Errorf("%v: %v", corpo, err)
		}
	}
	if _, err := b.domanda(t, "targa", token, map[string]any{"targa": "AB123CD", "motivo": "prova", "nuovo": true}); err != nil {
		t.Errorf("what a newer module adds is ignored: %v", err)
	}
}
