package pdnd

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
)

// Scenario is one behaviour that a caller chooses by the purpose it asks for: FinalitaDi gives its id.
type Scenario struct {
	Codice   string // three digits
	Nome     string // Italian, for people
	rifiuto  string // the server's own name for why it refuses, empty when it does not
	altera   func(c jwt.MapClaims)
	orologio time.Duration // by which the server's Date is off
	guasto   simulatore.Guasto
}

const prefissoFinalita = "5ce0a710-0000-4000-8000-000000000"

// FinalitaDi is the purposeId of a scenario. The client must have that purpose, as any other.
func FinalitaDi(codice string) string { return prefissoFinalita + codice }

// Scenari lists what a purpose may choose, the ranges 51n and 8nn by their first member. Any other purpose is ordinary.
func Scenari() []Scenario {
	elenco := []Scenario{
		{Codice: "010", Nome: "finalità sospesa (400 015-0008)", rifiuto: "invalidPurposeState"},
		{Codice: "011", Nome: "accordo di fruizione sospeso (400 015-0008)", rifiuto: "invalidAgreementState"},
		{Codice: "012", Nome: "e-service sospeso (400 015-0008)", rifiuto: "invalidEServiceState"},
		{Codice: "020", Nome: "voucher per un'altra audience", altera: func(c jwt.MapClaims) { c["aud"] = "https://altro.example/e-service" }},
		{Codice: "021", Nome: "voucher per più audience, la sua per ultima", altera: func(c jwt.MapClaims) {
			sua, _ := c["aud"].(string)
			c["aud"] = "https://altro.example/e-service," + sua
		}},
		{Codice: "022", Nome: "voucher di un'altra finalità", altera: func(c jwt.MapClaims) { c["purposeId"] = FinalitaDi("999") }},
		{Codice: "023", Nome: "voucher senza il digest dell'evidenza", altera: func(c jwt.MapClaims) { delete(c, "digest") }},
		{Codice: "024", Nome: "voucher senza jti", altera: func(c jwt.MapClaims) { delete(c, "jti") }},
		{Codice: "030", Nome: "orologio del server avanti di dieci minuti", orologio: 10 * time.Minute},
		{Codice: "031", Nome: "orologio del server indietro di dieci minuti", orologio: -10 * time.Minute},
		{Codice: "040", Nome: "expires_in di zero secondi", guasto: simulatore.Altera(func(m map[string]any) { m["expires_in"] = 0 })},
		{Codice: "041", Nome: "token_type che non è quello chiesto", guasto: simulatore.Altera(func(m map[string]any) { m["token_type"] = "MAC" })},
		{Codice: "042", Nome: "voucher che non è un token", guasto: simulatore.Altera(func(m map[string]any) { m["access_token"] = "opaco" })},
	}
	suoi := map[string]simulatore.Guasto{
		"429": con("1", Troppe()), "430": con("", Troppe()), "500": con("", guasta()),
	}
	for _, g := range simulatore.Scenari() {
		guasto := g.Guasto
		if suo := suoi[g.Codice]; suo != nil {
			guasto = suo // in PDND's own words
		}
		elenco = append(elenco, Scenario{Codice: g.Codice, Nome: g.Nome, guasto: guasto})
	}
	return elenco
}

// scenarioDi is the scenario that a purpose chooses; the zero one is ordinary.
func scenarioDi(finalita string) Scenario {
	codice, ok := strings.CutPrefix(strings.ToLower(finalita), prefissoFinalita)
	if !ok {
		return Scenario{}
	}
	for _, s := range Scenari() {
		if s.Codice == codice {
			return s
		}
	}
	return Scenario{Codice: codice, guasto: simulatore.PerCodice(codice)}
}

// con answers in the server's own words, with a Retry-After when it is not empty.
func con(attendi string, risposta simulatore.Risposta) simulatore.Guasto {
	return func(w http.ResponseWriter, _ *http.Request, _ simulatore.Risposta) {
		if attendi != "" {
			w.Header().Set("Retry-After", attendi)
		}
		risposta.Scrivi(w)
	}
}

// rifiutata is the answer to everything that is wrong: the reason is masked.
func rifiutata() simulatore.Risposta {
	return problema(http.StatusBadRequest, "The request contains bad syntax or cannot be fulfilled.", "015-0008", "Unable to generate a token for the given request")
}

// Troppe is the answer to an organisation that asks too much. Its code is longer than its own schema admits.
func Troppe() simulatore.Risposta {
	return problema(http.StatusTooManyRequests, "Too Many Requests", "007-10004", "Too Many Requests")
}

func guasta() simulatore.Risposta {
	return problema(http.StatusInternalServerError, "Unexpected error", "015-0000", "Unexpected error")
}

func problema(stato int, titolo, codice, perche string) simulatore.Risposta {
	tipo, dettaglio := "about:blank", titolo
	switch stato {
	case http.StatusBadRequest:
		dettaglio = "Bad request"
	case http.StatusInternalServerError:
		tipo = "internalServerError"
	}
	corpo, err := json.Marshal(map[string]any{"type": tipo, "status": stato, "title": titolo, "detail": dettaglio,
		"correlationId": "00000000-0000-4000-8000-000000000000", "errors": []map[string]string{{"code": codice, "detail": perche}}})
	if err != nil { // texts and numbers: it cannot happen
		return simulatore.Risposta{Stato: http.StatusInternalServerError, Tipo: "text/plain", Corpo: []byte(err.Error())}
	}
	return simulatore.Risposta{Stato: stato, Tipo: "application/problem+json", Corpo: corpo}
}
