package conseguenze

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Righe is what the table of violations says of a codice on the day of the fine; nil where nobody asked it.
type Righe interface {
	Riga(codice string) (sanzione.Sanzione, string, bool) // with the version of the table
}

// sceltaRiga is the row that a person chooses for the first violation that has several.
type sceltaRiga struct {
	Codice string `json:"codice"`
}

func (d *sceltaRiga) controlla(v *vaglio, _ *Mossa) {
	v.chiede("dati.codice", event.CampoCodiceViolazione)
	if d.Codice = strings.TrimSpace(d.Codice); d.Codice == "" {
		v.rifiuta("dati.codice", manca)
	}
}

func (d *sceltaRiga) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	ordine, candidati := s.DaScegliere()
	if ordine == 0 {
		return nil, vita.Regola("la violazione ha più righe possibili")
	}
	if !slices.Contains(candidati, d.Codice) {
		return nil, problem.CampoNonValido("dati.codice", "è ammesso uno tra "+strings.Join(candidati, ", "))
	}
	if m.Righe == nil {
		return nil, problem.NonDisponibile("DATI_NON_PRONTI", "La tabella delle violazioni non è stata letta.")
	}
	riga, versione, c := m.Righe.Riga(d.Codice)
	if !c {
		return nil, problem.CampoNonValido("dati.codice", "la riga "+d.Codice+" non è in vigore nel giorno della violazione")
	}
	if riga.Penale {
		return nil, problem.CampoNonValido("dati.codice", "la violazione "+d.Codice+" è reato: non si sanziona con un verbale")
	}
	prima := s.Violazioni[ordine-1]
	v := Violazione{Sanzione: riga, Lettera: riga.LetteraCitata(""), Notturna: riga.Notturna && prima.Notturna, Periodi: prima.Periodi,
		TariffaCent: prima.TariffaCent, VersioneTabella: versione}
	x := vita.RigaScelta{Ordine: ordine, ViolazioneScelta: v.scelta(), Articolo: riga.Articolo, Comma: riga.Comma, Lettera: v.Lettera,
		Testo: riga.Testo, Accessoria: riga.Accessoria, Conseguenze: v.ConseguenzeScritte(), Dubbio: riga.Dubbio, AssePunti: s.Punti}
	if riga.Punti > 0 && slices.ContainsFunc(s.Posizioni, func(p vita.Posizione) bool { return p.Titolo == verbale.Trasgressore }) {
		x.AssePunti = verbale.PuntiRicevuti
	}
	return []vita.Evento{m.evento(x, uuid.Nil)}, nil
}
