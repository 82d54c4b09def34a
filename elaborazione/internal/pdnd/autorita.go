package pdnd

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// durataMassima is the longest life of a voucher that a provider may choose, in seconds.
const durataMassima = 86_400

// Autorita is the authorization server of one environment of PDND.
type Autorita struct {
	*esterno.Client

	ambiente, indirizzo string
	audience            string // of the assertions: the address of the server without scheme, as PDND has it
	adesso              func() time.Time

	mu       sync.Mutex
	scarto   time.Duration // by which our clock is ahead
	misurato time.Time
	ferma    map[string]time.Time // command → until when PDND wants to be left alone
}

// NuovaAutorita asks the server at o.BaseURL, the address of its tokens; its limits per tenant are PDND's, which counts by
// organisation. An error is an *esterno.OptionError.
func NuovaAutorita(ambiente string, o esterno.Options) (*Autorita, error) {
	a := &Autorita{ambiente: ambiente, indirizzo: o.BaseURL, adesso: o.Now, ferma: map[string]time.Time{}}
	if a.adesso == nil {
		a.adesso = clock.Now
	}
	o.Name, o.Judge = "pdnd-"+strings.ToLower(ambiente), a.giudica
	var err error
	if a.Client, err = esterno.New(o); err != nil {
		return nil, err
	}
	a.audience = audienceDi(o.BaseURL)
	return a, nil
}

// audienceDi is the audience of the assertions: of https://auth.interop.pagopa.it/token.oauth2 it is
// auth.interop.pagopa.it/client-assertion, without scheme.
func audienceDi(indirizzo string) string {
	_, resto, _ := strings.Cut(indirizzo, "://")
	return strings.TrimSuffix(resto, "/token.oauth2") + "/client-assertion"
}

// richiesta is a voucher to be had.
type richiesta struct {
	Tenant, Motivo string
	ClientID       string
	Asserzione     string
	Prova          string // of possession, empty: none
	Lavoro         bool   // nobody waits for it
}

// voucher is what PDND has given.
type voucher struct {
	modi.Voucher

	Testo string
	Scade time.Time // by our own clock, counted from before it was asked for
	Dura  time.Duration
	Kid   string // of the key that asked for it
}

