package pdnd_test

import (
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestARefusalIsNotRepeatedThousandsOfTimes(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	b.scenario(t, "010")
	for range 50 {
		_, err := b.Voucher(alfa(), domanda("inad"))
		if !problem.Is(err, pdnd.CodeRefused) || !strings.Contains(problem.Sentence(err), "015-0008") || !strings.Contains(problem.Sentence(err), b.kid(t, "pdnd")) {
			t.Fatal(err)
		}
	}
	if n := len(b.Pdnd.Ricevute()); n != 1 {
		t.Errorf("%d requests", n)
	}
	b.Orologio.Avanza(30 * time.Second)
	b.Suo.Imposta(b.Orologio.Adesso())
	b.scenario(t, "001") // the purpose is active again
	b.prende(t, domanda("inad"))
}

// TestAKeyIsReplacedWithoutAGap: the new key is written first, PDND knows it later, the old one goes away; calls fly all the
// while and none fails.
func TestAKeyIsReplacedWithoutAGap(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	fermo, fatte := make(chan struct{}), atomic.Int64{}
	var gruppo sync.WaitGroup
	for _, eService := range []string{"inad", "anpr", "firmato"} {
		gruppo.Go(func() {
			for {
				select {
				case <-fermo:
					return
				default:
				}
				if _, err := b.Firma(alfa(), firma(eService)); err != nil {
					t.Errorf("%s: %v", eService, err)
					return
				}
				fatte.Add(1)
			}
		})
	}
	aspetta := func() {
		for fino := fatte.Load() + 20; fatte.Load() < fino && !t.Failed(); {
			time.Sleep(time.Millisecond) // the calls go on by themselves
		}
	}
	aspetta()
	b.chiavi(t, "pdnd-2027", "pdnd") // the settings have the new one, PDND does not
	aspetta()
	vecchia := b.stato(t, "pdnd-2027").Stato
	b.iscrivi(t, "pdnd-2027", "pdnd")
	b.Orologio.Avanza(time.Minute) // and it is tried again
	b.Suo.Imposta(b.Orologio.Adesso())
	aspetta()
	nuova := b.stato(t, "pdnd-2027").Stato
	b.iscrivi(t, "pdnd-2027")
	b.chiavi(t, "pdnd-2027")
	if err := os.Remove(b.file("pdnd")); err != nil {
		t.Fatal(err)
	}
	aspetta()
	close(fermo)
	gruppo.Wait()
	if vecchia != event.ChiavePdndRifiutata || nuova != event.ChiavePdndInUso {
		t.Errorf("the new key was %s, then %s", vecchia, nuova)
	}
}

// stato is that of a key.
func (b *banco) stato(t *testing.T, file string) event.StatoChiavePdnd {
	t.Helper()
	s, err := b.Stato("alfa")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range s.Client[0].Chiavi {
		if k.File == file {
			return k
		}
	}
	t.Fatalf("no key %s in %+v", file, s.Client)
	return event.StatoChiavePdnd{}
}

func TestAKeyFileIsReadAgainWhenItChanges(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	prima := b.kid(t, "pdnd")
	b.prende(t, domanda("inad"))
	b.nuovaChiave(t, "pdnd") // under the same name
	b.iscrivi(t, "pdnd")
	b.prende(t, domanda("inad"))
	if k := b.stato(t, "pdnd"); k.Kid == prima || k.Kid != b.kid(t, "pdnd") || k.Stato != event.ChiavePdndInUso || len(b.Pdnd.Ricevute()) != 2 {
		t.Errorf("%+v", k)
	}
	t.Run("what is no key is said, and the next one serves", func(t *testing.T) {
		b.chiavi(t, "pdnd-2027", "pdnd")
		b.scrive(t, "pdnd-2027", []byte("password"))
		b.prende(t, domanda("inad"))
		if k := b.stato(t, "pdnd-2027"); k.Stato != event.ChiavePdndNonUtilizzabile || !strings.Contains(k.Frase, "PEM") {
			t.Errorf("%+v", k)
		}
	})
	t.Run("no usable key at all", func(t *testing.T) {
		b.scrive(t, "pdnd", nil)
		if _, err := b.Voucher(alfa(), domanda("inad")); !problem.Is(err, pdnd.CodeKey) {
			t.Error(err)
		}
	})
}

func TestAnotherKidThanTheSettingsIsNoKey(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	b.imposta(t, fruizione.ChiaveClient, map[string]fruizione.Client{"comune": {Ambiente: fruizione.Collaudo, ClientID: clientID,
		Chiavi: []fruizione.Chiave{{File: "pdnd", Kid: strings.Repeat("k", 43)}}}})
	if _, err := b.Voucher(alfa(), domanda("inad")); !problem.Is(err, pdnd.CodeKey) || len(b.Pdnd.Ricevute()) != 0 {
		t.Error(err)
	}
}

func TestAClockThatIsOffIsSaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scarto time.Duration // of ours
		frase  string
		avuto  bool
	}{
		{10*time.Minute + 3*time.Second, "è avanti di 10 minuti e 3 secondi", true}, // PDND looks at exp alone, the provider will not
		{-10 * time.Minute, "è indietro di 10 minuti", false},
		{0, "", true},
		{4 * time.Second, "", true},
	} {
		b := nuovo(t, opzioni{})
		b.Orologio.Avanza(c.scarto)
		_, err := b.Voucher(alfa(), domanda("inad"))
		if (err == nil) != c.avuto || err != nil && !strings.Contains(problem.Sentence(err), c.frase) {
			t.Errorf("%s: %v", c.scarto, err)
		}
		s, err := b.Stato("alfa")
		if err != nil {
			t.Fatal(err)
		}
		if detto := strings.Join(s.Avvertenze, " "); strings.Contains(detto, "orologio") != (c.frase != "") || !strings.Contains(detto, c.frase) {
			t.Errorf("%s: %q", c.scarto, s.Avvertenze)
		}
		if ms := *s.Autorita[0].ScartoMs; max(ms-c.scarto.Milliseconds(), c.scarto.Milliseconds()-ms) > 1000 {
			t.Errorf("%s: measured %d ms", c.scarto, ms)
		}
	}
}

