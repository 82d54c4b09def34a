package migrazioni_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// TestChiaveTarga: what the migration makes of a stored plate is the key by which the doors look for it.
func TestChiaveTarga(t *testing.T) {
	t.Parallel()
	var prima []string
	for r := rune(0xa1); r < 0x3000; r++ {
		if s := targa.Normalizza("A" + string(r) + "1"); utf8.ValidString(s) && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			prima = append(prima, s)
		}
	}
	prima = append(prima, "АА3826ВВ", "ΥΖΑ1234", "BG123ČĆ", "GÖAB12", "ＡＢ１２", "AB123CD", "粤B12345")
	var chiavi, scritte []string
	if err := testkit.NuovoAmbiente(t, "alfa").Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT array_agg(chiave_targa(x, false) ORDER BY n),
			array_agg(chiave_targa(x, true) ORDER BY n) FROM unnest($1::text[]) WITH ORDINALITY u(x, n)`, prima).Scan(&chiavi, &scritte); err != nil {
		t.Fatal(err)
	}
	for i, s := range prima {
		if chiavi[i] != targa.Chiave(s) || scritte[i] != targa.Scritta(s) {
			t.Errorf("%q (%U): %q %q, Go: %q %q", s, []rune(s), chiavi[i], scritte[i], targa.Chiave(s), targa.Scritta(s))
		}
	}
}
