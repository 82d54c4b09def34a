package codici_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

func TestDistrutto(t *testing.T) {
	t.Parallel()
	for _, perso := range []string{
		"2,81526E+11", "2.81526E+11", "2,81526e+11", "2.81526E+011", "3E+11", "2,8E11", "2,81526 E+11", "2,81526E + 11", " 2,81526E+11 ",
		"23L 2,81526E+11", "AG 6,4E+11, 23L 1", "-2,8E+11", "1,2E-05", "２,８１Ｅ＋11", "2,81526×10^11", "2,8 x 10^11", "2,8*10^11",
		"###", "########", "#N/D", "#n/d", "#VALORE!", "#REF!", "#RIF!", "#DIV/0!", "#NOME?", "#NAME?", "#NUM",
	} {
		if codici.Distrutto(perso) == "" {
			t.Errorf("%q is taken for a code", perso)
		}
	}
	for _, buono := range []string{
		"", "281526382192", "RR123456140IT", "2E11", "AB123CE", "12E3456", "art. 3, e 4", "via Roma 3 e 5", "E+11", "A2,5E+11B", "12/E", "n. 5",
		"#", "#12", "lotto #3", "1,50", "prot. 12e3", "Mexico 10", "tel. 3 e +39 051", "1 e + 2", "0190b7c4-1e11-7e12-8e13-0e1411111111", "12E-3",
	} {
		if motivo := codici.Distrutto(buono); motivo != "" {
			t.Errorf("%q: %s", buono, motivo)
		}
	}
}

func TestSenzaSegniDelFoglio(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scritto, vuole string }{
		{`="00123"`, "00123"}, {` ="00123" `, "00123"}, {`="a""b"`, `a"b`}, {"=1+2", "=1+2"}, {`="`, `="`}, {"00123", "00123"}, {"", ""}, {`=""`, ""},
	} {
		if ha := codici.SenzaSegniDelFoglio(c.scritto); ha != c.vuole {
			t.Errorf("%q: %q, want %q", c.scritto, ha, c.vuole)
		}
	}
}
