package indagine

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// TestLuogoNascita: who was born abroad was born in a State, not in a code.
func TestLuogoNascita(t *testing.T) {
	t.Parallel()
	nato, err := calendario.Parse("1980-05-01")
	if err != nil {
		t.Fatal(err)
	}
	for codice, vuole := range map[string]string{
		"H501": "Roma", "Z100": "Albania", "z129": "Romania", "Z999": "Stato estero Z999", "A000": "A000", "": "",
	} {
		if ha := luogoNascita(comune.Iniziale(), codice, nato); ha != vuole {
			t.Errorf("%s: %q, want %q", codice, ha, vuole)
		}
	}
}
