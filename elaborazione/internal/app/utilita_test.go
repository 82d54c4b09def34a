package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/piattaforma-verbali/verbali/elaborazione/api"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/rotte"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

const utilita = "/ElaborazioneService/rest/UtilityService"

// sportello asks UtilityService over HTTP and holds each question and answer against the contract.
type sportello struct {
	*banco
	doc    *openapi3.T
	router routers.Router
	chi    string
}

func TestUtilita(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto())
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	s := &sportello{banco: b, doc: doc, router: router, chi: b.token(t, "agente.alfa", "alfa", auth.RuoloAgente)}
	t.Run("gli esempi del contratto", func(t *testing.T) { esempiDelContratto(t, s) })
	t.Run("gli esempi delle schede", func(t *testing.T) { esempiDelleSchede(t, s) })
	t.Run("ogni scadenza del contratto", func(t *testing.T) { ogniScadenza(t, s) })
	t.Run("le festività", func(t *testing.T) { festivita(t, s) })
	t.Run("chi compone rilegge", func(t *testing.T) { compostoERiletto(t, s) })
	t.Run("richieste cattive", func(t *testing.T) { richiesteCattive(t, s) })
	t.Run("corpi cattivi", func(t *testing.T) { corpiCattivi(t, s) })
	t.Run("chi entra", func(t *testing.T) { chiUsaLeUtilita(t, s) })
}

// domanda sends corpo to an operation (GET where it is empty) and reads the answer.
func (s *sportello) domanda(t *testing.T, operazione, corpo string) (int, []byte) {
	t.Helper()
	rotta := "GET " + utilita + operazione
	if corpo != "" {
		rotta = "POST " + utilita + operazione
	}
	r, risposta := s.chiedi(t, rotta, s.chi, []byte(corpo), "Content-Type", "application/json")
	s.conforme(t, r, corpo, risposta)
	return r.StatusCode, risposta
}

