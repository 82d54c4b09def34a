package esitopostale

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// parolaStato says where a file is.
func parolaStato(stato string) string {
	return pagine.Parola(map[string]string{accodato: "In coda", inCorso: "In lavorazione", completato: "Completato",
		completatoConErrori: "Completato, con righe da guardare", fallito: "Fermo per un guasto"}, stato)
}

// statiRiga are the states of a row, in words.
func statiRiga() map[string]string {
	return map[string]string{
		"IN_ATTESA": "In attesa", "APPLICATO": "Registrato", "GIA_NOTO": "Già noto", "IN_VIAGGIO": "Ancora in viaggio",
		"CONTRADDITTORIO": "Contraddice il verbale", "SCONOSCIUTO": "Lettera non trovata", "NON_VALIDO": "Non si legge", "RIFIUTATO": "Rifiutato dal verbale",
	}
}

// scelteStato are the ways in which the rows of a file may be narrowed: first those that wait for a person.
func scelteStato() []pagine.Opzione {
	scelte := []pagine.Opzione{{Nome: "Da guardare"}}
	for _, s := range append(daGuardare(), "APPLICATO", "GIA_NOTO", "IN_VIAGGIO", "IN_ATTESA") {
		scelte = append(scelte, pagine.Opzione{Valore: s, Nome: statiRiga()[s]})
	}
	return scelte
}

// lettera is how the row named its letter, so that who has the file in hand finds it.
func (r Riga) lettera() string {
	var parti []string
	se := func(testo, prima string) {
		if testo != "" {
			parti = append(parti, prima+testo)
		}
	}
	se(r.Lotto, "")
	se(r.Sequenza, "n. ")
	se(r.Documento, "documento ")
	if len(parti) == 0 {
		se(r.Notifica, "notifica ")
	}
	se(r.Raccomandata, "raccomandata ")
	se(r.CodiceAG, "codice AG ")
	return strings.Join(parti, ", ")
}

// motivo is why a row was not recorded, or what to check where it was, with the column that it is about.
func (r Riga) motivo() string {
	if r.Colonna == "" || r.Motivo == "" {
		return r.Motivo
	}
	return r.Colonna + ": " + r.Motivo
}
