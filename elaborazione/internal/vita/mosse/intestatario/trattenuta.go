package intestatario

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// minorenneScritto refuses somebody under age whom a person names by hand: the field says by which datum.
func minorenneScritto(m mossa.Richiesta, s *vita.Soggetto) error {
	if s == nil {
		return nil
	}
	perche := conseguenze.Minorenne(*s, m.Quadro.Violazione)
	if perche == "" {
		return nil
	}
	campo := "dati.persona.persona.dataNascita"
	if s.DataNascita.IsZero() {
		campo = "dati.persona.persona.codiceFiscale"
	}
	return problem.CampoNonValido(campo, perche)
}

// Trattiene are the anomalies about the people whom the events of a request bring into the fine. What the registry had
// told of a candidate whom a person has chosen nonetheless is not told again.
func Trattiene(m mossa.Richiesta, dopo vita.Stato, eventi []vita.Evento) []vita.Evento {
	var altri []vita.Evento
	for _, e := range eventi {
		var posizione uuid.UUID
		var difetti []riscontro.Difetto
		switch x := e.Dati.(type) {
		case vita.IntestatarioTrovato:
			posizione, difetti = e.Posizione, conseguenze.Difetti(x.Persona, m.Quadro.Violazione, m.Comuni)
		case vita.PosizioneAperta:
			if x.Persona != nil {
				posizione, difetti = x.Nuova.ID, conseguenze.Difetti(*x.Persona, m.Quadro.Violazione, m.Comuni)
			}
		case vita.RecapitoIndicato:
			if posizione = e.Posizione; x.Visura == uuid.Nil { // a person has read what the register says
				difetti = conseguenze.DiIndirizzo(x.Recapito, m.Comuni)
			}
			difetti = append(difetti, conseguenze.DiScrittura(x.Recapito)...)
		}
		if m.Sceglie != nil {
			difetti = slices.DeleteFunc(difetti, func(d riscontro.Difetto) bool { return detto(*m.Sceglie, d.Regola) })
		}
		p, _ := dopo.Posizione(posizione)
		for _, a := range conseguenze.ApreAnomalie(dopo, p, difetti) {
			a.DataLegale, a.Registrato = m.Oggi, m.Ora
			altri = append(altri, a)
		}
	}
	return altri
}

// detto reports that the registry answer, which the person has read, already showed this discrepancy of the chosen candidate.
func detto(s mossa.Scelta, r riscontro.Regola) bool {
	return r == riscontro.CodiceFiscaleDiscorde && s.Codice == verbale.IndagineDatiDiscordi ||
		r == riscontro.IndirizzoDiscorde && s.Codice == verbale.IndagineIndirizzoDiscorde
}
