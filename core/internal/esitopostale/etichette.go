package esitopostale

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// scelteStato are the ways in which the rows of a file may be narrowed: first those that wait for a person.
func scelteStato() []pagine.Opzione {
	return append([]pagine.Opzione{{Nome: "Da guardare"}}, pagine.OpzioniDette(verbale.StatiRiga(), verbale.StatoRiga.Parola)...)
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
