package bus

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// AnnounceLotto sends a snapshot of a lot to a service that follows it. Nobody keeps it and nobody may be there: what
// does not leave is lost, and who follows finds it in the database.
func (b *Bus) AnnounceLotto(ctx context.Context, tenant string, a event.AvanzamentoLotto) {
	corpo, err := json.Marshal(a)
	if err == nil && b.Conn.IsConnected() { // an old snapshot must not leave when the server is back
		r := row{id: uuid.NewString(), soggetto: a.Soggetto(tenant), oggetto: a.Oggetto(), corpo: corpo, quando: clock.Now()}
		err = b.Conn.PublishMsg(r.messaggio(b.modulo))
	}
	if err != nil {
		b.log.WarnContext(ctx, "avanzamento non annunciato", "lotto", a.IDLotto, "errore", err)
	}
}

// iscrizione is how long FollowLotto waits for the server to know it.
const iscrizione = time.Second

// FollowLotto gives the snapshots of a lot as they come, the newest only to a service that reads slowly, until lascia
// is called. Those announced after it returns are not lost while the server answers.
func (b *Bus) FollowLotto(tenant, id string) (novita <-chan event.AvanzamentoLotto, lascia func(), err error) {
	ultima := make(chan event.AvanzamentoLotto, 1)
	soggetto := event.AvanzamentoLotto{IDLotto: id}.Soggetto(tenant)
	sub, err := b.Conn.Subscribe(soggetto, func(m *nats.Msg) { // one at a time: this alone writes
		var a event.AvanzamentoLotto
		if err := json.Unmarshal(m.Data, &a); err != nil || a.IDLotto != id {
			return
		}
		select {
		case prima := <-ultima:
			if prima.Revisione > a.Revisione {
				a = prima
			}
		default:
		}
		ultima <- a
	})
	if err != nil {
		return nil, nil, fmt.Errorf("bus: %s: %w", soggetto, err)
	}
	if b.Conn.IsConnected() {
		_ = b.Conn.FlushTimeout(iscrizione) // a server that goes away has nothing to announce either
	}
	return ultima, func() { _ = sub.Unsubscribe() }, nil
}
