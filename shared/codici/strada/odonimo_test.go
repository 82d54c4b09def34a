package strada_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
)

// TestPostoStesso: two people write one place in two ways, and two places are told apart.
func TestPostoStesso(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b   strada.Posto
		stesso bool
	}{
		{via("Via Marconi"), via("V. Marconi"), true},
		{via("VIA  MARCONI"), via("via marconi"), true},
		{via("Piazza Garibaldi"), via("P.zza Garibaldi"), true},
		{via("Piazza Garibaldi"), via("P.za Garibaldi"), true},
		{via("Viale della Libertà"), via("V.le LIBERTA'"), true},
		{via("Piazzale Loreto"), via("P.le Loreto"), true},
		{via("Corso Cavour"), via("C.so C. Cavour"), true},
		{via("Via Guglielmo Marconi"), via("Via G. Marconi"), true},
		{via("Via Sant'Agata"), via("Via S. Agata"), true},
		{via("Piazza San Francesco"), via("P.zza S.Francesco"), true},
		{via("Via Fratelli Cairoli"), via("V. F.lli Cairoli"), true},
		{via("Via F. Crispi"), via("Via Francesco Crispi"), true},
		{via("Via XX Settembre"), via("Via 20 Settembre"), true},
		{via("Via IV Novembre"), via("v. 4 novembre"), true},
		{via("Via 1° Maggio"), via("Via Primo Maggio"), true},
		{via("Via 1º Maggio"), via("Via 1° maggio"), true},
		{via("Strada Provinciale 12"), via("S.P. 12"), true},
		{via("SS16"), via("Strada Statale 16"), true},
		{via("Marconi"), via("Via Marconi"), true},
		{via("Località Isola"), via("Loc. Isola"), true},
		{strada.Posto{Indirizzo: "Via Marconi 12"}, strada.Posto{Indirizzo: "Via Marconi", Civico: "12"}, true},
		{strada.Posto{Indirizzo: "Via Marconi, n. 12/A"}, strada.Posto{Indirizzo: "Via Marconi", Civico: "12 a"}, true},
		{strada.Posto{Indirizzo: "Via Marconi", Civico: "n. 12"}, strada.Posto{Indirizzo: "Via Marconi", Civico: "012"}, true},
		{strada.Posto{Indirizzo: "Via Marconi", Civico: "12"}, via("Via Marconi"), true},
		{strada.Posto{Indirizzo: "Via Marconi", Civico: "SNC"}, strada.Posto{Indirizzo: "Via Marconi", Civico: "12"}, true},
		{strada.Posto{Indirizzo: "SP 12", Chilometro: "3+200"}, strada.Posto{Indirizzo: "S.P. 12", Chilometro: "3+200"}, true},

		{via("Via Marconi"), via("Piazza Marconi"), false},
		{via("Via Marconi"), via("Via Mazzini"), false},
		{via("Via Marconi"), via("Viale Marconi"), false},
		{via("Via G. Verdi"), via("Via Alessandro Verdi"), false},
		{via("Via Roma"), via("Via Romana"), false},
		{via("S.P. 12"), via("S.P. 13"), false},
		{via("S.P. 12"), via("S.S. 12"), false},
		{via("Via 4 Novembre"), via("Via 20 Novembre"), false},
		{strada.Posto{Indirizzo: "Via Marconi 12"}, strada.Posto{Indirizzo: "Via Marconi 14"}, false},
		{strada.Posto{Indirizzo: "SP 12", Chilometro: "3+200"}, strada.Posto{Indirizzo: "SP 12", Chilometro: "7+900"}, false},
		{strada.Posto{Indirizzo: "Via Marconi", Civico: "0"}, strada.Posto{Indirizzo: "Via Marconi", Civico: "7"}, false},
		{via(""), via("Via Marconi"), false},
	} {
		if got := c.a.Stesso(c.b); got != c.stesso {
			t.Errorf("%+v and %+v: %v", c.a, c.b, got)
		}
		taciuto := c.stesso && (c.a.Civico == "") != (c.b.Civico == "") && !strings.ContainsAny(c.a.Indirizzo, "0123456789") ||
			c.a.Civico == "SNC" || c.a.Indirizzo == "Marconi" // one of the two does not tell civic number or kind
		if c.stesso && !taciuto && c.a.Chiave() != c.b.Chiave() {
			t.Errorf("%+v and %+v: %q %q", c.a, c.b, c.a.Chiave(), c.b.Chiave())
		}
	}
}

func via(indirizzo string) strada.Posto { return strada.Posto{Indirizzo: indirizzo} }

