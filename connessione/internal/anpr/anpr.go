// Package anpr asks the national population register, over PDND with the tokens of ModI: C030 for the register's own key of a
// person, C001 for the address at which an act is served. Each call is signed anew and has a number of its own, from one
// sequence of the command; calls of C001 leave one at a time, for a number lower than the last is an error there.
package anpr

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/anpr"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// The e-services among those of a command, each with a purpose of its own.
const (
	EServiceC001 = "anpr-c001"
	EServiceC030 = "anpr-c030"
)

// nome is the register as metrics, errors and connections call it.
const nome = "anpr"

// servizio is one service of the register.
type servizio struct{ codice, percorso, eService string }

var (
	notifica = servizio{"C001", parole.C001, EServiceC001} //nolint:gochecknoglobals // never written
	unico    = servizio{"C030", parole.C030, EServiceC030} //nolint:gochecknoglobals // never written
)

// Vie gives the headers of a signed call, or of a signed trial call: interrogazione.Vie.
type Vie interface {
	Signed(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error
	Prova(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error
}

// Sequenza numbers the calls of a command: interrogazione.Sequenza. Prossima waits for the turn and gives the highest number so
// far; for a number already given it only waits for the turn. Numero gives the highest number so far, without a turn.
type Sequenza interface {
	Prossima(ctx context.Context, registro, gia string) (interrogazione.Turno, error)
	Numero(ctx context.Context, registro string) (string, error)
}

// Misura counts the calls of each e-service, which have days of their own. Prendi takes one before it leaves, also of those that
// will end in error, as the register counts them; Finita notes for how long the register wants no more, zero until midnight, and
// gives the refusal.
type Misura interface {
	Prendi(ctx context.Context, eService string) error
	Finita(ctx context.Context, eService string, riprende time.Duration) error
}

// Client asks the register. It is safe for concurrent use.
type Client struct {
	*esterno.Client
	vie      Vie
	sequenza Sequenza
	base     string
	pausa    time.Duration // before the second attempt, doubled each time
}

// Nuovo builds a client of the register at o.BaseURL, which ends in MinInternoPortaANPR-PDND. o.Name, where there is one, tells
// a second client of it.
func Nuovo(o esterno.Options, vie Vie, sequenza Sequenza) (*Client, error) {
	o.Name, o.Judge, o.Attempts = cmp.Or(o.Name, nome), giudica, 1 // tokens serve once: an attempt is a call of its own
	c, err := esterno.New(o)
	if err != nil {
		return nil, err
	}
	pausa := o.Backoff
	if pausa == 0 {
		pausa = 500 * time.Millisecond
	}
	return &Client{Client: c, vie: vie, sequenza: sequenza, base: strings.TrimSuffix(o.BaseURL, "/"), pausa: pausa}, nil
}

// Domanda is who is asked for: by tax code, or by the five personal data. Data is the day the answer must speak of. Operazione is
// the number of a question that has left and whose answer is not known: the register gives it again. Ricorda keeps a number
// before it leaves.
type Domanda struct {
	Tenant, Attore, Motivo, IDVerbale string
	Pratica                           string
	InCoda                            bool

	CodiceFiscale string
	Dati          *DatiAnagrafici
	Data          calendario.Giorno
	IDAnpr        string // the register's key of the person, where an answer has given it
	Operazione    string
	Ricorda       func(ctx context.Context, operazione string) error
	Misura        Misura
}

// DatiAnagrafici are the data by which a person is found without a tax code; all are needed, but for the surname or the first name
// of a person with one name. CodiceIstat is of the comune of birth,
// Stato of a birth abroad, one of the two.
type DatiAnagrafici struct {
	Cognome, Nome, Sesso string
	Nascita              calendario.Giorno
	CodiceIstat, Comune  string
	Stato                string
}

// Persona asks who a person is, whether alive, and where an act is served. Nobody is esterno.ErrNotFound, with *Detto in its chain;
// several are *PiuSoggetti; data that contradict the register *Contraddizione.
func (c *Client) Persona(ctx context.Context, d Domanda) (residenza.Risposta, error) {
	id, err := c.idUnico(ctx, d)
	if err != nil {
		return residenza.Risposta{}, err
	}
	criteri := map[string]any{"idANPR": id}
	if id == "" {
		criteri = d.criteri()
	}
	var p residenza.Risposta
	err = c.chiama(ctx, d, notifica, criteri, func(a esterno.Answer) (err error) {
		p, err = leggiPersona(a, d, id)
		return err
	})
	return p, err
}

// idUnico is the register's own key of a person, by which it wants to be asked; empty where it cannot be had so: the service is not
// among the command's, does not find somebody who lives abroad, or its day is used up. By a tax code the register answers all the
// same.
func (c *Client) idUnico(ctx context.Context, d Domanda) (id string, err error) {
	if d.IDAnpr != "" || d.Operazione != "" && d.CodiceFiscale == "" {
		return d.IDAnpr, nil
	}
	senza := d
	senza.Operazione, senza.Ricorda = "", nil
	err = c.chiama(ctx, senza, unico, d.criteri(), func(a esterno.Answer) (err error) {
		id, err = leggiID(a)
		return err
	})
	finita := problem.Is(err, interrogazione.CodiceQuota)
	if _, detto := errors.AsType[*Quota](err); detto {
		finita = true
	}
	switch {
	case problem.Is(err, pdnd.CodeNotConfigured), (finita || errors.Is(err, esterno.ErrNotFound)) && d.CodiceFiscale != "":
		return "", nil
	}
	return id, err
}

// criteri leaves out absent fields: the register refuses a null.
func (d Domanda) criteri() map[string]any {
	if d.CodiceFiscale != "" {
		return map[string]any{"codiceFiscale": d.CodiceFiscale}
	}
	x := d.Dati
	luogo := map[string]any{"comune": map[string]any{"nomeComune": x.Comune, "codiceIstat": x.CodiceIstat}}
	if x.Stato != "" {
		luogo = map[string]any{"localita": map[string]any{"descrizioneStato": x.Stato}}
	}
	criteri := map[string]any{"sesso": x.Sesso, "datiNascita": map[string]any{"dataEvento": x.Nascita.String(), "luogoNascita": luogo}}
	for _, n := range [][3]string{{"cognome", x.Cognome, "senzaCognome"}, {"nome", x.Nome, "senzaNome"}} {
		if n[1] == "" {
			criteri[n[2]] = "S"
		} else {
			criteri[n[0]] = n[1]
		}
	}
	return criteri
}

// tentativi is how often a call is made of a register that does not answer.
const tentativi = 3

// chiama makes a call, again with new tokens after a silence: C001 under the same number, which the register then answers as it did
// before, the others under a new one. A number that the register refuses is followed by another.
func (c *Client) chiama(ctx context.Context, d Domanda, s servizio, criteri map[string]any, leggi func(esterno.Answer) error) error {
	var err error
	for n := range tentativi {
		if n > 0 {
			if clock.Sleep(ctx, max(c.pausa<<(n-1), esterno.As(err).Wait())) != nil {
				return err
			}
		}
		if d.Operazione, err = c.una(ctx, d, s, criteri, leggi); err == nil {
			return nil
		}
		e := esterno.As(err)
		switch {
		case e != nil && e.Code == parole.NumeroNonValido:
			d.Operazione = ""
		case e == nil || !passeggero(e):
			return err
		}
	}
	return err
}

// passeggero reports that a failure may be gone at the next attempt.
func passeggero(e *esterno.Error) bool {
	_, basta := errors.AsType[*Quota](error(e))
	return errors.Is(e, esterno.ErrUnavailable) && !errors.Is(e, esterno.ErrOpen) && !errors.Is(e, esterno.ErrSaturated) &&
		!basta && e.Wait() <= esterno.Pace && (e.Status == 0 || e.Status >= 500 || e.Status == http.StatusTooManyRequests)
}

// una makes one attempt, in its turn, and gives the number under which it left; the number it was given where it did not leave.
func (c *Client) una(ctx context.Context, d Domanda, s servizio, criteri map[string]any, leggi func(esterno.Answer) error) (string, error) {
	turno, err := c.turno(ctx, d, s)
	if err != nil {
		return d.Operazione, err
	}
	defer turno.Lascia()
	corpo, err := json.Marshal(map[string]any{"idOperazioneClient": turno.Numero, "criteriRicerca": criteri, "datiRichiesta": map[string]any{
		"dataRiferimentoRichiesta": d.Data.String(), "motivoRichiesta": d.Pratica, "casoUso": s.codice}})
	if err != nil {
		return d.Operazione, err
	}
	percorso := []string{s.percorso, parole.Versione, parole.Operazione}
	vie := pdnd.Call{Tenant: d.Tenant, EService: s.eService, Method: http.MethodPost, URL: c.base + "/" + strings.Join(percorso, "/"), Body: corpo,
		ContentType: "application/json", Actor: d.Attore, Reason: d.Motivo, IDVerbale: d.IDVerbale, Work: d.InCoda}
	numero := d.Operazione
	err = c.vie.Signed(ctx, vie, func(ctx context.Context, h http.Header) error {
		ctx, fine, err := turno.Tieni(ctx)
		if err != nil {
			return err
		}
		defer fine()
		if err := d.parte(ctx, s, turno.Numero); err != nil {
			return err
		}
		numero, d.Operazione = turno.Numero, turno.Numero
		h = h.Clone()
		h.Set("Content-Type", "application/json")
		h.Set("Accept", "application/json, application/problem+json")
		return c.Do(ctx, esterno.Call{Method: http.MethodPost, Path: percorso, Header: h, Body: corpo, Read: leggi,
			Requester: d.Tenant, Reason: d.Motivo, Work: d.InCoda})
	})
	return numero, d.finita(ctx, s, err)
}

// turno is what an attempt leaves under: of C001 the turn too, of the others a number alone.
func (c *Client) turno(ctx context.Context, d Domanda, s servizio) (interrogazione.Turno, error) {
	if s == notifica {
		return c.sequenza.Prossima(ctx, nome, d.Operazione)
	}
	numero, err := c.sequenza.Numero(ctx, nome)
	return interrogazione.Turno{Numero: numero}, err
}

// parte counts a call that is about to leave, and keeps its number.
func (d Domanda) parte(ctx context.Context, s servizio, numero string) error {
	if d.Misura != nil {
		if err := d.Misura.Prendi(ctx, s.eService); err != nil {
			return err
		}
	}
	if d.Ricorda == nil || numero == d.Operazione {
		return nil
	}
	return d.Ricorda(ctx, numero)
}

// finita notes that the register wants no more calls for a while: its day is used up, or it says for how long (Retry-After).
func (d Domanda) finita(ctx context.Context, s servizio, err error) error {
	q, detto := errors.AsType[*Quota](err)
	if e := esterno.As(err); !detto && e != nil && e.Wait() > esterno.Pace {
		q, detto = &Quota{e.Wait()}, true
	}
	if !detto || d.Misura == nil {
		return err
	}
	return errors.Join(d.Misura.Finita(ctx, s.eService, q.Riprende), err)
}

// CodiceQuota is a day that the register says is used up; *Quota is in the chain.
const CodiceQuota = parole.QuotaEsaurita

// Quota is a refusal of any more calls for a while. Riprende is for how long, zero where the gateway does not say: until midnight.
type Quota struct{ Riprende time.Duration }

// Error names the refusal.
func (q *Quota) Error() string { return "quota esaurita" }

// Detto is what the register writes beside a refusal: to be shown, never to be judged by.
type Detto struct{ Testo string }

// Error is the register's text.
func (d *Detto) Error() string { return d.Testo }

// PiuSoggetti is the register's answer that several persons match.
type PiuSoggetti struct{}

// Error says so.
func (p *PiuSoggetti) Error() string { return "più soggetti" }

// Contraddizione is the register's answer that the data given are not those of the record.
type Contraddizione struct{ Testo string }

// Error is the register's text.
func (c *Contraddizione) Error() string { return c.Testo }

// giudica decides by the body: a list of errors is the register's own, a type of govway.org the gateway's. A 404 of the gateway is a
// wrong address, never somebody who is not there.
func giudica(a esterno.Answer) *esterno.Error {
	var p struct {
		Errori []struct {
			Codice string `json:"codiceErroreAnomalia"`
			Tipo   string `json:"tipoErroreAnomalia"`
			Testo  string `json:"testoErroreAnomalia"`
		} `json:"listaErrori"`
		Tipo   string `json:"type"`
		Titolo string `json:"title"`
	}
	tipo := a.MediaType()
	if (tipo == "application/json" || tipo == "application/problem+json") && esterno.JSON(a.Body, &p) == nil {
		for _, e := range p.Errori {
			if e.Tipo != "W" {
				return delRegistro(a, e.Codice, e.Testo)
			}
		}
		if strings.Contains(p.Tipo, parole.TipoDelGateway) {
			return delGateway(a, esterno.Code(strings.ToUpper(p.Titolo)))
		}
	}
	return esterno.Verdict(a, "")
}

func delGateway(a esterno.Answer, titolo string) *esterno.Error {
	switch {
	case titolo == CodiceQuota:
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: titolo, Cause: &Quota{a.QuotaReset()}}
	case a.Status == http.StatusNotFound:
		e := esterno.Stranger("indirizzo del servizio errato")
		e.Code = titolo
		return e
	}
	if titolo == pdnd.CodeInteroperability || titolo != "" && (a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden) {
		// The gateway is there, and does not let this command in: that says nothing about the person, nor against it for the others.
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: titolo, Detail: "transazione " + a.Header.Get(parole.TransazioneDelGateway)}
	}
	e := esterno.Verdict(a, titolo)
	e.Detail = strings.TrimSpace(e.Detail + " transazione " + a.Header.Get(parole.TransazioneDelGateway))
	return e
}

