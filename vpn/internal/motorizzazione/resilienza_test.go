package motorizzazione

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
)

func isTimeout(err error) bool {
	var n net.Error
	return errors.Is(err, context.DeadlineExceeded) || (errors.As(err, &n) && n.Timeout())
}

func conInterruttore(o *Opzioni) {
	o.Tentativi, o.Guasti, o.Finestra, o.Pausa = 1, 3, 4, 30*time.Second
}

// apri makes the breaker open by three failures.
func apri(tb testing.TB, r rete) {
	tb.Helper()
	r.registro.Comanda(simulato.Controllo{Modo: "errore"})
	for range 3 {
		un(tb, r.chiediVeicolo(tb, "AB123CD"), ErrNonDisponibile)
	}
	if s := r.Stato(); s.Interruttore != "APERTO" || s.Esito != NonRaggiungibile || s.RiapreTraSecondi != 30 {
		tb.Fatalf("after three failures: %+v", s)
	}
}

func TestInterruttoreApreEChiude(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t, conInterruttore)
	apri(t, r)
	chieste := r.registro.Richieste("AB123CD")
	r.orologio.avanza(30*time.Second - 1)
	if err := r.chiediVeicolo(t, "AB123CD"); !errors.Is(err, ErrInterruttoreAperto) || r.registro.Richieste("AB123CD") != chieste {
		t.Errorf("open: %v, asked %d times", err, r.registro.Richieste("AB123CD"))
	}
	un(t, r.chiediVeicolo(t, "AB123CD"), ErrNonDisponibile)
	r.registro.Comanda(simulato.Controllo{Modo: "normale"})
	r.orologio.avanza(1)
	for i, atteso := range []string{"SEMIAPERTO", "CHIUSO"} {
		if err := r.chiediVeicolo(t, "AB123CD"); err != nil || r.Stato().Interruttore != atteso {
			t.Errorf("probe %d: %v, breaker %s", i+1, err, r.Stato().Interruttore)
		}
	}
	if s := r.Stato(); s.Esito != Raggiungibile {
		t.Errorf("%+v", s)
	}
}

// TestUnaTargaCheFallisceSempreNonChiudeLaPortaAlleAltre: it does not open the breaker, and does not close it either.
func TestUnaTargaCheFallisceSempreNonChiudeLaPortaAlleAltre(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t, conInterruttore)
	sempre := func(targa string) error {
		d := domanda(targa)
		d.Ripetuta = true
		_, err := r.Veicolo(t.Context(), d)
		return err
	}
	for range 10 {
		un(t, sempre(simulato.Targa("500", "AA")), ErrNonDisponibile)
	}
	if s := r.Stato(); s.Interruttore != "CHIUSO" || s.Guasti != 10 {
		t.Errorf("%+v", s)
	}
	if err := r.chiediVeicolo(t, "AB123CD"); err != nil {
		t.Error(err)
	}
	apri(t, r)
	r.registro.Comanda(simulato.Controllo{Modo: "normale"})
	r.orologio.avanza(30 * time.Second)
	un(t, sempre(simulato.Targa("500", "AA")), ErrNonDisponibile)
	if s := r.Stato(); s.Interruttore != "APERTO" || s.RiapreTraSecondi != 30 {
		t.Errorf("a failed probe proves nothing: %+v", s)
	}
	r.orologio.avanza(30 * time.Second)
	for range proveRiapertura {
		if err := sempre("AB123CD"); err != nil { // after an outage every question is a repeated one
			t.Error(err)
		}
	}
	if s := r.Stato(); s.Interruttore != "CHIUSO" {
		t.Errorf("%+v", s)
	}
}

func TestInterruttoreRiapreSeLaProvaFallisce(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t, conInterruttore)
	apri(t, r)
	r.orologio.avanza(30 * time.Second)
	un(t, r.chiediVeicolo(t, "AB123CD"), ErrNonDisponibile)
	if s := r.Stato(); s.Interruttore != "APERTO" || s.RiapreTraSecondi != 30 {
		t.Errorf("after a failed probe: %+v", s)
	}
}

