package denaro

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Blocca is the halt of an enforcement in course that a request has deprived of its title or put on hold
// (invariant b): a later day of service, a doubt on its proof, an appeal, an order not served yet. Nothing
// starts it again but a person.
func Blocca(m mossa.Richiesta, prima, dopo vita.Stato) (vita.Evento, bool) {
	inCorso := []verbale.Riscossione{verbale.Selezionato, verbale.InRuolo, verbale.Ingiunto}
	if prima.Riscossione != dopo.Riscossione || !slices.Contains(inCorso, dopo.Riscossione) || dopo.DebitoChiuso() {
		return vita.Evento{}, false
	}
	perche := nonRiscuotibile(m, dopo)
	if perche == "" || nonRiscuotibile(m, prima) != "" {
		return vita.Evento{}, false
	}
	return m.OggiStesso(vita.Fatto{Quale: verbale.EventoRiscossioneBloccata, Testo: perche}, uuid.Nil), true
}

// nonRiscuotibile says why a fine may not be enforced today; empty when it may.
func nonRiscuotibile(m mossa.Richiesta, s vita.Stato) string {
	if perche := s.Fermo(uuid.Nil); perche != "" {
		return perche
	}
	if !slices.Contains(transizioni.Esigibili(), s.Debito) {
		return "il debito non si può riscuotere (" + s.Debito.InFrase() + ")"
	}
	return s.NonEsecutivo(m.OggiStesso(vita.Fatto{}, uuid.Nil))
}

// sblocco takes enforcement up again where it was when it was stopped.
type sblocco struct{ mossa.Fatto }

// Decidi replays the history to find the collection state before the last halt, and restores it.
func (d *sblocco) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	eventi, err := d.Fatto.Decidi(s, m)
	if err != nil {
		return nil, err
	}
	eventi[0].Deciso.Riscossione = verbale.RiscossioneNessuna
	prima := vita.Stato{ID: s.ID}
	for _, e := range m.Storia {
		if e.Tipo() == verbale.EventoRiscossioneBloccata {
			eventi[0].Deciso.Riscossione = prima.Riscossione
		}
		if prima, err = vita.Ripercorri(prima, e); err != nil {
			return nil, err
		}
	}
	return eventi, nil
}
