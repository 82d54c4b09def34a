package importo_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestCardinale(t *testing.T) {
	t.Parallel()
	casi := map[uint64]string{
		0: "zero", 1: "uno", 3: "tre", 8: "otto", 11: "undici", 17: "diciassette", 20: "venti", 21: "ventuno", 23: "ventitré",
		28: "ventotto", 33: "trentatré", 41: "quarantuno", 88: "ottantotto", 99: "novantanove", 100: "cento", 101: "centouno",
		103: "centotré", 108: "centootto", 111: "centoundici", 118: "centodiciotto", 121: "centoventuno", 123: "centoventitré",
		180: "centottanta", 181: "centottantuno", 280: "duecentottanta", 288: "duecentottantotto", 808: "ottocentootto",
		880: "ottocentottanta", 1000: "mille", 1001: "milleuno", 1003: "milletré", 1008: "milleotto", 1080: "milleottanta",
		1100: "millecento", 1861: "milleottocentosessantuno", 2000: "duemila", 2026: "duemilaventisei", 2023: "duemilaventitré",
		3000: "tremila", 21000: "ventunomila", 23000: "ventitremila", 100000: "centomila", 101101: "centounomilacentouno",
		999999: "novecentonovantanovemilanovecentonovantanove", 1000000: "un milione", 1000001: "un milione uno",
		1001000: "un milione mille", 2000000: "due milioni", 21000000: "ventuno milioni", 23000000: "ventitré milioni",
		1200000: "un milione duecentomila", 1000000000: "un miliardo", 10000000000: "dieci miliardi",
		2003001005: "due miliardi tre milioni millecinque",
	}
	for n, atteso := range casi {
		if got := importo.Cardinale(n); got != atteso {
			t.Errorf("%d = %q, atteso %q", n, got, atteso)
		}
	}
}

// All numbers of a run and the largest ones have words of their own, without double spaces.
func TestCardinaleNonSiRipete(t *testing.T) {
	t.Parallel()
	visti := make(map[string]uint64, 200_000)
	for n := range uint64(200_000) {
		parole := importo.Cardinale(n)
		if altro, doppio := visti[parole]; doppio {
			t.Fatalf("%d e %d si scrivono %q", altro, n, parole)
		}
		visti[parole] = n
	}
}

func TestCardinaleProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		scritto := importo.Cardinale(a)
		if (scritto == importo.Cardinale(b)) != (a == b) {
			t.Fatalf("%d e %d si scrivono %q", a, b, scritto)
		}
		if strings.TrimSpace(scritto) != scritto || strings.Contains(scritto, "  ") || scritto == "" {
			t.Fatalf("%d si scrive %q", a, scritto)
		}
	})
}