func TestInterruttoreNonGiudicaDaChiSeNeVa(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t, conInterruttore)
	r.registro.Comanda(simulato.Controllo{Modo: "muto"})
	for range 6 {
		un(t, abbandona(t, r), ErrNonDisponibile)
	}
	if s := r.Stato(); s.Interruttore != "CHIUSO" || s.Guasti != 0 || s.Tentativi != 6 || s.InCorso != 0 {
		t.Errorf("callers that leave are no failures: %+v", s)
	}
	apri(t, r)
	r.registro.Comanda(simulato.Controllo{Modo: "muto"})
	r.orologio.avanza(30 * time.Second)
	_ = abbandona(t, r)
	if s := r.Stato(); s.Interruttore != "APERTO" {
		t.Errorf("a probe given up has proved nothing: %+v", s)
	}
}

// A caller with little time says nothing of a register that is only slower than that.
func TestInterruttoreNonGiudicaDaChiHaFretta(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, err := Nuovo(Opzioni{BaseURL: "http://registro", ScadenzaTentativo: 3 * time.Second, Tentativi: 1, Guasti: 3, Finestra: 4,
			HTTP: &http.Client{Transport: trasporto(func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done() // it would take a minute
				return nil, r.Context().Err()
			})}})
		if err != nil {
			t.Fatal(err)
		}
		chiedi := func(tempo time.Duration) {
			ctx, fine := context.WithTimeout(t.Context(), tempo)
			defer fine()
			un(t, chiediVeicolo(ctx, c, "AB123CD"), ErrNonDisponibile)
		}
		for range 10 {
			chiedi(time.Second)
		}
		if s := c.Stato(); s.Interruttore != "CHIUSO" || s.Guasti != 0 || s.Tentativi != 10 || s.InCorso != 0 {
			t.Errorf("ten callers in a hurry: %+v", s)
		}
		for range 3 {
			chiedi(2 * time.Second)
		}
		if s := c.Stato(); s.Interruttore != "APERTO" || s.Guasti != 3 {
			t.Errorf("most of an attempt's time without an answer is a failure: %+v", s)
		}
	})
}

func TestInterruttoreNonGiudicaLaProvaDaiTentativiDiPrima(t *testing.T) {
	t.Parallel()
	o := fermo()
	i := nuovoInterruttore(Opzioni{Orologio: o, Guasti: 1, Finestra: 1, Pausa: time.Second})
	vecchioBuono, vecchioGuasto, guasto := i.entra(), i.entra(), i.entra()
	guasto(fallito)
	o.avanza(time.Second)
	prova := i.entra()
	vecchioBuono(riuscito)
	vecchioGuasto(fallito)
	if s, _ := i.stato(); s != circuitbreaker.HalfOpenState {
		t.Errorf("attempts begun before the failure decide the probe: %v", s)
	}
	prova(riuscito)
	i.entra()(riuscito)
	if s, _ := i.stato(); s != circuitbreaker.ClosedState {
		t.Errorf("two good probes leave it %v", s)
	}
}

func TestInterruttoreLasciaPassarePocheProve(t *testing.T) {
	t.Parallel()
	o := fermo()
	i := nuovoInterruttore(Opzioni{Orologio: o, Guasti: 1, Finestra: 1, Pausa: time.Second})
	i.entra()(fallito)
	o.avanza(time.Second)
	passati := 0
	for range 10 {
		if i.entra() != nil {
			passati++
		}
	}
	if passati != proveRiapertura {
		t.Errorf("%d probes at once, want %d", passati, proveRiapertura)
	}
}

