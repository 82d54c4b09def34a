package fascicolo

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// chiusura ends a fine without payment: it was a mistake, it is annulled by the command (art. 21-nonies
// L. 241/1990) or filed by the prefect (art. 386 Reg.), or the duty to pay has ended (artt. 201 c. 5 and
// 209 CdS, art. 7 L. 689/1981).
type chiusura struct {
	Riferimento string       `json:"riferimento"`
	Termine     vita.Termine `json:"termine"` // of VERBALE_ESTINTO_TERMINI only
}

// Controlla requires the expired term (service or prescription) for VERBALE_ESTINTO_TERMINI and refuses it for any other
// end.
func (d *chiusura) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, mossa.PerRiferimento)
	switch termini := []string{string(vita.TermineNotifica), string(vita.TerminePrescrizione)}; {
	case m.Tipo == verbale.EventoEstintoTermini && d.Termine == "":
		v.Chiede("dati.termine", event.CampoScelta, termini...)
	case m.Tipo == verbale.EventoEstintoTermini:
		d.Termine = vita.Termine(v.Tra("dati.termine", string(d.Termine), termini...))
	case d.Termine != "":
		v.Rifiuta("dati.termine", "si dice soltanto di "+string(verbale.EventoEstintoTermini))
	}
}

// Decidi ends the fine with its credit and its points. It refuses to discard a fine whose act was already made: that one is
// annulled.
func (d *chiusura) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	e := m.Evento(nil, uuid.Nil)
	if m.Tipo == verbale.EventoScartato {
		return conseguenze.Scarto(s, e)
	}
	dove := map[verbale.TipoEvento]verbale.Procedura{verbale.EventoAnnullato: verbale.AnnullatoAutotutela, verbale.EventoArchiviato: verbale.Archiviato,
		verbale.EventoEstintoTermini: verbale.EstintoTermini, verbale.EventoEstintoDecesso: verbale.EstintoDecesso}
	return conseguenze.Cadono(s, e, dove[m.Tipo], vita.Movimento{Quale: m.Tipo, Riferimento: d.Riferimento, Termine: d.Termine})
}
