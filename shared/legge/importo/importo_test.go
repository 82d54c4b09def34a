package importo_test

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestPer(t *testing.T) {
	t.Parallel()
	terzo, sconto, meta := importo.Frazione{Num: 4, Den: 3}, importo.Frazione{Num: 7, Den: 10}, importo.Frazione{Num: 1, Den: 2}
	casi := []struct {
		nome   string
		da     importo.Cent
		quote  []importo.Frazione
		atteso importo.Cent
	}{
		{"il 70 % di 87,00 conserva i centesimi", 8700, []importo.Frazione{sconto}, 6090},
		{"un terzo in più di 430,00 si arrotonda per difetto", 43000, []importo.Frazione{terzo}, 57333},
		{"142 c. 7 di notte: 42,00 per 4/3 è esatto", 4200, []importo.Frazione{terzo}, 5600},
		{"142 c. 7 di notte scontato: 39,20", 4200, []importo.Frazione{terzo, sconto}, 3920},
		{"la metà del massimo notturno di 173,00 si arrotonda una volta: 115,33 e non 115,34", 17300, []importo.Frazione{terzo, meta}, 11533},
		{"la metà esatta di un centesimo va in su", 1, []importo.Frazione{meta}, 1},
		{"un credito si arrotonda verso l'alto anche sotto zero", -1, []importo.Frazione{meta}, 0},
		{"senza quote la somma resta", 1234, nil, 1234},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			got, err := c.da.Per(c.quote...)
			if err != nil || got != c.atteso {
				t.Fatalf("Per = %d, %v; atteso %d", got, err, c.atteso)
			}
		})
	}
}

func TestPerRifiuta(t *testing.T) {
	t.Parallel()
	if _, err := importo.Cent(1).Per(importo.Frazione{Num: 1}); !errors.Is(err, importo.ErrFrazione) {
		t.Errorf("denominatore zero: %v", err)
	}
	if _, err := importo.Cent(math.MaxInt64).Per(importo.Frazione{Num: 4, Den: 3}); !errors.Is(err, importo.ErrTroppoGrande) {
		t.Errorf("oltre 64 bit: %v", err)
	}
	if _, err := importo.ArrotondaMetaInSu(1, -2); !errors.Is(err, importo.ErrFrazione) {
		t.Errorf("denominatore negativo: %v", err)
	}
}

func TestCifre(t *testing.T) {
	t.Parallel()
	casi := map[importo.Cent]string{
		0: "0,00", 5: "0,05", 4200: "42,00", 123456: "1.234,56", 100000000: "1.000.000,00",
		-5: "-0,05", -123456: "-1.234,56", math.MinInt64: "-92.233.720.368.547.758,08",
	}
	for c, atteso := range casi {
		if got := c.Cifre(); got != atteso {
			t.Errorf("Cifre(%d) = %q, atteso %q", int64(c), got, atteso)
		}
		if got := c.Euro(); got != atteso+" €" {
			t.Errorf("Euro(%d) = %q", int64(c), got)
		}
	}
}

func TestMenoSiFermaAZero(t *testing.T) {
	t.Parallel()
	if got := importo.Cent(100).Meno(30); got != 70 {
		t.Errorf("100 - 30 = %d", got)
	}
	if got := importo.Cent(30).Meno(100); got != 0 {
		t.Errorf("30 - 100 si ferma a zero, non %d", got)
	}
}

// The rounded value is the closest cent: twice the error never passes the denominator, and an
// exact half always went up.
func TestArrotondaMetaInSuProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		num := rapid.Int64Range(-1e15, 1e15).Draw(t, "num")
		den := rapid.Int64Range(1, 1000).Draw(t, "den")
		c, err := importo.ArrotondaMetaInSu(num, den)
		if err != nil {
			t.Fatal(err)
		}
		scarto := 2 * (int64(c)*den - num)
		if scarto > den || scarto <= -den {
			t.Fatalf("%d/%d arrotondato a %d", num, den, c)
		}
	})
}

// Reading the figures back gives the same sum.
func TestCifreProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := importo.Cent(rapid.Int64().Draw(t, "cent"))
		n, err := strconv.ParseInt(strings.NewReplacer(".", "", ",", "").Replace(c.Cifre()), 10, 64)
		if err != nil || n != int64(c) {
			t.Fatalf("%q rilegge %d, %v", c.Cifre(), n, err)
		}
	})
}

func TestInLettere(t *testing.T) {
	t.Parallel()
	casi := map[importo.Cent]string{
		0: "zero/00", 5: "zero/05", 100: "uno/00", 300: "tre/00", 2100: "ventuno/00", 2800: "ventotto/00", 12310: "centoventitré/10",
		2300: "ventitré/00", 10300: "centotré/00", 333300: "tremilatrecentotrentatré/00", 2300000: "ventitremila/00",
		10100: "centouno/00", 10800: "centootto/00", 28000: "duecentottanta/00", 7290: "settantadue/90", 58433: "cinquecentottantaquattro/33",
		100000: "mille/00", 200000: "duemila/00", 120000: "milleduecento/00", 100000000: "un milione/00", 120000005: "un milione duecentomila/05",
		2300000000: "ventitré milioni/00", 1000000000000: "dieci miliardi/00", -12310: "meno centoventitré/10", -5: "meno zero/05",
		math.MinInt64: "meno novantadue milioni duecentotrentatremilasettecentoventi miliardi trecentosessantotto milioni cinquecentoquarantasettemilasettecentocinquantotto/08",
	}
	for c, atteso := range casi {
		if got := c.InLettere(); got != atteso {
			t.Errorf("InLettere(%d) = %q, atteso %q", int64(c), got, atteso)
		}
	}
}

// Two sums up to ten milliards of euro never have the same words.
func TestInLettereProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := importo.Cent(rapid.Int64Range(-1e12, 1e12).Draw(t, "a"))
		b := a + importo.Cent(rapid.Int64Range(-1e9, 1e9).Draw(t, "scarto"))
		if (a.InLettere() == b.InLettere()) != (a == b) {
			t.Fatalf("%d e %d si scrivono %q", int64(a), int64(b), a.InLettere())
		}
	})
}

func BenchmarkInLettere(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if importo.Cent(58433).InLettere() == "" {
			b.Fatal("vuoto")
		}
	}
}
