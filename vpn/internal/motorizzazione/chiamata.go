package motorizzazione

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
)

// tettoRisposta bounds what is read of an answer.
const tettoRisposta = 1 << 20

// chiamante copies the network's client and forbids redirects: the register has
// none, and headers with the reason must not follow one elsewhere.
func chiamante(o Opzioni) *http.Client {
	if o.HTTP == nil {
		o.HTTP = &http.Client{Transport: &http.Transport{
			DialContext:            (&net.Dialer{Timeout: o.ScadenzaTentativo}).DialContext,
			TLSHandshakeTimeout:    o.ScadenzaTentativo,
			MaxIdleConnsPerHost:    o.Concorrenza,
			MaxConnsPerHost:        o.Concorrenza,
			IdleConnTimeout:        time.Minute,
			MaxResponseHeaderBytes: 64 << 10,
		}}
	}
	copia := *o.HTTP
	copia.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &copia
}

// chiedi makes a whole call: attempts with back-off until an answer, a final
// failure, or the deadline.
func (c *Client) chiedi(ctx context.Context, r richiesta) error {
	ctx, libera := context.WithTimeout(ctx, c.o.Scadenza)
	defer libera()
	c.misura.chiamata()
	var ultimo *Errore
	tentativi := 0
	_, err := c.riprova.WithContext(ctx).GetWithExecution(func(failsafe.Execution[any]) (any, error) {
		tentativi++
		ultimo = dopo(ultimo, c.tentativo(ctx, r))
		if ultimo != nil {
			return nil, ultimo
		}
		return nil, nil
	})
	if err == nil {
		return nil
	}
	return conclusa(ctx, ultimo, err, tentativi)
}

// dopo keeps why the breaker opened when it opens between two attempts.
func dopo(precedente, e *Errore) *Errore {
	if e != nil && precedente != nil && errors.Is(e, ErrInterruttoreAperto) {
		e.Causa = errors.Join(e.Causa, precedente)
	}
	return e
}

// conclusa is the error of a whole call. When the deadline struck between two
// attempts the last failure says more than the deadline, and both are kept.
func conclusa(ctx context.Context, ultimo *Errore, err error, tentativi int) *Errore {
	e := Errore{Tipo: ErrNonDisponibile, Causa: err}
	if ultimo != nil {
		e = *ultimo
	}
	if causa := ctx.Err(); causa != nil && !errors.Is(&e, causa) && errors.Is(&e, ErrNonDisponibile) {
		e.Causa = errors.Join(e.Causa, causa)
	}
	e.Tentativi = tentativi
	return &e
}

// tentativo makes one attempt inside the limits of the network.
func (c *Client) tentativo(ctx context.Context, r richiesta) *Errore {
	if err := c.posti.AcquirePermitWithMaxWait(ctx, c.o.AttesaPosto); err != nil {
		if errors.Is(err, bulkhead.ErrFull) {
			err = ErrSaturo
		}
		return &Errore{Tipo: ErrNonDisponibile, Causa: err}
	}
	defer c.posti.ReleasePermit()
	esci := c.interruttore.entra()
	if esci == nil {
		return &Errore{Tipo: ErrNonDisponibile, Causa: ErrInterruttoreAperto}
	}
	fine := c.misura.inizia(c.orologio.Adesso())
	e := c.chiama(ctx, r)
	abbandono := e != nil && errors.Is(ctx.Err(), context.Canceled)
	fine(c.orologio.Adesso(), e, abbandono)
	esci(giudizio(e, abbandono))
	return e
}

// giudizio: an unknown plate or a nonsense answer comes from a register that is
// there; only transient failures speak against it.
func giudizio(e *Errore, abbandono bool) esito {
	switch {
	case abbandono:
		return abbandonato
	case e != nil && e.riprova:
		return fallito
	default:
		return riuscito
	}
}

