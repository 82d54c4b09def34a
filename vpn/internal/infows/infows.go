// Package infows is the Motorizzazione's register in its SOAP services (Info-ws): one service for each kind of vehicle, for
// licences, for insurance and inspection, with the UsernameToken and the PIN of the convention. Its answers' names are in
// shared/registri, most of them not confirmed. It knows the holders of today: a day before they came is not theirs to answer
// (registro.ErrAltroGiorno).
package infows

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/infows"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/credenziali"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// Opzioni are the credentials of a command. Password and Pin are read at each question; an empty PIN is sent empty.
type Opzioni struct {
	Utente   string
	Password func(ctx context.Context) (string, error)
	Pin      func() (string, error)
	Rifiuti  credenziali.Memoria
	Adesso   func() time.Time
}

// Client asks the register with the credentials of one command. It is safe for concurrent use.
type Client struct {
	*esterno.Client
	o         Opzioni
	nomi      registri.Linguaggio
	serratura *credenziali.Serratura
}

// Nuovo builds a client of the services under o.BaseURL, such as https://…/Info-ws/services.
func Nuovo(o esterno.Options, p Opzioni) (*Client, error) {
	nomi, err := parole.Nomi()
	if err != nil {
		return nil, err
	}
	x := &Client{o: p, nomi: nomi, serratura: credenziali.Nuova(o.Name, p.Rifiuti)}
	o.MediaTypes, o.Judge = soap.MediaTypes(), x.giudica
	if x.Client, err = esterno.New(o); err != nil {
		return nil, err
	}
	return x, nil
}

// DaConfermare are the names of this language that no source confirms.
func (c *Client) DaConfermare() []string { return c.nomi.DaConfermare() }

// Rifiutate is the register's word for its refusal of the present credentials; empty: none.
func (c *Client) Rifiutate(ctx context.Context) (string, error) {
	password, pin, err := c.credenziali(ctx)
	if err != nil {
		return "", err
	}
	return c.serratura.Perche(ctx, c.o.Utente, password, pin)
}

// Veicolo asks for the holders of a plate, of the kind that its shape says; where it may be of several, of each in turn until one
// has it.
func (c *Client) Veicolo(ctx context.Context, d registro.Domanda) (registro.Veicolo, error) {
	chiave, storta := registro.Chiave(d.Targa, registro.TargaNonValida)
	if storta != nil {
		return registro.Veicolo{}, storta
	}
	servizi := serviziDi(chiave)
	if len(servizi) == 0 {
		e := esterno.Refused("nessuna targa italiana ha questa forma")
		e.Code = registro.TargaNonValida
		return registro.Veicolo{}, e
	}
	var v registro.Veicolo
	var err error
	for _, s := range servizi {
		err = c.chiedi(ctx, domanda{operazione: s.operazione, richiedente: d.Richiedente, motivo: d.Motivo, coda: d.InCoda, ripetuta: d.Ripetuta,
			corpo: func(w *soap.Writer) { c.scriviTarga(w, s.operazione, chiave) },
			leggi: func(e *soap.Element) (err error) {
				v, err = c.leggiVeicolo(e, s.tipo, chiave, d.Data)
				return err
			}})
		if !errors.Is(err, esterno.ErrNotFound) {
			break
		}
	}
	return v, err
}

// servizio is a service and the kind of plate that it holds.
type servizio struct {
	operazione parole.Operazione
	tipo       targa.Tipo
}

// serviziDi are the services that may hold a plate, likeliest first.
func serviziDi(chiave string) (servizi []servizio) {
	for _, classe := range targa.ClassiPossibili(chiave) {
		switch classe {
		case targa.ClasseAutoveicolo:
			servizi = append(servizi, servizio{parole.OperazioneDi(parole.OperazioneAutoveicolo), targa.Autoveicolo})
		case targa.ClasseMotoveicolo:
			servizi = append(servizi, servizio{parole.OperazioneDi(parole.OperazioneMotoveicolo), targa.Motoveicolo})
		case targa.ClasseCiclomotore:
			servizi = append(servizi, servizio{parole.OperazioneDi(parole.OperazioneCiclomotore), targa.Ciclomotore})
		case targa.ClasseRimorchio:
			servizi = append(servizi, servizio{parole.OperazioneDi(parole.OperazioneRimorchio), targa.Rimorchio})
		case targa.ClasseAgricola:
		}
	}
	return servizi
}

