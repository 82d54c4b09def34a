// Package motorizzazione is the client of the national register of vehicles and
// licences. It never knows whether the register is real or simulated: only its
// base address changes. It is honest about failure: a plate is unknown only when
// the register says so in its own words, everything else is "not available" or
// "answer not valid".
package motorizzazione

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/ratelimiter"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

// Orologio tells the present instant. It drives the breaker and the measures,
// not the deadlines.
type Orologio interface{ Adesso() time.Time }

// Opzioni of a client. BaseURL is required, for example
// http://127.0.0.1:8090/motorizzazione; everything else has a default.
type Opzioni struct {
	BaseURL  string
	HTTP     *http.Client // route or proxy of the network; nil: direct, no proxy
	Orologio Orologio     // nil: the machine's

	Scadenza          time.Duration // of a whole call with its retries, 10 s
	ScadenzaTentativo time.Duration // of one attempt, 3 s
	Tentativi         int           // attempts in all, 3
	Attesa            time.Duration // before the first retry, doubled each time with ±25% jitter, 200 ms
	AttesaMassima     time.Duration // between two attempts, also above Retry-After, 2 s
	Concorrenza       int           // attempts at once on this network, 8
	AlSecondo         int           // attempts a second on this network, evenly spaced; 0: no limit
	AttesaPosto       time.Duration // for a free slot, and again for a turn within AlSecondo, 2 s
	Guasti            int           // failed attempts among the last Finestra that open the breaker, 10
	Finestra          int           // 20
	Pausa             time.Duration // for which the breaker stays open, 20 s
}

// Client asks the register. It is safe for concurrent use and starts no
// goroutine of its own.
type Client struct {
	o            Opzioni
	base         *url.URL
	http         *http.Client
	orologio     Orologio
	riprova      failsafe.Executor[any]
	posti        bulkhead.Bulkhead[any]
	ritmo        ratelimiter.RateLimiter[any] // nil: no limit
	ritmoCoda    ratelimiter.RateLimiter[any] // of work that nobody waits for, nil with ritmo
	interruttore *interruttore
	misura       *misura
}

// Nuovo builds a client. The error names the option that is wrong.
func Nuovo(o Opzioni) (*Client, error) {
	o = o.complete()
	base, err := url.Parse(o.BaseURL)
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
		return nil, fmt.Errorf("motorizzazione: BaseURL %q: serve un indirizzo http o https", o.BaseURL)
	}
	if o.Guasti > o.Finestra {
		return nil, errors.New("motorizzazione: Guasti oltre Finestra")
	}
	c := &Client{o: o, base: base, http: chiamante(o), orologio: o.Orologio, riprova: politica(o),
		posti:        bulkhead.New[any](uint(o.Concorrenza)),
		interruttore: nuovoInterruttore(o), misura: nuovaMisura()}
	if o.AlSecondo > 0 {
		c.ritmo = ratelimiter.NewSmooth[any](uint(o.AlSecondo), time.Second)
		c.ritmoCoda = ratelimiter.NewSmooth[any](3*uint(o.AlSecondo), 4*time.Second) // a quarter is left for people who wait
	}
	return c, nil
}

// Veicolo asks who held the vehicle on the day. The answer has been checked:
// same plate, same day, at least one holder unless the vehicle left the register.
func (c *Client) Veicolo(ctx context.Context, d Domanda) (Veicolo, error) {
	var v Veicolo
	r, err := d.richiesta(func(chiave string, corpo []byte) (err error) {
		v, err = leggiVeicolo(corpo, chiave, d.Data)
		return err
	})
	if err != nil {
		return Veicolo{}, err
	}
	if err := c.chiedi(ctx, r); err != nil {
		return Veicolo{}, err
	}
	return v, nil
}

// Patente asks about a licence, as of now.
func (c *Client) Patente(ctx context.Context, d DomandaPatente) (Patente, error) {
	var p Patente
	r, err := d.richiesta(func(chiave string, corpo []byte) (err error) {
		p, err = leggiPatente(corpo, chiave)
		return err
	})
	if err != nil {
		return Patente{}, err
	}
	if err := c.chiedi(ctx, r); err != nil {
		return Patente{}, err
	}
	return p, nil
}

// Chiudi drops the idle connections; calls in progress end by themselves.
func (c *Client) Chiudi() { c.http.CloseIdleConnections() }

type orologioDiSistema struct{}

// Adesso is the machine's time.
func (orologioDiSistema) Adesso() time.Time { return time.Now() }

// complete fills in the defaults.
func (o Opzioni) complete() Opzioni {
	if o.Orologio == nil {
		o.Orologio = orologioDiSistema{}
	}
	o.Scadenza = almeno(o.Scadenza, 10*time.Second)
	o.ScadenzaTentativo = almeno(o.ScadenzaTentativo, 3*time.Second)
	o.Attesa = almeno(o.Attesa, 200*time.Millisecond)
	o.AttesaMassima = max(almeno(o.AttesaMassima, 2*time.Second), o.Attesa+1)
	o.AttesaPosto = almeno(o.AttesaPosto, 2*time.Second)
	o.Pausa = almeno(o.Pausa, 20*time.Second)
	o.Tentativi = almeno(o.Tentativi, 3)
	o.Concorrenza = almeno(o.Concorrenza, 8)
	o.Finestra = almeno(o.Finestra, 20)
	o.Guasti = almeno(o.Guasti, min(10, o.Finestra))
	return o
}

// almeno is the value, or the default for zero and below.
func almeno[T int | time.Duration](valore, predefinito T) T {
	if valore <= 0 {
		return predefinito
	}
	return valore
}

// politica retries transient failures only, with back-off and jitter, and obeys
// Retry-After up to AttesaMassima.
func politica(o Opzioni) failsafe.Executor[any] {
	p := retrypolicy.NewBuilder[any]().
		HandleIf(func(_ any, err error) bool { e := come(err); return e != nil && e.riprova }).
		WithMaxAttempts(o.Tentativi).
		WithBackoff(o.Attesa, o.AttesaMassima).
		WithJitterFactor(0.25).
		WithDelayFunc(func(e failsafe.ExecutionAttempt[any]) time.Duration {
			if u := come(e.LastError()); u != nil && u.attendi > 0 {
				return min(u.attendi, o.AttesaMassima)
			}
			return -1
		}).
		ReturnLastFailure().
		Build()
	return failsafe.With(p)
}
