package comune

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/language"
)

// PaeseNoto reports that the two letters are those of a country (ISO 3166-1 alpha-2). Withdrawn codes that have a
// successor are refused; those of a country that was divided (SU, YU, AN) are not told apart.
func PaeseNoto(sigla string) bool {
	paese, err := language.ParseRegion(sigla)
	return err == nil && len(sigla) == 2 && paese.IsCountry() && paese.Canonicalize() == paese
}

// parolaPiena is from how many letters on a word tells a comune from another: "San" and "di" do not.
const parolaPiena = 4

// Discorde reports that a name is surely not that of the comune with the ISTAT code, whenever it bore either. A
// code that the table does not have is believed, and so is a name written in another way that stands in the
// province of the code: "REGGIO EMILIA", "Bolzano - Bozen", "Castel S. Pietro T.".
func (t *Tabella) Discorde(codiceIstat, nome, provincia string) bool {
	chiave, noto := chiaveNome(nome), false
	for _, c := range t.delCodice(codiceIstat) {
		if siChiama(c.Nome, chiave) || c.AltroNome != "" && siChiama(c.AltroNome, chiave) {
			return false
		}
		if strings.EqualFold(c.Provincia, provincia) && (affini(c.Nome, nome) || affini(c.AltroNome, nome)) {
			return false
		}
		noto = true
	}
	return noto
}

// affini reports that one name has all the words of the other that tell comuni apart, as a person shortens them.
func affini(a, b string) bool {
	piene := func(s string) (piene []string) {
		for p := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if k := chiaveNome(p); len(k) >= parolaPiena {
				piene = append(piene, k)
			}
		}
		return piene
	}
	corte, lunghe := piene(a), piene(b)
	if len(corte) > len(lunghe) {
		corte, lunghe = lunghe, corte
	}
	manca := func(p string) bool {
		return !slices.ContainsFunc(lunghe, func(x string) bool { return strings.HasPrefix(x, p) || strings.HasPrefix(p, x) })
	}
	return len(corte) > 0 && !slices.ContainsFunc(corte, manca)
}
