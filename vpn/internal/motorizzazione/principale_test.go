package motorizzazione

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rapide are options whose waits do not slow the tests down.
func rapide() esterno.Options {
	return esterno.Options{Deadline: 20 * time.Second, AttemptDeadline: 10 * time.Second, Backoff: time.Millisecond, BackoffLimit: 2 * time.Millisecond}
}

func fermo() *tempo.Orologio { return tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)) }

// rete is a client on a simulated register behind real HTTP.
type rete struct {
	*Client
	registro *simulato.Simulatore
}

func nuovaRete(tb testing.TB) rete {
	tb.Helper()
	o := fermo()
	s := simulato.Nuovo(simulato.Opzioni{Orologio: o})
	return rete{Client: clientSu(tb, o, s.Handler()), registro: s}
}

func clientSu(tb testing.TB, o *tempo.Orologio, h http.Handler) *Client {
	tb.Helper()
	server := httptest.NewServer(h)
	tb.Cleanup(server.Close)
	opzioni := rapide()
	opzioni.BaseURL, opzioni.Now = server.URL+"/motorizzazione", o.Adesso
	c, err := Nuovo(opzioni)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.Close)
	return c
}

func giorno() calendario.Giorno { return calendario.MustParse("2026-03-10") }

func domanda(targa string) registro.Domanda {
	return registro.Domanda{Targa: targa, Data: giorno(), Richiedente: "alfa", Motivo: "verbale 2026/123"}
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
	for _, altro := range []error{esterno.ErrNotFound, esterno.ErrRefused, esterno.ErrUnavailable, esterno.ErrInvalidAnswer} {
		if errors.Is(err, altro) != errors.Is(tipo, altro) {
			tb.Errorf("got %v, want only %v", err, tipo)
		}
	}
	if !errors.Is(err, tipo) {
		tb.Errorf("got %v, want %v", err, tipo)
	}
}
