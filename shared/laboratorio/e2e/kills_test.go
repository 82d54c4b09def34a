//go:build e2e

package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/time/rate"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

const (
	chiamanti    = 4
	multePerMano = 25 // by each caller, while one victim dies
	alSecondo    = 40 // fines, so that the death comes in their midst
)

// raffica is the fines inserted while something dies.
type raffica struct {
	nome   string
	inizio int // number of the first fine, for its plate
	fatte  atomic.Int64
	esiti  [chiamanti * multePerMano]esitoSOAP
}

// raffiche kill everything that a fine passes through, alone and together.
func raffiche() []*raffica {
	var tutte []*raffica
	for i, nome := range []string{"elaborazione", "vpn", "core", "connessione", "postgres", "nats", "commit", "corrente", "caso", "lettere"} {
		tutte = append(tutte, &raffica{nome: nome, inizio: 20_000 + i*1_000})
	}
	return tutte
}

// colpo is the death of a burst.
func (r *raffica) colpo(t *testing.T) {
	t.Helper()
	switch r.nome {
	case "vpn":
		r.vpnOccupata(t)
	case "nats":
		r.natsDueVolte(t)
	case "commit":
		r.fraCommitEInvio(t)
	case "corrente":
		r.senzaCorrente(t)
	case "caso":
		r.aCaso(t)
	case "lettere":
		r.mentreSiSpedisce(t)
	default:
		r.dueVolte(t)
	}
}

// TestKills inserts from four callers while processes die without warning. It runs when all the
// other tests have ended, because it is the only one to ask for Parallel.
func TestKills(t *testing.T) {
	t.Parallel()
	tutte := raffiche()
	for _, r := range tutte {
		t.Run("while it dies: "+r.nome, r.spara)
		if t.Failed() {
			return
		}
	}
	fine := tempo.Macchina().Add(2 * time.Minute) // for all together; a lost message comes again after 30 s
	for _, r := range tutte {
		t.Run("every fine has its act, once: "+r.nome, func(t *testing.T) { r.verifica(t, max(time.Until(fine), time.Second)) })
	}
	t.Run("the letters leave while everything dies", func(t *testing.T) { tuttoInPosta(t) })
	if t.Failed() {
		return
	}
	for _, r := range tutte {
		t.Run("every fine is with the post, once: "+r.nome, r.inPosta)
	}
	t.Run("every fine has one place in one package", func(t *testing.T) { unPostoCiascuna(t, tutte) })
	t.Run("replay equals projection", ripercorso)
	t.Run("each is found by its citizen", func(t *testing.T) {
		for i, r := range tutte {
			r.anonimi(t, i)
		}
	})
	t.Run("the numbers have no holes", numeriSenzaBuchi)
	t.Run("nothing is left to send and nothing is dead", nienteResta)
	t.Run("everybody is ready", func(t *testing.T) { stack.attendiTutti(t) })
}

// spara inserts from four callers while the blow falls.
func (r *raffica) spara(t *testing.T) {
	t.Helper()
	ritmo := rate.NewLimiter(alSecondo, 1)
	var mani sync.WaitGroup
	errori := make(chan error, chiamanti)
	for mano := range chiamanti {
		mani.Go(func() { errori <- r.inserisce(t, mano, ritmo) })
	}
	r.colpo(t)
	mani.Wait()
	close(errori)
	for err := range errori {
		if err != nil {
			t.Error(err)
		}
	}
}

// attendi waits until so many quarters of the fines are in.
func (r *raffica) attendi(t *testing.T, quarti int64) {
	t.Helper()
	testkit.Attendi(t, time.Minute, "fines going in", func() bool { return r.fatte.Load() >= quarti*chiamanti*multePerMano/4 })
}

// dueVolte kills a child of the supervisor when a quarter of the fines are in, and again at three.
func (r *raffica) dueVolte(t *testing.T) {
	t.Helper()
	for _, quarti := range []int64{1, 3} {
		r.attendi(t, quarti)
		stack.attendiRitorno(t, r.nome, stack.uccidi(t, r.nome))
	}
}

// vpnOccupata kills vpn twice while the register is slow, so that look-ups die half way.
func (r *raffica) vpnOccupata(t *testing.T) {
	t.Helper()
	registro := func(modo map[string]any) {
		if s := chiama(t, http.MethodPost, stack.url("simulatori", "/controllo/motorizzazione"), modo); s.stato != http.StatusOK {
			t.Fatalf("control of the register: %d %s", s.stato, s.corpo)
		}
	}
	registro(map[string]any{"modo": "lento", "millisecondi": 300})
	defer registro(map[string]any{"modo": "normale"})
	r.dueVolte(t)
}

