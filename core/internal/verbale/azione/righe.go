package azione

import (
	"cmp"
	"strconv"

	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// rigaPossibile is a row of the table of violations among which a person chooses, as it is on the day of the violation.
type rigaPossibile struct {
	Codice string
	Norma  string // art. 158 c. 2 lett. d CdS; empty for a codice that the table of the day has not
	Testo  string // what the row is about, in few words
	Somma  string // the band, and how often it applies
	Punti  string
	Dubbio string // what could not be confirmed of the row
}

// RighePossibili are the rows of some codes, in their order.
func RighePossibili(v *fascicolo.Verbale, codici []string) []rigaPossibile {
	righe := make([]rigaPossibile, len(codici))
	for i, codice := range codici {
		righe[i] = rigaPossibile{Codice: codice, Testo: "la tabella in uso non ha questa riga nel giorno della violazione"}
		if v.Tabella == nil {
			righe[i].Testo = "la tabella delle violazioni non è stata ancora letta"
			continue
		}
		if s, trovata := v.Tabella.Cerca(codice, calendario.Da(v.DataViolazione)); trovata {
			righe[i] = possibile(s)
		}
	}
	return righe
}

func possibile(s sanzione.Sanzione) rigaPossibile {
	r := rigaPossibile{Codice: s.Codice, Norma: s.Norma(), Testo: cmp.Or(s.TestoBreve, s.Testo), Dubbio: s.Dubbio}
	if lettera := s.Lettera; lettera != "" && len(s.Lettere()) > 1 {
		r.Norma += " (lettere " + lettera + ")"
	}
	switch {
	case s.Penale:
		r.Somma = "reato: nessuna sanzione pecuniaria qui"
	default:
		r.Somma = "da " + s.MinCent.Euro() + " a " + s.MaxCent.Euro()
		if volte := s.Modo.Parola(); volte != "" {
			r.Somma += " " + volte
		}
		if tariffa := s.Tariffa.Parola(); tariffa != "" {
			r.Somma += ", più " + tariffa
		}
	}
	switch {
	case s.PuntiIgnoti:
		r.Punti = "punti non noti"
	case s.Punti == 0:
		r.Punti = "nessun punto"
	case s.Punti == 1:
		r.Punti = "1 punto"
	default:
		r.Punti = strconv.Itoa(s.Punti) + " punti"
	}
	return r
}

// nome is the row as it is cited, or its codice where the table of the day has not got it.
func (r rigaPossibile) nome() string { return cmp.Or(r.Norma, r.Codice) }
