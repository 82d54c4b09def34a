// Package ipa asks the index of public administrations (IPA) for the digital domiciles of a body, by its web services WS23 and
// WS05. What of them no source confirms stands as such in shared/registri.
package ipa

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/ipa"
)

// Nome is the register as metrics, errors and shared/registri call it.
const Nome = "ipa"

// ErrNonAmmesso says that the index refuses the key of the command, or its question.
var ErrNonAmmesso = errors.New("l'indice non ammette la domanda")

// entiAlPiu is how many bodies under one tax code are asked for their main address.
const entiAlPiu = 5

// The kinds of a domicile known to this project; any other kind of the register is left empty.
const (
	TipoPEC   = "PEC"
	TipoSERCQ = "SERCQ"
)

// Client asks the index. It is safe for concurrent use.
type Client struct {
	*esterno.Client
	chiave func() (string, error)
	nomi   registri.Linguaggio
}

// Nuovo builds a client of the index at o.BaseURL; chiave reads, at each use, the key (AUTH_ID) that it has given.
func Nuovo(o esterno.Options, chiave func() (string, error)) (*Client, error) {
	nomi, err := parole.Nomi()
	if err != nil {
		return nil, err
	}
	c := &Client{chiave: chiave, nomi: nomi}
	o.MediaTypes = []string{"application/json"}
	c.Client, err = esterno.New(o)
	return c, err
}

// DaConfermare are the names that no source confirms.
func (c *Client) DaConfermare() []string { return c.nomi.DaConfermare() }

// Domanda is a question about a body: for whom it is asked, and why. Conta marks the context of what counts in the day.
type Domanda struct {
	Tenant, Motivo string
	InCoda         bool // nobody waits for the answer
	CodiceFiscale  string
	Conta          func(ctx context.Context) context.Context
}

// Domicilio is one address of a body. Tipo is empty where the register's own is not known.
type Domicilio struct {
	Indirizzo, Tipo string
	Ente, Nome      string // code and name in the index
}

// Ente is what the index has under a tax code; nothing is no domicile. The main domicile comes first.
type Ente struct {
	Domicili []Domicilio
	Impronta string // SHA-256 of what it wrote, hexadecimal
}

// Cerca asks for the domiciles of a tax code, the body's main domicile (WS05) first.
func (c *Client) Cerca(ctx context.Context, d Domanda) (e Ente, err error) {
	righe, corpo, err := c.chiedi(d.Conta(ctx), d, "domicili", url.Values{c.nomi.Nome("CF"): {d.CodiceFiscale}})
	if err != nil {
		return e, err
	}
	somma := sha256.Sum256(corpo)
	e.Impronta = hex.EncodeToString(somma[:])
	n := c.nomi.Nome
	for _, r := range righe {
		x := Domicilio{Indirizzo: r.testo(n("domicilio")), Ente: r.testo(n("codiceEnte")), Nome: r.testo(n("nomeEnte"))}
		for _, tipo := range []string{TipoPEC, TipoSERCQ} {
			if strings.EqualFold(r.testo(n("tipo")), n("tipo."+tipo)) {
				x.Tipo = tipo
			}
		}
		e.Domicili = append(e.Domicili, x)
	}
	if len(e.Domicili) > 1 {
		err = c.ordina(ctx, d, e.Domicili)
	}
	return e, err
}

// ordina puts the addresses that each body names first before the others.
func (c *Client) ordina(ctx context.Context, d Domanda, domicili []Domicilio) error {
	var enti, primi []string
	for _, x := range domicili {
		if x.Ente != "" && !slices.Contains(enti, x.Ente) {
			enti = append(enti, x.Ente)
		}
	}
	for _, ente := range enti[:min(len(enti), entiAlPiu)] {
		righe, _, err := c.chiedi(d.Conta(ctx), d, "amministrazione", url.Values{c.nomi.Nome("ente"): {ente}})
		if err != nil {
			return err
		}
		for _, r := range righe {
			for _, mail := range []string{"mail1", "mail2", "mail3", "mail4", "mail5"} {
				primi = append(primi, strings.ToLower(r.testo(c.nomi.Nome(mail))))
			}
		}
	}
	posto := func(x Domicilio) int {
		if i := slices.Index(primi, strings.ToLower(x.Indirizzo)); i >= 0 {
			return i
		}
		return len(primi)
	}
	slices.SortStableFunc(domicili, func(a, b Domicilio) int { return posto(a) - posto(b) })
	return nil
}

// riga is an item of an answer.
type riga map[string]any

func (r riga) testo(nome string) string {
	t, _ := r[nome].(string)
	return strings.TrimSpace(t)
}

// chiedi makes a call. The index answers 200 also to what it refuses: its own code says so.
func (c *Client) chiedi(ctx context.Context, d Domanda, servizio string, campi url.Values) (righe []riga, corpo []byte, err error) {
	chiave, err := c.chiave()
	if err != nil {
		return nil, nil, err
	}
	campi.Set(c.nomi.Nome("chiave"), chiave)
	err = c.Do(ctx, esterno.Call{Method: http.MethodPost, Path: strings.Split(c.nomi.Nome(servizio), "/"), Body: []byte(campi.Encode()), Again: true,
		Header:    http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Accept": {"application/json"}},
		Requester: d.Tenant, Reason: d.Motivo, Work: d.InCoda,
		Read: func(a esterno.Answer) (err error) {
			corpo = a.Body
			righe, err = c.leggi(a.Body)
			return err
		}})
	return righe, corpo, err
}

func (c *Client) leggi(corpo []byte) (righe []riga, err error) {
	n := c.nomi.Nome
	var o riga
	if err := esterno.JSON(corpo, &o); err != nil {
		return nil, err
	}
	esito, _ := o[n("esito")].(map[string]any)
	codice, detto := esito[n("codice")].(float64)
	quanti, contati := esito[n("quanti")].(float64)
	switch {
	case !detto:
		return nil, esterno.Invalid("%s mancante", n("codice"))
	case codice != 0:
		// The tax code was checked before, so the refusal is about the key: it says nothing about the body and is no fault of the
		// index.
		return nil, &esterno.Error{Kind: esterno.ErrUnavailable, Code: "COD_ERR_" + strconv.Itoa(int(codice)), Cause: ErrNonAmmesso}
	case contati && quanti == 0:
		return nil, nil
	}
	switch dati := o[n("dati")].(type) {
	case []any:
		for _, x := range dati {
			r, _ := x.(map[string]any)
			righe = append(righe, r)
		}
	case map[string]any:
		righe = []riga{dati}
	}
	if len(righe) == 0 || contati && len(righe) != int(quanti) {
		return nil, esterno.Invalid("%s e %s non concordano", n("quanti"), n("dati"))
	}
	return righe, nil
}
