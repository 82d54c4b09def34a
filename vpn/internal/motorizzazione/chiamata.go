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
	"github.com/failsafe-go/failsafe-go/ratelimiter"
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
	if err := c.turnoInCoda(ctx, r); err != nil {
		return err
	}
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

// turnoInCoda makes a question that nobody waits for stand in a line of its own, before
// its time begins to run.
func (c *Client) turnoInCoda(ctx context.Context, r richiesta) error {
	if !r.inCoda || c.ritmoCoda == nil || c.interruttore.rifiuta() {
		return nil // a breaker that is open refuses by itself, and uses up no turn
	}
	return turno(ctx, c.ritmoCoda, c.o.Scadenza)
}

// turno waits for the rate of the network, alPiu at most.
func turno(ctx context.Context, ritmo ratelimiter.RateLimiter[any], alPiu time.Duration) error {
	err := ritmo.AcquirePermitWithMaxWait(ctx, alPiu)
	if err == nil {
		return nil
	}
	if errors.Is(err, ratelimiter.ErrExceeded) {
		err = ErrSaturo
	}
	return &Errore{Tipo: ErrNonDisponibile, Causa: err}
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

// tentativo makes one attempt inside the limits of the network: so many at once, then
// so many a second. A network left alone by the breaker uses up neither.
func (c *Client) tentativo(ctx context.Context, r richiesta) *Errore {
	if c.interruttore.rifiuta() {
		return interrotta()
	}
	if err := c.posti.AcquirePermitWithMaxWait(ctx, c.o.AttesaPosto); err != nil {
		if errors.Is(err, bulkhead.ErrFull) {
			err = ErrSaturo
		}
		return &Errore{Tipo: ErrNonDisponibile, Causa: err}
	}
	defer c.posti.ReleasePermit()
	if c.ritmo != nil {
		if err := turno(ctx, c.ritmo, c.o.AttesaPosto); err != nil {
			return come(err)
		}
	}
	esci := c.interruttore.entra()
	if esci == nil {
		return interrotta()
	}
	fine, inizio := c.misura.inizia(c.orologio.Adesso()), time.Now()
	e := c.chiama(ctx, r)
	abbandono := e != nil && c.abbandonato(ctx, time.Since(inizio))
	fine(c.orologio.Adesso(), e, abbandono)
	esci(giudizio(e, abbandono || r.ripetuta && e != nil && e.guasto))
	return e
}

// abbandonato reports that the caller went away, or had so little time left, less than half
// an attempt's, that nothing can be said of the register.
func (c *Client) abbandonato(ctx context.Context, durata time.Duration) bool {
	return errors.Is(ctx.Err(), context.Canceled) || ctx.Err() != nil && durata < c.o.ScadenzaTentativo/2
}

func interrotta() *Errore { return &Errore{Tipo: ErrNonDisponibile, Causa: ErrInterruttoreAperto} }

// giudizio: an unknown plate or a nonsense answer comes from a register that is
// there; only its silence, or somebody else's voice, speaks against it.
func giudizio(e *Errore, abbandono bool) esito {
	switch {
	case abbandono:
		return abbandonato
	case e != nil && e.guasto:
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
		return conStato(stato, assente(leggiProblema(resp, corpo)))
	default:
		return conStato(stato, rifiuto(stato, codiceProblema(resp, corpo)))
	}
}

// rifiuto tells the register's own refusal, which names its reason, from that of who
// stands before it: credentials expired, a proxy, a redirect to a page of courtesy.
func rifiuto(stato int, codice string) *Errore {
	switch {
	case stato < 400:
		return estranea("stato inatteso")
	case stato == http.StatusUnauthorized, stato == http.StatusForbidden, stato == http.StatusProxyAuthRequired:
		e := estranea("accesso alla rete negato")
		e.Codice = codice
		return e
	case codice == "":
		return estranea("rifiuto che non è del registro")
	}
	return &Errore{Tipo: ErrRifiutata, Codice: codice}
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
		return estranea("tipo di contenuto inatteso: non è il registro a rispondere")
	}
	return leggi(corpo)
}

// assente tells the register's own "not found" from that of a proxy or a wrong
// address, which must never pass for an unknown plate.
func assente(p problema) *Errore {
	switch p.Codice {
	case "NON_PRESENTE", "NON_IMMATRICOLATO":
		return &Errore{Tipo: ErrSconosciuta, Codice: p.Codice}
	case "TARGA_ESTERA":
		return &Errore{Tipo: ErrTargaEstera, Codice: p.Codice, Nazione: p.Nazione}
	case "":
		return estranea("404 che non è del registro")
	default:
		return nonValida("404 con un codice ignoto")
	}
}

// problema is what is read of a problem document.
type problema struct {
	Codice  string `json:"codice"`
	Nazione string `json:"nazione"`
}

// leggiProblema leaves empty what is no problem document, and a code that is not a
// short upper-case word or a country that is not one: they end up in logs and letters.
func leggiProblema(resp *http.Response, corpo []byte) problema {
	var p problema
	if tipoMIME(resp) != "application/problem+json" || len(corpo) > tettoRisposta || json.Unmarshal(corpo, &p) != nil || !codiceAmmesso(p.Codice) {
		return problema{}
	}
	if !nazione(p.Nazione) {
		p.Nazione = ""
	}
	return p
}

func codiceProblema(resp *http.Response, corpo []byte) string {
	return leggiProblema(resp, corpo).Codice
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