func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	t.Run("PDND says when to come back, and is left alone until then", func(t *testing.T) {
		t.Parallel()
		b := nuovo(t, opzioni{})
		b.scenario(t, "429")
		for i := range 20 {
			_, err := b.Voucher(alfa(), domanda("inad"))
			if p := problem.As(err); p == nil || p.Codice != pdnd.CodeTooManyRequests || p.Kind != problem.TooManyRequests ||
				p.RetryAfter <= 0 || p.RetryAfter > time.Second {
				t.Fatalf("%d: %v", i, err)
			}
		}
		if n := len(b.Pdnd.Ricevute()); n > 3 { // the attempts of the first call
			t.Errorf("%d requests", n)
		}
		b.scenario(t, "001")
		b.Orologio.Avanza(time.Second)
		b.prende(t, domanda("inad"))
	})
	t.Run("without Retry-After a second is waited", func(t *testing.T) {
		t.Parallel()
		b := nuovo(t, opzioni{})
		b.scenario(t, "430")
		if _, err := b.Voucher(alfa(), domanda("inad")); problem.As(err) == nil || problem.As(err).RetryAfter != time.Second {
			t.Error(err)
		}
	})
	t.Run("within our own measure PDND never says it", func(t *testing.T) {
		t.Parallel()
		b := nuovo(t, opzioni{alSecondo: 1000, nostre: 200}) // its second stands still
		var gruppo sync.WaitGroup
		for range 60 {
			gruppo.Go(func() {
				if _, err := b.Firma(alfa(), firma("anpr")); err != nil {
					t.Error(err)
				}
			})
		}
		gruppo.Wait()
		if n := len(b.Pdnd.Ricevute()); n != 60 {
			t.Errorf("%d requests", n)
		}
	})
}

