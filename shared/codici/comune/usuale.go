package comune

import (
	"slices"
	"strings"
	"unicode"
)

// nomiUsuali are the names under which a row is found: the official ones, and those of a name that is written
// in two languages at once, one by one.
func nomiUsuali(c Comune) []string {
	nomi := []string{c.Nome, c.AltroNome}
	if nome, altro := separa(c.Nome, c.AltroNome); nome != c.Nome || altro != c.AltroNome {
		nomi = append(nomi, nome, altro)
	}
	return nomi
}

// separa takes apart the names that the archive of ANPR joins for the comuni of the Karst: "Sgonico-Zgonik",
// with the other name "Zgonik" or "Comune di Sgonico-Obcina Zgonik". Other names stay as they are.
func separa(nome, altro string) (solo, seconda string) {
	seconda = altro
	if i := strings.Index(strings.ToLower(altro), "-obcina "); i >= 0 && i+len("-obcina ") < len(altro) {
		seconda = altro[i+len("-obcina "):]
	}
	prima, dopo, unito := strings.Cut(nome, "-")
	if !unito || chiaveNome(prima) == "" || chiaveNome(dopo) == "" || chiaveNome(dopo) != chiaveNome(seconda) {
		return nome, altro
	}
	return prima, seconda
}

// chiaviUsuali are the keys under which people look for a row beside its official names: without the small
// words, with each saint as one word, and with both languages in a row.
func chiaviUsuali(c Comune) []string {
	nome, altro := separa(c.Nome, c.AltroNome)
	chiavi := []string{scheletro(nome), scheletro(altro)}
	if altro != "" {
		a, b := scheletro(nome), scheletro(altro)
		chiavi = append(chiavi, a+b, b+a)
	}
	slices.Sort(chiavi)
	return slices.Compact(chiavi)
}

// scheletro is a key that does not mind how a name is shortened: "Reggio Emilia" and "Reggio nell'Emilia" have
// one, and "S. Giovanni Rotondo" and "San Giovanni Rotondo".
func scheletro(s string) string {
	var chiave strings.Builder
	for _, p := range parole(s) {
		chiave.WriteString(p)
	}
	if chiave.Len() == 0 {
		return chiaveNome(s)
	}
	return chiave.String()
}

// parole are the keys of the words that tell a name from another, each saint as "s".
func parole(s string) (piene []string) {
	prima := ""
	for p := range strings.FieldsFuncSeq(s, separatore) {
		p = chiaveNome(p)
		switch {
		case p == "" || particella(p) || articolo(p) || prima == "s" && desinenza(p):
		case santo(p):
			piene = append(piene, "s")
		default:
			piene = append(piene, p)
		}
		prima = p
	}
	return piene
}

// separatore is what stands between words. Marks on the letter before are part of the word.
func separatore(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

func articolo(parola string) bool {
	switch parola {
	case "la", "lo", "le", "gli", "i", "ne", "li":
		return true
	}
	return false
}

// desinenza is what follows the dot in "S.ta Lucia" and "S.to Stefano".
func desinenza(parola string) bool {
	switch parola {
	case "ta", "to", "ti", "te":
		return true
	}
	return false
}

// santo reports that the word is a saint, whole or shortened, in Italian, French or German.
func santo(parola string) bool {
	switch parola {
	case "s", "ss", "san", "sant", "santo", "santa", "santi", "sante", "sta", "sto", "sti", "ste", "st", "saint", "sainte", "sankt":
		return true
	}
	return false
}

// abbreviato reports that the written words, from paroleConPunto, are those of a name, each whole or cut short by a dot: "Castel S.
// Pietro T." is Castel San Pietro Terme.
func abbreviato(scritte []string, nome string) bool {
	intere := parole(nome)
	if len(scritte) != len(intere) || len(intere) < 2 {
		return false
	}
	for i, p := range scritte {
		corta, punto := strings.CutSuffix(p, ".")
		if corta != intere[i] && (!punto || corta == "" || !strings.HasPrefix(intere[i], corta)) {
			return false
		}
	}
	return true
}

// paroleConPunto are the words of parole; a word cut short keeps its dot.
func paroleConPunto(s string) (piene []string) {
	for campo := range strings.FieldsFuncSeq(s, func(r rune) bool { return separatore(r) && r != '.' }) {
		for campo != "" {
			pezzo, resto, punto := strings.Cut(campo, ".")
			chiave := parole(pezzo)
			if k := chiaveNome(pezzo); punto && k != "" && !santo(k) {
				chiave = []string{k + "."}
			}
			piene, campo = append(piene, chiave...), resto
		}
	}
	return piene
}
