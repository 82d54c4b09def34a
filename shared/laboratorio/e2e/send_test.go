//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/time/rate"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// quantiInvii is for a long run: make e2e TEST='-run TestSend -args -invii 200'.
var quantiInvii = flag.Int("invii", 24, "fines sent by SEND while processes die")

const (
	notificheRest = "/ConnessioneService/rest/PndConnRestService/notifiche"
	// giornoSend is a day of the simulated SEND of this stack, racconto how many days its longest story lasts.
	giornoSend = 500 * time.Millisecond
	racconto   = 32
	// annullata is the story that never ends by itself.
	annullata = "010"
)

// storieSend are the stories of SEND that end within their days: paper, PEC, views, corrections, refusals, death, silence.
func storieSend() []string {
	return []string{"001", "002", "003", "004", "005", "006", "007", "008", "009", annullata, "011", "012", "013", "015", "016", "017", "018", "020"}
}

// spedita is a fine that goes by SEND.
type spedita struct {
	n                       int
	storia, targa           string // a story chosen by the owner's tax code; empty: an ordinary person's
	verbale, posizione      string
	id, stato, persona, iun string // of the notification
	giorno, zero            string
}

// spedizione is many of them, while what carries them dies.
type spedizione struct {
	serie      string
	multe      []*spedita
	cominciate atomic.Int64 // notifications that are begun

	mu     sync.Mutex // of what only one at a time may use
	pagina *finestra
	invii  *pgx.Conn
}

// TestSend: fines known by their plates alone are served by SEND while connessione, elaborazione, NATS and SEND itself die: none is
// sent twice, none is lost, and each day of service is the one that SEND's own record gives.
func TestSend(t *testing.T) {
	s := &spedizione{serie: unico()}
	finite := t.Run("from SOAP to the act", s.inserite) && t.Run("all are sent while everything dies", s.mandate) && t.Run("each has ended", s.finite)
	if !finite {
		return
	}
	t.Run("each was sent once", s.unaVoltaSola)
	t.Run("the legal days are those of SEND's record", s.giorniLegali)
	t.Run("each proof opens", s.prove)
}

func (s *spedizione) filtro() string { return "send-" + s.serie + "-%" }

func (s *spedizione) chiave(n int) string { return fmt.Sprintf("send-%s-%04d", s.serie, n) }

// mani works on all fines from several callers at once.
func (s *spedizione) mani(t *testing.T, fa func(ctx context.Context, x *spedita) error) error {
	t.Helper()
	return aPiuMani(t, s.multe, fa)
}

// aPiuMani works on some fines from several callers at once.
func aPiuMani[X any](t *testing.T, multe []X, fa func(ctx context.Context, x X) error) error {
	t.Helper()
	ctx := contesto(t, 2*time.Minute+time.Duration(len(multe))*time.Second)
	errori, ritmo := make([]error, chiamanti), rate.NewLimiter(alSecondo, 1)
	var mani sync.WaitGroup
	for mano := range chiamanti {
		mani.Go(func() {
			for n := mano; n < len(multe) && errori[mano] == nil; n += chiamanti {
				errori[mano] = errors.Join(ritmo.Wait(ctx), fa(ctx, multe[n]))
			}
		})
	}
	mani.Wait()
	return errors.Join(errori...)
}

// insiste tries until what it does is done.
func insiste(ctx context.Context, che string, fa func() error) error {
	var ultimo error
	for ritmo := rate.NewLimiter(10, 1); ritmo.Wait(ctx) == nil; {
		if ultimo = fa(); ultimo == nil {
			return nil
		}
	}
	return fmt.Errorf("%s: never; last: %w", che, ultimo)
}

// inserite: half of the owners choose a story, the others are ordinary people.
func (s *spedizione) inserite(t *testing.T) {
	const lettere = "ABCDEFGHJKLMNPRSTVWXYZ"
	primo, storie := int(tempo.Macchina().Unix()), storieSend()
	for n := range *quantiInvii {
		x := &spedita{n: n, targa: "K" + targaN((primo + n) % 400_000)[1:]}
		if k := (primo + n) % 484; n%2 == 0 {
			x.storia = storie[n/2%len(storie)]
			x.targa = motorizzazione.TargaSocieta(x.storia, string([]byte{lettere[k/22], lettere[k%22]}))
		}
		s.multe = append(s.multe, x)
	}
	if err := s.mani(t, func(ctx context.Context, x *spedita) error {
		m := nuovaMulta(s.chiave(x.n), x.n)
		m.targa = x.targa
		return insiste(ctx, m.idEsterno, func() error {
			e, err := stack.soap(t, "alfa", busta11, m.corpo())
			if err == nil && e.Errore != "" {
				err = errors.New(e.Errore + ": " + e.Testo)
			}
			x.verbale = e.IDVerbale
			return err
		})
	}); err != nil {
		t.Fatal(err)
	}
	conn := stack.collega(t, "elaborazione", "alfa")
	testkit.Attendi(t, time.Minute+time.Duration(len(s.multe))*time.Second, "the acts", func() bool {
		return numero(t, conn, `SELECT count(*) FROM verbale WHERE id_esterno LIKE $1 AND procedura IN ('ATTO_GENERATO', 'IN_NOTIFICA')`,
			s.filtro()) == int64(len(s.multe))
	})
	for _, x := range s.multe {
		x.posizione = strings.Join(testi(t, conn, `SELECT id::text FROM posizione WHERE verbale = $1 AND titolo = 'OBBLIGATO'`, x.verbale), " ")
	}
}

