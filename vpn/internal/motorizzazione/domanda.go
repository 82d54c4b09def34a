package motorizzazione

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Domanda asks who held a vehicle on a day (the violation's). Richiedente is the command that asks and
// Motivo the reason; the register keeps both. InCoda and Ripetuta are esterno's Work and Repeated.
type Domanda struct {
	Targa       string
	Data        calendario.Giorno
	Richiedente string
	Motivo      string
	InCoda      bool
	Ripetuta    bool
}

// DomandaPatente asks about a licence by its number.
type DomandaPatente struct {
	Numero      string
	Richiedente string
	Motivo      string
}

// chiamata is the question ready to travel, with the key that the answer must be about.
func (d Domanda) chiamata() (esterno.Call, string, error) {
	q, chiave, err := chiamata("veicoli", d.Targa, d.Richiedente, d.Motivo)
	switch {
	case err != nil:
		err.Code = "TARGA_NON_VALIDA"
		return q, chiave, err
	case d.Data.IsZero():
		return q, chiave, rifiutata("data mancante")
	}
	q.Query, q.Work, q.Repeated = url.Values{"data": {d.Data.String()}}, d.InCoda, d.Ripetuta
	return q, chiave, nil
}

func (d DomandaPatente) chiamata() (esterno.Call, string, error) {
	q, chiave, err := chiamata("patenti", d.Numero, d.Richiedente, d.Motivo)
	if err != nil {
		err.Code = "PATENTE_NON_VALIDA"
		return q, chiave, err
	}
	return q, chiave, nil
}

// chiamata lets through keys of letters and digits only: nothing that could change the path. Whether
// the shape is a plate's is for the register; of a key of no possible shape its caller gives the code
// with which the register itself would refuse.
func chiamata(risorsa, chiave, richiedente, motivo string) (esterno.Call, string, *esterno.Error) {
	chiave = targa.Normalizza(chiave)
	if chiave == "" || len(chiave) > 20 || strings.Trim(chiave, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return esterno.Call{}, "", rifiutata("chiave vuota, troppo lunga o con segni estranei")
	}
	return esterno.Call{Path: []string{"v1", risorsa, chiave}, Requester: richiedente, Reason: motivo,
		Header: http.Header{"Accept": {"application/json, application/problem+json"}, "X-Richiedente": {richiedente}, "X-Motivo": {motivo}}}, chiave, nil
}

func rifiutata(dettaglio string) *esterno.Error {
	e := esterno.Refused(dettaglio)
	e.System = nome
	return e
}
