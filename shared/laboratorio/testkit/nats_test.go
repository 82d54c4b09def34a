package testkit_test

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

func TestNATS(t *testing.T) {
	t.Parallel()
	t.Run("JetStream keeps a message", func(t *testing.T) {
		t.Parallel()
		ctx, annulla := context.WithTimeout(context.Background(), 10*time.Second)
		defer annulla()
		conn, err := nats.Connect(testkit.NATS(t).URL())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		js, err := jetstream.New(conn)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "FATTI", Subjects: []string{"fatti.>"}}); err != nil {
			t.Fatal(err)
		}
		ricevuta, err := js.Publish(ctx, "fatti.alfa.prova", []byte("{}"))
		if err != nil || ricevuta.Sequence != 1 {
			t.Errorf("publish: %+v, %v", ricevuta, err)
		}
	})
	t.Run("with users nobody else comes in", func(t *testing.T) {
		t.Parallel()
		server := testkit.NATSConUtenti(t, func(utente string) string { return "segreto-di-" + utente })
		if conn, err := nats.Connect(server.URL()); err == nil {
			conn.Close()
			t.Error("an anonymous client came in")
		}
		conn, err := nats.Connect(server.URL(), nats.UserInfo("core", "segreto-di-core"))
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
	})
}
