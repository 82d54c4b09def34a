package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tracing"
)

// Answer answers one question: it gets the payload and returns the value to marshal, or an
// error that travels as a problem document.
type Answer func(ctx context.Context, domanda []byte) (any, error)

type tokenKey struct{}

// Token gives, to an Answer, the token that the asking service showed on a caller's behalf; empty without one. It
// is a text that anybody may write: auth.Verifier says whose it is.
func Token(ctx context.Context) string {
	t, _ := ctx.Value(tokenKey{}).(string)
	return t
}

// domandaAlPiu is the time of a question whose context has no deadline, or one beyond attesaLunga: not meant for a question.
const (
	domandaAlPiu = 10 * time.Second
	attesaLunga  = 30 * time.Second
)

// The asking service chooses where the answer goes, and the answering service publishes it as itself:
// were any subject allowed, the answer could pass for a fact or a key set of the answering service. From
// another account the answer goes back by a subject of the server's own, which no client may choose; on a
// server without accounts, to an inbox.
const (
	cassette = "_INBOX"
	ritorno  = "_R_."
)

// Reply answers the questions on chiedi.<modulo>.<operazione>, with the other replicas in one
// queue. It lives until the bus is closed; entro is the time of one answer. A question whose answer is to
// go anywhere but to an inbox or back to another account is neither worked nor answered.
func (b *Bus) Reply(operazione string, entro time.Duration, f Answer) error {
	svc, err := micro.AddService(b.Conn, micro.Config{Name: "verbali-" + b.modulo, Version: "1.0.0"})
	if err != nil {
		return fmt.Errorf("bus: servizio %s: %w", operazione, err)
	}
	b.mu.Lock()
	b.servizi = append(b.servizi, svc)
	b.mu.Unlock()
	soggetto := "chiedi." + b.modulo + "." + operazione
	err = svc.AddEndpoint(strings.ReplaceAll(operazione, ".", "-"), micro.HandlerFunc(func(r micro.Request) {
		if !strings.HasPrefix(r.Reply(), cassette) && !strings.HasPrefix(r.Reply(), ritorno) {
			b.log.Warn("domanda con la risposta altrove: ignorata", "soggetto", soggetto, "risposta", r.Reply())
			return
		}
		if !b.avvia(func(context.Context) { b.rispondi(r, soggetto, entro, f) }) {
			b.rifiuta(b.lavoro, r, soggetto, moduloAssente())
		}
	}), micro.WithEndpointSubject(soggetto)) // a name has no dots, a subject may
	if err != nil {
		return fmt.Errorf("bus: servizio %s: %w", operazione, err)
	}
	if b.Conn.IsConnected() {
		_ = b.Conn.FlushTimeout(2 * time.Second) // from now on it answers; without a connection, from the connection on
	}
	return nil
}

func (b *Bus) rispondi(r micro.Request, soggetto string, entro time.Duration, f Answer) {
	ctx, fine := context.WithTimeout(tracing.Extract(b.lavoro, r.Headers()), entro)
	defer fine()
	ctx, span := otel.Tracer("bus").Start(ctx, "risponde "+soggetto)
	defer span.End()
	if token, ok := strings.CutPrefix(r.Headers().Get("Authorization"), "Bearer "); ok {
		ctx = context.WithValue(ctx, tokenKey{}, token)
	}
	risposta, err := b.protetta(ctx, r.Data(), f)
	if err != nil {
		b.rifiuta(ctx, r, soggetto, err)
		return
	}
	corpo, err := json.Marshal(risposta)
	if err != nil {
		b.rifiuta(ctx, r, soggetto, fmt.Errorf("bus: risposta: %w", err))
		return
	}
	if err := b.consegna(r, &nats.Msg{Data: corpo}); err != nil {
		b.rifiuta(ctx, r, soggetto, fmt.Errorf("bus: risposta non consegnata: %w", err))
	}
}

// consegna sends an answer past micro.Request: its methods write the outcome where micro reads it as soon
// as the handler returns, and ours returns before there is an answer.
func (b *Bus) consegna(r micro.Request, m *nats.Msg) error {
	m.Subject = r.Reply()
	return b.Conn.PublishMsg(m)
}

