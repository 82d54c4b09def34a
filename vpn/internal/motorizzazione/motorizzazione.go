// Package motorizzazione is the national register of vehicles and licences in the language that this project documents: JSON
// over HTTP, described by contratto.json beside its simulator. It is honest about failure: a plate is unknown only when the
// register says so in its own words.
package motorizzazione

import (
	"context"
	"net/http"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// Client asks the register. It is safe for concurrent use.
type Client struct{ *esterno.Client }

// Nome is the register as metrics, errors and GET /collegamenti call it.
const Nome = "motorizzazione"

// Nuovo builds a client of the register at o.BaseURL, for example http://127.0.0.1:8090/motorizzazione, under the name o.Name
// (Nome when empty).
func Nuovo(o esterno.Options) (*Client, error) {
	if o.Name == "" {
		o.Name = Nome
	}
	o.Judge = giudica
	c, err := esterno.New(o)
	if err != nil {
		return nil, err
	}
	return &Client{c}, nil
}

// Veicolo asks who held the vehicle on the day. The answer has been checked: same plate, same day, at
// least one holder unless the vehicle left the register. Errors are esterno's.
func (c *Client) Veicolo(ctx context.Context, d registro.Domanda) (registro.Veicolo, error) {
	q, chiave, err := chiamataVeicolo(d)
	return chiedi(ctx, c, q, err, func(corpo []byte) (registro.Veicolo, error) { return leggiVeicolo(corpo, chiave, d.Data) })
}

// Patente asks about a licence, as of now.
func (c *Client) Patente(ctx context.Context, d registro.DomandaPatente) (registro.Patente, error) {
	q, chiave, err := chiamataPatente(d)
	return chiedi(ctx, c, q, err, func(corpo []byte) (registro.Patente, error) { return leggiPatente(corpo, chiave) })
}

// chiedi makes the call that a question has prepared, unless it could not be, and reads its answer.
func chiedi[T any](ctx context.Context, c *Client, q esterno.Call, storta error, leggi func([]byte) (T, error)) (T, error) {
	var letto, niente T
	if storta != nil {
		return niente, storta
	}
	q.Read = func(a esterno.Answer) (err error) {
		letto, err = leggi(a.Body)
		return err
	}
	err := registro.Chiedi(ctx, "", func(perse *int) error {
		q.Lost = perse
		return c.Do(ctx, q)
	})
	if err != nil {
		return niente, err
	}
	return letto, nil
}

// giudica tells the register's own words from a stranger's: a 404 of a proxy, or of a wrong address,
// must never pass for an unknown plate.
func giudica(a esterno.Answer) *esterno.Error {
	var p struct {
		Codice  string `json:"codice"`
		Nazione string `json:"nazione"`
	}
	a.Problem(&p) // a body that is no problem document leaves p empty
	codice := esterno.Code(p.Codice)
	if a.Status != http.StatusNotFound || codice == "" {
		return esterno.Verdict(a, codice)
	}
	switch codice {
	case "NON_PRESENTE", "NON_IMMATRICOLATO":
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: codice}
	case "TARGA_ESTERA":
		if !registro.Nazione(p.Nazione) {
			p.Nazione = ""
		}
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: codice, Cause: &registro.TargaEstera{Nazione: p.Nazione}}
	}
	return esterno.Invalid("404 con un codice ignoto")
}
