package lotto_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// linea is a bus in memory, which remembers what was announced; sorda loses it on the way.
type linea struct {
	mu    sync.Mutex
	dette []event.AvanzamentoLotto
	chi   []chan event.AvanzamentoLotto
	sorda bool
}

func (l *linea) AnnounceLotto(_ context.Context, tenant string, a event.AvanzamentoLotto) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dette = append(l.dette, a)
	for _, c := range l.chi {
		if !l.sorda && tenant == "alfa" {
			c <- a
		}
	}
}

func (l *linea) FollowLotto(string, string) (novita <-chan event.AvanzamentoLotto, lascia func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := make(chan event.AvanzamentoLotto, 100)
	l.chi = append(l.chi, c)
	return c, func() {}, nil
}

func (l *linea) ascoltata() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.chi) > 0
}

// stati are the announced states with the items that had ended.
func (l *linea) stati() (testo []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.dette {
		testo = append(testo, fmt.Sprintf("%d %s %d/%d", a.Revisione, a.Stato, a.OK+a.Saltati, a.Totale))
	}
	return testo
}

// TestOgniCambioEAnnunciato: after each command and each chunk, whole, in the order of the commits; what
// changes nothing is not announced.
func TestOgniCambioEAnnunciato(t *testing.T) {
	t.Parallel()
	b, l := nuovoBanco(t), &linea{}
	b.Bus = l
	b.conAtto(t, 3)
	id := b.chiude(t)
	b.lavora(t, id, "uno", 1)
	b.lavora(t, id, "uno", 1)
	for _, c := range []lotto.Comando{lotto.Pausa, lotto.Riprendi} {
		if _, err := b.Comanda(b.ctx, id, c); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = b.Comanda(b.ctx, id, lotto.Chiudi) // refused
	b.lavora(t, id, "due", 2)
	vuole := []string{"1 ACCODATO 0/3", "2 IN_CORSO 0/3", "3 IN_CORSO 2/3", "4 IN_PAUSA 2/3", "5 ACCODATO 2/3", "6 IN_CORSO 2/3", "7 COMPLETATO 3/3"}
	if !slices.Equal(l.stati(), vuole) {
		t.Errorf("%q", l.stati())
	}
	testo, err := json.Marshal(l.dette)
	if err != nil || strings.Contains(string(testo), "ufficio") || strings.Contains(string(testo), "Verdi") {
		t.Errorf("dice di persone: %s %v", testo, err)
	}
}

// TestVelocita: a lot has begun when its first chunk does; only the time of the work counts, not the pauses.
func TestVelocita(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 5)
	id := b.chiude(t)
	orologio := tempo.Fisso(ora())
	passi := 0
	b.Adesso = func() time.Time { // each look at the clock is a second later
		passi++
		orologio.Imposta(orologio.Adesso().Add(time.Second))
		return orologio.Adesso()
	}
	if l := b.lotto(t, id); l.Iniziato != nil || l.AlSecondo != nil {
		t.Fatalf("%+v", l)
	}
	inizio := orologio.Adesso()
	l := b.lavora(t, id, "uno", 1)
	lavorati := orologio.Adesso().Sub(inizio).Seconds()
	if l.Iniziato == nil || l.Iniziato.Sub(inizio) > 2*time.Second || l.AlSecondo == nil || *l.AlSecondo > 2/(lavorati-2) || *l.AlSecondo < 2/lavorati {
		t.Fatalf("iniziato %v (chiuso alle %v), %v al secondo in %v secondi", l.Iniziato, inizio, l.AlSecondo, lavorati)
	}
	if l.MancanoSecondi == nil || float64(*l.MancanoSecondi) < 3 / *l.AlSecondo {
		t.Errorf("mancano %v", l.MancanoSecondi)
	}
	prima := *l.AlSecondo
	if _, err := b.Comanda(b.ctx, id, lotto.Pausa); err != nil {
		t.Fatal(err)
	}
	orologio.Imposta(orologio.Adesso().Add(10 * time.Hour))
	if l, err := b.Comanda(b.ctx, id, lotto.Riprendi); err != nil || *l.AlSecondo != prima {
		t.Fatalf("la pausa conta: %+v %v", l, err)
	}
	b.lavora(t, id, "due", 2)
	if l := b.lavora(t, id, "tre", 3); l.Stato != verbale.LottoCompletato || *l.AlSecondo < prima/2 || l.MancanoSecondi != nil || !l.Iniziato.Before(inizio.Add(3*time.Second)) {
		t.Errorf("%+v %v", l, *l.AlSecondo)
	}
}

