package comune

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// chiaveNome makes names comparable: case, accents, apostrophes and spaces do not count, so "Forlì",
// "FORLI'" and "forli" are one.
func chiaveNome(s string) string {
	chiave := make([]byte, 0, len(s))
	for b := range lettere(s) {
		chiave = append(chiave, b)
	}
	return string(chiave)
}

// siChiama reports that the name has the key, without making another.
func siChiama(nome, chiave string) bool {
	i := 0
	for b := range lettere(nome) {
		if i >= len(chiave) || chiave[i] != b {
			return false
		}
		i++
	}
	return i == len(chiave)
}

// lettere are the small letters and digits of a name, without their marks.
func lettere(s string) iter.Seq[byte] {
	return func(prendi func(byte) bool) {
		for _, r := range s {
			switch r = senzaAccento(unicode.ToLower(r)); {
			case r == 'ß':
				for range len("ss") {
					if !prendi('s') {
						return
					}
				}
			case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
				if !prendi(byte(r)) {
					return
				}
			}
		}
	}
}

// senzaAccento is the plain letter under the marks that the names of Italian comuni bear.
func senzaAccento(r rune) rune {
	switch r {
	case 'à', 'á', 'â', 'ã', 'ä':
		return 'a'
	case 'è', 'é', 'ê', 'ë':
		return 'e'
	case 'ì', 'í', 'î', 'ï':
		return 'i'
	case 'ò', 'ó', 'ô', 'õ', 'ö':
		return 'o'
	case 'ù', 'ú', 'û', 'ü':
		return 'u'
	case 'ç', 'č':
		return 'c'
	case 'š':
		return 's'
	case 'ž':
		return 'z'
	}
	return r
}

// nomeProprio writes a name that came in capitals as people do: "REGGIO NELL'EMILIA" is "Reggio
// nell'Emilia". The small words between others stay small, in Italian, French, German and Slovene; Roman
// numbers stay large.
func nomeProprio(maiuscolo string) string {
	var b strings.Builder
	b.Grow(len(maiuscolo))
	prima := ""
	for resto := maiuscolo; resto != ""; {
		fine := strings.IndexFunc(resto, func(r rune) bool { return !unicode.IsLetter(r) })
		lettere := fine != 0
		switch {
		case fine < 0:
			fine = len(resto)
		case fine == 0:
			_, fine = utf8.DecodeRuneInString(resto)
		}
		b.WriteString(parola(resto[:fine], prima, resto[fine:]))
		if lettere {
			prima = resto[:fine]
		}
		resto = resto[fine:]
	}
	return b.String()
}

// parola writes one word of a name, between the word before it (none: it is the first) and what follows.
func parola(maiuscola, prima, dopo string) string {
	minuscola := strings.ToLower(maiuscola)
	switch {
	case prima != "" && piccola(minuscola, prima, dopo):
		return minuscola
	case len(maiuscola) > 1 && strings.Trim(maiuscola, "IVX") == "":
		return maiuscola
	}
	iniziale, n := utf8.DecodeRuneInString(maiuscola)
	return string(iniziale) + strings.ToLower(maiuscola[n:])
}

// piccola reports that a word is written small where it stands: "ne'" only before its apostrophe, "sopra" only
// before the place that it is above ("Castelletto sopra Ticino", but "Tramonti di Sopra"), "De" of a surname not.
func piccola(parola, prima, dopo string) bool {
	_, seguito, spazio := strings.Cut(dopo, " ")
	switch parola {
	case "ne":
		return strings.HasPrefix(dopo, "'") || strings.HasPrefix(dopo, "’")
	case "sopra", "sotto":
		return spazio && seguito != "" && !particella(strings.ToLower(prima))
	case "de":
		return !strings.HasPrefix(dopo, " SANCTIS")
	case "li", "ob":
		return true
	}
	return particella(parola)
}

func particella(parola string) bool {
	switch parola {
	case "a", "ad", "al", "alla", "alle", "allo", "all", "ai", "agli", "con", "d", "da", "dal", "dalla", "dai", "dall",
		"de", "degli", "dei", "del", "della", "delle", "dello", "dell", "di", "e", "ed", "in", "il", "l", "nei", "nel", "nella", "nelle", "nell",
		"per", "presso", "su", "sul", "sulla", "sullo", "sulle", "sui", "sugli", "sull", "tra", "fra",
		"des", "du", "en", "et", "les", "sur", "am", "an", "auf", "der", "im", "und", "unter":
		return true
	}
	return false
}