func TestWhatIsOnTheWayIsNotPDND(t *testing.T) {
	t.Parallel()
	for codice, frase := range map[string]string{"500": "HTTP 500", "503": "HTTP 503", "541": "nega l'accesso", "542": "HTTP 404",
		"521": "nessuna risposta", "520": "interrotta"} {
		b := nuovo(t, opzioni{})
		b.scenario(t, codice)
		_, err := b.Voucher(alfa(), domanda("inad"))
		if !problem.Is(err, pdnd.CodeUnavailable) || !strings.Contains(problem.Sentence(err), frase) {
			t.Errorf("%s: %v", codice, err)
		}
		s, errS := b.Stato("alfa")
		if errS != nil || s.EService[0].Stato != event.EServicePdndNonFunziona || s.EService[0].UltimoErrore != problem.Sentence(err) {
			t.Errorf("%s: %v %+v", codice, errS, s.EService)
		}
	}
}

// TestAFailureThatPassedIsNotTheState: a key file that could not be read for a minute fails the calls of that minute; those after
// it have the voucher that is kept, and the state says so without waiting for a new one.
func TestAFailureThatPassedIsNotTheState(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	stato := func(vuole, frase string) {
		t.Helper()
		s, err := b.Stato("alfa")
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(s.EService, func(e event.StatoEServicePdnd) bool { return e.Nome == "inad" })
		if e := s.EService[i]; e.Stato != vuole || !strings.Contains(e.Frase, frase) {
			t.Errorf("%+v", e)
		}
	}
	chiave, err := os.ReadFile(b.file("pdnd"))
	if err != nil {
		t.Fatal(err)
	}
	b.prende(t, domanda("inad"))
	stato(event.EServicePdndFunziona, "dà il voucher")
	b.Orologio.Avanza(time.Minute)
	b.scrive(t, "pdnd", []byte("guasta"))
	_, guasto := b.Voucher(alfa(), domanda("inad"))
	if guasto == nil {
		t.Fatal("served without a key")
	}
	stato(event.EServicePdndNonFunziona, problem.Sentence(guasto))
	b.Orologio.Avanza(time.Minute)
	b.scrive(t, "pdnd", chiave)
	b.prende(t, domanda("inad"))
	stato(event.EServicePdndFunziona, "voucher che c'è già")
	if n := len(b.Pdnd.Ricevute()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// TestWhoAskedFirstMayLeave: the others that wait for the same voucher have it.
func TestWhoAskedFirstMayLeave(t *testing.T) {
	t.Parallel()
	arrivata, lascia := make(chan struct{}), make(chan struct{})
	b := nuovo(t, opzioni{davanti: func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(arrivata)
			<-lascia
			h.ServeHTTP(w, r)
		})
	}})
	ctx, via := contestoDi(t)
	primo := make(chan error, 1)
	go func() { _, err := b.Voucher(ctx, domanda("inad")); primo <- err }()
	<-arrivata
	secondo := make(chan error, 1)
	go func() { _, err := b.Voucher(alfa(), domanda("inad")); secondo <- err }()
	via()
	if err := <-primo; err == nil || errors.Is(err, os.ErrNotExist) {
		t.Errorf("who left: %v", err)
	}
	close(lascia)
	if err := <-secondo; err != nil {
		t.Error(err)
	}
}

func TestWhatExpiresIsSaidAMonthBefore(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	b.imposta(t, fruizione.ChiaveClient, map[string]fruizione.Client{"comune": {Ambiente: fruizione.Collaudo, ClientID: clientID,
		Chiavi: []fruizione.Chiave{{File: "pdnd", Scade: "2026-12-20"}, {File: "pdnd-altra", Scade: "2026-12-21"}}}})
	b.nuovaChiave(t, "pdnd-altra")
	b.scenario(t, "001", func(e *fruizione.EService) { e.Scade = "2026-11-19" })
	s, err := b.Stato("alfa")
	if err != nil {
		t.Fatal(err)
	}
	detto := strings.Join(s.Avvertenze, "\n")
	if !strings.Contains(detto, "«pdnd» del client «comune»: scade il 20/12/2026") || strings.Contains(detto, "pdnd-altra") || !strings.Contains(detto, "«inad»: scadenza passata, il 19/11/2026") {
		t.Error(detto)
	}
}