// Patente asks about a licence, as of now.
func (c *Client) Patente(ctx context.Context, d registro.DomandaPatente) (p registro.Patente, err error) {
	chiave, storta := registro.Chiave(d.Numero, registro.PatenteNonValida)
	if storta != nil {
		return p, storta
	}
	o := parole.OperazioneDi(parole.OperazionePatente)
	err = c.chiedi(ctx, domanda{operazione: o, richiedente: d.Richiedente, motivo: d.Motivo, coda: d.InCoda, ripetuta: d.Ripetuta,
		corpo: func(w *soap.Writer) { c.scriviPatente(w, o, chiave) },
		leggi: func(e *soap.Element) (err error) {
			p, err = c.leggiPatente(e, chiave)
			return err
		}})
	return p, err
}

// Copertura asks for insurance and inspection of a vehicle on a day. Insurers load their data late: absence is a hint and no
// proof.
func (c *Client) Copertura(ctx context.Context, d registro.Domanda) (x registro.Copertura, err error) {
	chiave, storta := registro.Chiave(d.Targa, registro.TargaNonValida)
	servizi := serviziDi(chiave)
	switch {
	case storta != nil:
		return x, storta
	case len(servizi) == 0:
		e := esterno.Refused("nessuna targa italiana ha questa forma")
		e.Code = registro.TargaNonValida
		return x, e
	}
	o := parole.OperazioneDi(parole.OperazioneCopertura)
	err = c.chiedi(ctx, domanda{operazione: o, richiedente: d.Richiedente, motivo: d.Motivo, coda: d.InCoda, ripetuta: d.Ripetuta,
		corpo: func(w *soap.Writer) { c.scriviCopertura(w, o, chiave, servizi[0].operazione.Nome, d.Data) },
		leggi: func(e *soap.Element) (err error) {
			x, err = c.leggiCopertura(e, chiave, d.Data)
			return err
		}})
	return x, err
}

// domanda is a question ready to be signed.
type domanda struct {
	operazione          parole.Operazione
	richiedente, motivo string
	coda, ripetuta      bool
	corpo               func(w *soap.Writer)
	leggi               func(e *soap.Element) error
}

// Scrivi is the only child of the body.
func (d domanda) Scrivi(w *soap.Writer) { d.corpo(w) }

// chiedi makes one question, which is paid and on record by itself.
func (c *Client) chiedi(ctx context.Context, d domanda) error {
	return registro.Chiedi(ctx, d.operazione.Nome, func(perse *int) error {
		password, pin, err := c.credenziali(ctx)
		if err != nil {
			return err
		}
		return c.serratura.Chiedi(ctx, func() error { return c.manda(ctx, d, password, perse) }, c.o.Utente, password, pin)
	})
}

// credenziali are those in use; an error stops the question.
func (c *Client) credenziali(ctx context.Context) (password, pin string, err error) {
	if password, err = c.o.Password(ctx); err != nil {
		return "", "", c.serratura.Ferma("la password non si legge: " + err.Error())
	}
	if pin, err = c.pin(); err != nil {
		return "", "", c.serratura.Ferma("il PIN non si legge: " + err.Error())
	}
	return password, pin, nil
}

func (c *Client) manda(ctx context.Context, d domanda, password string, perse *int) error {
	return c.Do(ctx, esterno.Call{Method: http.MethodPost, Path: []string{d.operazione.Servizio, "/"}, Requester: d.richiedente, Reason: d.motivo,
		Work: d.coda, Repeated: d.ripetuta, Again: true, Lost: perse,
		Header: http.Header{"Content-Type": {"text/xml; charset=utf-8"}, "Accept": {"text/xml"}, "SOAPAction": {`""`}},
		Body:   soap.WriteRequest(&soap.UsernameToken{Utente: c.o.Utente, Password: password}, d),
		Read: func(a esterno.Answer) error {
			e, err := soap.ReadAnswer(a.Body)
			if err != nil {
				return c.fallita(err)
			}
			if err := c.esito(e); err != nil {
				return err
			}
			return d.leggi(e)
		}})
}

func (c *Client) pin() (string, error) {
	if c.o.Pin == nil {
		return "", nil
	}
	return c.o.Pin()
}

// giudica reads an answer that is not 200: a fault is the register's word, anything else a stranger's.
func (c *Client) giudica(a esterno.Answer) *esterno.Error {
	if tipo := a.MediaType(); a.Status == http.StatusInternalServerError && (tipo == "text/xml" || tipo == "application/soap+xml") {
		if _, err := soap.ReadAnswer(a.Body); err != nil {
			return c.fallita(err)
		}
	}
	return esterno.Verdict(a, "")
}

