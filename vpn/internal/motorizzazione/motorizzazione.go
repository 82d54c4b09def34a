// Package motorizzazione is the national register of vehicles and licences, asked through
// shared/esterno: what may be asked, what its answers must say, and its words for what it does not
// hold. It is honest about failure: a plate is unknown only when the register says so in its own words.
package motorizzazione

import (
	"context"
	"fmt"
	"net/http"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
)

// Client asks the register. It is safe for concurrent use.
type Client struct{ *esterno.Client }

// Nuovo builds a client of the register at o.BaseURL, for example http://127.0.0.1:8090/motorizzazione.
func Nuovo(o esterno.Options) (*Client, error) {
	o.Name, o.Judge = nome, giudica
	c, err := esterno.New(o)
	if err != nil {
		return nil, err
	}
	return &Client{c}, nil
}

// nome is the register as metrics, errors and GET /collegamenti call it.
const nome = "motorizzazione"

// Veicolo asks who held the vehicle on the day. The answer has been checked: same plate, same day, at
// least one holder unless the vehicle left the register. Errors are esterno's.
func (c *Client) Veicolo(ctx context.Context, d Domanda) (Veicolo, error) {
	return chiedi(ctx, c, d.chiamata, func(corpo []byte, chiave string) (Veicolo, error) { return leggiVeicolo(corpo, chiave, d.Data) })
}

// Patente asks about a licence, as of now.
func (c *Client) Patente(ctx context.Context, d DomandaPatente) (Patente, error) {
	return chiedi(ctx, c, d.chiamata, leggiPatente)
}

// chiedi makes the call that a question has prepared, and reads its answer for the key of the question.
func chiedi[T any](ctx context.Context, c *Client, prepara func() (esterno.Call, string, error), leggi func([]byte, string) (T, error)) (T, error) {
	var letto, niente T
	q, chiave, err := prepara()
	if err != nil {
		return niente, err
	}
	q.Read = func(a esterno.Answer) (err error) {
		letto, err = leggi(a.Body, chiave)
		return err
	}
	if err := c.Do(ctx, q); err != nil {
		return niente, err
	}
	return letto, nil
}

// ErrTargaEstera is the register's answer that another country gave the plate. It is also
// esterno.ErrNotFound.
var ErrTargaEstera = fmt.Errorf("%w: targa di un altro Stato", esterno.ErrNotFound)

// TargaEstera is the cause of ErrTargaEstera.
type TargaEstera struct {
	Nazione string // that gave the plate, if the register named it (ISO 3166-1 alpha-2)
}

// Error is ErrTargaEstera's text.
func (t *TargaEstera) Error() string { return ErrTargaEstera.Error() }

// Unwrap gives ErrTargaEstera.
func (t *TargaEstera) Unwrap() error { return ErrTargaEstera }

// giudica tells the register's own words from a stranger's: a 404 of a proxy, or of a wrong address,
// must never pass for an unknown plate.
func giudica(a esterno.Answer) *esterno.Error {
	var p struct {
		Codice  string `json:"codice"`
		Nazione string `json:"nazione"`
	}
	a.Problem(&p) // of what is no problem document nothing is left
	codice := esterno.Code(p.Codice)
	if a.Status != http.StatusNotFound || codice == "" {
		return esterno.Verdict(a, codice)
	}
	switch codice {
	case "NON_PRESENTE", "NON_IMMATRICOLATO":
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: codice}
	case "TARGA_ESTERA":
		if !nazione(p.Nazione) {
			p.Nazione = ""
		}
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: codice, Cause: &TargaEstera{p.Nazione}}
	}
	return esterno.Invalid("404 con un codice ignoto")
}
