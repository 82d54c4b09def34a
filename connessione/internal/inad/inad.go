// Package inad asks the national register of digital domiciles (INAD, e-service INAD CONSULTAZIONE DD of AgID) through
// shared/esterno, with the voucher of the command that asks. What the register does not hold it says in its own words: a
// 404 of somebody on the way is never a person without a domicile.
package inad

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inad"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// EService is how the settings of a command call the register among its e-services of PDND.
const EService = fruizione.EServiceInad

// nome is the register as metrics, errors and connections call it.
const nome = "inad"

// Vie gives the headers of a call that carries a voucher: pdnd.Client.
type Vie interface {
	Bearer(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error
}

// Client asks the register. It is safe for concurrent use.
type Client struct {
	*esterno.Client
	vie  Vie
	base string
}

// Nuovo builds a client of the register at o.BaseURL, which ends in /domiciliodigitale. o.Name, where there is one, tells a second
// client of it.
func Nuovo(o esterno.Options, vie Vie) (*Client, error) {
	o.Name, o.Judge = cmp.Or(o.Name, nome), giudica
	o.MediaTypes = []string{"application/json"}
	o.BodyLimit = 4 << 20 // a list of a thousand
	c, err := esterno.New(o)
	if err != nil {
		return nil, err
	}
	return &Client{Client: c, vie: vie, base: strings.TrimSuffix(o.BaseURL, "/")}, nil
}

// Chi is for whom a question is asked, and why. Pratica is the reference of the proceeding, which the register keeps: a number
// of a fine or of a file, never personal data.
type Chi struct {
	Tenant, Attore, Motivo, IDVerbale string
	Pratica                           string
	InCoda                            bool // nobody waits for the answer
}

// Estrai asks for the present domiciles of a tax code: esterno.ErrNotFound for a person without any, esterno.ErrRefused for a
// code that the register does not take, such as one with letters of omocodia.
func (c *Client) Estrai(ctx context.Context, chi Chi, codiceFiscale string) (Estratto, error) {
	codiceFiscale = strings.ToUpper(codiceFiscale)
	var letto Estratto
	err := c.chiedi(ctx, chi, domanda{percorso: []string{parole.Estrai, codiceFiscale}, query: url.Values{parole.Pratica: {chi.Pratica}},
		leggi: func(a esterno.Answer) (err error) {
			letto, err = leggiEstratto(a.Body, codiceFiscale)
			letto.Impronta = impronta(a.Body)
			return err
		}})
	return letto, err
}

// Verifica asks whether an address was a tax code's on a day.
func (c *Client) Verifica(ctx context.Context, chi Chi, codiceFiscale, indirizzo string, giorno calendario.Giorno) (Verifica, error) {
	var letta Verifica
	q := url.Values{parole.Pratica: {chi.Pratica}, parole.Indirizzo: {indirizzo}, parole.Giorno: {giorno.String()}}
	err := c.chiedi(ctx, chi, domanda{percorso: []string{parole.Verifica, strings.ToUpper(codiceFiscale)}, query: q,
		leggi: func(a esterno.Answer) (err error) {
			letta, err = leggiVerifica(a.Body)
			return err
		}})
	return letta, err
}

// ChiediElenco asks for the domiciles of at most parole.AlPiu tax codes and gives the id under which the list will be kept, for 48
// hours. It leaves once: who sends it again has two lists.
func (c *Client) ChiediElenco(ctx context.Context, chi Chi, codici []string) (id string, err error) {
	corpo, err := json.Marshal(map[string]any{"codiciFiscali": codici, parole.PraticaElenco: chi.Pratica}) // so it is spelled there
	if err != nil {
		return "", err
	}
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodPost, percorso: []string{parole.Elenco}, corpo: corpo, buoni: []int{http.StatusAccepted},
		leggi: func(a esterno.Answer) (err error) {
			id, err = leggiPresa(a)
			return err
		}})
	return id, err
}

// Pronto reports whether a list is ready. A list that is no more there is esterno.ErrNotFound.
func (c *Client) Pronto(ctx context.Context, chi Chi, id string) (pronto bool, err error) {
	err = c.chiedi(ctx, chi, domanda{percorso: []string{parole.Elenco, parole.Stato, id}, buoni: []int{http.StatusOK, http.StatusSeeOther},
		leggi: func(a esterno.Answer) (err error) {
			pronto, err = leggiStato(a)
			return err
		}})
	return pronto, err
}

// Elenco takes a list that is ready: what the register says of each of the tax codes asked for, and of no other. The address
// is made of our base and the id, wherever the register may point: the voucher goes to nobody else.
func (c *Client) Elenco(ctx context.Context, chi Chi, id string, codici []string) (voci []Estratto, err error) {
	err = c.chiedi(ctx, chi, domanda{percorso: []string{parole.Elenco, parole.Risposta, id},
		leggi: func(a esterno.Answer) (err error) {
			voci, err = leggiElenco(a.Body, codici)
			for i := range voci {
				voci[i].Impronta = impronta(a.Body)
			}
			return err
		}})
	return voci, err
}

