package verbale

import (
	"slices"

	"github.com/google/uuid"
)

// blocca is the halt of an enforcement in course that a request has deprived of its title or put on hold
// (invariant b): a later day of service, a doubt on its proof, an appeal, an order not served yet. Nothing
// starts it again but a person.
func (m mossa) blocca(prima, dopo Stato) (Evento, bool) {
	inCorso := []Riscossione{Selezionato, InRuolo, Ingiunto}
	if prima.Riscossione != dopo.Riscossione || !slices.Contains(inCorso, dopo.Riscossione) || dopo.DebitoChiuso() {
		return Evento{}, false
	}
	perche := m.nonRiscuotibile(dopo)
	if perche == "" || m.nonRiscuotibile(prima) != "" {
		return Evento{}, false
	}
	return m.oggiStesso(Fatto{Quale: EventoRiscossioneBloccata, Testo: perche}, uuid.Nil), true
}

// nonRiscuotibile says why a fine may not be enforced today; empty when it may.
func (m mossa) nonRiscuotibile(s Stato) string {
	if perche := s.Fermo(uuid.Nil); perche != "" {
		return perche
	}
	if !slices.Contains(esigibili(), s.Debito) {
		return "il debito non si può riscuotere (" + parolaDebito(s.Debito) + ")"
	}
	return s.nonEsecutivo(m.oggiStesso(Fatto{}, uuid.Nil))
}
