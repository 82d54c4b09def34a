//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// risposta is an HTTP answer read to its end.
type risposta struct {
	stato int
	testa http.Header
	corpo []byte
}

// problema is the part of application/problem+json that callers rely on.
type problema struct {
	Title  string `json:"title"`
	Detail string `json:"detail"`
	Codice string `json:"codice"`
	Status int    `json:"status"`
}

// opzione changes a request before it leaves.
type opzione func(*http.Request)

func conToken(token string) opzione {
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
}

func conBasic(utente, password string) opzione {
	return func(r *http.Request) { r.SetBasicAuth(utente, password) }
}

func conTesta(nome, valore string) opzione {
	return func(r *http.Request) { r.Header.Add(nome, valore) }
}

// daIndirizzo makes the request come from another client, as the proxy before the services says.
func daIndirizzo(ip string) opzione { return conTesta("X-Forwarded-For", ip) }

// richiesta is what to send: corpo is nothing, text, bytes, or a value to be written as JSON.
func richiesta(tb testing.TB, metodo, url string, corpo any, opzioni ...opzione) *http.Request {
	tb.Helper()
	var lettore io.Reader = http.NoBody
	tipo := ""
	switch c := corpo.(type) {
	case nil:
	case string:
		lettore = strings.NewReader(c)
	case []byte:
		lettore = bytes.NewReader(c)
	default:
		dati, err := json.Marshal(c)
		if err != nil {
			tb.Fatalf("body: %v", err)
		}
		lettore, tipo = bytes.NewReader(dati), "application/json"
	}
	r, err := http.NewRequestWithContext(tb.Context(), metodo, url, lettore)
	if err != nil {
		tb.Fatalf("request: %v", err)
	}
	if tipo != "" {
		r.Header.Set("Content-Type", tipo)
	}
	for _, o := range opzioni {
		o(r)
	}
	return r
}

// manda sends a request, follows no redirect and reads the answer.
func manda(r *http.Request) (risposta, error) {
	cliente := http.Client{
		Timeout:       40 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	ricevuta, err := cliente.Do(r)
	if err != nil {
		return risposta{}, err
	}
	defer ricevuta.Body.Close()
	corpo, err := io.ReadAll(ricevuta.Body)
	return risposta{stato: ricevuta.StatusCode, testa: ricevuta.Header, corpo: corpo}, err
}

// chiama sends a request that must be answered, whatever the answer.
func chiama(tb testing.TB, metodo, url string, corpo any, opzioni ...opzione) risposta {
	tb.Helper()
	r, err := manda(richiesta(tb, metodo, url, corpo, opzioni...))
	if err != nil {
		tb.Fatalf("%s %s: %v", metodo, url, err)
	}
	return r
}

// leggi decodes the JSON of an answer of that status.
func leggi[T any](tb testing.TB, r risposta, stato int) (v T) {
	tb.Helper()
	if r.stato != stato {
		tb.Fatalf("status %d instead of %d: %.600s", r.stato, stato, r.corpo)
	}
	if err := json.Unmarshal(r.corpo, &v); err != nil {
		tb.Fatalf("%v in %.600s", err, r.corpo)
	}
	return v
}

// verificaProblema checks that an answer is problem+json with that status and code (empty: any).
func verificaProblema(tb testing.TB, r risposta, stato int, codice string) {
	tb.Helper()
	if r.stato != stato {
		tb.Errorf("status %d instead of %d: %.600s", r.stato, stato, r.corpo)
		return
	}
	var p problema
	if err := json.Unmarshal(r.corpo, &p); err != nil || p.Status != stato || p.Codice == "" ||
		!strings.HasPrefix(r.testa.Get("Content-Type"), "application/problem+json") {
		tb.Errorf("not a problem: %s %.600s", r.testa.Get("Content-Type"), r.corpo)
	}
	if codice != "" && p.Codice != codice {
		tb.Errorf("codice %s instead of %s: %.600s", p.Codice, codice, r.corpo)
	}
}

const (
	baseConnessione  = "/ConnessioneService/rest/WebPortalService"
	baseElaborazione = "/ElaborazioneService/rest/VerbaliRestService"
	percorsoSOAP     = "/ElaborazioneService/VerbaleInsService"
)

// entra logs in at the portal and gives the token.
func (p *pila) entra(tb testing.TB, utente, reparto, portale string) string {
	tb.Helper()
	return p.entraCon(tb, utente, passwordProva, reparto, portale)
}

func (p *pila) entraCon(tb testing.TB, utente, password, reparto, portale string) string {
	tb.Helper()
	r := chiama(tb, http.MethodPost, p.url("connessione", baseConnessione+"/login"),
		map[string]string{"username": utente, "password": password, "reparto": reparto, "portale": portale})
	esito := leggi[struct{ Token, Tipo, Tenant string }](tb, r, http.StatusOK)
	if esito.Token == "" || esito.Tipo != "Bearer" {
		tb.Fatalf("login of %s: %.300s", utente, r.corpo)
	}
	return esito.Token
}

func (p *pila) operatore(tb testing.TB, tenant string) string {
	tb.Helper()
	return p.entra(tb, "operatore."+tenant, "PL01", tenant)
}
