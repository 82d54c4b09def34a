package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel"

	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/telemetria"
)

// Risposta answers one question: it gets the payload and gives what is to be marshalled, or an
// error that travels as a problem document.
type Risposta func(ctx context.Context, domanda []byte) (any, error)

// Rispondi answers the questions on chiedi.<modulo>.<operazione>, with the other replicas in one
// queue. It lives until the bus is closed; entro is the time of one answer.
func (b *Bus) Rispondi(operazione string, entro time.Duration, f Risposta) error {
	svc, err := micro.AddService(b.Conn, micro.Config{Name: "verbali-" + b.modulo, Version: "1.0.0"})
	if err != nil {
		return fmt.Errorf("bus: servizio %s: %w", operazione, err)
	}
	soggetto := "chiedi." + b.modulo + "." + operazione
	err = svc.AddEndpoint(operazione, micro.HandlerFunc(func(r micro.Request) {
		b.avvia(func(context.Context) { b.rispondi(r, soggetto, entro, f) })
	}), micro.WithEndpointSubject(soggetto))
	if err != nil {
		return fmt.Errorf("bus: servizio %s: %w", operazione, err)
	}
	return nil
}

func (b *Bus) rispondi(r micro.Request, soggetto string, entro time.Duration, f Risposta) {
	ctx, fine := context.WithTimeout(telemetria.Leggi(context.Background(), r.Headers()), entro)
	defer fine()
	ctx, span := otel.Tracer("bus").Start(ctx, "risponde "+soggetto)
	defer span.End()
	risposta, err := f(ctx, r.Data())
	if err != nil {
		doc := problem.Descrivi(err, "", span.SpanContext().TraceID().String())
		if problem.Come(err) == nil {
			b.log.ErrorContext(ctx, "domanda fallita", "soggetto", soggetto, "errore", err)
		}
		corpo, _ := json.Marshal(doc)
		_ = r.Error(doc.Codice, doc.Title, corpo)
		return
	}
	if err := r.RespondJSON(risposta); err != nil {
		b.log.WarnContext(ctx, "risposta non consegnata", "soggetto", soggetto, "errore", err)
	}
}

// Chiedi asks chiedi.<soggetto> and decodes the answer. The context's deadline is the time-out. An
// answer that is a problem comes back as its *problem.Error; nobody there is MODULO_NON_DISPONIBILE.
func (b *Bus) Chiedi(ctx context.Context, soggetto string, domanda, risposta any) error {
	corpo, err := json.Marshal(domanda)
	if err != nil {
		return fmt.Errorf("bus: domanda %s: %w", soggetto, err)
	}
	m := nats.NewMsg("chiedi." + soggetto)
	m.Data = corpo
	telemetria.Scrivi(ctx, m.Header)
	r, err := b.Conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return assente(soggetto, err)
	}
	if r.Header.Get(micro.ErrorCodeHeader) != "" {
		var doc problem.Documento
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

func assente(soggetto string, err error) error {
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrConnectionReconnecting) {
		return problem.NonDisponibile("MODULO_NON_DISPONIBILE", "Un modulo della piattaforma non risponde.").
			Con(fmt.Errorf("bus: %s: %w", soggetto, err))
	}
	return fmt.Errorf("bus: %s: %w", soggetto, err)
}
