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
		{strada.Posto{Indirizzo: "Via Marconi", Civico: "12"}, strada.Posto{Indirizzo: "Via Marconi", Civico: "12/A"}, false},
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

// TestPostoProprieta: every writing is a place of its own kind, whoever is asked first, and nothing breaks the reader.
func TestPostoProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pezzi := rapid.SampledFrom([]string{"Via", "V.", "P.zza", "S.P.", "San", "G.", "Marconi", "è", "12", "bis", "n.", "IV", "'", "ª", "", " ", "\x80"})
		scrive := func(nome string) strada.Posto {
			p := strada.Posto{}
			for _, x := range rapid.SliceOfN(pezzi, 0, 5).Draw(t, nome) {
				p.Indirizzo += x + " "
			}
			p.Civico = rapid.SampledFrom([]string{"", "12", "12/A", "snc"}).Draw(t, nome+" civico")
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