// abbandona asks and goes away once the register has the question.
func abbandona(tb testing.TB, r rete) error {
	tb.Helper()
	ctx, lascia := context.WithCancel(tb.Context())
	prima := r.registro.Richieste("ZS001AA")
	fine := make(chan error, 1)
	go func() { fine <- chiediVeicolo(ctx, r.Client, "ZS001AA") }()
	for limite := time.Now().Add(10 * time.Second); r.registro.Richieste("ZS001AA") == prima && time.Now().Before(limite); {
		time.Sleep(time.Millisecond)
	}
	lascia()
	err := <-fine
	if !errors.Is(err, context.Canceled) {
		tb.Errorf("the caller's reason is lost: %v", err)
	}
	return err
}

func TestInterruttoreIgnoraTargheSconosciuteERisposteErrate(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t, conInterruttore)
	for range 5 {
		for _, targa := range []string{"ZS404AA", "ZS530AA", "ZS537AA", "ZS050AA"} {
			_ = r.chiediVeicolo(t, targa)
		}
	}
	if s := r.Stato(); s.Interruttore != "CHIUSO" {
		t.Errorf("%+v", s)
	}
}

func TestInterruttoreFermaLeRiproveESalvaIlMotivo(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t, conInterruttore, func(o *Opzioni) { o.Tentativi = 10 })
	err := r.chiediVeicolo(t, "ZS520AA")
	if n := r.registro.Richieste("ZS520AA"); n != 3 {
		t.Errorf("asked %d times, the breaker opens after 3", n)
	}
	if !errors.Is(err, ErrInterruttoreAperto) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("both reasons are wanted: %v", err)
	}
}

// sbarra is a register that lets answers go only when told to.
type sbarra struct {
	via         chan struct{}
	dentro      atomic.Int32
	massimo     atomic.Int32
	sottostante http.Handler
}

func (s *sbarra) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.dentro.Add(1)
	defer s.dentro.Add(-1)
	for m := s.massimo.Load(); n > m && !s.massimo.CompareAndSwap(m, n); m = s.massimo.Load() {
	}
	select {
	case <-s.via:
	case <-r.Context().Done():
	}
	s.sottostante.ServeHTTP(w, r)
}

func TestLimiteDiConcorrenza(t *testing.T) {
	t.Parallel()
	s := &sbarra{via: make(chan struct{}), sottostante: simulato.Nuovo(simulato.Opzioni{}).Handler()}
	c := clientSu(t, fermo(), s, func(o *Opzioni) { o.Concorrenza, o.AttesaPosto = 3, time.Minute })
	var gruppo sync.WaitGroup
	for range 12 {
		gruppo.Go(func() {
			if err := chiediVeicolo(t.Context(), c, "AB123CD"); err != nil {
				t.Error(err)
			}
		})
	}
	attendi(t, func() bool { return s.dentro.Load() == 3 })
	if st := c.Stato(); st.InCorso != 3 || st.Limite != 3 {
		t.Errorf("%+v", st)
	}
	close(s.via)
	gruppo.Wait()
	if m := s.massimo.Load(); m != 3 {
		t.Errorf("%d at once, the limit is 3", m)
	}
}

func TestSenzaPostoENonDisponibile(t *testing.T) {
	t.Parallel()
	s := &sbarra{via: make(chan struct{}), sottostante: simulato.Nuovo(simulato.Opzioni{}).Handler()}
	c := clientSu(t, fermo(), s, func(o *Opzioni) { o.Concorrenza, o.AttesaPosto = 1, 20*time.Millisecond })
	fine := make(chan error, 1)
	go func() { fine <- chiediVeicolo(t.Context(), c, "AB123CD") }()
	attendi(t, func() bool { return s.dentro.Load() == 1 })
	err := chiediVeicolo(t.Context(), c, "AB123CE")
	un(t, err, ErrNonDisponibile)
	if !errors.Is(err, ErrSaturo) || c.Stato().Tentativi != 1 {
		t.Errorf("%v, %d attempts", err, c.Stato().Tentativi)
	}
	close(s.via)
	if err := <-fine; err != nil {
		t.Error(err)
	}
}