// flusso reads the stream of a lot until it ends.
func (b *banco) flusso(t *testing.T, id string) <-chan []lotto.Lotto {
	t.Helper()
	e := echo.New()
	h := lotto.HTTP{Service: b.Service}
	e.GET("/lotti/:id/eventi", func(c echo.Context) error {
		c.SetRequest(c.Request().WithContext(b.ctx))
		return h.Eventi(c)
	})
	fine := make(chan []lotto.Lotto, 1)
	go func() {
		r := httptest.NewRequest(http.MethodGet, "/lotti/"+id+"/eventi", nil)
		r.Header.Set("Accept", "text/event-stream")
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		var visti []lotto.Lotto
		for riga := range strings.Lines(w.Body.String()) {
			if dati, ok := strings.CutPrefix(riga, "data: "); ok {
				var l lotto.Lotto
				if err := json.Unmarshal([]byte(dati), &l); err != nil {
					t.Error(err)
				}
				visti = append(visti, l)
			}
		}
		fine <- visti
	}()
	return fine
}

func attendi[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case x := <-c:
		return x
	case <-time.After(20 * time.Second):
		t.Fatal("non finisce")
		panic("qui non si arriva")
	}
}

// TestIlFlussoSegueGliAnnunci: without ever looking at the database again; nothing comes twice or backwards.
func TestIlFlussoSegueGliAnnunci(t *testing.T) {
	t.Parallel()
	b, l := nuovoBanco(t), &linea{}
	b.Bus, b.Riguarda = l, time.Hour
	b.conAtto(t, 5)
	id := b.chiude(t)
	fine := b.flusso(t, id.String())
	testkit.Attendi(t, 10*time.Second, "who follows", l.ascoltata)
	b.lavora(t, id, "uno", 1)
	l.AnnounceLotto(b.ctx, "alfa", l.dette[0]) // late
	b.lavora(t, id, "due", 2)
	b.lavora(t, id, "tre", 3)
	visti := attendi(t, fine)
	ultimo := visti[len(visti)-1]
	if ultimo.Stato != verbale.LottoCompletato || ultimo.Voci.OK != 5 || ultimo.CreatoDa == "" || ultimo.Finito == nil {
		t.Errorf("%+v", ultimo)
	}
	for i := range visti[1:] {
		if a, b := visti[i], visti[i+1]; b.Voci.Fatti() < a.Voci.Fatti() || a.Stato == b.Stato && a.Voci == b.Voci {
			t.Errorf("%+v dopo %+v", b, a)
		}
	}
}

// TestUnAnnuncioPersoNonFerma: the stream looks at the database too, and says there why a lot has failed.
func TestUnAnnuncioPersoNonFerma(t *testing.T) {
	t.Parallel()
	b, l := nuovoBanco(t), &linea{sorda: true}
	b.Bus, b.Riguarda = l, 20*time.Millisecond
	b.conAtto(t, 3)
	id := b.chiude(t)
	fine := b.flusso(t, id.String())
	testkit.Attendi(t, 10*time.Second, "who follows", l.ascoltata)
	b.lavora(t, id, "uno", 1)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET stato = 'FALLITO', motivo = 'guasto' WHERE id = $1`, id)
	if visti := attendi(t, fine); visti[len(visti)-1].Stato != verbale.LottoFallito || visti[len(visti)-1].Motivo != "guasto" {
		t.Errorf("%+v", visti)
	}
}
