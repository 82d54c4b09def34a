// Package send is the client of SEND (Piattaforma Notifiche Digitali) for senders. It uploads files, requests notifications, follows and
// cancels them, and fetches their proofs. One method is one operation; what an answer means for a fine is not decided here. A command
// shows its key, with a PDND voucher where the key requires one.
package send

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// nome is SEND as metrics, errors and connections call it; its store of files is another server.
const (
	nome         = "send"
	nomeDeposito = "/file"
)

// Vie gives the headers of a call that carries a voucher: pdnd.Client.
type Vie interface {
	Bearer(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error
}

// Accesso holds the credentials of a command. The client calls Chiave at each call, so that a rotated key holds at once. Vie is nil for a
// key without PDND: SEND refuses such a key when a voucher comes with it.
type Accesso struct {
	Chiave func() (string, error)
	Vie    Vie
}

// Versioni are the versions of the API; an empty one means the newest that this package knows. A stream is read by the version that
// created it.
type Versioni struct{ Richieste, Notifiche, Flussi string }

// Client asks SEND for one command. It is safe for concurrent use.
type Client struct {
	*esterno.Client
	deposito *esterno.Client
	accesso  Accesso
	versioni Versioni
	base     string
}

// errChiave is a file that holds no key.
var errChiave = errors.New("la chiave è vuota o non è una riga di testo")

// fileAlPiu is the size of the largest file that is read, in bytes.
const fileAlPiu = 64 << 20

// Nuovo builds a client of SEND at o.BaseURL. A non-empty o.Name distinguishes the client of a command from the others.
func Nuovo(o esterno.Options, a Accesso, v Versioni) (*Client, error) {
	o.Name, o.Judge = cmp.Or(o.Name, nome), giudica
	o.MediaTypes = []string{"application/json", ""} // none where there is no body
	o.BodyLimit = 8 << 20
	c, err := esterno.New(o)
	if err != nil {
		return nil, err
	}
	o.Name, o.Judge, o.BodyLimit = o.Name+nomeDeposito, giudicaDeposito, fileAlPiu
	o.Daily = esterno.Daily{}
	d, err := esterno.New(o)
	if err != nil {
		return nil, err
	}
	return &Client{Client: c, deposito: d, accesso: a, base: strings.TrimSuffix(o.BaseURL, "/"), versioni: Versioni{
		cmp.Or(v.Richieste, parole.VersioneRichieste), cmp.Or(v.Notifiche, parole.VersioneNotifiche), cmp.Or(v.Flussi, parole.VersioneFlussi)}}, nil
}

// Close drops the idle connections to both servers.
func (c *Client) Close() {
	c.Client.Close()
	c.deposito.Close()
}

// Chi says for whom a call is made, and why.
type Chi struct {
	Tenant, Attore, Motivo, IDVerbale string
	InCoda                            bool // nobody waits for the answer
}

// domanda is one call of the API.
type domanda struct {
	metodo   string
	percorso []string
	query    url.Values
	corpo    any // nil: none
	buoni    []int
	ancora   bool // the call may arrive twice
	leggi    func(esterno.Answer) error
}

// chiedi makes a call with the command's key, and with a voucher where the key wants one.
func (c *Client) chiedi(ctx context.Context, chi Chi, d domanda) error {
	var corpo []byte
	if d.corpo != nil {
		var err error
		if corpo, err = json.Marshal(d.corpo); err != nil {
			return err
		}
	}
	chiave, err := c.accesso.Chiave()
	if err == nil && (chiave == "" || strings.ContainsFunc(chiave, unicode.IsControl)) {
		err = errChiave
	}
	if err != nil {
		return &esterno.Error{System: nome, Kind: esterno.ErrUnavailable, Cause: &Pausa{Codice: CodiceChiave, Causa: err}}
	}
	fai := func(ctx context.Context, h http.Header) error {
		if strings.HasPrefix(h.Get("Authorization"), "DPoP ") {
			return problem.Conflitto(CodiceDPoP, "L'e-service di SEND è configurato con dpop, che SEND non conosce: togliere dpop dall'e-service send fra le "+
				"impostazioni del comando.")
		}
		h = h.Clone()
		h.Set(parole.IntestazioneChiave, chiave)
		h.Set("Accept", "application/json, application/problem+json")
		if corpo != nil {
			h.Set("Content-Type", "application/json")
		}
		return c.Do(ctx, esterno.Call{Method: d.metodo, Path: d.percorso, Query: d.query, Header: h, Body: corpo, Good: d.buoni, Read: d.leggi,
			Requester: chi.Tenant, Reason: chi.Motivo, Work: chi.InCoda, Again: d.ancora})
	}
	if c.accesso.Vie == nil {
		return fai(ctx, http.Header{})
	}
	return c.accesso.Vie.Bearer(ctx, pdnd.Call{Tenant: chi.Tenant, EService: parole.EServicePdnd, Method: d.metodo, URL: c.base + "/" + d.percorso[0],
		Body:  corpo,
		Actor: chi.Attore, Reason: chi.Motivo, IDVerbale: chi.IDVerbale, Work: chi.InCoda}, fai)
}

// letto empties v, decodes a body into it and then checks it with vale.
func letto[T any](v *T, vale func() error) func(esterno.Answer) error {
	return func(a esterno.Answer) error {
		*v = *new(T)
		if err := esterno.JSON(a.Body, v); err != nil {
			return err
		}
		return vale()
	}
}

// senzaCorpo accepts an answer whatever its body.
func senzaCorpo(esterno.Answer) error { return nil }
