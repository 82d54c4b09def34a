package comune

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Indirizzo is what of an Italian address says in which comune it is; an empty field was not written.
type Indirizzo struct{ Cap, Comune, CodiceIstat, Provincia string }

// CapValido reports the five digits of an Italian postal code, not all zero. Which code is of which comune no table here
// says.
func CapValido(scritto string) bool {
	return len(scritto) == 5 && codici.SoloCifre(scritto) && scritto != "00000"
}

// Contrasti says, in Italian and without a value, where CAP, comune and province of an address cannot be of one place,
// whenever the comune bore its name and stood in its province. noto reports that the table has the comune: a comune that it
// has not contradicts nothing, since the table may be the seed.
func (t *Tabella) Contrasti(i Indirizzo) (contrasti []string, noto bool) {
	if i.Cap != "" && !CapValido(i.Cap) {
		contrasti = append(contrasti, "il CAP non è di cinque cifre")
	}
	if i.CodiceIstat != "" && i.Comune != "" && t.Discorde(i.CodiceIstat, i.Comune, i.Provincia) {
		contrasti = append(contrasti, "il comune non è quello del suo codice ISTAT")
	}
	sigla := strings.ToUpper(i.Provincia)
	noto, sua := t.stette(i, sigla)
	switch {
	case sigla == "":
	case !t.province[sigla]:
		contrasti = append(contrasti, "la sigla non è di una provincia")
	case noto && !sua:
		contrasti = append(contrasti, "la provincia non è quella del comune")
	}
	return contrasti, noto
}

// stette reports that the table has the comune, by code or by name, and that it was ever in the province. A name written
// in another way than the table's is looked for in the province.
func (t *Tabella) stette(i Indirizzo, sigla string) (noto, sua bool) {
	for _, c := range t.delCodice(i.CodiceIstat) {
		noto, sua = true, sua || c.Provincia == sigla
	}
	for c := range t.delNome(chiaveNome(i.Comune)) {
		noto, sua = true, sua || c.Provincia == sigla
	}
	for r := 0; !noto && sigla != "" && r < len(t.righe); r++ {
		c := &t.righe[r]
		if c.Provincia == sigla && (affini(c.Nome, i.Comune) || affini(c.AltroNome, i.Comune)) {
			return true, true
		}
	}
	return noto, sua
}
