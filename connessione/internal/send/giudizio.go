package send

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// The platform's own codes.
const (
	CodiceDPoP     = "DPOP_NON_AMMESSO"
	CodiceChiave   = "CHIAVE_SEND_ILLEGGIBILE"
	CodiceGateway  = "ACCESSO_NEGATO"     // the gateway's refusal, which has no code
	CodiceAltrui   = "RIFIUTO_SENZA_VOCE" // a refusal of an older version of the API, which has no code of SEND's
	codiceScaduto  = "ACCESSDENIED"
	codiceFirma    = "SIGNATUREDOESNOTMATCH"
	messaggioTempo = "expired"
)

// Pausa is the error for which the whole channel of a command stops: SEND refuses its key, voucher, group or quota. The caller asks
// nothing until the cause is cured, and refuses no fine because of it.
type Pausa struct {
	Codice string
	Causa  error
}

// Error names the reason.
func (p *Pausa) Error() string { return "canale in pausa: " + p.Codice }

// Unwrap gives the cause.
func (p *Pausa) Unwrap() error { return p.Causa }

// InPausa finds the reason for which the whole channel of the command waits; nil for another error.
func InPausa(err error) *Pausa {
	p, _ := errors.AsType[*Pausa](err)
	return p
}

// Rifiuto is SEND's refusal of a request. Each fault has its code, and its field where it concerns one. The details are for the page of
// the sender, never for a log. PagoPA finds the call by Traccia.
type Rifiuto struct {
	Errori  []parole.Errore
	Traccia string
}

// Error names the codes and the trace.
func (r *Rifiuto) Error() string {
	codici := make([]string, 0, len(r.Errori))
	for _, e := range r.Errori {
		codici = append(codici, esterno.Code(e.Codice))
	}
	return strings.Join(codici, ", ") + " (" + r.Traccia + ")"
}

// RifiutoDi finds the faults of a refusal; nil for another error.
func RifiutoDi(err error) *Rifiuto {
	r, _ := errors.AsType[*Rifiuto](err)
	return r
}

// Doppia reports that SEND already has the token (parole.DoppioToken) or a notice (parole.DoppioAvviso) of a request. SEND does not
// compare the content.
func Doppia(err error) (che string, doppia bool) {
	r := RifiutoDi(err)
	if e := esterno.As(err); r == nil || e == nil || e.Status != http.StatusConflict {
		return "", false
	}
	for _, x := range r.Errori {
		if x.Codice == parole.Duplicata {
			return x.Elemento, true
		}
	}
	return "", false
}

// Ritmo is the error for a stream that was read too early. Dopo is how long to wait.
type Ritmo struct{ Dopo time.Duration }

// Error says that the stream was read too early.
func (r *Ritmo) Error() string { return "flusso letto troppo presto" }

// Ignoto reports that a call may have had its effect though no answer says so: it was sent, and no answer that can be trusted came back.
// The caller asks SEND what it knows before the same request leaves again.
func Ignoto(err error) bool {
	e := esterno.As(err)
	if e == nil || e.Attempts == 0 || InPausa(err) != nil || e.Status == http.StatusTooManyRequests {
		return false
	}
	return errors.Is(err, esterno.ErrUnavailable) && !errors.Is(err, esterno.ErrOpen) && !errors.Is(err, esterno.ErrSaturated) || errors.Is(err,
		esterno.ErrInvalidAnswer)
}

// giudica judges an answer that is not good. Its body is SEND's problem, whatever its media type, the gateway's message, or a page of
// another server.
func giudica(a esterno.Answer) *esterno.Error {
	if p, suo := problemaDi(a); suo {
		return giudicaProblema(a, p)
	}
	if a.MediaType() == "text/html" {
		return esterno.Verdict(a, "")
	}
	var g struct {
		parole.Gateway
		Esito string `json:"resultCode"` // of the adapters of older versions
	}
	_ = json.Unmarshal(a.Body, &g)
	switch {
	case g.Messaggio != "" && (a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden):
		return inPausa(CodiceGateway)
	case g.Esito != "" && a.Status >= 400 && a.Status < 500 && a.Status != http.StatusTooManyRequests:
		return &esterno.Error{Kind: esterno.ErrRefused, Code: CodiceAltrui}
	}
	return esterno.Verdict(a, "")
}

