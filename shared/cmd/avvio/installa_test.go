package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/locale"
)

func TestInstalla(t *testing.T) {
	t.Parallel()
	segno := filepath.Join(t.TempDir(), "installato")
	presente := func() error {
		if _, err := os.Stat(segno); err != nil {
			return locale.ErrPostgresMancante
		}
		return nil
	}
	var uscita bytes.Buffer
	casi := []struct {
		regola  string
		i       installatore
		mancano bool // afterwards
	}{
		{"an ordinary user is told, nothing is run", installatore{presente, "touch " + segno, false, &uscita}, true},
		{"without a package manager nothing is run", installatore{presente, "", true, &uscita}, true},
		{"an installation that installs nothing useful is an error", installatore{presente, "true", true, &uscita}, true},
		{"root gets it installed", installatore{presente, "touch " + segno, true, &uscita}, false},
		{"what is there is not installed again", installatore{presente, "rm " + segno, true, &uscita}, false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			if err := c.i.installa(context.Background()); errors.Is(err, locale.ErrPostgresMancante) != c.mancano {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("a package manager that fails is named", func(t *testing.T) {
		manca := installatore{func() error { return locale.ErrPostgresMancante }, "exit 7", true, &uscita}
		if err := manca.installa(context.Background()); err == nil || err.Error() != "exit 7: exit status 7" {
			t.Errorf("got %v", err)
		}
	})
}