func attendi(tb testing.TB, condizione func() bool) {
	tb.Helper()
	for limite := time.Now().Add(10 * time.Second); !condizione(); time.Sleep(time.Millisecond) {
		if time.Now().After(limite) {
			tb.Fatal("waited in vain")
		}
	}
}

// trasporto answers in memory, so that a test may run on bubble time.
type trasporto func(*http.Request) (*http.Response, error)

func (f trasporto) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// istanti asks a register that always answers stato and returns the waits
// between attempts, on bubble time.
func istanti(t *testing.T, stato int, intestazioni http.Header, o Opzioni) (attese []time.Duration, err error) {
	t.Helper()
	var ultimo time.Time
	o.BaseURL, o.Tentativi = "http://registro/motorizzazione", 4
	o.HTTP = &http.Client{Transport: trasporto(func(r *http.Request) (*http.Response, error) {
		if !ultimo.IsZero() {
			attese = append(attese, time.Since(ultimo))
		}
		ultimo = time.Now()
		return &http.Response{StatusCode: stato, Header: intestazioni, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
	})}
	c, err := Nuovo(o)
	if err != nil {
		t.Fatal(err)
	}
	err = chiediVeicolo(t.Context(), c, "AB123CD") // fills attese
	return attese, err
}

func TestAttesaCresceConVariazione(t *testing.T) {
	t.Parallel()
	diverse := map[time.Duration]bool{}
	synctest.Test(t, func(t *testing.T) {
		for range 20 {
			attese, _ := istanti(t, 500, http.Header{}, Opzioni{Attesa: 200 * time.Millisecond, AttesaMassima: 500 * time.Millisecond})
			for i, base := range []time.Duration{200 * time.Millisecond, 400 * time.Millisecond, 500 * time.Millisecond} {
				if i >= len(attese) || attese[i] < base*3/4 || attese[i] > base*5/4 {
					t.Fatalf("waits %v, want about 200, 400, 500 ms", attese)
				}
			}
			diverse[attese[0]] = true
		}
	})
	if len(diverse) < 2 {
		t.Error("no jitter")
	}
}

func TestRetryAfterEObbeditoFinoAlMassimo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for chiesti, atteso := range map[string]time.Duration{"1": time.Second, "60": 3 * time.Second, "-1": 10 * time.Millisecond, "domani": 10 * time.Millisecond} {
			attese, err := istanti(t, 503, http.Header{"Retry-After": {chiesti}}, Opzioni{Attesa: 10 * time.Millisecond, AttesaMassima: 3 * time.Second, Scadenza: time.Hour})
			un(t, err, ErrNonDisponibile)
			if len(attese) != 3 || attese[0] < atteso*3/4 || attese[0] > atteso*5/4 {
				t.Errorf("Retry-After %s: waits %v, want about %v", chiesti, attese, atteso)
			}
		}
	})
}

func TestLaScadenzaInterrompeLeAttese(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		inizio := time.Now()
		_, err := istanti(t, 500, http.Header{}, Opzioni{Attesa: 10 * time.Second, AttesaMassima: time.Minute, Scadenza: 3 * time.Second})
		un(t, err, ErrNonDisponibile)
		if e := come(err); time.Since(inizio) != 3*time.Second || e.Stato != 500 || !errors.Is(err, context.DeadlineExceeded) || e.Tentativi != 1 {
			t.Errorf("after %v: %v", time.Since(inizio), err)
		}
	})
}

// A page of somebody before the register, or credentials refused there, is a network that
// is away: the breaker leaves it alone instead of asking for every plate.
func TestInterruttoreContaChiRispondeAlPostoDelRegistro(t *testing.T) {
	t.Parallel()
	for _, codice := range []string{"534", "541", "542"} {
		r := nuovaRete(t, conInterruttore)
		for range 3 {
			un(t, r.chiediVeicolo(t, simulato.Targa(codice, "AA")), ErrNonDisponibile)
		}
		if s := r.Stato(); s.Interruttore != "APERTO" || s.Guasti != 3 {
			t.Errorf("%s: %+v", codice, s)
		}
	}
}