func inPausa(codice string) *esterno.Error {
	return &esterno.Error{Kind: esterno.ErrUnavailable, Code: codice, Cause: &Pausa{Codice: codice}}
}

// problemaDi decodes a problem by its shape.
func problemaDi(a esterno.Answer) (p parole.Problema, suo bool) {
	if esterno.JSON(a.Body, &p) != nil || p.Stato != a.Status || len(p.Errori) == 0 {
		return parole.Problema{}, false
	}
	return p, true
}

// giudicaProblema tells a missing object, a refused request and a paused channel apart.
func giudicaProblema(a esterno.Answer, p parole.Problema) *esterno.Error {
	codice := esterno.Code(p.Errori[0].Codice)
	r := &Rifiuto{p.Errori, traccia(p.Traccia)}
	flusso := strings.HasPrefix(codice, "PN_WEBHOOK") || strings.HasPrefix(codice, "PN_STREAM")
	delCanale := []string{parole.SendSpento, parole.LimiteSuperato, parole.GruppoNonValido, parole.MittenteNonValido}
	switch {
	case slices.ContainsFunc(p.Errori, func(e parole.Errore) bool { return slices.Contains(delCanale, e.Codice) }):
		e := inPausa(codice)
		e.Cause = &Pausa{codice, r}
		return e
	case a.Status == http.StatusTooManyRequests && flusso: // retry-after is in milliseconds
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: codice, Cause: &Ritmo{attesa(a.Header)}}
	case a.Status == http.StatusNotFound:
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: codice, Cause: r}
	case a.Status == http.StatusUnauthorized, a.Status == http.StatusForbidden && !flusso:
		return inPausa(codice)
	case a.Status >= 400 && a.Status < 500 && a.Status != http.StatusTooManyRequests && a.Status != http.StatusRequestTimeout:
		return &esterno.Error{Kind: esterno.ErrRefused, Code: codice, Cause: r}
	}
	return esterno.Verdict(a, codice)
}

var tracce = regexp.MustCompile(`^[A-Za-z0-9=;:._-]{1,120}$`)

// traccia gives the id of a call at PagoPA; empty for a text that is not safe to show.
func traccia(s string) string {
	if !tracce.MatchString(s) {
		return ""
	}
	return s
}

// attesaMassima is the longest that a stream is left alone, whatever its header says.
const attesaMassima = time.Hour

// attesa reads the retry-after header of streams, which counts milliseconds; zero where the header is missing.
func attesa(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get(parole.IntestazioneAttesa))
	if err != nil || n < 0 {
		return 0
	}
	return min(time.Duration(n)*time.Millisecond, attesaMassima)
}

// giudicaDeposito reads the refusals of the store of files, which are XML.
func giudicaDeposito(a esterno.Answer) *esterno.Error {
	var no struct {
		Codice    string `xml:"Code"`
		Messaggio string `xml:"Message"`
	}
	if xml.Unmarshal(a.Body, &no) != nil || no.Codice == "" || a.Status < 400 || a.Status >= 500 {
		return esterno.Verdict(a, "")
	}
	e := &esterno.Error{Kind: esterno.ErrRefused, Code: esterno.Code(strings.ToUpper(no.Codice))}
	if e.Code == codiceScaduto && strings.Contains(no.Messaggio, messaggioTempo) {
		e.Cause = errScaduto
	}
	return e
}

// errScaduto marks an expired link: the caller requests another.
var errScaduto = errors.New("collegamento scaduto")

// Scaduto reports that the place of a file, or a link to one, has expired: the caller requests another.
func Scaduto(err error) bool { return errors.Is(err, errScaduto) }
