package tempo_test

import (
	"cmp"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestIstante is run again by the test below, with the clock put at an instant.
func TestIstante(t *testing.T) {
	t.Parallel()
	quando, vuole := tempo.Macchina(), os.Getenv("VERBALI_PROVA_GIORNO")
	if testo := cmp.Or(os.Getenv(tempo.Variabile), tempo.Inizio); testo != tempo.DellaMacchina {
		var err error
		if quando, err = time.Parse(time.RFC3339, testo); err != nil {
			t.Fatal(err)
		}
	}
	if passato := tempo.Adesso().Sub(quando); passato < 0 || passato > time.Minute {
		t.Errorf("the clock is %v after %v", passato, quando)
	}
	if oggi := tempo.Oggi().String(); vuole != "" && oggi != vuole {
		t.Errorf("today is %s, want %s", oggi, vuole)
	}
}

func TestLOrologioSiMetteAUnIstante(t *testing.T) {
	t.Parallel()
	for istante, giorno := range map[string]string{
		"2026-11-23T22:30:00Z": "2026-11-23", "2026-11-23T23:51:00Z": "2026-11-24", // winter: an hour before UTC
		"2028-02-29T10:00:00+01:00": "2028-02-29", "2026-07-31T22:00:00Z": "2026-08-01",
		"":                  "2026-11-30", // fixed, whatever the machine's day
		tempo.DellaMacchina: "",
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestIstante$")
		cmd.Env = append(os.Environ(), tempo.Variabile+"="+istante, "VERBALI_PROVA_GIORNO="+giorno)
		if uscita, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", istante, err, uscita)
		}
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestIstante$")
	cmd.Env = append(os.Environ(), tempo.Variabile+"=ieri")
	if cmd.Run() == nil {
		t.Error("an instant that is none was taken")
	}
}
