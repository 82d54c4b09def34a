package motorizzazione

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// orologio moves only when told to.
type orologio struct {
	mu     sync.Mutex
	adesso time.Time
}

func fermo() *orologio { return &orologio{adesso: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)} }

func (o *orologio) Adesso() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.adesso
}

func (o *orologio) avanza(d time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.adesso = o.adesso.Add(d)
}

// rapide are options whose waits do not slow the tests down.
func rapide() Opzioni {
	return Opzioni{Scadenza: 20 * time.Second, ScadenzaTentativo: 10 * time.Second, Attesa: time.Millisecond, AttesaMassima: 2 * time.Millisecond}
}

// rete is a client on a simulated register behind real HTTP.
type rete struct {
	*Client
	registro *simulato.Simulatore
	orologio *orologio
}

func nuovaRete(tb testing.TB, cambia ...func(*Opzioni)) rete {
	tb.Helper()
	o := fermo()
	s := simulato.Nuovo(simulato.Opzioni{Orologio: o})
	return rete{Client: clientSu(tb, o, s.Handler(), cambia...), registro: s, orologio: o}
}

func clientSu(tb testing.TB, o *orologio, h http.Handler, cambia ...func(*Opzioni)) *Client {
	tb.Helper()
	server := httptest.NewServer(h)
	tb.Cleanup(server.Close)
	opzioni := rapide()
	opzioni.BaseURL, opzioni.Orologio = server.URL+"/motorizzazione", o
	for _, f := range cambia {
		f(&opzioni)
	}
	c, err := Nuovo(opzioni)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.Chiudi)
	return c
}

func giorno() calendario.Giorno { return calendario.MustParse("2026-03-10") }

func domanda(targa string) Domanda {
	return Domanda{Targa: targa, Data: giorno(), Richiedente: "alfa", Motivo: "verbale 2026/123"}
}

func (r rete) chiediVeicolo(tb testing.TB, targa string) error {
	tb.Helper()
	_, err := r.Veicolo(tb.Context(), domanda(targa))
	return err
}

// chiediVeicolo returns the error of a call made for its failure only.
func chiediVeicolo(ctx context.Context, c *Client, targa string) error {
	_, err := c.Veicolo(ctx, domanda(targa))
	return err
}

// un checks that an error is of one kind only.
func un(tb testing.TB, err, tipo error) {
	tb.Helper()
	for _, altro := range []error{ErrSconosciuta, ErrRifiutata, ErrNonDisponibile, ErrRispostaNonValida} {
		if errors.Is(err, altro) != errors.Is(tipo, altro) {
			tb.Errorf("got %v, want only %v", err, tipo)
		}
	}
	if !errors.Is(err, tipo) {
		tb.Errorf("got %v, want %v", err, tipo)
	}
}