// TestPostoCivico: a letter or the second number of a building that one does not write contradicts nothing, and two numbers
// are never one of more figures.
func TestPostoCivico(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b   string
		stesso bool
	}{
		{"12", "12/A", true}, {"12", "12 bis", true}, {"12/a", "12 A", true}, {"12", "012/b", true}, {"12", "12 int. 3", true},
		{"12/14", "12", true}, {"12/14", "14", true}, {"12-14", "12/14", true}, {"12 e 14", "14", true}, {"12/16", "14", true}, {"12/14", "14/16", true},
		{"fronte civ. 12", "12", true}, {"n. 12/A", "12a", true}, {"di fronte al 12", "12", true},
		{"fronte bar", "Fronte Bar", true}, {"snc", "12/A", true}, {"12/3", "12", true},
		{"12 E", "12", true}, {"99999999999999999999", "99999999999999999999", true},

		{"12/A", "12/B", false}, {"12/A", "12 bis", false}, {"12/14", "1214", false}, {"12/14", "13", false}, {"12/14", "16", false},
		{"12", "112", false}, {"12/A", "14/A", false}, {"12/3", "3", false}, {"12/140", "80", false}, {"A", "B", false},
		{"fronte bar", "12", false}, {"fronte bar", "fronte chiesa", false},
		{"99999999999999999999", "99999999999999999998", false},
	} {
		a, b := strada.Posto{Indirizzo: "Via Marconi", Civico: c.a}, strada.Posto{Indirizzo: "Via Marconi", Civico: c.b}
		if a.Stesso(b) != c.stesso || b.Stesso(a) != c.stesso {
			t.Errorf("%q and %q: %v %v", c.a, c.b, a.Stesso(b), b.Stesso(a))
		}
	}
	for _, civico := range []string{"12/A", "12 bis", "12/14"} {
		if dietro := via("Via Marconi " + civico); !dietro.Stesso(strada.Posto{Indirizzo: "Via Marconi", Civico: civico}) ||
			dietro.Stesso(strada.Posto{Indirizzo: "Via Marconi", Civico: "120"}) {
			t.Errorf("%s is not read behind the street", civico)
		}
		a, b := strada.Posto{Indirizzo: "Via Marconi", Civico: "12"}, strada.Posto{Indirizzo: "Via Marconi", Civico: civico}
		if a.Chiave() != b.Chiave() {
			t.Errorf("12 and %s: %q %q", civico, a.Chiave(), b.Chiave())
		}
	}
}

// TestPostoIncrocio: a crossing is a place on both of its streets, in whatever order they are written.
func TestPostoIncrocio(t *testing.T) {
	t.Parallel()
	incrocio := via("Via Roma angolo via Po")
	for _, c := range []struct {
		altro  strada.Posto
		stesso bool
	}{
		{via("Via Roma"), true}, {via("Via Po"), true}, {via("V. Roma ang. V. Po"), true}, {via("via Po angolo Roma"), true},
		{via("incrocio tra via Roma e via Po"), true}, {via("Intersezione via Po con via Roma"), true}, {via("all'incrocio via Roma via Po"), true},
		{via("Via Roma 12 ang. Via Po"), true}, {via("Via Roma, incrocio con la via Po"), true},
		{strada.Posto{Indirizzo: "Via Roma", Civico: "12"}, true}, {strada.Posto{Indirizzo: "Via Roma", Civico: "12 ang. via Po"}, true},
		{strada.Posto{Indirizzo: "Via Po", Civico: "angolo via Roma"}, true},

		{via("Via Roma angolo via Dante"), false}, {via("Via Dante"), false}, {via("Via Dante angolo via Verdi"), false},
		{via("incrocio tra via Roma e via Dante"), false}, {via("Via Angolo Po"), true}, {via("Via dell'Angolo"), false},
		{via("Via Angolo Terme"), false}, {strada.Posto{Indirizzo: "Via Roma", Civico: "12 ang. via Dante"}, false},
	} {
		if incrocio.Stesso(c.altro) != c.stesso || c.altro.Stesso(incrocio) != c.stesso {
			t.Errorf("%+v: %v %v", c.altro, incrocio.Stesso(c.altro), c.altro.Stesso(incrocio))
		}
	}
	for _, altro := range []string{"Via Po angolo via Roma", "incrocio tra via Roma e via Po", "v. Roma ang. v. Po"} {
		if a := via(altro); a.Chiave() != incrocio.Chiave() {
			t.Errorf("%s: %q %q", altro, a.Chiave(), incrocio.Chiave())
		}
	}
	for a, b := range map[string]string{
		"Via dell'Angolo": "V. dell'Angolo 3", "Via Angolo Terme": "V. Angolo Terme",
		"incrocio via Ponte Vecchio e via Po": "Via Ponte Vecchio", "incrocio via Ponte Vecchio via Po": "Via Po",
	} {
		if !via(a).Stesso(via(b)) {
			t.Errorf("%s and %s are two places", a, b)
		}
	}
	if a, b := via("Via Roma 12 ang. via Po"), (strada.Posto{Indirizzo: "Via Roma", Civico: "14"}); a.Stesso(b) {
		t.Error("two civic numbers of one street are one place")
	}
}

// TestPostoProprieta: every writing is a place of its own kind, whoever is asked first, and nothing breaks the reader.
func TestPostoProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pezzi := rapid.SampledFrom([]string{"Via", "V.", "P.zza", "S.P.", "San", "G.", "Marconi", "è", "12", "bis", "n.", "IV", "ang.",
			"incrocio", "e", "'", "ª", "", " ", "\x80"})
		scrive := func(nome string) strada.Posto {
			p := strada.Posto{}
			for _, x := range rapid.SliceOfN(pezzi, 0, 7).Draw(t, nome) {
				p.Indirizzo += x + " "
			}
			p.Civico = rapid.SampledFrom([]string{"", "12", "12/A", "12-14", "12 ang. via Po", "angolo", "snc"}).Draw(t, nome+" civico")
			return p
		}
		a, b := scrive("a"), scrive("b")
		if !a.Stesso(a) {
			t.Fatalf("%+v is not itself", a)
		}
		if a.Stesso(b) != b.Stesso(a) {
			t.Fatalf("%+v and %+v: it depends on who asks", a, b)
		}
	})
}
