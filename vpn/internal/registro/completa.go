package registro

import (
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

// Completa adds what a register does not say and its answer implies: the ISTAT code and the province of a comune that one
// alone bears the whole name of, on the day asked for; the cadastral code of the place of birth, which the tax code carries. A
// cut or doubtful name stays without a code, for a person to decide.
func (v *Veicolo) Completa(comuni *comune.Tabella) {
	for i := range v.Intestatari {
		h := &v.Intestatari[i]
		a := &h.Indirizzo
		if a.Nazione == "IT" && a.CodiceIstat == "" {
			if c, ok := comuni.CercaNome(a.Comune, a.Provincia, v.Data); ok {
				a.CodiceIstat, a.Provincia = c.CodiceIstat, c.Provincia
			}
		}
		if cf := codicefiscale.Valida(h.CodiceFiscale); h.Tipo == Persona && h.CodiceCatastaleNascita == "" && cf.Valido && !cf.Numerico {
			h.CodiceCatastaleNascita = cf.Dati.CodiceCatastale
		}
	}
}
