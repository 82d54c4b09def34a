package indagine

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Esito is the outcome for a fine of an answer that came by another way than the queue, ready for Consegna.
func (s *Service) Esito(verbale uuid.UUID, v VeicoloVerbale, g Giudizio) Riga {
	return s.riga(verbale, v, g)
}

// NonUtilizzabile is the outcome of an answer that cannot be trusted; perche names fields, never values.
func NonUtilizzabile(perche string) Giudizio {
	return arresa(verbale.IndagineRispostaNonUtilizzabile, "Il registro dei veicoli ha risposto in un modo che non si può usare", perche)
}

// TargaSenzaForma is the outcome of a plate that no Italian register can be asked about.
func TargaSenzaForma() Giudizio {
	g := anomala(verbale.IndagineTargaNonValida, "La targa non ha la forma di una targa italiana. Verificare la lettura.")
	g.Rete = "" // it never left
	return g
}

// Consegna writes an outcome with its line of the audit and its fact into a transaction; attore had it asked, for a reason.
func Consegna(tx *db.Tx, attore, motivo string, r Riga) error {
	if err := tx.Create(&r).Error; err != nil {
		return fmt.Errorf("indagine: %w", err)
	}
	a := accesso(r.Verbale.String(), motivo, r.Esito)
	a.Attore = attore
	if err := tx.Audit(a); err != nil {
		return fmt.Errorf("indagine: registro: %w", err)
	}
	return tx.Publish(fatto(r))
}
