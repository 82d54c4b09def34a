package freno

import (
	"context"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// The account alone is slowed, and never more than two seconds: who knows the password gets in.
func TestMain(m *testing.M) { testkit.Main(m) }

func TestLaLentezzaHaUnLimite(t *testing.T) {
	t.Parallel()
	casi := map[int]time.Duration{
		0: 0, 20: 0, 21: 50 * time.Millisecond, 22: 100 * time.Millisecond, 26: 1600 * time.Millisecond,
		27: 2 * time.Second, 31: 2 * time.Second, 1_000_000: 2 * time.Second,
	}
	for falliti, vuole := range casi {
		if ha := lento(falliti); ha != vuole {
			t.Errorf("after %d failures %v, want %v", falliti, ha, vuole)
		}
	}
}

func TestLeAttese(t *testing.T) {
	t.Parallel()
	ha := dopo(liberi, attesaAlPiu)
	if len(ha) != 13 || ha[0] != 0 || ha[2] != 0 || ha[3] != 2 || ha[11] != 512 || ha[12] != 900 {
		t.Errorf("delays in seconds %v", ha)
	}
}

func TestChiRinunciaNonAspetta(t *testing.T) {
	t.Parallel()
	ctx, via := context.WithCancel(t.Context())
	via()
	inizio := tempo.Macchina()
	if err := attendi(ctx, time.Hour); err == nil || time.Since(inizio) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(inizio))
	}
}

func TestLAttesaSiDiceInParole(t *testing.T) {
	t.Parallel()
	casi := map[time.Duration]string{
		-time.Second: "Troppi tentativi falliti: riprovare fra un secondo.", 1500 * time.Millisecond: "Troppi tentativi falliti: riprovare fra 2 secondi.",
		15 * time.Minute: "Troppi tentativi falliti: riprovare fra 15 minuti.",
	}
	for dopo, vuole := range casi {
		if ha := troppi(dopo, false).Dettaglio; ha != vuole {
			t.Errorf("%q, want %q", ha, vuole)
		}
	}
}

// Attempts at the same time read their clocks in one order and the row in another: none of them waits
// as long as no delay is due.
func TestUnOrologioLettoPrimaNonAspetta(t *testing.T) {
	t.Parallel()
	orologio := tempo.Fisso(time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC))
	f := Nuovo(testkit.NuovoAmbiente(t).Pools(t, "core"), 30, orologio.Adesso)
	for range liberi {
		turno, err := f.Prenota(t.Context(), Domanda{Utente: "mario", Indirizzo: "192.0.2.7"})
		if err != nil {
			t.Fatalf("no delay is due yet: %v", err)
		}
		if err := turno.Rifiutato(t.Context()); err != nil {
			t.Fatal(err)
		}
		orologio.Avanza(-time.Millisecond)
	}
	if _, err := f.Prenota(t.Context(), Domanda{Utente: "mario", Indirizzo: "192.0.2.7"}); err != nil {
		t.Fatalf("the attempt whose failure sets the first delay: %v", err)
	}
}
