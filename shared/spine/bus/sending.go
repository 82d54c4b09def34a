package bus

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Answers of JetStream to a message that it does not keep.
const (
	codicePieno        jetstream.ErrorCode = 10077 // the subject holds its most (MaxMsgsPerSubject)
	codiceTroppoGrande jetstream.ErrorCode = 10054 // the message exceeds what the stream takes
)

// invia publishes a page. The rows of one fine leave one after the other, each when the bus holds the
// one before: what the bus does not take is never overtaken. The rows of different fines leave
// together.
func (s *Relay) invia(ctx context.Context, righe []row, g *backlog) {
	for len(righe) > 0 && g.fallisce == nil {
		var onda, dopo []row
		visti := map[string]bool{}
		for _, r := range righe {
			switch {
			case g.resta(r):
			case r.oggetto != "" && visti[r.oggetto]:
				dopo = append(dopo, r)
			default:
				visti[r.oggetto] = true
				onda = append(onda, r)
			}
		}
		s.onda(ctx, onda, g)
		righe = dopo
	}
}

// onda publishes rows without waiting for each answer, then collects the answers.
func (s *Relay) onda(ctx context.Context, righe []row, g *backlog) {
	attese := make([][]jetstream.PubAckFuture, len(righe))
	for i, r := range righe {
		var err error
		if attese[i], err = s.pubblica(r); err != nil && !s.annota(ctx, r, err, g) {
			break
		}
	}
	scade := time.NewTimer(2 * conferma) // the client gives up before
	defer scade.Stop()
	for i, messaggi := range attese {
		prese := 0
		for _, f := range messaggi {
			select {
			case <-f.Ok():
				prese++
			case err := <-f.Err():
				s.annota(ctx, righe[i], err, g)
			case <-scade.C:
				g.fallisce = jetstream.ErrAsyncPublishTimeout
				return
			case <-ctx.Done():
				g.fallisce = ctx.Err()
				return
			}
		}
		if prese > 0 && prese == len(messaggi) { // of a letter in pieces, all of them
			g.spedite = append(g.spedite, righe[i].posizione)
		}
	}
}

// pubblica sends the messages of a row; with an error none of them counts, and what has left is dropped when it comes again.
func (s *Relay) pubblica(r row) (attese []jetstream.PubAckFuture, err error) {
	for _, m := range r.messaggi(s.bus.modulo, s.bus.Conn.MaxPayload()) {
		f, err := s.bus.JS.PublishMsgAsync(m, jetstream.WithMsgID(r.chiave(m)))
		if err != nil {
			return nil, err //nolint:wrapcheck // judged by annota
		}
		attese = append(attese, f)
	}
	return attese, nil
}

// annota decides what a refusal means; false: the bus does not follow and this run is over.
func (s *Relay) annota(ctx context.Context, r row, err error, g *backlog) bool {
	g.ferma(r)
	var api *jetstream.APIError
	switch {
	case errors.As(err, &api) && api.ErrorCode == codicePieno:
		g.pieni[r.soggetto] = true // the tenant waits its turn in its own outbox
	case errors.As(err, &api) && api.ErrorCode == codiceTroppoGrande, errors.Is(err, nats.ErrMaxPayload),
		errors.Is(err, nats.ErrBadSubject), errors.Is(err, jetstream.ErrNoStreamResponse):
		g.guasti++
		s.segnala(ctx, r, err)
	default:
		g.fallisce = err
		return false
	}
	return true
}

// segnala tells once in the log what a person must mend: a message too large for the server, or on a
// subject that no stream keeps. It stays in its outbox and leaves by itself when the server takes it.
func (s *Relay) segnala(ctx context.Context, r row, err error) {
	s.mu.Lock()
	detto := slices.Contains(s.segnalati, r.id)
	if !detto {
		s.segnalati = append(s.segnalati[max(0, len(s.segnalati)-segnalatiAlPiu):], r.id)
	}
	s.mu.Unlock()
	if !detto {
		s.bus.log.ErrorContext(ctx, "messaggio che il bus non accetta: resta nell'uscita", "id", r.id,
			"soggetto", r.soggetto, "byte", len(r.corpo), "errore", err)
	}
}
