// Package inipec asks the register of companies' certified addresses (INI-PEC) and the business register's seats, as InfoCamere
// gives them. Its shape is not public: it is another administration's description of it, and every name stands in
// shared/registri as not confirmed.
package inipec

import (
	"context"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inipec"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Nome is the register as metrics, errors and shared/registri call it.
const Nome = "inipec"

// ErrInCorso says that the register is still preparing the answer. The same id is to be read again.
var ErrInCorso = errors.New("risposta in preparazione")

// errSconosciuta: the register does not know the id of a request, or no longer.
var errSconosciuta = errors.New("richiesta sconosciuta")

// Opzioni of a client. Firma reads, at each use, the key that signs and the certificates (DER, its own first) that go with it.
type Opzioni struct {
	Cliente, Ambito string // client_id and scope of the agreement
	Firma           func() (*rsa.PrivateKey, [][]byte, error)
	Adesso          func() time.Time
	Attesa          time.Duration // how long a person waits for an answer that is being prepared; 6 s when zero
	Ogni            time.Duration // between two readings of it; half a second when zero
}

// Client asks the register. It is safe for concurrent use.
type Client struct {
	*esterno.Client
	o    Opzioni
	base string
	nomi registri.Linguaggio
}

// Nuovo builds a client of the register at o.BaseURL.
func Nuovo(o esterno.Options, proprie Opzioni) (*Client, error) {
	nomi, err := parole.Nomi()
	if err != nil {
		return nil, err
	}
	c := &Client{o: proprie, base: strings.TrimSuffix(o.BaseURL, "/"), nomi: nomi}
	if c.o.Attesa == 0 {
		c.o.Attesa = 6 * time.Second
	}
	if c.o.Ogni == 0 {
		c.o.Ogni = 500 * time.Millisecond
	}
	o.Judge = c.giudica
	o.MediaTypes = []string{"application/json", "text/plain"}
	c.Client, err = esterno.New(o)
	return c, err
}

// DaConfermare are the names that no source confirms.
func (c *Client) DaConfermare() []string { return c.nomi.DaConfermare() }

// Chi is for whom a question is asked, and why.
type Chi struct {
	Tenant, Motivo string
	InCoda         bool // nobody waits for the answer
}

// Domanda is a question about a company. Iniziata is the id of a request that left already, empty for none; Ricorda keeps that of
// a new one before its answer is waited for, and Conta marks the context of what counts in the day.
type Domanda struct {
	Chi
	CodiceFiscale string
	Iniziata      string
	Ricorda       func(ctx context.Context, id string) error
	Conta         func(ctx context.Context) context.Context
}

// Impresa is what the register has under a tax code: nothing is an empty PEC. Professionali are addresses of its professionals.
type Impresa struct {
	Pec           string
	Professionali []string
	Alle          time.Time // as the register says; zero where it does not
	Impronta      string    // SHA-256 of what it wrote, hexadecimal
}

// Cerca asks for the addresses of a company. The register prepares its answer: a person waits for it a while, work comes back;
// until then it is ErrInCorso, and the request that left is not made again.
func (c *Client) Cerca(ctx context.Context, d Domanda) (Impresa, error) {
	gettone, err := c.entra(ctx, d.Chi)
	if err != nil {
		return Impresa{}, err
	}
	id := d.Iniziata
	if id != "" {
		x, err := c.attendi(ctx, d, gettone, id)
		if !errors.Is(err, errSconosciuta) {
			return x, err
		}
	}
	if id, err = c.richiedi(d.Conta(ctx), d, gettone); err != nil {
		return Impresa{}, err
	}
	if err := d.Ricorda(ctx, id); err != nil {
		return Impresa{}, err
	}
	x, err := c.attendi(ctx, d, gettone, id)
	if errors.Is(err, errSconosciuta) {
		err = ErrInCorso // it has just been taken
	}
	return x, err
}

// attendi reads an answer until it is there, or nobody waits any more.
func (c *Client) attendi(ctx context.Context, d Domanda, gettone, id string) (Impresa, error) {
	for fine := time.Now().Add(c.o.Attesa); ; {
		x, err := c.leggi(ctx, d, gettone, id)
		if !errors.Is(err, ErrInCorso) || d.InCoda || time.Now().After(fine) {
			return x, err
		}
		if err := clock.Sleep(ctx, c.o.Ogni); err != nil {
			return x, ErrInCorso
		}
	}
}

// gettoneAlPiu is how long a token of the register may be.
const gettoneAlPiu = 8 << 10

// entra has a token: an assertion is signed and exchanged for it.
func (c *Client) entra(ctx context.Context, chi Chi) (gettone string, err error) {
	chiave, catena, err := c.o.Firma()
	if err != nil {
		return "", err
	}
	adesso := c.o.Adesso()
	t := jwt.NewWithClaims(jwt.SigningMethodRS256, jwt.MapClaims{"iss": c.o.Cliente, "sub": c.o.Cliente, "aud": c.base, "jti": uuid.NewString(),
		c.nomi.Nome("ambito"): c.o.Ambito, "iat": adesso.Unix(), "exp": adesso.Add(2 * time.Minute).Unix()})
	x5c := make([]string, len(catena))
	for i, der := range catena {
		x5c[i] = base64.StdEncoding.EncodeToString(der)
	}
	t.Header["x5c"] = x5c
	firmato, err := t.SignedString(chiave)
	if err != nil {
		return "", err
	}
	err = c.chiedi(ctx, chi, esterno.Call{Method: http.MethodPost, Path: []string{c.nomi.Nome("autentica")}, Body: []byte(firmato), Again: true,
		Read: func(a esterno.Answer) error {
			gettone = strings.TrimSpace(string(a.Body))
			if strings.HasPrefix(gettone, `"`) && json.Unmarshal([]byte(gettone), &gettone) != nil {
				gettone = ""
			}
			if gettone == "" || len(gettone) > gettoneAlPiu || strings.ContainsAny(gettone, " {}\"\r\n") {
				return esterno.Invalid("il gettone non è un testo")
			}
			return nil
		}})
	return gettone, err
}

// richiedi asks for the addresses of one company, and gives the id under which they will be. It leaves once.
func (c *Client) richiedi(ctx context.Context, d Domanda, gettone string) (id string, err error) {
	n := c.nomi.Nome
	corpo, err := json.Marshal(map[string]any{n("elencoCf"): []any{map[string]string{n("cf"): d.CodiceFiscale}},
		n("dataOraRichiesta"): c.o.Adesso().UTC().Format(time.RFC3339)})
	if err != nil {
		return "", err
	}
	err = c.chiedi(ctx, d.Chi, esterno.Call{Method: http.MethodPost, Path: []string{n("richiesta")}, Body: corpo, Header: c.testate(gettone),
		Read: func(a esterno.Answer) error {
			o, err := c.oggetto(a)
			if err == nil {
				id, err = o.testo(n("identificativoRichiesta"))
			}
			return err
		}})
	return id, err
}

// leggi reads the answer under an id.
func (c *Client) leggi(ctx context.Context, d Domanda, gettone, id string) (x Impresa, err error) {
	err = c.chiedi(ctx, d.Chi, esterno.Call{Method: http.MethodGet, Path: []string{c.nomi.Nome("elenco"), id}, Header: c.testate(gettone),
		Read: func(a esterno.Answer) (err error) {
			x, err = c.impresa(a, d.CodiceFiscale)
			return err
		}})
	if e := esterno.As(err); e != nil && errors.Is(e.Cause, errSconosciuta) {
		return x, errSconosciuta
	}
	if e := esterno.As(err); e != nil && errors.Is(e.Cause, ErrInCorso) {
		return x, ErrInCorso
	}
	return x, err
}

// Sede asks for the registered office of a company; esterno.ErrNotFound when the register does not hold the company.
func (c *Client) Sede(ctx context.Context, d Domanda) (s Sede, err error) {
	gettone, err := c.entra(ctx, d.Chi)
	if err != nil {
		return s, err
	}
	err = c.chiedi(d.Conta(ctx), d.Chi, esterno.Call{Method: http.MethodPost, Path: []string{c.nomi.Nome("sede"), d.CodiceFiscale}, Header: c.testate(gettone),
		Again: true, Read: func(a esterno.Answer) (err error) {
			s, err = c.sede(a, d.CodiceFiscale)
			return err
		}})
	return s, err
}

func (c *Client) testate(gettone string) http.Header {
	return http.Header{"Authorization": {"Bearer " + gettone}, http.CanonicalHeaderKey(c.nomi.Nome("ambito")): {c.o.Ambito}}
}

func (c *Client) chiedi(ctx context.Context, chi Chi, call esterno.Call) error {
	call.Query = url.Values{c.nomi.Nome("client"): {c.o.Cliente}}
	if call.Header == nil {
		call.Header = http.Header{}
	}
	call.Header.Set("Accept", "application/json, text/plain")
	if call.Body != nil {
		call.Header.Set("Content-Type", "application/json")
	}
	call.Requester, call.Reason, call.Work = chi.Tenant, chi.Motivo, chi.InCoda
	return c.Do(ctx, call)
}

// impronta is the SHA-256 of what the register wrote, in hexadecimal.
func impronta(corpo []byte) string {
	somma := sha256.Sum256(corpo)
	return hex.EncodeToString(somma[:])
}