func (r *raffica) natsDueVolte(t *testing.T) {
	t.Helper()
	for _, quarti := range []int64{1, 3} {
		r.attendi(t, quarti)
		stack.nats.muori()
		if err := stack.nats.avvia(); err != nil {
			t.Fatal(err)
		}
	}
}

// fraCommitEInvio takes the bus away, so that what is committed cannot be sent, and then kills the
// service that holds it: what it was to send is in the table alone.
func (r *raffica) fraCommitEInvio(t *testing.T) {
	t.Helper()
	r.attendi(t, 1)
	conn := stack.collega(t, "elaborazione", "alfa")
	stack.nats.muori()
	testkit.Attendi(t, 30*time.Second, "messages committed and not sent", func() bool {
		return numero(t, conn, `SELECT count(*) FROM uscita`) >= 20
	})
	pid := stack.uccidi(t, "elaborazione")
	if n := numero(t, conn, `SELECT count(*) FROM uscita`); n < 20 {
		t.Errorf("%d messages are left in the table", n)
	}
	stack.attendiRitorno(t, "elaborazione", pid)
	if err := stack.nats.avvia(); err != nil {
		t.Fatal(err)
	}
}

// senzaCorrente kills everything at once and starts the stack again over its data.
func (r *raffica) senzaCorrente(t *testing.T) {
	t.Helper()
	r.attendi(t, 2)
	var tutti []int
	for _, nome := range append(servizi(), "postgres", "simulatori") {
		tutti = append(tutti, stack.pid(nome))
	}
	stack.avvio.Uccidi()
	stack.nats.muori()
	for _, pid := range tutti {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Fatal(err)
		}
	}
	<-stack.avvio.Finito()
	testkit.Attendi(t, 20*time.Second, "the dead buried", func() bool {
		return !slices.ContainsFunc(tutti, func(pid int) bool { return syscall.Kill(pid, 0) == nil })
	})
	if err := stack.nats.avvia(); err != nil {
		t.Fatal(err)
	}
	if err := stack.lancia(); err != nil {
		t.Fatal(err)
	}
}

// inserisce sends the fines of one caller, each again under the same key until it is answered.
func (r *raffica) inserisce(t *testing.T, mano int, ritmo *rate.Limiter) error {
	t.Helper()
	ctx := contesto(t, 90*time.Second)
	for i := range multePerMano {
		n := mano*multePerMano + i
		if err := ritmo.Wait(ctx); err != nil {
			return err
		}
		e, err := r.insiste(ctx, t, n)
		if err != nil {
			return fmt.Errorf("fine %s: %w", r.chiave(n), err)
		}
		r.esiti[n] = e
		r.fatte.Add(1)
	}
	return nil
}

func (r *raffica) chiave(n int) string { return fmt.Sprintf("morte-%s-%03d", r.nome, n) }

func (r *raffica) insiste(ctx context.Context, t *testing.T, n int) (esitoSOAP, error) {
	t.Helper()
	ritmo := rate.NewLimiter(20, 1)
	var ultimo error
	for ritmo.Wait(ctx) == nil {
		e, err := stack.soap(t, "alfa", busta11, nuovaMulta(r.chiave(n), r.inizio+n).corpo())
		switch {
		case err == nil && e.Errore == "":
			return e, nil
		case err != nil:
			ultimo = err
		default:
			ultimo = errors.New(e.Errore + ": " + e.Testo)
		}
	}
	return esitoSOAP{}, fmt.Errorf("never answered; last: %w", ultimo)
}