// fallita is what a fault, or no SOAP at all, means. A fault without a code that is known says nothing of the key: it is never a
// plate that nobody holds.
func (c *Client) fallita(err error) *esterno.Error {
	f, ok := errors.AsType[*soap.RemoteFault](err)
	if !ok {
		return esterno.Invalid("non è una busta SOAP")
	}
	codice := ""
	if f.Detail != nil && len(f.Detail.Figli) > 0 {
		codice = f.Detail.Figli[0].TestoDi(c.nomi.Nome("codiceErrore"))
	}
	if e := c.perCodice(codice); e != nil {
		return e
	}
	if codice != "" { // a word that nobody has explained: a person looks at it
		return esterno.Invalid("fault del registro con un codice ignoto")
	}
	return esterno.Transient("fault del registro ("+f.Code+")", nil)
}

// esito reads a good answer without data; nil for an answer with data.
func (c *Client) esito(e *soap.Element) error {
	if !strings.HasSuffix(e.Nome.Local, "Response") || e.Nome.Space != c.nomi.Nome("spazio") && e.Nome.Space != c.nomi.Nome("spazioPassword") {
		return esterno.Invalid("risposta di un'altra operazione")
	}
	errore := e.Figlio(c.nomi.Nome("errore"))
	if errore == nil {
		return nil
	}
	if e := c.perCodice(errore.TestoDi(c.nomi.Nome("codiceErrore"))); e != nil {
		return e
	}
	return esterno.Invalid("esito con un codice ignoto")
}

// perCodice is the meaning of a code of the register; nil for an unknown code.
func (c *Client) perCodice(codice string) *esterno.Error {
	if codice == "" {
		return nil
	}
	rifiuto := func(parola string) *esterno.Error {
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: parola, Cause: credenziali.ErrRifiutate}
	}
	switch c.nomi.Chiave("esito", codice) {
	case "NON_TROVATO":
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: string(verbale.IndagineNonPresente)}
	case "NON_UNICO":
		return esterno.Invalid("più di un veicolo per la chiave")
	case "DATI_ERRATI":
		return &esterno.Error{Kind: esterno.ErrRefused, Code: "DATI_ERRATI"}
	case "CREDENZIALI":
		return rifiuto("CREDENZIALI_RIFIUTATE")
	case "PIN":
		return rifiuto("PIN_RIFIUTATO")
	case "PASSWORD_SCADUTA":
		return rifiuto("PASSWORD_SCADUTA")
	case "QUOTA":
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: "QUOTA_DEL_REGISTRO", Cause: esterno.ErrQuota}
	case "SOSPESO":
		return esterno.Transient("servizio sospeso", nil)
	}
	return nil
}

// CambiaPassword changes the password at the register. It leaves once: after a silence nobody knows which one is good, and a
// person has to try. The error is credenziali.ErrRifiutate under esterno.ErrUnavailable where the register refuses the old one.
func (c *Client) CambiaPassword(ctx context.Context, vecchia, nuova, richiedente string) error {
	if vecchia == nuova {
		return esterno.Refused("la password nuova è quella di prima")
	}
	o := parole.OperazioneDi(parole.OperazioneCambioPassword)
	d := domanda{operazione: o, corpo: func(w *soap.Writer) {
		w.Radice(c.nomi.Nome("spazioPassword"), o.Richiesta)
		w.Testo(c.nomi.Nome("utente"), c.o.Utente)
		w.Testo(c.nomi.Nome("vecchiaPassword"), vecchia)
		w.Testo(c.nomi.Nome("nuovaPassword"), nuova)
		w.Testo(c.nomi.Nome("confermaNuovaPassword"), nuova)
		w.Chiudi(o.Richiesta)
	}}
	return c.Do(ctx, esterno.Call{Method: http.MethodPost, Path: []string{o.Servizio, "/"}, Requester: richiedente,
		Reason: "Rinnovo della password del collegamento",
		Header: http.Header{"Content-Type": {"text/xml; charset=utf-8"}, "Accept": {"text/xml"}, "SOAPAction": {`""`}},
		Body:   soap.WriteRequest(&soap.UsernameToken{Utente: c.o.Utente, Password: vecchia}, d),
		Read: func(a esterno.Answer) error {
			e, err := soap.ReadAnswer(a.Body)
			if err != nil {
				return c.fallita(err)
			}
			if err := c.esito(e); err != nil {
				return err
			}
			if codice := e.Figlio(c.nomi.Nome("messaggio")).TestoDi(c.nomi.Nome("codiceMessaggio")); c.nomi.Chiave("esito", codice) != "PASSWORD_CAMBIATA" {
				return esterno.Invalid("il registro non dice che la password è cambiata")
			}
			return nil
		}})
}

// giorno reads a civil day, whatever offset stands behind it; the zero day for none.
func giorno(testo string) (calendario.Giorno, error) {
	if testo == "" {
		return calendario.Giorno{}, nil
	}
	g, err := calendario.Parse(testo[:min(len(testo), len("2006-01-02"))])
	if err != nil {
		return g, fmt.Errorf("giorno: %w", err)
	}
	return g, nil
}