// conforme fails when an answer is not one that the contract promises, or when a question was answered
// that the contract does not admit.
func (s *sportello) conforme(t *testing.T, r *http.Response, corpo string, risposta []byte) {
	t.Helper()
	richiesta := r.Request.Clone(context.Background())
	richiesta.Body = io.NopCloser(strings.NewReader(corpo))
	richiesta.ContentLength = int64(len(corpo))
	rotta, parametri, err := s.router.FindRoute(richiesta)
	if err != nil {
		t.Fatalf("%s: %v", r.Request.URL.Path, err)
	}
	domanda := &openapi3filter.RequestValidationInput{Request: richiesta, PathParams: parametri, Route: rotta,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
	if r.StatusCode == http.StatusOK {
		if err := openapi3filter.ValidateRequest(t.Context(), domanda); err != nil {
			t.Errorf("%s answered a question that the contract refuses: %s: %v", r.Request.URL.Path, corpo, err)
		}
	}
	esito := &openapi3filter.ResponseValidationInput{RequestValidationInput: domanda, Status: r.StatusCode, Header: r.Header,
		Body: io.NopCloser(bytes.NewReader(risposta)), Options: domanda.Options}
	if err := openapi3filter.ValidateResponse(t.Context(), esito); err != nil {
		t.Errorf("%s %s: the answer %d is not the contract's: %v\n%s", r.Request.URL.Path, corpo, r.StatusCode, err, risposta)
	}
	if r.StatusCode == http.StatusOK {
		s.motivata(t, rotta.Operation, risposta)
	}
}

// motivata: every answer has its motivo or its explanation, and nothing that the contract does not name.
func (s *sportello) motivata(t *testing.T, op *openapi3.Operation, risposta []byte) {
	t.Helper()
	var dati map[string]any
	if err := json.Unmarshal(risposta, &dati); err != nil {
		t.Fatal(err)
	}
	scritti := op.Responses.Status(http.StatusOK).Value.Content["application/json"].Schema.Value.Properties
	for nome := range dati {
		if scritti[nome] == nil {
			t.Errorf("%s: the contract does not name %s", op.OperationID, nome)
		}
	}
	if _, c := dati["motivo"]; c {
		return
	}
	passi, _ := dati["spiegazione"].([]any)
	if len(passi) == 0 {
		t.Errorf("%s: no explanation in %s", op.OperationID, risposta)
	}
	for _, p := range passi {
		passo, _ := p.(map[string]any)
		if passo["regola"] == "" || passo["norma"] == "" || passo["testo"] == "" {
			t.Errorf("%s: a step without rule, law or text: %v", op.OperationID, passo)
		}
	}
}

// esempiDelContratto: whoever copies an example out of the contract gets an answer, and each operation
// has one.
func esempiDelContratto(t *testing.T, s *sportello) {
	t.Helper()
	for percorso, voce := range s.doc.Paths.Map() {
		operazione, delGruppo := strings.CutPrefix(percorso, utilita)
		if !delGruppo || voce.Post == nil {
			continue
		}
		esempi := voce.Post.RequestBody.Value.Content["application/json"].Examples
		if len(esempi) == 0 {
			t.Errorf("%s has no example", operazione)
		}
		for nome, e := range esempi {
			t.Run(strings.ReplaceAll(operazione[1:], "/", " ")+" "+nome, func(t *testing.T) {
				corpo, err := json.Marshal(e.Value.Value)
				if err != nil {
					t.Fatal(err)
				}
				if stato, risposta := s.domanda(t, operazione, string(corpo)); stato != http.StatusOK {
					t.Errorf("%d %s", stato, risposta)
				}
			})
		}
	}
}

// chiUsaLeUtilita: every role, of any tenant or of none, and under each prefix.
func chiUsaLeUtilita(t *testing.T, s *sportello) {
	t.Helper()
	const corpo = `{"partitaIva":"02765430125"}`
	chiama := func(prefisso, token string) int {
		r, _ := s.chiedi(t, "POST "+prefisso+"/UtilityService/partitaIva/valida", token, []byte(corpo), "Content-Type", "application/json")
		return r.StatusCode
	}
	for _, ruolo := range rotte.Ruoli() {
		tenant := "alfa"
		if ruolo == auth.RuoloPiattaforma {
			tenant = "" // and no X-Realm
		}
		if stato := chiama("/ElaborazioneService/rest", s.token(t, "prova.utilita", tenant, ruolo)); stato != http.StatusOK {
			t.Errorf("%s: %d", ruolo, stato)
		}
	}
	for _, prefisso := range []string{"/ElaborazioneService/rest", "/ElaborazioneService/rest/rest", "/rest"} {
		if stato := chiama(prefisso, s.chi); stato != http.StatusOK {
			t.Errorf("%s: %d", prefisso, stato)
		}
		if stato := chiama(prefisso, ""); stato != http.StatusUnauthorized {
			t.Errorf("%s without credentials: %d", prefisso, stato)
		}
	}
	if r, _ := s.chiedi(t, "GET "+utilita+"/partitaIva/valida", s.chi, nil); r.StatusCode != http.StatusMethodNotAllowed || !slices.Contains(r.Header.Values("Allow"), "POST") {
		t.Errorf("GET: %d %s", r.StatusCode, r.Header.Get("Allow"))
	}
}

// uguali compares what is expected with an answer: members that are not expected may be anything.
func uguali(atteso, avuto any, dove string) (diversi []string) {
	switch a := atteso.(type) {
	case map[string]any:
		b, _ := avuto.(map[string]any)
		for k, v := range a {
			diversi = append(diversi, uguali(v, b[k], dove+"."+k)...)
		}
		return diversi
	case []any:
		b, _ := avuto.([]any)
		if len(a) != len(b) {
			return []string{fmt.Sprintf("%s: %v, want %v", dove, avuto, atteso)}
		}
		for i := range a {
			diversi = append(diversi, uguali(a[i], b[i], fmt.Sprintf("%s[%d]", dove, i))...)
		}
		return diversi
	}
	if atteso != avuto {
		return []string{fmt.Sprintf("%s: %v, want %v", dove, avuto, atteso)}
	}
	return nil
}