// mandate asks for each notification until it is begun, half of them on the officer's page, while one process after the other dies:
// the first half of the deaths comes while notifications leave, the other while SEND tells of them.
func (s *spedizione) mandate(t *testing.T) {
	vittime := []string{"connessione", "elaborazione", "nats", "simulatori", "connessione", "elaborazione", "nats", "simulatori"}
	rand.Shuffle(len(vittime), func(i, j int) { vittime[i], vittime[j] = vittime[j], vittime[i] })
	t.Logf("they die in this order: %v", vittime)
	s.pagina, s.invii = apriFinestra(t), stack.collega(t, "connessione", "alfa")
	s.pagina.vai(baseCore + "send")
	s.pagina.attende(baseCore+"login", "Accesso")
	s.pagina.accede("ufficio.alfa", passwordProva)
	s.pagina.attende(baseCore+"send", "SEND")
	fine := make(chan error, 1)
	go func() { fine <- s.mani(t, func(ctx context.Context, x *spedita) error { return s.manda(ctx, t, x) }) }()
	conn := stack.collega(t, "connessione", "alfa")
	meta := len(vittime) / 2
	for i, v := range vittime {
		testkit.Attendi(t, 2*time.Minute, "notifications under way", func() bool {
			if i < meta {
				return s.cominciate.Load() >= int64(i*len(s.multe)/meta)
			}
			return numero(t, conn, `SELECT count(*) FROM invio WHERE posizione = ANY ($1::text[]::uuid[]) AND accettato IS NOT NULL`, s.posizioni()) >=
				int64((i-meta)*len(s.multe)/len(vittime))
		})
		muore(t, v)
	}
	if err := <-fine; err != nil {
		t.Fatal(err)
	}
	stack.attendiTutti(t)
}

// muore kills a process and waits until it is back; after the database, until everybody has it again.
func muore(t *testing.T, nome string) {
	t.Helper()
	switch nome {
	case "nats":
		stack.nats.muori()
		if err := stack.nats.avvia(); err != nil {
			t.Fatal(err)
		}
	case "postgres":
		stack.attendiRitorno(t, nome, stack.uccidi(t, nome))
		stack.attendiTutti(t)
	default:
		stack.attendiRitorno(t, nome, stack.uccidi(t, nome))
	}
}

// manda starts a notification and, where its story wants it, cancels it.
func (s *spedizione) manda(ctx context.Context, t *testing.T, x *spedita) error {
	t.Helper()
	comincia := s.perRest
	if x.n/2%2 == 1 {
		comincia = s.dallaPagina
	}
	err := insiste(ctx, "notification of "+s.chiave(x.n), func() error {
		id, err := comincia(t, x)
		if err != nil {
			return err
		}
		if x.storia != annullata {
			return nil
		}
		return annulla(t, "alfa", id)
	})
	s.cominciate.Add(1)
	return err
}

// perRest starts a notification by REST, under the same key each time.
func (s *spedizione) perRest(t *testing.T, x *spedita) (string, error) {
	t.Helper()
	r, err := ufficioConnessione(t, "alfa", http.MethodPost, notificheRest, map[string]string{"idVerbale": x.verbale, "posizione": x.posizione,
		"motivo": "Notifica del verbale", "idempotenza": s.chiave(x.n)})
	if err != nil {
		return "", err
	}
	var presa struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(r.corpo, &presa); r.stato != http.StatusAccepted || err != nil || presa.ID == "" {
		return "", fmt.Errorf("%d %.300s", r.stato, r.corpo)
	}
	return presa.ID, nil
}

// dallaPagina starts a notification as the officer's page does: its form, opened anew, is sent with a reason. A page whose answer was
// lost finds the notification begun.
func (s *spedizione) dallaPagina(t *testing.T, x *spedita) (string, error) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if gia := testi(t, s.invii, `SELECT id::text FROM invio WHERE posizione = $1`, x.posizione); len(gia) > 0 {
		return gia[0], nil
	}
	dove := chiedi[string](s.pagina, fmt.Sprintf(`(async () => { try {
		const entro = () => ({ signal: AbortSignal.timeout(8000) })
		const pagina = await fetch(%q, entro())
		const modulo = new DOMParser().parseFromString(await pagina.text(), "text/html").querySelector("main form[method=post]")
		if (!modulo) return "no form: " + pagina.status
		const dati = new URLSearchParams(new FormData(modulo))
		dati.set("motivo", "Notifica del verbale")
		const fatto = await fetch("/CoreService/send/nuova", { ...entro(), method: "POST", body: dati })
		return fatto.url } catch (e) { return String(e) } })()`, baseCore+"send/nuova?verbale="+x.verbale+"&posizione="+x.posizione))
	_, resto, _ := strings.Cut(dove, baseCore+"send/")
	id, avviata := strings.CutSuffix(resto, "?fatto=avvio")
	if !avviata {
		return "", fmt.Errorf("the page: %s", dove)
	}
	return id, nil
}

