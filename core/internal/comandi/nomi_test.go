package comandi

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestICampiPrendonoIlNomeDelleOpzioni(t *testing.T) {
	t.Parallel()
	cmd := &cobra.Command{}
	cmd.Flags().String("codice-fiscale", "", "")
	casi := map[string]struct{ prima, dopo *problem.Error }{
		"an option of the command":  {problem.CampoNonValido("codiceFiscale", "manca"), problem.CampoNonValido("codice-fiscale", "manca")},
		"a field that is no option": {problem.CampoNonValido("codiceEnte", "manca"), problem.CampoNonValido("codiceEnte", "manca")},
		"a positional argument":     {problem.CampoNonValido("USERNAME", "manca"), problem.CampoNonValido("USERNAME", "manca")},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.dopo, conOpzioni(cmd, c.prima)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if altro := errors.New("altro"); !errors.Is(conOpzioni(cmd, altro), altro) {
		t.Error("another error does not come back as it is")
	}
}
