package testkit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// spia is a test that tells what was said of it instead of failing.
type spia struct {
	testing.TB
	detto   strings.Builder
	fallito bool
}

func (s *spia) Helper() {}

func (s *spia) Errorf(formato string, valori ...any) {
	s.fallito = true
	fmt.Fprintf(&s.detto, formato+"\n", valori...)
}

func (s *spia) Fatalf(formato string, valori ...any) {
	s.Errorf(formato, valori...)
	runtime.Goexit()
}

// osserva runs f as a test of its own would run it.
func osserva(t *testing.T, f func(testing.TB)) *spia {
	t.Helper()
	s := &spia{TB: t}
	fine := make(chan struct{})
	go func() { defer close(fine); f(s) }()
	<-fine
	return s
}

func TestGolden(t *testing.T) {
	t.Run("the same bytes pass", func(t *testing.T) {
		testkit.Golden(t, "saluto.txt", []byte("buongiorno\n"))
	})
	t.Run("other bytes fail and the difference is shown", func(t *testing.T) {
		s := osserva(t, func(tb testing.TB) { tb.Helper(); testkit.Golden(tb, "saluto.txt", []byte("buonasera\n")) })
		if !s.fallito || !strings.Contains(s.detto.String(), "buonasera") {
			t.Errorf("said %q", s.detto.String())
		}
	})
	t.Run("bytes that are no text are compared too", func(t *testing.T) {
		if s := osserva(t, func(tb testing.TB) { tb.Helper(); testkit.Golden(tb, "saluto.txt", []byte{0xff, 0}) }); !s.fallito {
			t.Error("passed")
		}
	})
	t.Run("a missing file fails and says how to make it", func(t *testing.T) {
		s := osserva(t, func(tb testing.TB) { tb.Helper(); testkit.Golden(tb, "manca.txt", nil) })
		if !s.fallito || !strings.Contains(s.detto.String(), "-update") {
			t.Errorf("said %q", s.detto.String())
		}
	})
	t.Run("-update writes the file", func(t *testing.T) {
		t.Chdir(t.TempDir())
		testkit.AggiornaGolden(t)
		testkit.Golden(t, "sotto/nuovo.txt", []byte("x"))
		if testo, err := os.ReadFile(filepath.Join("testdata", "sotto", "nuovo.txt")); err != nil || string(testo) != "x" {
			t.Errorf("%q, %v", testo, err)
		}
	})
}

func TestAttendi(t *testing.T) {
	t.Parallel()
	t.Run("it returns when the condition is true", func(t *testing.T) {
		volte := 0
		testkit.Attendi(t, 10*time.Second, "the third time", func() bool { volte++; return volte == 3 })
		if volte != 3 {
			t.Errorf("asked %d times", volte)
		}
	})
	t.Run("it fails at the deadline, saying what it waited for", func(t *testing.T) {
		s := osserva(t, func(tb testing.TB) {
			tb.Helper()
			testkit.Attendi(tb, 10*time.Millisecond, "il treno", func() bool { return false })
		})
		if !s.fallito || !strings.Contains(s.detto.String(), "il treno") {
			t.Errorf("said %q", s.detto.String())
		}
	})
}
