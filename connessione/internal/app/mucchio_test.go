package app

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// annuncia publishes the fact of a fine's notices.
func (b *banco) annuncia(t *testing.T, nome, verbale string) {
	t.Helper()
	fatto := event.AvvisoEmesso{IDVerbale: verbale, Sequenza: 1}
	corpo, err := json.Marshal(fatto)
	if err != nil {
		t.Fatal(err)
	}
	m := natsMsg(fatto.Soggetto(nome), corpo, nats.Header{"ce-id": {uuid.NewString()}, "ce-subject": {verbale}, "Nats-Msg-Id": {uuid.NewString()}})
	if _, err := b.core.JS.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
}

// TestIFattiCheAspettanoSiInstradanoConPocheConferme: 200 facts come while the table is locked; those of no fine and of no notices die alone.
func TestIFattiCheAspettanoSiInstradanoConPocheConferme(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const quanti = 200
	serrata, err := b.ambiente.Collega(t, modulo, "").Begin(t.Context())
	if err == nil {
		_, err = serrata.Exec(t.Context(), `LOCK TABLE instradamento IN EXCLUSIVE MODE`)
	}
	if err != nil {
		t.Fatal(err)
	}
	morti, err := b.core.Conn.SubscribeSync("morti.connessione.avviso.alfa")
	if err == nil {
		err = b.core.Conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	var ultimo *verbaleProva
	for i := range quanti {
		ultimo = b.inserisci(t, "alfa", int64(i+1))
		b.annuncia(t, "alfa", ultimo.ID.String())
		switch i {
		case quanti / 3:
			b.annuncia(t, "alfa", uuid.NewString())
		case quanti / 2:
			b.annuncia(t, "alfa", "non-un-id")
		}
	}
	if err := serrata.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.ricevuti(t, quanti)
	for range 2 {
		if _, err := morti.NextMsg(attesa); err != nil {
			t.Fatal("a broken fact did not die:", err)
		}
	}
	var righe, commit int
	err = b.ambiente.Banca(t, modulo, "").QueryRow(t.Context(), `SELECT (SELECT count(*) FROM instradamento),
		(SELECT count(DISTINCT xmin::text) FROM ricevuto WHERE consumatore = $1)`, instradamento.Durevole).Scan(&righe, &commit)
	if err != nil || righe != 2*quanti || commit > 8 {
		t.Errorf("%d rows, want %d, with %d commits: %v", righe, 2*quanti, commit, err)
	}
	if n, _, _ := morti.Pending(); n != 0 {
		t.Errorf("%d facts died beside the broken ones", n)
	}
	b.trovabile(t, ultimo.coppia())
	testkit.Attendi(t, attesa, "an empty outbox", func() bool {
		var n int
		return b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) FROM uscita`).Scan(&n) == nil && n == 0
	})
}
