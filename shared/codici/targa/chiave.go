package targa

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Chiave is the key under which a plate is stored, searched and compared in any script: the plate that
// [Normalizza] gives, with one sign for letters and digits that are drawn alike or that sources write in
// two ways. A Cyrillic or Greek letter with a Latin twin is that twin, because plates of those countries
// use only such letters (Convention on Road Traffic, Vienna 1968, annex 2); a letter with a mark is the
// letter (ČĆ is CC, GÖ is GO), because keyboards and cameras drop marks; digits of every script and wide
// forms are the plain ones. How the plate was written stays in [Scritta]: equal keys may be two plates.
// A letter without a Latin twin stays what it is. Applying it twice changes nothing.
func Chiave(raw string) string {
	n := Normalizza(raw)
	if soloASCII(n) {
		return n
	}
	return piega(n, false)
}

// Scritta is a plate as a person reads it: in capitals and Latin letters, marks kept, each run of blanks
// and separators one blank ("B-NO 1234" is "B NO 1234"). It has the same key as the text it comes from.
func Scritta(raw string) string {
	var parti []string
	for _, parte := range strings.FieldsFunc(norm.NFC.String(raw), separa) {
		if parte = piega(Normalizza(parte), true); parte != "" {
			parti = append(parti, parte)
		}
	}
	return strings.Join(parti, " ")
}

// separa reports what stands between two groups of a plate; an invisible sign does not.
func separa(r rune) bool {
	return r <= ' ' || unicode.IsSpace(r) || codici.Trattino(r) || strings.ContainsRune(separatori+altriSeparatori, r)
}

// altriSeparatori are dots and fillers that Normalizza leaves: its text is hashed with earlier requests.
const altriSeparatori = "•‧∙⋅・･․。．：／＊－\u3164\uffa0\u115f\u1160\u2800"

// piega folds a normalised plate; with segni the marks of Latin letters stay. The function chiave_targa of
// elaborazione's database folds stored plates in the same way.
func piega(n string, segni bool) string {
	var b strings.Builder
	for _, r := range n {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case strings.ContainsRune(altriSeparatori, r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		case '！' <= r && r <= '～':
			b.WriteString(Normalizza(string(r - '！' + '!')))
		default:
			b.WriteRune(gemella(r))
		}
	}
	if segni {
		return norm.NFC.String(b.String())
	}
	return norm.NFC.String(senzaSegni(norm.NFD.String(b.String())))
}

// gemella is the Latin letter or the plain digit that a sign is drawn as; the sign itself where there is none.
func gemella(r rune) rune {
	if i := strings.IndexRune(gemelleDi, r); i >= 0 {
		return rune(gemelle[utf8.RuneCountInString(gemelleDi[:i])])
	}
	for _, zero := range zeri {
		if zero <= r && r < zero+10 {
			return '0' + r - zero
		}
	}
	return r
}

// senzaSegni takes the marks off the Latin letters of a decomposed text.
func senzaSegni(testo string) string {
	var b strings.Builder
	latina := false
	for _, r := range testo {
		if segno := '\u0300' <= r && r <= '\u036f'; segno && latina {
			continue
		}
		intera := senzaSegno(r)
		b.WriteString(intera)
		latina = codici.Lettera(intera[len(intera)-1])
	}
	return b.String()
}

// gemelleDi are the Cyrillic and Greek capitals that are drawn as a Latin one, gemelle the Latin ones in
// the same order. У is Y, as Ukraine, Belarus and Russia read it on their plates.
const (
	gemelleDi = "АВСЕНІЈКМОРЅТУХҮԚԜ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳͿ"
	gemelle   = "ABCEHIJKMOPSTYXYQW" + "ABEZHIKMNOPTYXCJJ"
)

// senzaSegno is the plain writing of a Latin letter whose mark is part of it; any other sign as it is.
func senzaSegno(r rune) string {
	switch r {
	case 'Đ', 'Ð', 'Ɖ':
		return "D"
	case 'Ø':
		return "O"
	case 'Ł':
		return "L"
	case 'Ħ':
		return "H"
	case 'Ŧ':
		return "T"
	case 'Æ':
		return "AE"
	case 'Œ':
		return "OE"
	case 'ẞ', 'ß':
		return "SS"
	}
	return string(r)
}

// zeri are the zeros of the scripts whose digits stand in a row of ten.
const zeri = "٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐"

// senzaGemella is the first sign of a key that is no Latin letter and no digit from 0 to 9; false where
// there is none.
func senzaGemella(chiave string) (rune, bool) {
	for _, r := range chiave {
		if r >= utf8.RuneSelf {
			return r, true
		}
	}
	return 0, false
}