// annulla cancels a notification of which nothing would ever be heard, once SEND has it.
func annulla(t *testing.T, comando, id string) error {
	t.Helper()
	r, err := ufficioConnessione(t, comando, http.MethodGet, notificheRest+"/"+id, nil)
	if err != nil {
		return err
	}
	if !strings.Contains(string(r.corpo), `"stato":"ACCETTATA"`) && !strings.Contains(string(r.corpo), `"stato":"ANNULLATA"`) {
		return fmt.Errorf("SEND has not accepted it: %d %.300s", r.stato, r.corpo)
	}
	r, err = ufficioConnessione(t, comando, http.MethodPost, notificheRest+"/"+id+"/annulla", map[string]string{"motivo": "Annullato in autotutela"})
	if err == nil && r.stato != http.StatusAccepted {
		err = fmt.Errorf("cancellation: %d %.300s", r.stato, r.corpo)
	}
	return err
}

// ufficioConnessione makes a call of a command's office to connessione.
func ufficioConnessione(t *testing.T, comando, metodo, percorso string, corpo any) (risposta, error) {
	t.Helper()
	return manda(richiesta(t, metodo, stack.url("connessione", percorso), corpo, conBasic("ufficio."+comando, passwordProva)))
}

// posizioni are those of all the fines.
func (s *spedizione) posizioni() (tutte []string) {
	for _, x := range s.multe {
		tutte = append(tutte, x.posizione)
	}
	return tutte
}

// legge reads where each notification is, and the day from which the terms of its position run.
func (s *spedizione) legge(t *testing.T, invii, multe *pgx.Conn) {
	t.Helper()
	per := map[string]*spedita{}
	for _, x := range s.multe {
		per[x.posizione] = x
	}
	const separate = `concat_ws('|', posizione::text, id::text, stato, persona, iun, coalesce(giorno::text, ''))`
	righe := testi(t, invii, `SELECT `+separate+` FROM invio WHERE posizione = ANY ($1::text[]::uuid[])`, s.posizioni())
	if len(righe) > len(s.multe) {
		t.Errorf("%d notifications of %d fines", len(righe), len(s.multe))
	}
	for _, riga := range righe {
		p := strings.Split(riga, "|")
		x := per[p[0]]
		x.id, x.stato, x.persona, x.iun, x.giorno = p[1], p[2], p[3], p[4], p[5]
	}
	for _, riga := range testi(t, multe, `SELECT id::text || '|' || coalesce(giorno_zero::text, '') FROM posizione WHERE id = ANY ($1::text[]::uuid[])`,
		s.posizioni()) {
		id, zero, _ := strings.Cut(riga, "|")
		per[id].zero = zero
	}
}

// aspetta reads all until nothing is wrong with any, and otherwise says what.
func (s *spedizione) aspetta(t *testing.T, entro time.Duration, male func(x *spedita) string) {
	t.Helper()
	invii, multe := stack.collega(t, "connessione", "alfa"), stack.collega(t, "elaborazione", "alfa")
	for fine := tempo.Macchina().Add(entro); ; time.Sleep(200 * time.Millisecond) {
		s.legge(t, invii, multe)
		var tutti []string
		for _, x := range s.multe {
			if m := male(x); m != "" {
				tutti = append(tutti, fmt.Sprintf("%s (story %q, %s %s): %s", s.chiave(x.n), x.storia, x.stato, x.persona, m))
			}
		}
		switch {
		case len(tutti) == 0:
			return
		case tempo.Macchina().After(fine):
			t.Fatalf("after %s, %d fines: %.3000v", entro, len(tutti), tutti)
		}
	}
}

// finite: each is served, refused, cancelled or before a person, and the story that SEND tells is over.
func (s *spedizione) finite(t *testing.T) {
	inizio := tempo.Macchina()
	s.aspetta(t, 2*time.Minute+time.Duration(len(s.multe))*time.Second, func(x *spedita) string {
		if slices.Contains([]string{"PERFEZIONATA", "RIFIUTATA", "ANNULLATA"}, x.stato) || x.persona != "" {
			return ""
		}
		return "it goes on"
	})
	conn := stack.collega(t, "connessione", "alfa")
	testkit.Attendi(t, time.Minute, "the end of the longest story", func() bool {
		return numero(t, conn, `SELECT count(*) FROM invio WHERE posizione = ANY ($1::text[]::uuid[]) AND accettato > $2`, s.posizioni(),
			tempo.Adesso().Add(-racconto*giornoSend)) == 0
	})
	t.Logf("all have ended %s after the last was begun", time.Since(inizio).Round(time.Second))
}