// delRegistro translates a code of the register. The register's texts may quote personal data: they stay in the chain of errors
// for the page, and out of the text of the error.
func delRegistro(a esterno.Answer, codice, testo string) *esterno.Error {
	codice = esterno.Code(codice)
	numero, _ := strconv.Atoi(strings.TrimPrefix(codice, "EN"))
	switch {
	case codice == parole.NonEffettuabile:
		e := esterno.Transient("", nil)
		e.Code = codice
		return e
	case codice == parole.NonRegistrato, codice == parole.NonTrovato, codice == parole.NonTrovatoNeiDati:
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: codice, Cause: &nascosto{&Detto{testo}}}
	case codice == parole.PiuSoggetti, codice == "EN095", codice == "EN115", codice == "EN131":
		return &esterno.Error{Kind: esterno.ErrRefused, Code: codice, Cause: &PiuSoggetti{}}
	case strings.HasPrefix(codice, "EN") && (numero >= 68 && numero <= 75 || numero >= 83 && numero <= 90):
		return &esterno.Error{Kind: esterno.ErrRefused, Code: codice, Cause: &nascosto{&Contraddizione{testo}}}
	case a.Status >= http.StatusInternalServerError:
		e := esterno.Transient("", nil)
		e.Code = codice
		return e
	}
	return &esterno.Error{Kind: esterno.ErrRefused, Code: codice}
}

// nascosto keeps an error's text out of that of the chain.
type nascosto struct{ error }

// Error is empty of the register's words.
func (n *nascosto) Error() string { return "detto dal registro" }

// Unwrap gives the register's words.
func (n *nascosto) Unwrap() error { return n.error }