// Chiedi asks for a voucher. The error is esterno's; PDND's own refusal holds the assertion (*rifiuto), one for asking too
// much how long to wait (*troppe).
func (a *Autorita) Chiedi(ctx context.Context, r richiesta) (v voucher, err error) {
	if attesa := a.attesa(r.Tenant); attesa > 0 {
		return v, &troppe{Dopo: attesa}
	}
	modulo := url.Values{"client_id": {r.ClientID}, "client_assertion": {r.Asserzione}, "grant_type": {"client_credentials"},
		"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}}
	q := esterno.Call{Method: http.MethodPost, Body: []byte(modulo.Encode()), Requester: r.Tenant, Reason: r.Motivo, Work: r.Lavoro,
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Accept": {"application/json"}},
		Again:  r.Prova == ""} // an assertion may arrive twice, a proof of possession may not
	tipo := "Bearer"
	if r.Prova != "" {
		q.Header.Set(modi.HeaderDPoP, r.Prova)
		tipo = modi.HeaderDPoP
	}
	inizio := a.adesso()
	q.Read = func(risposta esterno.Answer) error {
		a.misura(risposta.Header)
		if v, err = leggi(risposta.Body, tipo); err == nil {
			v.Scade = inizio.Add(v.Dura)
		}
		return err
	}
	if err := a.Do(ctx, q); err != nil {
		return voucher{}, a.fallita(r, err)
	}
	return v, nil
}

func leggi(corpo []byte, tipo string) (v voucher, err error) {
	var r struct {
		AccessToken string `json:"access_token"`
		TokenType   string `json:"token_type"`
		ExpiresIn   int64  `json:"expires_in"`
	}
	if err := esterno.JSON(corpo, &r); err != nil {
		return v, err
	}
	switch {
	case !strings.EqualFold(r.TokenType, tipo):
		return v, esterno.Invalid("token_type che non è %s", tipo)
	case r.ExpiresIn < 1 || r.ExpiresIn > durataMassima:
		return v, esterno.Invalid("expires_in fuori da 1-%d", durataMassima)
	}
	v.Testo, v.Dura = r.AccessToken, time.Duration(r.ExpiresIn)*time.Second
	if v.Voucher, err = modi.ReadVoucher(r.AccessToken); err != nil {
		return v, esterno.Invalid("access_token illeggibile")
	}
	return v, nil
}

// codicePdnd is a code of PDND: its own schema says four digits, its own server writes five.
var codicePdnd = regexp.MustCompile(`^[0-9]{3}-[0-9]{4,6}$`)

// giudica tells PDND's words from a stranger's. It masks every reason: 400 is one code for all.
func (a *Autorita) giudica(r esterno.Answer) *esterno.Error {
	a.misura(r.Header)
	var p struct {
		Errors []struct {
			Code string `json:"code"`
		} `json:"errors"`
	}
	codice := ""
	if r.Problem(&p) && len(p.Errors) > 0 && codicePdnd.MatchString(p.Errors[0].Code) {
		codice = p.Errors[0].Code
	}
	e := esterno.Verdict(r, codice)
	if r.Status == http.StatusTooManyRequests {
		e.Cause = &troppe{Dopo: attesaDi(r.Header, a.adesso())}
	}
	return e
}

// attesaDi is how long PDND wants to be left alone: Retry-After in seconds or as a date, else the interval of its own limit, in
// milliseconds, else a second.
func attesaDi(h http.Header, adesso time.Time) time.Duration {
	attesa := time.Duration(0)
	if n, err := strconv.Atoi(h.Get("Retry-After")); err == nil {
		attesa = time.Duration(n) * time.Second
	} else if t, err := http.ParseTime(h.Get("Retry-After")); err == nil {
		attesa = t.Sub(adesso)
	} else if n, err := strconv.Atoi(h.Get("X-Rate-Limit-Interval")); err == nil {
		attesa = time.Duration(n) * time.Millisecond
	}
	if attesa <= 0 {
		return time.Second
	}
	return min(attesa, time.Hour)
}

// troppe is PDND asking to be left alone.
type troppe struct{ Dopo time.Duration }

// Error says for how long.
func (t *troppe) Error() string {
	return fmt.Sprintf("troppe richieste: riprovare fra %s", t.Dopo.Round(time.Second))
}

// rifiuto is PDND's refusal of an assertion.
type rifiuto struct {
	Asserzione string
	causa      error
}

// Error is the cause's: it never holds the assertion.
func (r *rifiuto) Error() string { return r.causa.Error() }

// Unwrap gives the cause.
func (r *rifiuto) Unwrap() error { return r.causa }

// fallita keeps of a failure what those who come next must know.
func (a *Autorita) fallita(r richiesta, err error) error {
	e := esterno.As(err)
	switch {
	case e == nil:
		return err
	case e.Kind == esterno.ErrRefused: //nolint:errorlint // a kind is compared, not a chain
		return &rifiuto{r.Asserzione, err}
	case e.Status == http.StatusTooManyRequests:
		if t, ok := e.Cause.(*troppe); ok { //nolint:errorlint // put there by giudica
			a.mu.Lock()
			a.ferma[r.Tenant] = a.adesso().Add(t.Dopo)
			a.mu.Unlock()
		}
	}
	return err
}

// attesa is how long a command must still leave PDND alone.
func (a *Autorita) attesa(tenant string) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ferma[tenant].Sub(a.adesso())
}

// misura compares our clock with the server's Date, which is cut to the second.
func (a *Autorita) misura(h http.Header) {
	suo, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return
	}
	adesso := a.adesso()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.scarto, a.misurato = adesso.Sub(suo.Add(time.Second/2)), adesso
}

// Scarto is by how much our clock is ahead of PDND's, and when that was measured; the zero time: never.
func (a *Autorita) Scarto() (time.Duration, time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.scarto, a.misurato
}