// chiama is one HTTP exchange, read to its end within its own deadline.
func (c *Client) chiama(ctx context.Context, r richiesta) *Errore {
	ctx, libera := context.WithTimeout(ctx, c.o.ScadenzaTentativo)
	defer libera()
	indirizzo := c.base.JoinPath(append([]string{"v1"}, r.percorso...)...)
	indirizzo.RawQuery = r.query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, indirizzo.String(), nil)
	if err != nil {
		return rifiutata("indirizzo non componibile")
	}
	req.Header.Set("Accept", "application/json, application/problem+json")
	req.Header.Set("X-Richiedente", r.richiedente)
	req.Header.Set("X-Motivo", r.motivo)
	resp, err := c.http.Do(req)
	if err != nil {
		return transitoria("nessuna risposta", senzaIndirizzo(err))
	}
	defer resp.Body.Close()
	corpo, err := io.ReadAll(io.LimitReader(resp.Body, tettoRisposta+1))
	if err != nil {
		return transitoria("risposta interrotta", err)
	}
	return interpreta(resp, corpo, r.leggi)
}

// senzaIndirizzo drops the URL, which holds the plate, from an error of net/http.
func senzaIndirizzo(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

func interpreta(resp *http.Response, corpo []byte, leggi func([]byte) error) *Errore {
	stato := resp.StatusCode
	switch {
	case stato == http.StatusOK:
		return conStato(stato, leggiCorpo(resp, corpo, leggi))
	case stato >= 500, stato == http.StatusTooManyRequests, stato == http.StatusRequestTimeout, stato == http.StatusTooEarly:
		e := transitoria("", nil)
		e.Codice, e.attendi = codiceProblema(resp, corpo), attesaChiesta(resp)
		return conStato(stato, e)
	case stato == http.StatusNotFound:
		return conStato(stato, assente(codiceProblema(resp, corpo)))
	case stato >= 400:
		return conStato(stato, &Errore{Tipo: ErrRifiutata, Codice: codiceProblema(resp, corpo)})
	default:
		return conStato(stato, nonValida("stato inatteso"))
	}
}

func conStato(stato int, err error) *Errore {
	e := come(err)
	if e != nil {
		e.Stato = stato
	}
	return e
}

func leggiCorpo(resp *http.Response, corpo []byte, leggi func([]byte) error) error {
	if len(corpo) > tettoRisposta {
		return nonValida("oltre %d byte", tettoRisposta)
	}
	if tipo := tipoMIME(resp); tipo != "application/json" {
		return nonValida("tipo di contenuto inatteso")
	}
	return leggi(corpo)
}

// assente tells the register's own "not found" from that of a proxy or a wrong
// address, which must never pass for an unknown plate.
func assente(codice string) *Errore {
	switch codice {
	case "NON_PRESENTE", "NON_IMMATRICOLATO":
		return &Errore{Tipo: ErrSconosciuta, Codice: codice}
	case "TARGA_ESTERA":
		return &Errore{Tipo: ErrTargaEstera, Codice: codice}
	default:
		return nonValida("404 che non è del registro")
	}
}

// codiceProblema reads the code of a problem document, empty when it is none or
// not a short upper-case word: it ends up in logs.
func codiceProblema(resp *http.Response, corpo []byte) string {
	var d struct {
		Codice string `json:"codice"`
	}
	if tipoMIME(resp) != "application/problem+json" || len(corpo) > tettoRisposta || json.Unmarshal(corpo, &d) != nil || !codiceAmmesso(d.Codice) {
		return ""
	}
	return d.Codice
}

func codiceAmmesso(s string) bool {
	for _, r := range s {
		if (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' {
			return false
		}
	}
	return len(s) <= 60
}

func tipoMIME(resp *http.Response) string {
	tipo, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return tipo
}

// attesaChiesta reads Retry-After in seconds; the form with a date is not used
// by the register and counts as absent.
func attesaChiesta(resp *http.Response) time.Duration {
	n, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil || n < 0 || n > 3600 {
		return 0
	}
	return time.Duration(n) * time.Second
}
