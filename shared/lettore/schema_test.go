package lettore_test

import (
	"math"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/lettore"
)

// certo is a lattice where each column has one likely class: index in the alphabet, or 0 for none.
func certo(alfabeto string, colonne string, forte float64) lettore.Reticolo {
	p := make([]float32, 0, len(colonne)*(len(alfabeto)+1))
	debole := math.Log((1 - forte) / float64(len(alfabeto)))
	for _, c := range []byte(colonne) {
		for k := range len(alfabeto) + 1 {
			v := debole
			if k == 0 && c == '_' || k > 0 && alfabeto[k-1] == c {
				v = math.Log(forte)
			}
			p = append(p, float32(v))
		}
	}
	return lettore.NuovoReticolo(alfabeto, p)
}

func TestTheGrammarDecidesWhatAShapeMayBe(t *testing.T) {
	t.Parallel()
	const alfabeto = "01258BIOSZAC"
	lettere, cifre := "ABCSZ", "01258"
	schema := lettore.Schema{lettere, cifre, cifre}
	for nome, x := range map[string]struct {
		colonne, testo string
	}{
		"a clear text":                       {"_A_1_2_", "A12"},
		"a digit read as letter":             {"_A_1_Z_", "A12"},
		"equal digits are parted by nothing": {"_A_1__1_", "A11"},
		"one digit held for long is one":     {"AAA_1111_2222", "A12"},
		"without room there is no text":      {"A1", ""},
		"equal digits without a gap go on":   {"_A_11111_", "A1"},
	} {
		l := certo(alfabeto, x.colonne, 0.9)
		got := l.Decodifica(schema, 3)
		switch {
		case x.testo == "" && got != nil:
			t.Errorf("%s: %v", nome, got)
		case x.testo == "":
		case len(got) == 0 || got[0].Testo[:len(x.testo)] != x.testo && nome != "a digit read as letter":
			t.Errorf("%s: %v, want %s", nome, got, x.testo)
		}
		for _, c := range got {
			for i := range c.Testo {
				if !contiene(schema[i], c.Testo[i]) {
					t.Errorf("%s: %s breaks the grammar", nome, c.Testo)
				}
			}
		}
	}
}

func contiene(s string, c byte) bool {
	for i := range len(s) {
		if s[i] == c {
			return true
		}
	}
	return false
}

// The likelihood of a text is a probability: over all texts of one character and none they make one at most.
func TestProbabilitiesOfTextsMakeOne(t *testing.T) {
	t.Parallel()
	l := certo("AB", "_AB_A", 0.6)
	somma := 0.0
	var prova func(testo string)
	prova = func(testo string) {
		somma += math.Exp(l.Probabilita(testo))
		if len(testo) < 5 {
			prova(testo + "A")
			prova(testo + "B")
		}
	}
	prova("")
	if math.Abs(somma-1) > 1e-5 {
		t.Errorf("they make %f", somma)
	}
	if l.Probabilita("AC") > -1e6 {
		t.Error("a character of no alphabet has a probability")
	}
}

func TestVoteAndCurve(t *testing.T) {
	t.Parallel()
	buono, cattivo := certo("AB", "_A_B_", 0.95), certo("AB", "_B_B_", 0.5)
	got := lettore.Vota([]lettore.Reticolo{buono, cattivo}, []string{"BB", "AB", "BB"})
	if len(got) != 2 || got[0].Testo != "AB" || got[0].Log < got[1].Log {
		t.Errorf("%v", got)
	}
	c := lettore.Curva{{Margine: 0, Giusti: 0.4}, {Margine: 2, Giusti: 0.8}, {Margine: 4, Giusti: 1}}
	for m, want := range map[float64]float64{-1: 0.4, 0: 0.4, 1: 0.6, 3: 0.9, 9: 1} {
		if got := c.Confidenza(m); math.Abs(got-want) > 1e-9 {
			t.Errorf("margin %v: %v", m, got)
		}
	}
}
