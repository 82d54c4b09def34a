package motorizzazione

import (
	"net/http"
	"net/url"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// chiamataVeicolo is the question ready to travel, with the key that the answer must be about.
func chiamataVeicolo(d registro.Domanda) (esterno.Call, string, error) {
	q, chiave, err := chiamata("veicoli", d.Targa, registro.TargaNonValida, d.Richiedente, d.Motivo)
	switch {
	case err != nil:
		return q, chiave, err
	case d.Data.IsZero():
		return q, chiave, suo(esterno.Refused("data mancante"))
	}
	q.Query, q.Work, q.Repeated = url.Values{"data": {d.Data.String()}}, d.InCoda, d.Ripetuta
	return q, chiave, nil
}

func chiamataPatente(d registro.DomandaPatente) (esterno.Call, string, error) {
	q, chiave, err := chiamata("patenti", d.Numero, registro.PatenteNonValida, d.Richiedente, d.Motivo)
	q.Work, q.Repeated = d.InCoda, d.Ripetuta
	return q, chiave, err
}

func chiamata(risorsa, chiave, codice, richiedente, motivo string) (esterno.Call, string, error) {
	chiave, err := registro.Chiave(chiave, codice)
	if err != nil {
		return esterno.Call{}, "", suo(err)
	}
	return esterno.Call{Path: []string{"v1", risorsa, chiave}, Requester: richiedente, Reason: motivo,
		Header: http.Header{"Accept": {"application/json, application/problem+json"}, "X-Richiedente": {richiedente}, "X-Motivo": {motivo}}}, chiave, nil
}

// suo names the register in an error of a question that did not leave.
func suo(e *esterno.Error) *esterno.Error {
	e.System = Nome
	return e
}