// buona answers every question well, in memory, and keeps when each one came.
func buona(t *testing.T, o Opzioni) (*Client, func() []time.Time) {
	t.Helper()
	var mu sync.Mutex
	var arrivi []time.Time
	s := simulato.Nuovo(simulato.Opzioni{Orologio: fermo()}).Handler()
	o.BaseURL = "http://registro/motorizzazione"
	o.HTTP = &http.Client{Transport: trasporto(func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		arrivi = append(arrivi, time.Now())
		mu.Unlock()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Result(), nil
	})}
	c, err := Nuovo(o)
	if err != nil {
		t.Fatal(err)
	}
	return c, func() []time.Time { mu.Lock(); defer mu.Unlock(); return slices.Clone(arrivi) }
}

func TestLimiteAlSecondo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, arrivi := buona(t, Opzioni{AlSecondo: 5, AttesaPosto: time.Minute, Scadenza: time.Hour})
		var gruppo sync.WaitGroup
		for range 21 {
			gruppo.Go(func() {
				if err := chiediVeicolo(t.Context(), c, "AB123CD"); err != nil {
					t.Error(err)
				}
			})
		}
		gruppo.Wait()
		a := arrivi()
		if durata := a[len(a)-1].Sub(a[0]); durata < 3800*time.Millisecond || durata > 4200*time.Millisecond {
			t.Errorf("21 questions in %v, at 5 a second", durata)
		}
		for i := 5; i < len(a); i++ {
			if a[i].Sub(a[i-5]) < 900*time.Millisecond {
				t.Errorf("six questions within %v", a[i].Sub(a[i-5]))
			}
		}
		if s := c.Stato(); s.AlSecondo != 5 {
			t.Errorf("the limit is not told: %+v", s)
		}
	})
}

func TestOltreIlLimiteAlSecondoENonDisponibile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, arrivi := buona(t, Opzioni{AlSecondo: 1, AttesaPosto: 100 * time.Millisecond})
		if err := chiediVeicolo(t.Context(), c, "AB123CD"); err != nil {
			t.Fatal(err)
		}
		err := chiediVeicolo(t.Context(), c, "AB123CD")
		un(t, err, ErrNonDisponibile)
		if !errors.Is(err, ErrSaturo) || len(arrivi()) != 1 {
			t.Errorf("%v, %d questions", err, len(arrivi()))
		}
		if s := c.Stato(); s.Guasti != 0 || s.Interruttore != "CHIUSO" {
			t.Errorf("our own limit is no failure of the network: %+v", s)
		}
	})
}

// The queue leaves a quarter of the rate to people: whoever waits for an answer gets one
// while the queue is full.
func TestLaCodaLasciaIlPassoAllePersone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, arrivi := buona(t, Opzioni{AlSecondo: 4, Scadenza: 10 * time.Second})
		ctx, basta := context.WithCancel(t.Context())
		var gruppo sync.WaitGroup
		for range 6 {
			gruppo.Go(func() {
				for ctx.Err() == nil {
					d := domanda("AB123CD")
					d.InCoda = true
					_, _ = c.Veicolo(ctx, d) // the last ones are given up
				}
			})
		}
		time.Sleep(5 * time.Second)
		prima := len(arrivi())
		if prima < 14 || prima > 18 {
			t.Errorf("the queue asked %d times in 5 seconds, want about 3 a second", prima)
		}
		for range 3 {
			inizio := time.Now()
			if err := chiediVeicolo(t.Context(), c, "ZS001AA"); err != nil || time.Since(inizio) > time.Second {
				t.Errorf("a person waited %v: %v", time.Since(inizio), err)
			}
			time.Sleep(time.Second)
		}
		basta()
		gruppo.Wait()
	})
}
