package strada

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// vocabolo is a word of a street's name, with the number that it writes; empty where it writes none.
type vocabolo struct{ scritto, numero string }

// uguale reports the same word, or the same number in figures, in Roman figures or in words.
func (v vocabolo) uguale(w vocabolo) bool {
	return v.scritto == w.scritto || v.numero != "" && v.numero == w.numero
}

// concorda reports words that are the same or that one writes by its initial.
func (v vocabolo) concorda(w vocabolo) bool { return v.uguale(w) || stessaParola(v.scritto, w.scritto) }

func (v vocabolo) chiave() string {
	if v.numero != "" {
		return v.numero
	}
	return v.scritto
}

// ordinale ends a number in figures that was written with the sign of an ordinal ("23°"): never a civic number.
const ordinale = "°"

// vocaboli are the words of a name by which it is compared, without the small ones.
func vocaboli(tutte []string) (nome []vocabolo) {
	for i, parola := range tutte {
		v := vocabolo{scritto: parola, numero: numeroDi(tutte, i)}
		if intera, abbreviata := titoli()[parola]; abbreviata {
			v.scritto = intera
		}
		dopoCifre := i > 0 && codici.SoloCifre(tutte[i-1])
		if v.numero == "" && (slices.Contains(paroline(), v.scritto) || dopoCifre && slices.Contains([]string{"o", "mo", "ma", "zo", "za", "to", "ta", "esimo", "esima"}, parola)) {
			continue
		}
		if n := len(nome) - 1; n >= 0 && decina(nome[n]) && unita(v) {
			nome[n] = vocabolo{scritto: nome[n].scritto + v.scritto, numero: nome[n].numero[:1] + v.numero} // venti quattro
			continue
		}
		nome = append(nome, v)
	}
	return nome
}

// decina and unita are the two halves of a number in words that somebody writes apart.
func decina(v vocabolo) bool {
	return len(v.numero) == 2 && v.numero[1] == '0' && v.numero != "10" && inLettere()[v.scritto] != 0
}

func unita(v vocabolo) bool { return len(v.numero) == 1 && inLettere()[v.scritto] != 0 }

// numeroDi is the number that a word of a name writes: in figures, as a cardinal or ordinal in words, or in Roman figures.
// A Roman figure of one letter is rather an initial or an article: it is a number at the end of a name ("Umberto I", "Carlo
// V") and before a month or the days of a rising ("I Maggio", "X Giornate").
func numeroDi(tutte []string, i int) string {
	parola := strings.TrimSuffix(tutte[i], ordinale)
	if codici.SoloCifre(parola) {
		return strings.TrimLeft(parola, "0")
	}
	n := inLettere()[parola]
	if n == 0 {
		n = romano(parola)
	}
	ultima := i > 0 && i == len(tutte)-1
	if n == 0 && (ultima || i+1 < len(tutte) && slices.Contains(dopoUnNumero(), tutte[i+1])) {
		n = map[string]int{"i": 1, "v": 5, "x": 10}[parola]
	}
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// dopoUnNumero are the words that follow a day or a count.
func dopoUnNumero() []string {
	return []string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre", "giornate"}
}

// romano is the number up to 100 that a word of two letters or more writes in Roman figures; 0 where it writes none. "Li" is
// a word.
func romano(parola string) int { return romani()[parola] }

//nolint:gochecknoglobals // made once: it never changes
var romani = sync.OnceValue(func() map[string]int {
	decine := []string{"", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc", "c"}
	unita := []string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"}
	tutti := map[string]int{"iiii": 4, "viiii": 9}
	for n := 1; n <= 100; n++ {
		if s := decine[n/10] + unita[n%10]; len(s) > 1 && s != "li" {
			tutti[s] = n
		}
	}
	return tutti
})

// inLettere are the cardinals and ordinals from 1 to 100 in words, without accents.
//
//nolint:gochecknoglobals // made once: it never changes
var inLettere = sync.OnceValue(func() map[string]int {
	cardinali := strings.Fields("uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici " +
		"diciassette diciotto diciannove")
	primi := strings.Fields("primo secondo terzo quarto quinto sesto settimo ottavo nono decimo")
	decine := strings.Fields("venti trenta quaranta cinquanta sessanta settanta ottanta novanta")
	tutti := map[string]int{"un": 1, "una": 1, "cento": 100, "mille": 1000, "undecimo": 11, "duodecimo": 12, "vigesimo": 20}
	ordinale := func(s string, n int) {
		tutti[s], tutti[s[:len(s)-1]+"a"] = n, n
	}
	for i, s := range cardinali {
		tutti[s] = i + 1
		if i >= 10 {
			ordinale(s[:len(s)-1]+"esimo", i+1)
		}
	}
	for i, s := range primi {
		ordinale(s, i+1)
		ordinale("decimo"+s, i+11)
	}
	for i, d := range decine {
		n := 10 * (i + 2)
		tutti[d] = n
		ordinale(d[:len(d)-1]+"esimo", n)
		for u, s := range cardinali[:9] {
			radice := d
			if s == "uno" || s == "otto" {
				radice = d[:len(d)-1]
			}
			tutti[radice+s], tutti[d+s] = n+u+1, n+u+1
			switch s {
			case "tre", "sei":
				ordinale(radice+s+"esimo", n+u+1)
				ordinale(radice+s[:len(s)-1]+"esimo", n+u+1)
			default:
				ordinale(radice+s[:len(s)-1]+"esimo", n+u+1)
			}
		}
		tutti[d[:len(d)-1]+"un"] = n + 1
	}
	ordinale("centesimo", 100)
	return tutti
})
