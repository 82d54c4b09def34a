package stampa_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/codici/alfabeto"
)

func TestTraslittera(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, testo, vuole, ignoti string }{
		{"Italian stays as it is", "Nicolò D'Amàto è già qui: 12 €", "Nicolò D'Amàto è già qui: 12 €", ""},
		{"the Latin of Europe is in the fonts", "Đorđe Łukasz Ștefan Țepeș Ñandú Škvorecký Gießen Øre", "Đorđe Łukasz Ștefan Țepeș Ñandú Škvorecký Gießen Øre", ""},
		{"letters and marks are composed", "Nicolo\u0300 S\u0326tefan", "Nicolò Ștefan", ""},
		{"Vietnamese loses the marks that no font has, not the letters", "Nguyễn Thị Hồng", "Nguyen Thi Hong", ""},
		{"Cyrillic by passport rules", "Щербаков Юлия Чехов", "Shcherbakov Iuliia Chekhov", ""},
		{"Ukrainian", "Їжак Євген Ґонта", "Izhak Ievgen Gonta", ""},
		{"Greek", "Γιώργος Παπαδόπουλος", "Giorgos Papadopoulos", ""},
		{"a word in capitals stays in capitals", "ЩЕРБАКОВ ЮЛИЯ, ПАПАДОПОУЛОΣ ΓΟΥΔΗ", "SHCHERBAKOV IULIIA, PAPADOPOULOS GOUDI", ""},
		{"Georgian, whose names begin with a capital in Latin", "ბერიძე გია, ჩხეიძე-ღლონტი", "Beridze Gia, Chkheidze-Ghlonti", ""},
		{"Georgian in capitals", "ᲑᲔᲠᲘᲫᲔ", "BERIDZE", ""},
		{"Armenian", "Պետրոսյան Անի", "Petrosyan Ani", ""},
		{"Serbian", "Ђорђевић Љубица", "Dordevic Ljubitsa", ""},
		{"ligatures and full width", "ﬁne ＡＢ１", "fine AB1", ""},
		{"line breaks and tabs are blanks", "uno\ndue\ttre", "uno due tre", ""},
		{"direction marks are invisible", "\u202eROSSI\u200b\ufeff", "ROSSI", ""},
		{"what has no Latin spelling is shown by its code point", "王 Wang", "[U+738B] Wang", "王"},
		{"beyond the basic plane too", "😀", "[U+1F600]", "😀"},
		{"broken UTF-8 is visible", "a\xffb", "a[U+FFFD]b", "\ufffd"},
	}
	s := stampatore(t)
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			ha, ignoti := s.Traslittera(c.testo)
			if diff := cmp.Diff([]string{c.vuole, c.ignoti}, []string{ha, string(ignoti)}); diff != "" {
				t.Errorf("Traslittera(%q) (-want +got):\n%s", c.testo, diff)
			}
		})
	}
}

// TestIgnotiSonoQuelli: what the rule of the addressees lets pass is spelled with the fonts, whatever the character.
func TestIgnotiSonoQuelli(t *testing.T) {
	t.Parallel()
	s := stampatore(t)
	const blocco = 1 << 10
	for inizio := rune(0); inizio < unicode.MaxRune; inizio += blocco {
		var testo strings.Builder
		for r := inizio; r < inizio+blocco; r++ {
			if !utf8.ValidRune(r) {
				continue
			}
			testo.WriteString(string(r) + " a ")
		}
		_, ignoti := s.Traslittera(testo.String())
		trattenuti := alfabeto.Ignoti(testo.String())
		for _, r := range ignoti {
			if !slices.Contains(trattenuti, r) {
				t.Errorf("%U would be printed by its code point", r)
			}
		}
	}
}

func TestTraslitteraSempreStampabile(t *testing.T) {
	t.Parallel()
	s := stampatore(t)
	rapid.Check(t, func(r *rapid.T) {
		scritto := rapid.String().Draw(r, "testo")
		una, ignoti := s.Traslittera(scritto)
		due, ancora := s.Traslittera(una)
		if una != due || len(ancora) > 0 {
			r.Fatalf("%q prints as %q and then as %q (%q)", scritto, una, due, ancora)
		}
		for _, x := range ignoti {
			if !strings.Contains(una, "[U+") {
				r.Fatalf("%q is neither spelled nor shown in %q", x, una)
			}
		}
		if lettere(scritto) > 0 && strings.TrimSpace(una) == "" {
			r.Fatalf("%q prints as nothing", scritto)
		}
	})
}

// lettere counts what a reader would miss. The signs of Cyrillic that have no sound are not counted.
func lettere(testo string) int {
	n := 0
	for _, r := range testo {
		if (unicode.IsLetter(r) || unicode.IsNumber(r)) && !strings.ContainsRune("ьЬ", r) {
			n++
		}
	}
	return n
}