// impronta is the SHA-256 of what the register wrote, in hexadecimal.
func impronta(corpo []byte) string {
	somma := sha256.Sum256(corpo)
	return hex.EncodeToString(somma[:])
}

// domanda is one call.
type domanda struct {
	metodo   string
	percorso []string
	query    url.Values
	corpo    []byte
	buoni    []int
	leggi    func(esterno.Answer) error
}

func (c *Client) chiedi(ctx context.Context, chi Chi, d domanda) error {
	if d.metodo == "" {
		d.metodo = http.MethodGet
	}
	// PDND gets the operation alone: the rest of the address holds a tax code.
	vie := pdnd.Call{Tenant: chi.Tenant, EService: EService, Method: d.metodo, URL: c.base + "/" + d.percorso[0], Body: d.corpo,
		Actor: chi.Attore, Reason: chi.Motivo, IDVerbale: chi.IDVerbale, Work: chi.InCoda}
	return c.vie.Bearer(ctx, vie, func(ctx context.Context, h http.Header) error {
		if strings.HasPrefix(h.Get("Authorization"), "DPoP ") {
			return problem.Conflitto(CodiceDPoP, "L'e-service di INAD è configurato con dpop, ma il codice fiscale sta nell'indirizzo della chiamata, "+
				"che non si dà a chi firma la prova: togliere dpop dall'e-service inad fra le impostazioni del comando.")
		}
		h = h.Clone()
		h.Set("Accept", "application/json, application/problem+json")
		if d.corpo != nil {
			h.Set("Content-Type", "application/json")
		}
		return c.Do(ctx, esterno.Call{Method: d.metodo, Path: d.percorso, Query: d.query, Header: h, Body: d.corpo, Good: d.buoni, Read: d.leggi,
			Requester: chi.Tenant, Reason: chi.Motivo, Work: chi.InCoda})
	})
}

// CodiceDPoP is the refusal of a voucher that is bound to a key: its proof would have to name an address that holds a tax code.
const CodiceDPoP = "DPOP_NON_AMMESSO"

// Quota is the register's own refusal of more questions. Riprende is for how long, zero where it does not say: until midnight.
type Quota struct{ Riprende time.Duration }

// Error names the refusal.
func (q *Quota) Error() string { return "quota esaurita" }

// giudica reads the register's own error body, in which status is a string.
func giudica(a esterno.Answer) *esterno.Error {
	var p struct {
		Stato string `json:"status"`
		Tipo  string `json:"type"`
	}
	if !a.Problem(&p) && (a.MediaType() != "application/json" || esterno.JSON(a.Body, &p) != nil) || p.Stato == "" {
		return esterno.Verdict(a, "")
	}
	codice := esterno.Code(p.Tipo)
	if a.Status == http.StatusNotFound && codice == parole.NonTrovato {
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: codice}
	}
	if a.Status == http.StatusTooManyRequests {
		if ritmo := a.RetryAfter(); ritmo == 0 || ritmo > esterno.Pace { // a shorter one is a matter of pace
			return &esterno.Error{Kind: esterno.ErrUnavailable, Code: codice, Cause: &Quota{a.QuotaReset()}}
		}
	}
	if codice != "" && (a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden) {
		// The register is there, and does not let this command in: that says nothing against it for the others.
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: codice, Detail: "il registro non ammette il comando"}
	}
	return esterno.Verdict(a, codice)
}

// perModulo are the codes of the register's own pattern: bodies, and persons without letters of omocodia.
var perModulo = regexp.MustCompile(`^([0-9]{11}|[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z])$`)

// NonAmmesso reports that the register has refused a tax code that its form has no room for, and only that: another refusal says
// nothing about the person.
func NonAmmesso(codiceFiscale string, err error) bool {
	e := esterno.As(err)
	return e != nil && errors.Is(err, esterno.ErrRefused) && e.Status == http.StatusBadRequest && e.Code == parole.Malformata &&
		!perModulo.MatchString(strings.ToUpper(codiceFiscale))
}

// istante reads a moment of the register: with a zone, also one written without a colon, or without any, which is Rome's.
func istante(s string) (time.Time, error) {
	for _, forma := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700"} {
		if t, err := time.Parse(forma, s); err == nil {
			return t, nil
		}
	}
	locale, err := time.Parse("2006-01-02T15:04:05", s)
	if err != nil {
		return locale, esterno.Invalid("un istante non lo è")
	}
	roma := calendario.Da(locale).Inizio().Location()
	return time.Date(locale.Year(), locale.Month(), locale.Day(), locale.Hour(), locale.Minute(), locale.Second(), locale.Nanosecond(), roma), nil
}
