package inserimento

import (
	"strings"
	"testing"
)

// TestPosizioneDubbia: the farthest places of Italy are in it; a device without position, exchanged degrees and foreign
// places are told.
func TestPosizioneDubbia(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		luogo                   string
		latitudine, longitudine int64
		detto                   string
	}{
		{"Bologna", 44_494_887, 11_342_616, ""}, {"Lampedusa", 35_500_000, 12_600_000, ""}, {"Linosa", 35_860_000, 12_870_000, ""},
		{"Pantelleria", 36_830_000, 11_950_000, ""}, {"Predoi", 47_040_000, 12_110_000, ""}, {"Bardonecchia", 45_080_000, 6_700_000, ""},
		{"Otranto", 40_150_000, 18_490_000, ""}, {"Capo Passero", 36_680_000, 15_140_000, ""}, {"Carloforte", 39_140_000, 8_310_000, ""},
		{"La Maddalena", 41_210_000, 9_410_000, ""}, {"Trieste", 45_650_000, 13_770_000, ""}, {"Civitavecchia", 42_090_000, 11_790_000, ""},
		{"Tremiti", 42_120_000, 15_500_000, ""}, {"Vieste", 41_880_000, 16_180_000, ""}, {"Capraia", 43_050_000, 9_840_000, ""},
		{"Reggio di Calabria", 38_110_000, 15_650_000, ""}, {"Crotone", 39_080_000, 17_120_000, ""}, {"Ustica", 38_710_000, 13_190_000, ""},
		{"Ventimiglia", 43_790_000, 7_610_000, ""}, {"Ponza", 40_900_000, 12_960_000, ""}, {"Sant'Antioco", 39_070_000, 8_450_000, ""},
		{"nessuna", 0, 0, "0, 0"}, {"quasi nessuna", -1, 9_999, "0, 0"}, {"Bologna scambiata", 11_342_616, 44_494_887, "scambiate"},
		{"Lampedusa scambiata", 12_600_000, 35_500_000, "scambiate"}, {"Parigi", 48_850_000, 2_350_000, "lontano"}, {"Tunisi", 36_800_000, 10_180_000, "lontano"},
		{"Bologna a sud", -44_494_887, 11_342_616, "lontano"}, {"Bologna a ovest", 44_494_887, -11_342_616, "lontano"}, {"Malta", 35_900_000, 14_500_000, "lontano"},
		{"equatore", 0, 12_000_000, "lontano"}, {"il polo", 90_000_000, 180_000_000, "lontano"}, {"Ajaccio", 41_920_000, 8_740_000, "lontano"},
	} {
		if got := posizioneDubbia(c.latitudine, c.longitudine); (got == "") != (c.detto == "") || !strings.Contains(got, c.detto) {
			t.Errorf("%s: %q", c.luogo, got)
		}
	}
}
