package processo_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/ocr/internal/processo"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func esegui(t *testing.T, l processo.Limiti, entra string, argomenti ...string) ([]byte, error) {
	t.Helper()
	return processo.Esegui(t.Context(), l, []byte(entra), argomenti[0], argomenti[1:]...)
}

func TestAChildIsHeldToItsBounds(t *testing.T) {
	t.Parallel()
	larghi := processo.Limiti{Tempo: 20 * time.Second, Memoria: 512 << 20, Esce: 1 << 20}
	if b, err := esegui(t, larghi, "ciao", "cat"); err != nil || string(b) != "ciao" {
		t.Errorf("%q %v", b, err)
	}
	if _, err := esegui(t, larghi, "", "programma-che-non-c-e"); !errors.Is(err, processo.ErrManca) {
		t.Errorf("a program that is not there: %v", err)
	}
	if _, err := esegui(t, larghi, "", "sh", "-c", "echo guasto >&2; exit 3"); err == nil || !strings.Contains(err.Error(), "guasto") {
		t.Errorf("a crash: %v", err)
	}
	poco := larghi
	poco.Esce = 1000
	if _, err := esegui(t, poco, "", "yes"); !errors.Is(err, processo.ErrTroppo) {
		t.Errorf("without end: %v", err)
	}
	breve := larghi
	breve.Tempo = 300 * time.Millisecond
	inizio := tempo.Macchina()
	// the grandchild holds the output open: its group is killed with it
	if _, err := esegui(t, breve, "", "sh", "-c", "sleep 60 & sleep 60"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one that sleeps: %v", err)
	}
	if time.Since(inizio) > 15*time.Second {
		t.Errorf("it was waited for for %s", time.Since(inizio))
	}
}
