package lettura

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// PuntiDelConducente are the points that the driver loses by some violations of one day, doubled for a new driver
// (cds.PuntiDelConducente). Of violations recorded before their accessory sanctions had names the table, which is
// asked for them alone, says whether they take the licence.
func PuntiDelConducente(violazioni []Violazione, tabella func() *sanzione.Tabella, giorno calendario.Giorno, neopatentato bool) int {
	punti := make([]cds.PuntiViolazione, 0, len(violazioni))
	for _, v := range violazioni {
		punti = append(punti, cds.PuntiViolazione{Codice: v.Codice, Punti: v.Punti, TogliePatente: v.toglieLaPatente(tabella, giorno)})
	}
	return cds.PuntiDelConducente(punti, neopatentato)
}

// Conducente is the position of the known driver, unless somebody has denied that he drove; false while none is known. A closed
// position is still his if nothing was left to ask of him, or if the points hold his data. Act and page ask here whose points
// are lost.
func Conducente(posizioni []Posizione, punti verbale.Punti) (Posizione, bool) {
	var chiusa Posizione
	trovata := false
	for _, p := range posizioni {
		switch {
		case p.Titolo != verbale.Trasgressore:
		case p.Chiusa == "":
			return p, true
		case punti.GuidavaChiuso(p.Chiusa):
			chiusa, trovata = p, true
		}
	}
	return chiusa, trovata
}

// toglieLaPatente reports that the violation carries suspension or revocation of the licence.
func (v Violazione) toglieLaPatente(tabella func() *sanzione.Tabella, giorno calendario.Giorno) bool {
	if v.Conseguenze == nil {
		riga, _ := tabella().Cerca(v.Codice, giorno)
		return riga.TogliePatente(false)
	}
	var riga sanzione.Sanzione
	for _, c := range v.Conseguenze {
		riga.Conseguenze = append(riga.Conseguenze, sanzione.Conseguenza(c))
	}
	return riga.TogliePatente(false)
}
