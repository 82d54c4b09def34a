package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// riaccodaEntro is how long a person waits for the bus to take work again.
const riaccodaEntro = 5 * time.Second

// Requeue publishes work that died on its own subject again, with the id that it had: who has taken it in the
// meantime does nothing. invio is the new Nats-Msg-Id, the same of every attempt to queue the same death. oggetto
// is what the work is about. 503 CODA_PIENA while the tenant has as much of this work as the bus keeps, 503
// BUS_NON_DISPONIBILE while nobody takes it, 409 MESSAGGIO_TROPPO_GRANDE for what no bus of this size takes.
func (b *Bus) Requeue(ctx context.Context, m event.Morto, oggetto, invio string) error {
	ctx, fine := context.WithTimeout(ctx, riaccodaEntro)
	defer fine()
	r := row{id: m.IDMessaggio, soggetto: m.SoggettoOrigine, oggetto: oggetto, corpo: m.Messaggio(), quando: clock.Now()}
	_, err := b.JS.PublishMsg(ctx, r.messaggio(b.modulo), jetstream.WithMsgID(invio))
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.ErrorCode == codicePieno {
		return problem.NonDisponibile("CODA_PIENA", "La coda di questi lavori è piena: riprovare fra poco.").With(err)
	}
	if errors.Is(err, nats.ErrMaxPayload) {
		return problem.Conflitto("MESSAGGIO_TROPPO_GRANDE", "Il lavoro è più grande di ciò che il sistema di messaggi accetta ("+
			strconv.FormatInt(b.Conn.MaxPayload(), 10)+" byte): avvisare l'assistenza.")
	}
	if err != nil {
		return problem.NonDisponibile("BUS_NON_DISPONIBILE", "Il sistema di messaggi non risponde: riprovare fra poco.").With(fmt.Errorf("bus: %s: %w", m.SoggettoOrigine, err))
	}
	return nil
}

// Requeueable reports whether work with this subject goes back to the module, type and tenant whose letter tells of its death, and to
// nobody else: a letter is its module's word, and who queues it again speaks with the rights of core. A fact that others read too
// does not go back.
func Requeueable(subject, module, kind, tenant string) bool {
	readers := 0
	for _, d := range Durables() {
		parts := strings.Split(d.Filter, ".")
		own := false
		switch d.Stream {
		case StreamWork:
			own = subject == strings.Join(append(parts[:3:3], tenant), ".")
		case StreamFacts:
			own = subject == "fatti."+tenant+"."+parts[2]+"."+parts[3]
		}
		if !own {
			continue
		}
		if readers++; parts[2] != kind || !strings.HasPrefix(d.Name, module+"-") {
			return false
		}
	}
	return readers == 1
}

// ReadDead reads a dead letter; a letter that this platform did not write is returned as Unreadable does.
func ReadDead(m Message) event.Morto {
	var morto event.Morto
	if err := json.Unmarshal(m.Body, &morto); err != nil || morto.SoggettoOrigine == "" {
		return Unreadable(m)
	}
	return morto
}

// Unreadable gives a message that nobody can read as a dead letter of nobody, with its bytes whole.
func Unreadable(m Message) event.Morto {
	return event.Morto{Modulo: "sconosciuto", IDMessaggio: m.ID, Motivo: "La nota del lavoro non si legge.", Corpo: m.Body}.InByte()
}
