package bus

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams and the bucket of the platform (design, section 5).
const (
	StreamFacts = "FATTI"
	StreamWork  = "LAVORI"
	StreamDead  = "MORTI"
	KeysBucket  = "CHIAVI"
)

// MessagesPerSubject is W: how much work of one kind a tenant may have on the bus; what exceeds it
// waits in the tenant's own outbox, and the others pass.
const MessagesPerSubject = 500

// inSospesoAlPiu is how many messages of a durable may be out of the queue at once, over all tenants. A
// message that waits to be tried again counts: it must exceed what many suspended tenants have waiting,
// or they would stop the work of all others. Workers take few at a time and need no bound.
const inSospesoAlPiu = 250_000

// Durable is a durable consumer: one per module and type, over all tenants.
type Durable struct {
	Stream  string
	Name    string
	Filter  string
	AckWait time.Duration // for an ack, prolonged by the worker while it works
}

// Durables is every durable consumer of the platform; core creates them, the modules only use them.
func Durables() []Durable {
	lavoro := func(modulo, tipo string) Durable {
		return Durable{Stream: StreamWork, Name: modulo + "-" + tipo,
			Filter: "lavori." + modulo + "." + tipo + ".*", AckWait: 30 * time.Second}
	}
	fatto := func(modulo, cosa, evento string) Durable {
		return Durable{Stream: StreamFacts, Name: modulo + "-" + cosa + "-" + evento,
			Filter: "fatti.*." + cosa + "." + evento, AckWait: 30 * time.Second}
	}
	return []Durable{
		lavoro("vpn", "targa"),
		lavoro("connessione", "domicilio"),
		lavoro("connessione", "visura"),
		lavoro("connessione", "send"),
		lavoro("elaborazione", "pdf"),
		lavoro("elaborazione", "postale"),
		lavoro("elaborazione", "lotto"),
		lavoro("elaborazione", "esiti"),
		lavoro("ocr", "lettura"),
		fatto("elaborazione", "indagine", "esito"),
		fatto("elaborazione", "visura", "esito"),
		fatto("elaborazione", "domicilio", "esito"),
		fatto("elaborazione", "invio", "esito"),
		fatto("elaborazione", "lettura", "confermata"),
		fatto("connessione", "avviso", "emesso"),
		fatto("connessione", "pagamento", "ricevuto"),
		fatto("connessione", "verbale", "cancellato"),
		fatto("core", "verbale", "cancellato"),
		fatto("ocr", "verbale", "cancellato"),
		fatto("vpn", "verbale", "cancellato"),
		{Stream: StreamDead, Name: "core-morti", Filter: "morti.*.*.*", AckWait: 30 * time.Second},
	}
}

// FindDurable gives a durable by name.
func FindDurable(nome string) (Durable, bool) {
	for _, d := range Durables() {
		if d.Name == nome {
			return d, true
		}
	}
	return Durable{}, false
}

// Prepare creates or updates streams, durables and bucket. Only core does, with the administrator's
// connection; it is idempotent. replicas is 1 on a single server, 3 on a cluster.
func Prepare(ctx context.Context, js jetstream.JetStream, replicas int) error {
	for _, cfg := range streams(replicas) {
		if _, err := js.CreateOrUpdateStream(ctx, cfg); err != nil {
			return fmt.Errorf("bus: stream %s: %w", cfg.Name, err)
		}
	}
	for _, d := range Durables() {
		_, err := js.CreateOrUpdateConsumer(ctx, d.Stream, jetstream.ConsumerConfig{
			Durable: d.Name, FilterSubject: d.Filter, AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: d.AckWait, MaxDeliver: -1, MaxAckPending: inSospesoAlPiu, DeliverPolicy: jetstream.DeliverAllPolicy,
		})
		if err != nil {
			return fmt.Errorf("bus: durevole %s: %w", d.Name, err)
		}
	}
	_, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: KeysBucket, History: 1, Replicas: replicas, Description: "chiavi pubbliche di core",
	})
	if err != nil {
		return fmt.Errorf("bus: bucket %s: %w", KeysBucket, err)
	}
	return nil
}

func streams(replicas int) []jetstream.StreamConfig {
	const finestra = 15 * time.Minute // must exceed the relay's worst retry
	return []jetstream.StreamConfig{
		{
			Name: StreamFacts, Subjects: []string{"fatti.>"}, Retention: jetstream.LimitsPolicy,
			MaxAge: 30 * 24 * time.Hour, Storage: jetstream.FileStorage, Replicas: replicas, Duplicates: finestra,
		},
		{
			Name: StreamWork, Subjects: []string{"lavori.>"}, Retention: jetstream.WorkQueuePolicy,
			MaxMsgsPerSubject: MessagesPerSubject, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
			Storage: jetstream.FileStorage, Replicas: replicas, Duplicates: finestra,
		},
		{
			Name: StreamDead, Subjects: []string{"morti.>"}, Retention: jetstream.LimitsPolicy,
			MaxAge: deadLettersLast, Storage: jetstream.FileStorage, Replicas: replicas, Duplicates: finestra,
		},
	}
}

// deadLettersLast is how long the bus keeps what core has taken into its own table: less than its inbox remembers (45 days),
// so that a durable made anew brings back nothing that was deleted.
const deadLettersLast = 40 * 24 * time.Hour
