package vita

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// annullamento: how a fine ends: annulled, filed, extinct, settled.
//
//nolint:gochecknoglobals // a table
var annullamento = perTutti(leggiCome(movimento), verbale.EventoAnnullato, verbale.EventoArchiviato, verbale.EventoEstintoTermini, verbale.EventoEstintoDecesso)

// obietta refuses to discard a fine whose act was printed or handed over; a refund must be written in the account.
func (x Movimento) obietta(s Stato, _ Evento) error {
	switch x.Quale {
	case verbale.EventoScartato:
		if s.Formato() {
			return Invariante("l'atto è formato o consegnato: il verbale si annulla")
		}
	case verbale.EventoRimborso:
		if x.Conto == nil || x.Conto.RimborsatoCent <= s.Conto.RimborsatoCent {
			return Regola("il rimborso si scrive nel conto")
		}
	default: // regge looks at the account
	}
	return nil
}

// Formato reports that somebody's act is printed or has left, or the report was handed over.
func (s Stato) Formato() bool {
	return len(s.Notifiche) > 0 || slices.ContainsFunc(s.Posizioni, func(p Posizione) bool { return p.Atto != uuid.Nil || !p.GiornoZero.IsZero() })
}
