// Package pra is ACI's register of owners (PRA), asked by its look-up by plate: owner, lessee, usufructuary, buyer with retained
// title, deregistration, as of a day gone by. That a past day gives the holders of that day is inferred, and how the question is
// wrapped is not confirmed: the names are in shared/registri. It holds no mopeds and no licences.
package pra

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/pra"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/credenziali"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// Opzioni are the credentials of a command; Password is read at each question.
type Opzioni struct {
	Utente, Canale string
	Password       func() (string, error)
	Rifiuti        credenziali.Memoria
}

// Client asks the register with the credentials of one command. It is safe for concurrent use.
type Client struct {
	*esterno.Client
	o         Opzioni
	nomi      registri.Linguaggio
	serratura *credenziali.Serratura
}

// Nuovo builds a client of the service under o.BaseURL.
func Nuovo(o esterno.Options, p Opzioni) (*Client, error) {
	nomi, err := parole.Nomi()
	if err != nil {
		return nil, err
	}
	c := &Client{o: p, nomi: nomi, serratura: credenziali.Nuova(o.Name, p.Rifiuti)}
	o.MediaTypes = soap.MediaTypes()
	if c.Client, err = esterno.New(o); err != nil {
		return nil, err
	}
	return c, nil
}

// DaConfermare are the names of this language that no source confirms.
func (c *Client) DaConfermare() []string { return c.nomi.DaConfermare() }

// Patente is no question for this register.
func (c *Client) Patente(context.Context, registro.DomandaPatente) (registro.Patente, error) {
	return registro.Patente{}, registro.NonSuo("il PRA non ha patenti")
}

// Rifiutate is the register's word for its refusal of the present credentials; empty: none.
func (c *Client) Rifiutate(ctx context.Context) (string, error) {
	password, err := c.password()
	if err != nil {
		return "", err
	}
	return c.serratura.Perche(ctx, c.o.Utente, password, c.o.Canale)
}

func (c *Client) password() (string, error) {
	password, err := c.o.Password()
	if err != nil {
		return "", c.serratura.Ferma("la password non si legge: " + err.Error())
	}
	return password, nil
}

// Veicolo asks who held a vehicle on a day, today at the latest: of a plate that may be of several kinds, each in turn until one
// has it.
func (c *Client) Veicolo(ctx context.Context, d registro.Domanda) (v registro.Veicolo, err error) {
	chiave, storta := registro.Chiave(d.Targa, registro.TargaNonValida)
	if storta != nil {
		return v, storta
	}
	err = registro.NonSuo("il PRA non ha veicoli con questa targa")
	for _, s := range serieDi(chiave) {
		if v, err = c.chiedi(ctx, d, chiave, s); !errors.Is(err, esterno.ErrNotFound) {
			break
		}
	}
	return v, err
}

// chiedi makes one question, which is paid and on record by itself; it leaves once.
func (c *Client) chiedi(ctx context.Context, d registro.Domanda, chiave string, s serie) (v registro.Veicolo, err error) {
	err = registro.Chiedi(ctx, s.codice, func(perse *int) error {
		password, err := c.password()
		if err != nil {
			return err
		}
		domanda := esterno.Call{Method: http.MethodPost, Requester: d.Richiedente, Reason: d.Motivo, Work: d.InCoda, Repeated: d.Ripetuta, Lost: perse,
			Header: http.Header{"Content-Type": {"text/xml; charset=utf-8"}, "Accept": {"text/xml"}, "SOAPAction": {`""`}},
			Body:   soap.WriteRequest(nil, richiesta{c, password, chiave, s.codice, d.Data}),
			Read: func(a esterno.Answer) (err error) {
				v, err = c.leggi(a.Body, s.tipo, chiave, d.Data)
				return err
			}}
		return c.serratura.Chiedi(ctx, func() error { return c.Do(ctx, domanda) }, c.o.Utente, password, c.o.Canale)
	})
	return v, err
}

// serie is a series of plates of this register, and the kind of plate.
type serie struct {
	codice string
	tipo   targa.Tipo
}

// serieDi are the series that may have a plate, likeliest first; none for what this register does not hold.
func serieDi(chiave string) (tutte []serie) {
	for _, classe := range targa.ClassiPossibili(chiave) {
		switch classe {
		case targa.ClasseAutoveicolo:
			tutte = append(tutte, serie{"1", targa.Autoveicolo})
		case targa.ClasseRimorchio:
			tutte = append(tutte, serie{"2", targa.Rimorchio})
		case targa.ClasseMotoveicolo:
			tutte = append(tutte, serie{"4", targa.Motoveicolo})
		case targa.ClasseCiclomotore, targa.ClasseAgricola:
		}
	}
	return tutte
}

// richiesta is the only child of the body.
type richiesta struct {
	c                       *Client
	password, chiave, serie string
	giorno                  calendario.Giorno
}

// Scrivi writes credentials, day and plate.
func (r richiesta) Scrivi(w *soap.Writer) {
	n := r.c.nomi.Nome
	w.Radice(n("spazio"), n("richiesta"))
	w.Testo(n("username"), r.c.o.Utente)
	w.Testo(n("password"), r.password)
	w.Testo(n("canale"), r.c.o.Canale)
	w.Apri(n("DatiRichiesta"))
	w.Testo(n("DataRichiesta"), r.giorno.Italiano())
	w.Testo(n("TipoRichiesta"), n("tipo.TARGA"))
	w.Testo(n("SerieTarga"), r.serie)
	w.Testo(n("Targa"), r.chiave)
	w.Chiudi(n("DatiRichiesta"))
	w.Chiudi(n("richiesta"))
}

// esito is what the code of an answer means; nil for data.
func (c *Client) esito(codice string) error {
	switch c.nomi.Chiave("esito", codice) {
	case "TROVATO":
		return nil
	case "NON_TROVATO":
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: string(verbale.IndagineNonPresente)}
	case "DATI_ERRATI":
		return &esterno.Error{Kind: esterno.ErrRefused, Code: "DATI_ERRATI"}
	case "CREDENZIALI":
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: "CREDENZIALI_RIFIUTATE", Cause: credenziali.ErrRifiutate}
	}
	return esterno.Invalid("esito con un codice ignoto")
}

// giorno reads a civil day, as dd/MM/yyyy or yyyy-MM-dd with whatever stands behind it; the zero day for none.
func giorno(testo string) (calendario.Giorno, error) {
	if parti := strings.Split(testo, "/"); len(parti) == 3 {
		testo = parti[2] + "-" + parti[1] + "-" + parti[0]
	}
	if testo == "" {
		return calendario.Giorno{}, nil
	}
	g, err := calendario.Parse(testo[:min(len(testo), len("2006-01-02"))])
	if err != nil {
		return g, esterno.Invalid("una data non è un giorno")
	}
	return g, nil
}