// protetta turns a panic into an internal error: one bad question does not end the service.
func (b *Bus) protetta(ctx context.Context, domanda []byte, f Answer) (risposta any, err error) {
	defer func() {
		if p := recover(); p != nil {
			b.log.ErrorContext(ctx, "panico", "pila", string(debug.Stack()))
			err = fmt.Errorf("bus: panico: %v", p)
		}
	}()
	return f(ctx, domanda)
}

// rifiuta answers with a problem document.
func (b *Bus) rifiuta(ctx context.Context, r micro.Request, soggetto string, causa error) {
	doc := problem.Describe(causa, "", trace.SpanContextFromContext(ctx).TraceID().String())
	if problem.As(causa) == nil {
		b.log.ErrorContext(ctx, "domanda fallita", "soggetto", soggetto, "errore", causa)
	}
	corpo, _ := json.Marshal(doc) //nolint:errchkjson // a document is texts and numbers
	testata := nats.Header{micro.ErrorHeader: {doc.Title}, micro.ErrorCodeHeader: {doc.Codice}}
	if err := b.consegna(r, &nats.Msg{Data: corpo, Header: testata}); err != nil {
		b.log.WarnContext(ctx, "risposta non consegnata", "soggetto", soggetto, "errore", err)
	}
}

// Ask asks chiedi.<soggetto> and decodes the answer. The context's deadline is the time-out, ten seconds without one or with one
// that is more than half a minute away: who was asked may die with the question, and work has minutes for itself. The caller's
// token, when the context has one, goes along in the header Authorization. An answer that is a problem comes back as its
// *problem.Error; nobody there, or no connection, is MODULO_NON_DISPONIBILE at once.
func (b *Bus) Ask(ctx context.Context, soggetto string, domanda, risposta any) error {
	corpo, err := json.Marshal(domanda)
	if err != nil {
		return fmt.Errorf("bus: domanda %s: %w", soggetto, err)
	}
	if !b.Conn.IsConnected() {
		return assente(soggetto, nats.ErrDisconnected)
	}
	if scade, c := ctx.Deadline(); !c || time.Until(scade) > attesaLunga {
		var fine context.CancelFunc
		ctx, fine = context.WithTimeout(ctx, domandaAlPiu)
		defer fine()
	}
	r, err := b.Conn.RequestMsgWithContext(ctx, busta(ctx, soggetto, corpo))
	if err != nil {
		return assente(soggetto, err)
	}
	if r.Header.Get(micro.ErrorCodeHeader) != "" {
		var doc problem.Document
		if err := json.Unmarshal(r.Data, &doc); err != nil {
			return fmt.Errorf("bus: %s: %s", soggetto, r.Header.Get(micro.ErrorHeader))
		}
		return doc.Errore()
	}
	if err := json.Unmarshal(r.Data, risposta); err != nil {
		return fmt.Errorf("bus: risposta di %s: %w", soggetto, err)
	}
	return nil
}

// busta dresses a question with the trace and the token of the service that asks.
func busta(ctx context.Context, soggetto string, corpo []byte) *nats.Msg {
	m := nats.NewMsg("chiedi." + soggetto)
	m.Data = corpo
	tracing.Inject(ctx, m.Header)
	if chi, ok := auth.From(ctx); ok && chi.Token != "" {
		m.Header.Set("Authorization", "Bearer "+chi.Token)
	}
	return m
}

func moduloAssente() *problem.Error {
	return problem.NonDisponibile("MODULO_NON_DISPONIBILE", "Un modulo della piattaforma non risponde.")
}

func assente(soggetto string, err error) error {
	for _, via := range []error{nats.ErrNoResponders, context.DeadlineExceeded, nats.ErrTimeout, nats.ErrDisconnected,
		nats.ErrConnectionReconnecting, nats.ErrConnectionClosed, nats.ErrConnectionDraining, nats.ErrReconnectBufExceeded} {
		if errors.Is(err, via) {
			return moduloAssente().With(fmt.Errorf("bus: %s: %w", soggetto, err))
		}
	}
	return fmt.Errorf("bus: %s: %w", soggetto, err)
}
