package comune_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

func TestPaeseDaNome(t *testing.T) {
	t.Parallel()
	for nome, sigla := range map[string]string{"SVIZZERA": "CH", "Francia": "FR", "GERMANIA": "DE", "REPUBBLICA DI GERMANIA": "DE", "Olanda": "NL",
		"REGNO UNITO": "GB", "STATI UNITI D'AMERICA": "US", "ARGENTINA": "AR", "Costa d’Avorio": "CI", "ITALIA": "IT", "": "", "ATLANTIDE": "", "ZURIGO": ""} {
		if x, c := comune.PaeseDaNome(nome); x != sigla || c != (sigla != "") {
			t.Errorf("%q: %q, want %q", nome, x, sigla)
		}
	}
}
