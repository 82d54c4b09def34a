package service

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestFailureIsSaidOnce(t *testing.T) {
	t.Parallel()
	causa := errors.New("connessione rifiutata")
	for nome, c := range map[string]struct {
		err    error
		atteso string
	}{
		"one field at fault":      {problem.CampoNonValido("NOME", "manca"), "core: DATI_NON_VALIDI: Il campo NOME non è valido: manca.\n"},
		"two of them, each named": {problem.NonValido(problem.Campo{Campo: "a", Messaggio: "manca"}, problem.Campo{Campo: "b", Messaggio: "troppo lungo"}), "core: DATI_NON_VALIDI: La richiesta contiene dati non validi.\n  a: manca\n  b: troppo lungo\n"},
		"with its cause":          {problem.NonDisponibile("X", "La banca dati non è raggiungibile.").With(causa), "core: X: La banca dati non è raggiungibile.: connessione rifiutata\n"},
		"within another":          {fmt.Errorf("tenant alfa: %w", problem.CampoNonValido("NOME", "manca")), "core: tenant alfa: DATI_NON_VALIDI: Il campo NOME non è valido: manca.\n"},
		"any other failure":       {causa, "core: connessione rifiutata\n"},
	} {
		var b bytes.Buffer
		if stampaErrore(&b, "core", c.err); b.String() != c.atteso {
			t.Errorf("%s: %q", nome, b.String())
		}
	}
}

func TestHelpIsInItalian(t *testing.T) {
	t.Parallel()
	for _, argomenti := range [][]string{{"--help"}, {"-h"}, {"help"}, {"gruppo", "--help"}, {"gruppo", "crea", "--help"}} {
		detto, err := prova(argomenti)
		if err != nil || !strings.Contains(detto, "Uso:\n  core") || !strings.Contains(detto, "mostra questo aiuto") {
			t.Errorf("%v: %v\n%s", argomenti, err, detto)
		}
		for _, inglese := range []string{"Usage", "Available", "Flags", "[flags]", "help for", "Help about"} {
			if strings.Contains(detto, inglese) {
				t.Errorf("%v says %s:\n%s", argomenti, inglese, detto)
			}
		}
	}
	for _, argomenti := range [][]string{{"inventato"}, {"gruppo", "inventato"}} {
		if _, err := prova(argomenti); err == nil || !strings.Contains(err.Error(), `comando "inventato" sconosciuto`) {
			t.Errorf("%v: %v", argomenti, err)
		}
	}
}

// prova runs a command line of one group with one command and gives what it says.
func prova(argomenti []string) (string, error) {
	niente := func(*cobra.Command, []string) error { return nil }
	gruppo := &cobra.Command{Use: "gruppo", Short: "un gruppo", Args: cobra.NoArgs, RunE: niente}
	gruppo.AddCommand(&cobra.Command{Use: "crea NOME", Short: "crea", RunE: niente})
	radice := &cobra.Command{Use: "core", SilenceUsage: true, SilenceErrors: true, RunE: niente}
	radice.AddCommand(gruppo)
	inItaliano(radice)
	var b bytes.Buffer
	radice.SetOut(&b)
	radice.SetArgs(argomenti)
	err := radice.Execute()
	return b.String(), err
}
