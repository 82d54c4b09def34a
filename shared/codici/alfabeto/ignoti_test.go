package alfabeto_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/alfabeto"
)

func TestIgnoti(t *testing.T) {
	t.Parallel()
	for testo, vuole := range map[string]string{
		"Rossi Mario": "", "D’Amàto «Bar» – S.r.l. €": "", "Ștefan Țepeș": "", "Kovács Őze": "", "Nguyễn Thị Hồng": "", "Παπαδόπουλος": "", "Պետրոսյան": "",
		"Ђорђевић Љубица": "", "ბერიძე": "", "Щербаков": "", "Ñandú Øre Łukasz Gießen": "", "Nicolo\u0300": "", "ＡＢ１": "", "": "", "n° 5 № 6 ½": "",
		"Nicol\ufffd": "\ufffd", "محمد": "محمد"[:2] + "ح" + "د", "王小王": "王小", "কা": "কা", "Via 🚗 Prove": "🚗", "a\ue000": "\ue000", "ᚠ": "ᚠ", "ኣ": "ኣ",
		"กก": "ก", "한": "한", "☎": "☎", "U\U000f0000": "\U000f0000",
	} {
		if ha := string(alfabeto.Ignoti(testo)); ha != vuole {
			t.Errorf("%q: %q, want %q", testo, ha, vuole)
		}
	}
}
