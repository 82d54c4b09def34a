package stampa_test

import (
	"strings"
	"testing"
	"time"
)

// TestNomiSenzaDoppioni: where body and command have one name, or one says the other's, it is printed once.
func TestNomiSenzaDoppioni(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct{ ente, corpo, mittente, creditore string }{
		"the kind alone":      {"Polizia Locale di Alfa", "Polizia Locale", "Mittente: Polizia Locale di Alfa Piazza", "Polizia Locale di Alfa Ufficio Verbali Tel."},
		"the same name":       {"Polizia Locale di Alfa", "Polizia locale di Alfa", "Mittente: Polizia Locale di Alfa Piazza", "Polizia Locale di Alfa Ufficio Verbali Tel."},
		"the body in it":      {"Comune di Alfa", "Polizia Locale del Comune di Alfa", "Mittente: Polizia Locale del Comune di Alfa Piazza", "Comune di Alfa Polizia Locale del Comune di Alfa - Ufficio Verbali"},
		"two names":           {"Comune di Alfa", "Polizia Locale", "Mittente: Comune di Alfa - Polizia Locale Piazza", "Comune di Alfa Polizia Locale - Ufficio Verbali"},
		"a part of a word":    {"Comune di Alfano", "Polizia Locale Comune di Alfa", "Mittente: Comune di Alfano - Polizia Locale Comune di Alfa Piazza", "Comune di Alfano Polizia"},
		"blanks do not count": {"Polizia  Locale di Alfa", "Polizia Locale di Alfa", "Mittente: Polizia Locale di Alfa Piazza", "Polizia Locale di Alfa Ufficio"},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			a := esempio()
			a.Comando.Ente, a.Comando.Denominazione = c.ente, c.corpo
			letto := scorrevole(t, rendi(t, a))
			for _, voluto := range []string{c.mittente, c.creditore} {
				if !strings.Contains(letto, voluto) {
					t.Errorf("it does not say %q:\n%s", voluto, letto)
				}
			}
		})
	}
}

// TestGiorniConElisione: before the eighth and the eleventh of a month articles and prepositions lose their vowel.
func TestGiorniConElisione(t *testing.T) {
	t.Parallel()
	giorno := time.Date(2026, 11, 11, 9, 0, 0, 0, time.UTC)
	a, b := contestato(), esempio()
	a.FormatoIl, a.DataAccertamento, a.DataContestazione = giorno, giorno.AddDate(0, 0, -3), giorno
	b.FormatoIl, b.DataOraViolazione = giorno, giorno.AddDate(0, 0, -3)
	letto := scorrevole(t, rendi(t, a)) + scorrevole(t, rendi(t, b))
	for _, voluto := range []string{
		"con accertamento dell'08/11/2026", "è avvenuta l'11/11/2026", "4711/V/2026 dell'11/11/2026 - targa", "violazione dell'08/11/2026 alle ore",
	} {
		if !strings.Contains(letto, voluto) {
			t.Errorf("it does not say %q:\n%s", voluto, letto)
		}
	}
}
