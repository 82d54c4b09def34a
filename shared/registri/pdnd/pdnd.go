// Package pdnd is the protocol of PDND (Piattaforma Digitale Nazionale Dati) and of ModI, and how a module of the platform
// calls an e-service of theirs without holding a key.
//
// A module names the e-service as the settings of the command do, describes its call, and gets the headers to put on it:
//
//	vie := pdnd.Client{Bus: s.Bus}
//	corpo, _ := json.Marshal(richiesta) // once: these bytes are hashed, and these are sent
//	chiamata := pdnd.Call{Tenant: "alfa", EService: "anpr-c001", Method: http.MethodPost, URL: indirizzo, Body: corpo,
//		ContentType: "application/json", Actor: "operatore.alfa", Reason: "NOTIFICA_VERBALE", IDVerbale: id}
//	err := vie.Signed(ctx, chiamata, func(ctx context.Context, h http.Header) error {
//		return sistema.Do(ctx, esterno.Call{Method: http.MethodPost, Body: corpo, Header: h, …})
//	})
//
// Bearer is the same for an e-service that wants the voucher alone (INAD). Both make the call once more, with a new voucher,
// when the system answers 401, and never for anything else; the headers serve one call and are not to be kept. A question
// that elaborazione refuses is a *problem.Error with a sentence for a person:
//
//	ESERVICE_NON_CONFIGURATO  409  the command has not set this e-service, or a part of it
//	ESERVICE_CHIEDE_FIRMA     409  Bearer was asked of an e-service that wants more
//	CHIAVE_NON_UTILIZZABILE   409  the key's file is not there, or is no key
//	VOUCHER_RIFIUTATO         409  PDND has refused: client, key, purpose or agreement are not in order there
//	PDND_TROPPE_RICHIESTE     429  PDND has said so, or the command's rate is used up; RetryAfter says when
//	PDND_NON_DISPONIBILE      503  PDND does not answer
//	MODULO_NON_DISPONIBILE    503  elaborazione does not answer
//
// Only the last three mend by themselves.
package pdnd

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// The codes of the refusals of elaborazione.
const (
	CodeNotConfigured   = "ESERVICE_NON_CONFIGURATO"
	CodeWantsSignature  = "ESERVICE_CHIEDE_FIRMA"
	CodeKey             = "CHIAVE_NON_UTILIZZABILE"
	CodeRefused         = "VOUCHER_RIFIUTATO"
	CodeTooManyRequests = "PDND_TROPPE_RICHIESTE"
	CodeUnavailable     = "PDND_NON_DISPONIBILE"
)

// Asker asks a question of the bus: *bus.Bus.
type Asker interface {
	Ask(ctx context.Context, subject string, question, answer any) error
}

// Client gets from elaborazione the headers of calls to e-services. Its zero value with Bus is ready.
type Client struct{ Bus Asker }

// Call describes one call to an e-service. Tenant, EService, Method, URL, Actor and Reason are required.
type Call struct {
	Tenant   string
	EService string // its name in the settings of the command
	Method   string
	URL      string // of the call; query and fragment stay here, for a key may stand there
	Body     []byte // exactly what will be sent; only its hash leaves the process
	// ContentType and ContentEncoding are those of the headers that will be sent with the body.
	ContentType, ContentEncoding string

	Actor, Reason, IDVerbale string // for whom, why, and for which fine if there is one
	Work                     bool   // no person waits for it, as esterno.Call.Work
	Workstation, Assurance   string // userLocation and LoA of the evidence; empty: those of the settings
}

// Headers are what to put on a call.
type Headers struct {
	Header    http.Header
	Expires   time.Time // of the voucher
	VoucherID string    // for the log, never the voucher
	PurposeID string    // for the log
}

// Bearer makes a call that carries a voucher and nothing else. do gets the headers; its error is given back as it is.
func (c Client) Bearer(ctx context.Context, call Call, do func(context.Context, http.Header) error) error {
	return twice(ctx, call, c.Voucher, do)
}

// Signed makes a call that carries whatever the e-service asks for.
func (c Client) Signed(ctx context.Context, call Call, do func(context.Context, http.Header) error) error {
	return twice(ctx, call, c.Sign, do)
}

// twice makes the call, and once more with a new voucher if the e-service refuses the first.
func twice(ctx context.Context, call Call, get func(context.Context, Call, string) (Headers, error), do func(context.Context, http.Header) error) error {
	h, err := get(ctx, call, "")
	if err != nil {
		return err
	}
	err = do(ctx, h.Header)
	if e := esterno.As(err); e == nil || e.Status != http.StatusUnauthorized {
		return err
	}
	if h, err = get(ctx, call, h.VoucherID); err != nil {
		return err
	}
	return do(ctx, h.Header)
}

// Voucher asks for the headers of a call that carries a voucher and nothing else. refused is the VoucherID that the e-service
// has just refused, or empty.
func (c Client) Voucher(ctx context.Context, call Call, refused string) (Headers, error) {
	return c.ask(ctx, event.PdndVoucher, call.question(refused))
}

// Sign asks for every header that the e-service wants on this call.
func (c Client) Sign(ctx context.Context, call Call, refused string) (Headers, error) {
	q := event.DomandaFirma{DomandaVoucher: call.question(refused), Postazione: call.Workstation, Livello: call.Assurance}
	if call.Body != nil {
		sum := sha256.Sum256(call.Body)
		q.Digest = base64.StdEncoding.EncodeToString(sum[:])
		q.ContentType, q.ContentEncoding = call.ContentType, call.ContentEncoding
	}
	return c.ask(ctx, event.PdndFirma, q)
}

func (c Client) ask(ctx context.Context, operation string, question any) (Headers, error) {
	var a event.RispostaFirma
	if err := c.Bus.Ask(ctx, "elaborazione."+operation, question, &a); err != nil {
		return Headers{}, err
	}
	h := Headers{Header: http.Header{}, Expires: a.Scade, VoucherID: a.IDVoucher, PurposeID: a.PurposeID}
	for name, value := range a.Intestazioni {
		h.Header.Set(name, value)
	}
	return h, nil
}

func (call Call) question(refused string) event.DomandaVoucher {
	return event.DomandaVoucher{Tenant: call.Tenant, EService: call.EService, Metodo: call.Method, Indirizzo: withoutQuery(call.URL),
		Attore: call.Actor, Motivo: call.Reason, IDVerbale: call.IDVerbale, Lavoro: call.Work, Rifiutato: refused}
}

// withoutQuery cuts an address at its query or fragment, as htu wants it (RFC 9449, 4.2).
func withoutQuery(address string) string {
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		return address[:i]
	}
	return address
}
