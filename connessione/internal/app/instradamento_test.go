package app

import (
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// ricevuti waits until the facts of so many messages have been worked.
func (b *banco) ricevuti(t *testing.T, quanti int) {
	t.Helper()
	conn := b.ambiente.Collega(t, modulo, "")
	testkit.Attendi(t, attesa, "the facts of notices", func() (fatto bool) {
		err := conn.QueryRow(t.Context(), `SELECT count(*) = $1 FROM ricevuto WHERE consumatore = $2`, quanti, instradamento.Durevole).Scan(&fatto)
		return err == nil && fatto
	})
}

func TestInstradamento(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	righe := func() (n int) {
		t.Helper()
		if err := b.ambiente.Banca(t, modulo, "").QueryRow(t.Context(), `SELECT count(*) FROM instradamento`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	v := b.inserisci(t, "alfa", 5)
	t.Run("the same fact twice, and a second fact of the same fine, leave one row a notice", func(t *testing.T) {
		b.emetti(t, v)
		b.trovabile(t, v.coppia())
		b.riconsegna(t, v)
		b.emetti(t, v)
		ultimo := b.inserisci(t, "alfa", 6)
		b.emetti(t, ultimo)
		b.trovabile(t, ultimo.coppia())
		b.ricevuti(t, 3) // facts are worked together: one of the first may come last
		if n := righe(); n != 4 {
			t.Errorf("%d rows, want 4", n)
		}
	})
	t.Run("nothing readable is in the table", func(t *testing.T) {
		var nude int
		err := b.ambiente.Banca(t, modulo, "").QueryRow(t.Context(),
			`SELECT count(*) FROM instradamento WHERE length(chiave) <> 32 OR position(convert_to($1, 'UTF8') IN chiave) > 0`, v.Targa).Scan(&nude)
		if err != nil || nude != 0 {
			t.Errorf("%d rows, %v", nude, err)
		}
	})
	t.Run("the rebuilding finds again what was lost and drops what is no more", func(t *testing.T) {
		b.inserisci(t, "beta", 8)
		b.ambiente.Esegui(t, modulo, "", `DELETE FROM instradamento`)
		b.ambiente.Esegui(t, modulo, "", `INSERT INTO instradamento VALUES ('\x00', 'alfa')`)
		var out strings.Builder
		if err := Ricostruisci(t.Context(), b.imp, "", &out); err != nil {
			t.Fatal(err)
		}
		if out.String() != "alfa: 4 avvisi, 4 righe aggiunte, 1 tolte\nbeta: 2 avvisi, 2 righe aggiunte, 0 tolte\nin tutto, 2 comandi: 6 avvisi, 6 righe aggiunte, 1 tolte\n" || righe() != 6 {
			t.Errorf("%q, %d rows", out.String(), righe())
		}
		b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusOK)
	})
	t.Run("of one tenant alone, and of an unknown one", func(t *testing.T) {
		var out strings.Builder
		if err := Ricostruisci(t.Context(), b.imp, "beta", &out); err != nil || out.String() != "beta: 2 avvisi, 0 righe aggiunte, 0 tolte\n" || righe() != 6 {
			t.Errorf("%v %q", err, out.String())
		}
		if err := Ricostruisci(t.Context(), b.imp, "nessuno", &out); !problem.Is(err, "TENANT_SCONOSCIUTO") {
			t.Errorf("%v", err)
		}
	})
	t.Run("while the consumer writes the same rows, nobody waits and nothing is lost", func(t *testing.T) {
		b.ricostruisciMentreSiScrive(t, v)
		if n := righe(); n != 6 {
			t.Errorf("%d rows, want 6", n)
		}
	})
	t.Run("cut in the middle, it is run again and leaves no scratch", func(t *testing.T) {
		b.ambiente.Esegui(t, modulo, "", `INSERT INTO ricostruzione VALUES ('alfa', '\x01', true), ('alfa', '\x02', false)`)
		var out strings.Builder
		if err := Ricostruisci(t.Context(), b.imp, "alfa", &out); err != nil || out.String() != "alfa: 4 avvisi, 0 righe aggiunte, 0 tolte\n" {
			t.Errorf("%v %q", err, out.String())
		}
		var resti int
		if err := b.ambiente.Banca(t, modulo, "").QueryRow(t.Context(), `SELECT count(*) FROM ricostruzione`).Scan(&resti); err != nil || resti != 0 || righe() != 6 {
			t.Errorf("%d lines of scratch, %d rows, %v", resti, righe(), err)
		}
	})
	t.Run("a fact of a fine that is not there becomes a dead letter", func(t *testing.T) {
		morti, err := b.core.Conn.SubscribeSync("morti.connessione.avviso.alfa")
		if err == nil {
			err = b.core.Conn.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
		b.emetti(t, &verbaleProva{Tenant: "alfa", ID: uuid.New()})
		if _, err := morti.NextMsg(attesa); err != nil {
			t.Error(err)
		}
	})
}

// ricostruisciMentreSiScrive rebuilds while another session, as the consumer, holds a row that it has
// just written, and looks at another: the rebuilding ends as soon as that one does, which never has to
// wait for it.
func (b *banco) ricostruisciMentreSiScrive(t *testing.T, v *verbaleProva) {
	t.Helper()
	chiave, err := hex.DecodeString(chiaveProva)
	if err != nil {
		t.Fatal(err)
	}
	impronta := func(i int) []byte {
		return instradamento.Chiave(chiave).Impronta(instradamento.Coppia{IUV: v.Avvisi[i].IUV, Targa: v.Targa})
	}
	b.ambiente.Esegui(t, modulo, "", `DELETE FROM instradamento WHERE chiave = $1`, impronta(0))
	consumatore := b.ambiente.Collega(t, modulo, "")
	tx, err := consumatore.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const scrive = `INSERT INTO instradamento VALUES ($1, 'alfa') ON CONFLICT DO NOTHING`
	if _, err := tx.Exec(t.Context(), scrive, impronta(0)); err != nil {
		t.Fatal(err)
	}
	fine := make(chan error, 1)
	go func() { fine <- Ricostruisci(context.Background(), b.imp, "alfa", io.Discard) }()
	osserva := b.ambiente.CollegaUso(t, modulo, "") // sees the statements of its own role alone
	testkit.Attendi(t, attesa, "the rebuilding to meet the consumer's row", func() bool {
		var aspetta bool
		err := osserva.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
			WHERE wait_event_type = 'Lock' AND query LIKE 'WITH parte%' AND datname = current_database())`).Scan(&aspetta)
		return err == nil && aspetta
	})
	if _, err := tx.Exec(t.Context(), `SET LOCAL lock_timeout = '2s'`); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), scrive, impronta(1)); err != nil {
		t.Errorf("the consumer waits for the rebuilding: %v", err)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-fine; err != nil {
		t.Error(err)
	}
}

// riconsegna publishes once more the last message of the stream, with the same id of event: what a
// server does that did not see the ack.
func (b *banco) riconsegna(t *testing.T, v *verbaleProva) {
	t.Helper()
	s, err := b.core.JS.Stream(t.Context(), "FATTI")
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.GetLastMsgForSubject(t.Context(), "fatti."+v.Tenant+".avviso.emesso")
	if err != nil {
		t.Fatal(err)
	}
	copia := natsMsg(m.Subject, m.Data, m.Header)
	copia.Header.Set("Nats-Msg-Id", uuid.NewString())
	if _, err := b.core.JS.PublishMsg(t.Context(), copia); err != nil {
		t.Fatal(err)
	}
}
