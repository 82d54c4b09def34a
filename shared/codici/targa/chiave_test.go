package targa

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestChiaveEScrittaDiOgniSegno(t *testing.T) {
	t.Parallel()
	for r := range rune(0x20000) {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, s := range []string{"A" + string(r) + "1", string(r)} {
			chiave, scritta := Chiave(s), Scritta(s)
			if Chiave(chiave) != chiave || Scritta(scritta) != scritta || Chiave(scritta) != chiave {
				t.Fatalf("%U: chiave %q (%q), scritta %q (%q), chiave della scritta %q", r, chiave, Chiave(chiave), scritta, Scritta(scritta), Chiave(scritta))
			}
		}
	}
}

// Two spellings of one plate have one key; look-alikes that are other letters do not.
func TestChiave(t *testing.T) {
	t.Parallel()
	for chiave, modi := range map[string][]string{
		"ABEKMHOPCTXI":   {"АВЕКМНОРСТХІ", "авекмнорстхі", "ab ek-mh.op·ct/xi"},
		"ABEZHIKMNOPTYX": {"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "αβεζηικμνορτυχ"},
		"BG123CCSZD":     {"BG-123 ČĆŠŽĐ", "bg 123 c\u030cćšžđ", "BG123CCSZD"},
		"GO1":            {"GÖ 1", "GO\u03081", "Ｇö１"}, "AO1": {"ÅØ 1"}, "AB1234": {"A•B‧1—2–3−4", "ＡＢ１２３４", "AB١٢٣٤", "AB۱۲۳۴", "A\u00a0B\u2009\u200d12\ufe0f34"},
	} {
		for _, modo := range modi {
			if k := Chiave(modo); k != chiave {
				t.Errorf("%q: %q, non %q", modo, k, chiave)
			}
		}
	}
	for a, b := range map[string]string{"УБ1": "YB1", "ДА1": "DA1", "Ж1": "X1", "İ1ı": "I1I", "粤B1": "B1"} {
		if Chiave(a) == Chiave(b) {
			t.Errorf("%q e %q hanno una chiave", a, b)
		}
	}
}

func TestScritta(t *testing.T) {
	t.Parallel()
	for raw, scritta := range map[string]string{
		"b-no  1234": "B NO 1234", "BN·O 1234": "BN O 1234", "gö ab\u00a012": "GÖ AB 12", " ab-123.cd ": "AB 123 CD", "АА 3826 ВВ": "AA 3826 BB",
		"A\u200bB\u00ad1": "AB1", "": "", " - ": "",
	} {
		if s := Scritta(raw); s != scritta {
			t.Errorf("%q: %q", raw, s)
		}
	}
}

func TestConfondibili(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b, nazione string
		forse         bool
	}{
		{"B NO 1234", "BN O 1234", "D", false}, {"B NO 1234", "B-NO1234", "DE", true}, {"B NO 1234", "BNO1234", "DEU", true},
		{"B NO 1234", "BNO 1234", "D", true}, {"HH A 1", "H HA 1", "D", false}, {"M A 12 E", "M A 12E", "D", true},
		{"W ABC 1", "WA BC 1", "A", false}, {"AB 12 CD", "A B12 CD", "F", true}, {"GÖ A 1", "GO A 1", "D", true}, {"", "BN O 1234", "D", true},
	} {
		a, b := Scritta(c.a), Scritta(c.b)
		if Confondibili(a, c.nazione, b, c.nazione) != c.forse || Confondibili(b, c.nazione, a, c.nazione) != c.forse {
			t.Errorf("%q e %q in %s: atteso %v", a, b, c.nazione, c.forse)
		}
	}
	if !Confondibili("B NO 1", "D", "BN O 1", "IT") {
		t.Error("chi non dice la nazione non contraddice")
	}
}

func TestDigitata(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		digitata, scritta string
		forse             bool
	}{
		{"gö-ab 1234", "GÖ AB 1234", true}, {"GO AB 1234", "GÖ AB 1234", false}, {"GÖAB1234", "GO AB 1234", true}, {"BG123CC", "BG 123 ČĆ", true},
		{"AB123CD", "", true},
	} {
		if Digitata(c.digitata, c.scritta) != c.forse {
			t.Errorf("%q per %q: atteso %v", c.digitata, c.scritta, c.forse)
		}
	}
}

func TestMotivoNazione(t *testing.T) {
	t.Parallel()
	for buona := range strings.FieldsSeq("D DE DEU GB UK GBR RKS XK XKX MK NMK MKD I IT ITA V VA VAT SCV RSM SM SMR F FR FRA A AT AUT UA UKR SRB RS MNE ME SLO SI SVN CH CHE RO ROU MC E H EST") {
		if motivo := MotivoNazione(buona); motivo != "" {
			t.Errorf("%s: %s", buona, motivo)
		}
	}
	for cattiva, parola := range map[string]string{
		"ZZ": "non esiste", "Q": "QA", "YU": "SRB", "YUG": "SRB", "SU": "RUS", "CS": "CZ", "SCG": "MNE", "DDR": "(D)", "XX": "non esiste", "QQ": "non esiste",
		"ZZZ": "non esiste", "AAA": "non esiste", "O": "non esiste", "EU": "non esiste", "": "tre lettere", "d": "tre lettere", "F1": "tre lettere",
		"FRAN": "tre lettere",
	} {
		if motivo := MotivoNazione(cattiva); !strings.Contains(motivo, parola) {
			t.Errorf("%s: %q", cattiva, motivo)
		}
	}
}

// A plate of the two States inside Italy, written without its country, is judged as an Italian one with a remark.
func TestForseDiUnAltroStato(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		targa, nazione, parola string
	}{
		{"SCV 123", "", "vaticana"}, {"scv1", "IT", "vaticana"}, {"CV12345", "", "vaticana"}, {"CV 123", "", "vaticana"}, {"SCV 12345", "", "vaticana"},
		{"RSM A123", "", "sammarinese"}, {"RSM 12345", "", "sammarinese"}, {"A1234", "", "sammarinese"},
		{"SCV 123", "V", ""}, {"A1234", "RSM", ""}, {"AB123CD", "", ""}, {"CV123AB", "", ""}, {"RS123AB", "", ""}, {"1A2B3", "", "cinque caratteri"},
	} {
		e := Valida(c.targa, c.nazione)
		if tutte := strings.Join(e.Avvertenze, " "); c.parola == "" && tutte != "" || !strings.Contains(tutte, c.parola) {
			t.Errorf("%s %s: %+v", c.targa, c.nazione, e)
		}
	}
}
