package codicefiscale

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// lettera is what one sign of a name contributes to the code.
type lettera struct {
	// letture are the readings of the sign; [Calcola] takes the first. A letter with an accent has more:
	// before Circolare 34/E/2011 offices left such letters out, or took the letter without its sign.
	letture []string
	// fuori is true for a letter that the official table does not have.
	fuori bool
}

// tabella are the letters of the official table (Circolare of the Ministry of the Interior 1/2008,
// Circolare 34/E/2011) that lose their sign; those of more than one letter are in [intere].
const tabella = "ÀÁÂÈÉÊËÌÍÎÏÒÓÔÙÚÛÇČŠŽ"

// apostrofi are the signs that people type for an apostrophe or for an accent after the letter.
const apostrofi = "'’‘‛`´ʼ′＇"

// intere are the letters of the table that become two.
func intere(r rune) string {
	switch r {
	case 'Ä', 'Æ':
		return "AE"
	case 'Ö', 'Œ':
		return "OE"
	case 'Ü':
		return "UE"
	case 'ß', 'ẞ':
		return "SS"
	}
	return ""
}

// straniere are letters outside the table that Unicode does not take apart, with the readings that passports
// (ICAO Doc 9303, part 3) and registers give them.
func straniere(r rune) []string {
	switch r {
	case 'Å':
		return []string{"AA", "A", ""}
	case 'Ø', 'Ǿ':
		return []string{"OE", "O", ""}
	case 'Đ', 'Ð', 'Ɖ':
		return []string{"D", "DJ", "DH", ""}
	case 'Þ':
		return []string{"TH", "T", ""}
	case 'Ł', 'Ƚ':
		return []string{"L", ""}
	case 'Ħ':
		return []string{"H", ""}
	case 'ı':
		return []string{"I", ""}
	case 'Ŋ':
		return []string{"N", "NG", ""}
	case 'Ŧ':
		return []string{"T", ""}
	case 'ĸ':
		return []string{"Q", "K", ""}
	case 'Ə':
		return []string{"E", "A", ""}
	}
	return africane(r)
}

// africane are the letters of African languages that are a Latin letter with a hook or turned.
func africane(r rune) []string {
	const coppie = "ƁBƊDƐEƑFƓGƗIƘKƝNƆOƤPƬTƲVƳYƵZ"
	scritte := []rune(coppie)
	for i := 0; i < len(scritte); i += 2 {
		if scritte[i] == r {
			return []string{string(scritte[i+1]), ""}
		}
	}
	return nil
}

// leggiSegno reads one sign of a composed text (NFC). ok is false for a sign that is no part of a name in
// Latin letters.
func leggiSegno(r rune) (s lettera, ok bool) {
	r = maiuscola(r)
	switch {
	case 'A' <= r && r <= 'Z':
		return lettera{letture: []string{string(r)}}, true
	case codici.Vuoto(r) || codici.Trattino(r) || strings.ContainsRune(apostrofi+".·", r):
		return lettera{letture: []string{""}}, true
	case unicode.Is(unicode.Mn, r) || unicode.In(r, unicode.Lm, unicode.Sk):
		return lettera{letture: []string{""}, fuori: true}, true
	case strings.ContainsRune(tabella, r):
		return lettera{letture: []string{sciolta(r), ""}}, true
	}
	if due := intere(r); due != "" {
		return lettera{letture: []string{due, due[:1], ""}}, true
	}
	if letture := straniere(r); letture != nil {
		return lettera{letture: letture, fuori: true}, true
	}
	if base := sciolta(r); base != "" {
		return lettera{letture: []string{base, ""}, fuori: true}, true
	}
	return lettera{}, false
}

// maiuscola never makes an ASCII letter of a sign that is not one (dotless i, long s).
func maiuscola(r rune) rune {
	alta := unicode.ToUpper(r)
	if alta < 0x80 && r >= 0x80 {
		return r
	}
	return alta
}

// sciolta is the plain letter, or the two of a ligature, that a letter is made of; empty where it is not of
// the Latin alphabet.
func sciolta(r rune) string {
	if !unicode.IsLetter(r) {
		return ""
	}
	var base strings.Builder
	for _, parte := range norm.NFKD.String(string(r)) {
		switch parte = unicode.ToUpper(parte); {
		case 'A' <= parte && parte <= 'Z':
			base.WriteRune(parte)
		case !unicode.In(parte, unicode.M, unicode.Lm, unicode.Po):
			return ""
		}
	}
	return base.String()
}

// nome is a surname or a first name, sign by sign.
type nome struct {
	segni []lettera
	// fuori are its letters outside the table, as they were written.
	fuori []rune
	// ignoto is the first sign that cannot be read; zero: all were.
	ignoto rune
}

// leggiNome reads a text, whatever way its accents are encoded.
func leggiNome(testo string) nome {
	var n nome
	lettere := []rune(norm.NFC.String(testo))
	for i, r := range lettere {
		s, ok := leggiSegno(r)
		if !ok {
			n.ignoto = r
			return n
		}
		if s.fuori {
			n.fuori = append(n.fuori, r)
		}
		if k := len(n.segni) - 1; k >= 0 && (s.fuori && s.letture[0] == "" || accento(lettere, i)) {
			n.segni[k].letture = append(n.segni[k].letture, "")
		}
		n.segni = append(n.segni, s)
	}
	return n
}

// accento reports an apostrophe that ends a word after a vowel, which may stand for an accent: Alu' is Alù.
func accento(lettere []rune, i int) bool {
	if i == 0 || !strings.ContainsRune(apostrofi, lettere[i]) || !strings.ContainsRune("AEIOU", maiuscola(lettere[i-1])) {
		return false
	}
	return i+1 == len(lettere) || !unicode.IsLetter(lettere[i+1])
}

// prima are the letters of the first reading, appended to lettere.
func (n nome) prima(lettere []byte) []byte {
	for _, s := range n.segni {
		lettere = append(lettere, s.letture[0]...)
	}
	return lettere
}

// soloASCII appends the letters of a name in plain letters, blanks, hyphens, points and apostrophes, as most are; false
// for any other.
func soloASCII(lettere []byte, testo string) ([]byte, bool) {
	for i := range len(testo) {
		switch c := testo[i]; {
		case 'a' <= c && c <= 'z':
			lettere = append(lettere, c-'a'+'A')
		case 'A' <= c && c <= 'Z':
			lettere = append(lettere, c)
		case c != ' ' && c != '\'' && c != '-' && c != '.':
			return nil, false
		}
	}
	return lettere, true
}
