package sanzione_test

import (
	"errors"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// TestSenzaSanzione: a tenth of the time paid is overrun without a sanction, from the day of the rule; before it the letter
// named none, and the other letters have their rows.
func TestSenzaSanzione(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		criterio sanzione.Criterio
		giorno   string
		rifiuto  bool
	}{
		{sanzione.Criterio{Articolo: "7", Comma: "15", Lettera: "a"}, "2026-05-01", true},
		{sanzione.Criterio{Articolo: "art. 7", Comma: "c. 15", Lettera: "lett. A)"}, "2024-12-14", true},
		{sanzione.Criterio{Articolo: "7", Comma: "14-ter", Lettera: "a"}, "2026-05-01", true},
		{sanzione.Criterio{Articolo: "7", Comma: "15", Lettera: "a", Codice: "7-15-p1"}, "2026-05-01", true},
		{sanzione.Criterio{Articolo: "7", Comma: "15", Lettera: "b"}, "2026-05-01", false},
		{sanzione.Criterio{Articolo: "7", Comma: "15"}, "2026-05-01", false},
		{sanzione.Criterio{Articolo: "7", Comma: "15", Lettera: "a"}, "2024-12-13", false},
	} {
		c.criterio.Data = calendario.MustParse(c.giorno)
		righe, err := sanzione.Iniziale().Scegli(c.criterio)
		var e *sanzione.Errore
		if rifiutata := errors.As(err, &e) && e.Campo == "lettera"; rifiutata != c.rifiuto {
			t.Errorf("%+v: %v %v", c.criterio, righe, err)
		}
	}
}