// verifica counts, in the tables of elaborazione, what must be there once.
func (r *raffica) verifica(t *testing.T, entro time.Duration) {
	t.Helper()
	conn := stack.collega(t, "elaborazione", "alfa")
	filtro := fmt.Sprintf("morte-%s-%%", r.nome)
	const mie = ` FROM verbale v WHERE v.id_esterno LIKE $1`
	testkit.Attendi(t, entro, "the acts of "+r.nome, func() bool {
		return numero(t, conn, `SELECT count(*)`+mie+` AND v.procedura IN ('ATTO_GENERATO', 'IN_NOTIFICA')`, filtro) == int64(len(r.esiti))
	})
	if n := numero(t, conn, `SELECT count(*)`+mie, filtro); n != int64(len(r.esiti)) {
		t.Errorf("%d fines recorded for %d keys", n, len(r.esiti))
	}
	for cosa, conto := range map[string]string{
		"one position":            `(SELECT count(*) FROM posizione p WHERE p.verbale = v.id)`,
		"one owner":               `(SELECT count(*) FROM posizione p JOIN soggetto s ON s.id = p.soggetto WHERE p.verbale = v.id AND p.titolo = 'OBBLIGATO')`,
		"one look-up asked for":   `(SELECT count(*) FROM evento e WHERE e.verbale = v.id AND e.tipo = 'INTESTATARIO_RICHIESTO')`,
		"one owner found":         `(SELECT count(*) FROM evento e WHERE e.verbale = v.id AND e.tipo = 'INTESTATARIO_TROVATO')`,
		"one act kept":            `(SELECT count(*) FROM documento d WHERE d.verbale = v.id AND d.tipo = 'ATTO')`,
		"one act in the history":  `(SELECT count(*) FROM evento e WHERE e.verbale = v.id AND e.tipo = 'ATTO_GENERATO')`,
		"one pair of notices":     `(SELECT (count(*) = 2 AND count(DISTINCT tipo) = 2)::int FROM avviso a WHERE a.verbale = v.id)`,
		"a history without holes": `(SELECT (max(sequenza) = count(*) AND max(sequenza) = v.sequenza)::int FROM evento e WHERE e.verbale = v.id)`,
	} {
		sql := `SELECT v.id_esterno` + mie + ` AND ` + conto + ` <> 1`
		if male := testi(t, conn, sql, filtro); len(male) > 0 {
			t.Errorf("%d fines have not %s: %.300v", len(male), cosa, male)
		}
	}
	r.risposteVere(t)
}

// risposteVere: what each caller was told is what was recorded.
func (r *raffica) risposteVere(t *testing.T) {
	t.Helper()
	for n, e := range r.esiti {
		letta := stack.leggiVerbale(t, "alfa", r.chiave(n))
		if letta.IDVerbale != e.IDVerbale || letta.Numero != e.Numero || fmt.Sprint(letta.Avvisi) != fmt.Sprint(e.Avvisi) {
			t.Errorf("fine %s: the caller was told %+v, recorded is %+v", r.chiave(n), e, letta)
		}
	}
}

// anonimi asks for every fine as its citizen would, each from a network of their own.
func (r *raffica) anonimi(t *testing.T, rete int) {
	t.Helper()
	for n, e := range r.esiti {
		if len(e.Avvisi) == 0 {
			t.Errorf("fine %s has no notices", r.chiave(n))
			continue
		}
		var letta risposta
		testkit.Attendi(t, 30*time.Second, "the citizen of "+r.chiave(n), func() bool {
			letta = consultaAnonima(t, e.Avvisi[0].IUV, targaN(r.inizio+n), fmt.Sprintf("100.%d.%d.1", 64+rete, n))
			return letta.stato == http.StatusOK
		})
	}
}

// numeriSenzaBuchi: every number of a series up to the last one has been given to a fine.
func numeriSenzaBuchi(t *testing.T) {
	t.Helper()
	for _, database := range []string{"alfa", "beta"} {
		conn := stack.collega(t, "elaborazione", database)
		buchi := testi(t, conn, `SELECT format('%s/%s: %s fines, last number %s, counter %s', v.anno, v.lettera, count(*), max(v.numero), max(n.ultimo))
			FROM verbale v JOIN numerazione n USING (anno, lettera) GROUP BY v.anno, v.lettera
			HAVING count(*) <> max(v.numero) OR max(v.numero) <> max(n.ultimo)`)
		if len(buchi) > 0 {
			t.Errorf("%s: %v", database, buchi)
		}
	}
}

// nienteResta: outboxes empty, no work pending, no dead letter.
func nienteResta(t *testing.T) {
	t.Helper()
	for _, m := range bootstrap.Modules() {
		for _, database := range []string{bootstrap.PlatformDatabase, "alfa", "beta"} {
			if database == bootstrap.PlatformDatabase && !m.InPlatform || database != bootstrap.PlatformDatabase && !m.InTenant {
				continue
			}
			conn := stack.collega(t, m.Name, database)
			testkit.Attendi(t, 30*time.Second, "the empty outbox of "+m.Name+" in "+database, func() bool {
				return numero(t, conn, `SELECT count(*) FROM uscita`) == 0
			})
		}
	}
	js, err := jetstream.New(stack.nats.collega(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, nome := range []string{bus.StreamWork, bus.StreamDead} {
		stream, err := js.Stream(t.Context(), nome)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Attendi(t, 40*time.Second, "the empty stream "+nome, func() bool {
			info, err := stream.Info(t.Context())
			return err == nil && info.State.Msgs == 0
		})
	}
}
