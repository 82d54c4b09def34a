package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// serra keeps the fines of alfa from being read, so that messages wait, until it is let go.
func (b *banco) serra(t *testing.T) (lascia func()) {
	t.Helper()
	tx, err := b.ambiente.Collega(t, "vpn", "alfa").Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), `LOCK TABLE turno IN ACCESS EXCLUSIVE MODE`)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// incaricaPerche publishes a work message with a reason of its own.
func (b *banco) incaricaPerche(t *testing.T, verbale, ceID, motivo string) {
	t.Helper()
	lavoro := event.LavoroTarga{IDVerbale: verbale, Motivo: motivo}
	corpo, err := json.Marshal(lavoro)
	if err != nil {
		t.Fatal(err)
	}
	m := &nats.Msg{Subject: lavoro.Soggetto("alfa"), Data: corpo, Header: nats.Header{"ce-id": {ceID}}}
	if _, err := b.altri.JS.PublishMsg(t.Context(), m, jetstream.WithMsgID(ceID)); err != nil {
		t.Fatal(err)
	}
}

// morti are the ids of so many dead letters of the queue.
func attendiMorti(t *testing.T, arrivo *nats.Subscription, quanti int) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	for range quanti {
		m, err := arrivo.NextMsg(30 * time.Second)
		if err != nil {
			t.Fatalf("%d dead letters of %d: %v", len(ids), quanti, err)
		}
		var morto event.Morto
		if err := json.Unmarshal(m.Data, &morto); err != nil {
			t.Fatal(err)
		}
		ids[morto.IDMessaggio] = true
	}
	return ids
}

// TestFinesThatWaitAreWorkedWithFewCommits: 200 messages come while the table of turns is locked. Each is asked once, and they share
// the commits before and after the register; those of no fine die alone.
func TestFinesThatWaitAreWorkedWithFewCommits(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	morti, err := b.altri.Conn.SubscribeSync("morti.>")
	if err == nil {
		err = b.altri.Conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	const quanti = 200
	lascia := b.serra(t)
	for i := range quanti {
		b.incarica(t, "alfa", b.verbale(t, "alfa", fmt.Sprintf("AB%03dCD", i), "IT", giornoDiProva), fmt.Sprint("m", i))
		if i == quanti/2 {
			b.incarica(t, "alfa", "non-un-id", "illeggibile")
			b.incarica(t, "alfa", b.verbale(t, "beta", "ZZ000ZZ", "IT", giornoDiProva), "di-beta")
		}
	}
	lascia()
	b.codaVuota(t)
	ids := attendiMorti(t, morti, 2)
	if !ids["illeggibile"] || !ids["di-beta"] {
		t.Errorf("dead: %v", ids)
	}
	for che, sql := range map[string]string{
		"outcomes":          `SELECT count(*) FROM indagine WHERE esito IN ('TROVATO', 'ANOMALA', 'SCONOSCIUTA')`,
		"lines of audit":    `SELECT count(*) FROM registro WHERE azione = 'INDAGINE_TARGA'`,
		"lines of the book": `SELECT count(*) FROM libro WHERE fonte = 'MOTORIZZAZIONE' AND verbale IS NOT NULL AND attore = 'sistema'`,
		"messages taken":    `SELECT count(*) FROM ricevuto WHERE consumatore = 'vpn-targa'`,
	} {
		if n := b.conta(t, "alfa", sql); n != quanti {
			t.Errorf("%d %s, want %d", n, che, quanti)
		}
	}
	for i := range quanti {
		if n := b.registro.Richieste(fmt.Sprintf("AB%03dCD", i)); n != 1 {
			t.Errorf("plate %d was asked %d times", i, n)
		}
	}
	if n := b.conta(t, "alfa", `SELECT count(DISTINCT x) FROM (SELECT xmin::text AS x FROM indagine UNION ALL SELECT xmin::text FROM libro
		UNION ALL SELECT xmin::text FROM registro UNION ALL SELECT xmin::text FROM ricevuto WHERE consumatore = 'vpn-targa') r`); n > 20 {
		t.Errorf("%d commits for %d fines", n, quanti)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM turno`); n != 0 {
		t.Errorf("%d turns left", n)
	}
	if n, _, _ := morti.Pending(); n != 0 {
		t.Errorf("%d messages died beside the broken ones", n)
	}
}

// TestAnEffectThatCannotBeWrittenFailsAlone: of the effects that share a commit the one that PostgreSQL does not take dies, its
// question stays in the book, and the others are written.
func TestAnEffectThatCannotBeWrittenFailsAlone(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	morti, err := b.altri.Conn.SubscribeSync("morti.>")
	if err == nil {
		err = b.altri.Conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	const quanti = 30
	lascia := b.serra(t)
	for i := range quanti {
		b.incarica(t, "alfa", b.verbale(t, "alfa", fmt.Sprintf("AB%03dCD", i), "IT", giornoDiProva), fmt.Sprint("m", i))
		if i == quanti/2 {
			b.incaricaPerche(t, b.verbale(t, "alfa", "EF456GH", "IT", giornoDiProva), "velenoso", "con un NUL: \x00")
		}
	}
	lascia()
	b.codaVuota(t)
	if ids := attendiMorti(t, morti, 1); !ids["velenoso"] {
		t.Errorf("dead: %v", ids)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine`); n != quanti {
		t.Errorf("%d outcomes, want %d", n, quanti)
	}
	if n := b.registro.Richieste("EF456GH"); n > 1 {
		t.Errorf("what cannot be written was asked %d times", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM libro`); n != quanti+b.registro.Richieste("EF456GH") {
		t.Errorf("%d lines of the book", n)
	}
}

// TestAnswersOfASlowRegisterAreWrittenAsTheyCome: while the last question of a chunk is outside, the others' answers are on disk.
func TestAnswersOfASlowRegisterAreWrittenAsTheyCome(t *testing.T) {
	t.Parallel()
	registro := simulato.Nuovo(simulato.Opzioni{Orologio: tempo.Corrente{}})
	ultima, lasciala := make(chan struct{}), make(chan struct{})
	var arrivata, libera sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "ZZ999ZZ") {
			arrivata.Do(func() { close(ultima) })
			<-lasciala
		}
		registro.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	fine := func() { libera.Do(func() { close(lasciala) }) }
	t.Cleanup(fine)
	b := apparecchiaVerso(t, server.URL)
	const quanti = 20
	lascia := b.serra(t)
	b.incarica(t, "alfa", b.verbale(t, "alfa", "ZZ999ZZ", "IT", giornoDiProva), "lenta")
	for i := range quanti {
		b.incarica(t, "alfa", b.verbale(t, "alfa", fmt.Sprintf("AB%03dCD", i), "IT", giornoDiProva), fmt.Sprint("m", i))
	}
	lascia()
	<-ultima
	testkit.Attendi(t, 4*time.Second, "the answers that came to be written", func() bool {
		return b.conta(t, "alfa", `SELECT count(*) FROM indagine`) == quanti
	})
	fine()
	b.attendiIndagini(t, "alfa", quanti+1)
	if n := registro.Richieste("ZZ999ZZ"); n != 1 {
		t.Errorf("the slow one was asked %d times", n)
	}
}
