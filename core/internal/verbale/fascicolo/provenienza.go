package fascicolo

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// CodiceDi is the tax code of the person of a position, empty where nobody is known or the reader may not see it.
func (v *Verbale) CodiceDi(posizione uuid.UUID) string {
	i := slices.IndexFunc(v.Posizioni, func(p lettura.Posizione) bool { return p.ID == posizione })
	if i < 0 || v.Posizioni[i].Soggetto == nil {
		return ""
	}
	return v.Posizioni[i].Soggetto.CodiceFiscale
}

// Provenienza says where the address of a position comes from, and of which day: the register that gave or confirmed it last, a
// person, or the insertion.
func (v *Verbale) Provenienza(p lettura.Posizione) (da string) {
	applicata := lettura.Evento{}
	for _, e := range v.Eventi {
		if e.Posizione != p.ID && e.Posizione != uuid.Nil {
			continue
		}
		giorno := " " + e.DataLegale.Detto("il")
		switch e.Tipo {
		case verbale.EventoInserito:
			da = "inserimento (" + v.Fonte.Parola() + ")" + giorno
		case verbale.EventoIntestatarioTrovato:
			da = "indicato da una persona" + giorno
			if e.Registro != "" {
				da = verbale.ParolaArchivio(e.Registro) + giorno
			}
		case verbale.EventoVisuraRisposta:
			if e.Registro == string(verbale.VisuraResidenza) {
				applicata = e
			}
			if e.Registro == string(verbale.VisuraResidenza) && e.Segue == verbale.VisuraConforme {
				da = "confermato da " + verbale.VisuraResidenza.Chi(v.CodiceDi(p.ID)) + giorno
			}
		case verbale.EventoVisuraApplicata:
			applicata.Segue = verbale.VisuraApplicata
		case verbale.EventoRecapitoIndicato:
			da = "indicato da una persona" + giorno
			if applicata.Segue == verbale.VisuraApplicata {
				da = verbale.VisuraResidenza.Chi(v.CodiceDi(p.ID)) + " " + applicata.DataLegale.Detto("il")
			}
			applicata = lettura.Evento{}
		default: // of no address
		}
	}
	return da
}
