package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPreparaDati(t *testing.T) {
	t.Parallel()
	percorso := filepath.Join(t.TempDir(), "dati-1")
	passi := []passo{
		{Programma: "core", Argomenti: []string{"tenant", "crea", "alfa"}},
		{Programma: "core", Argomenti: []string{"tenant", "crea", "beta"}},
		{Nome: "verbali", Funzione: func(context.Context, indirizzi) error { return nil }},
	}
	var eseguiti []string
	guasto := ""
	prepara := func() error {
		eseguiti = nil
		n, err := apriNote(percorso)
		if err != nil {
			return err
		}
		_, err = n.preparaDati(context.Background(), passi, func(_ context.Context, p passo) error {
			if p.descrizione() == guasto {
				return errors.New("guasto")
			}
			eseguiti = append(eseguiti, p.descrizione())
			return nil
		})
		return err
	}
	fasi := []struct {
		regola, guasto string
		eseguiti       []string
	}{
		{"a failure stops and is named", "core tenant crea beta", []string{"core tenant crea alfa"}},
		{"the next start goes on from there", "", []string{"core tenant crea beta", "verbali"}},
		{"a start with nothing to do does nothing", "", nil},
	}
	for _, f := range fasi {
		t.Run(f.regola, func(t *testing.T) {
			guasto = f.guasto
			err := prepara()
			if (err != nil) != (f.guasto != "") || (err != nil && !strings.Contains(err.Error(), f.guasto)) {
				t.Errorf("error %v", err)
			}
			if diff := cmp.Diff(f.eseguiti, eseguiti); diff != "" {
				t.Errorf("steps (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("a step whose earlier form made data that stay is not done again", func(t *testing.T) {
		prima := passi[1].Argomenti
		passi[1].Argomenti, passi[1].Prima = []string{"tenant", "crea", "gamma"}, prima
		if err := prepara(); err != nil || eseguiti != nil {
			t.Errorf("%v, steps %v", err, eseguiti)
		}
		passi[1].Argomenti, passi[1].Prima = prima, nil
	})
	t.Run("a step that changed is done again", func(t *testing.T) {
		passi[0].Ingresso = "altro"
		if err := prepara(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"core tenant crea alfa"}, eseguiti); diff != "" {
			t.Errorf("steps (-want +got):\n%s", diff)
		}
	})
}

func TestComanda(t *testing.T) {
	t.Parallel()
	t.Run("the input reaches the program", func(t *testing.T) {
		t.Parallel()
		if err := comanda(context.Background(), "/bin/sh", []string{"-c", "read x; test $x = ciao"}, nil, "ciao\n"); err != nil {
			t.Error(err)
		}
	})
	t.Run("what a failing program said is in the error", func(t *testing.T) {
		t.Parallel()
		err := comanda(context.Background(), "/bin/sh", []string{"-c", "echo perché; exit 2"}, nil, "")
		if err == nil || !strings.Contains(err.Error(), "perché") || !strings.Contains(err.Error(), "exit status 2") {
			t.Errorf("got %v", err)
		}
	})
}

// TestRacconta: a step that takes long says that it goes on, and no more once it is over.
func TestRacconta(t *testing.T) {
	t.Parallel()
	detto := make(chan string, 10_000)
	p := &pila{log: slog.New(slog.NewTextHandler(scrittore(func(b []byte) { detto <- string(b) }), nil))}
	fine := p.racconta(passo{Nome: "storie", Funzione: func(context.Context, indirizzi) error { return nil }}, time.Millisecond)
	for _, vuole := range []string{"preparo i dati", "preparo ancora"} {
		if riga := <-detto; !strings.Contains(riga, vuole) || !strings.Contains(riga, "passo=storie") {
			t.Error(riga)
		}
	}
	fine()
	close(detto) // who still wrote would panic
}

type scrittore func([]byte)

func (s scrittore) Write(b []byte) (int, error) {
	s(b)
	return len(b), nil
}
