package bus

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams and the bucket of the platform (design, section 5).
const (
	StreamFatti  = "FATTI"
	StreamLavori = "LAVORI"
	StreamMorti  = "MORTI"
	BucketChiavi = "CHIAVI"
)

// MessaggiPerSoggetto is W: how much work of one kind a tenant may have on the bus; what exceeds it
// waits in the tenant's own outbox, and the others pass.
const MessaggiPerSoggetto = 500

// inSospesoAlPiu is how many messages of a durable may be out of the queue at once, over all tenants. A
// message that waits to be tried again counts: it must exceed what many suspended tenants have waiting,
// or they would stop the work of all others. Workers take few at a time and need no bound.
const inSospesoAlPiu = 250_000

// Durevole is a durable consumer: one per module and type, over all tenants.
type Durevole struct {
	Stream string
	Nome   string
	Filtro string
	Attesa time.Duration // for an ack, prolonged by the worker while it works
}

// Durevoli is every durable consumer of the platform; core creates them, the modules only use them.
func Durevoli() []Durevole {
	lavoro := func(modulo, tipo string) Durevole {
		return Durevole{Stream: StreamLavori, Nome: modulo + "-" + tipo,
			Filtro: "lavori." + modulo + "." + tipo + ".*", Attesa: 30 * time.Second}
	}
	fatto := func(modulo, cosa, evento string) Durevole {
		return Durevole{Stream: StreamFatti, Nome: modulo + "-" + cosa + "-" + evento,
			Filtro: "fatti.*." + cosa + "." + evento, Attesa: 30 * time.Second}
	}
	return []Durevole{
		lavoro("vpn", "targa"),
		lavoro("elaborazione", "pdf"),
		lavoro("elaborazione", "postale"),
		lavoro("elaborazione", "lotto"),
		lavoro("elaborazione", "esiti"),
		fatto("elaborazione", "indagine", "esito"),
		fatto("connessione", "avviso", "emesso"),
		{Stream: StreamMorti, Nome: "core-morti", Filtro: "morti.*.*.*", Attesa: 30 * time.Second},
	}
}

// Cerca gives a durable by name.
func Cerca(nome string) (Durevole, bool) {
	for _, d := range Durevoli() {
		if d.Nome == nome {
			return d, true
		}
	}
	return Durevole{}, false
}

// Prepara creates or updates streams, durables and bucket. Only core does, with the administrator's
// connection; it is idempotent. replicas is 1 on a single server, 3 on a cluster.
func Prepara(ctx context.Context, js jetstream.JetStream, replicas int) error {
	for _, cfg := range streams(replicas) {
		if _, err := js.CreateOrUpdateStream(ctx, cfg); err != nil {
			return fmt.Errorf("bus: stream %s: %w", cfg.Name, err)
		}
	}
	for _, d := range Durevoli() {
		_, err := js.CreateOrUpdateConsumer(ctx, d.Stream, jetstream.ConsumerConfig{
			Durable: d.Nome, FilterSubject: d.Filtro, AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: d.Attesa, MaxDeliver: -1, MaxAckPending: inSospesoAlPiu, DeliverPolicy: jetstream.DeliverAllPolicy,
		})
		if err != nil {
			return fmt.Errorf("bus: durevole %s: %w", d.Nome, err)
		}
	}
	_, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: BucketChiavi, History: 1, Replicas: replicas, Description: "chiavi pubbliche di core",
	})
	if err != nil {
		return fmt.Errorf("bus: bucket %s: %w", BucketChiavi, err)
	}
	return nil
}

func streams(replicas int) []jetstream.StreamConfig {
	const finestra = 15 * time.Minute // must exceed the relay's worst retry
	return []jetstream.StreamConfig{
		{
			Name: StreamFatti, Subjects: []string{"fatti.>"}, Retention: jetstream.LimitsPolicy,
			MaxAge: 30 * 24 * time.Hour, Storage: jetstream.FileStorage, Replicas: replicas, Duplicates: finestra,
		},
		{
			Name: StreamLavori, Subjects: []string{"lavori.>"}, Retention: jetstream.WorkQueuePolicy,
			MaxMsgsPerSubject: MessaggiPerSoggetto, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
			Storage: jetstream.FileStorage, Replicas: replicas, Duplicates: finestra,
		},
		{
			Name: StreamMorti, Subjects: []string{"morti.>"}, Retention: jetstream.LimitsPolicy,
			Storage: jetstream.FileStorage, Replicas: replicas, Duplicates: finestra,
		},
	}
}
