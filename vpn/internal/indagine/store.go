package indagine

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Store reads the fine and writes the outcome, in the database of the context's tenant. Presa is how long a message is one replica's
// alone unless it says that it still works at it; zero: that of turno.
type Store struct {
	Pools *db.Pools
	Presa time.Duration
}

// Turni are those of the messages.
func (s Store) Turni() turno.Turni {
	return turno.Turni{Pools: s.Pools, Ambito: Durevole, Dura: s.Presa}
}

// VeicoloVerbale is what a fine says of its vehicle. Violazione is an instant.
type VeicoloVerbale struct {
	Targa      string
	Nazione    string
	Violazione time.Time
}

// GiaRicevuto reports that the effect of a message is written already.
func (s Store) GiaRicevuto(ctx context.Context, messaggio string) (bool, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return false, err
	}
	var si bool
	err = database.Gorm(ctx).Raw(`SELECT EXISTS (SELECT FROM ricevuto WHERE consumatore = ? AND id = ?)`, Durevole, messaggio).Scan(&si).Error
	return si, db.Wrap("indagine: ricevuto", err)
}

// VeicoloDelVerbale reads plate, country and instant of the violation from elaborazione's view. A fine
// that is not this tenant's is not there, and no repetition brings it.
func (s Store) VeicoloDelVerbale(ctx context.Context, id uuid.UUID) (VeicoloVerbale, error) {
	var v VeicoloVerbale
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return v, err
	}
	esito := database.Gorm(ctx).Raw(`SELECT targa, nazione, data_violazione AS violazione FROM verbali_v1.verbale WHERE id = ?`, id).Scan(&v)
	if esito.Error != nil {
		return v, db.Wrap("indagine: verbale", esito.Error)
	}
	if esito.RowsAffected == 0 {
		return v, bus.Permanent(fmt.Errorf("indagine: verbale %s assente", id))
	}
	return v, nil
}

// DalFile reports that a file has answered, since a message was sent, about the vehicle of its fine as it is now: the fact of that
// answer left with it, and the message is taken without asking, and paying, a register. An answer of no use does not count.
func (s Store) DalFile(ctx context.Context, m bus.Message, id uuid.UUID, v VeicoloVerbale) (bool, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return false, err
	}
	var gia bool
	err = database.Gorm(ctx).Raw(`SELECT EXISTS (SELECT FROM indagine WHERE verbale = ? AND rete = ? AND codice <> ? AND targa = ? AND giorno = ?
		AND quando >= ? AND cancellata IS NULL)`, id, event.ReteTracciato, verbale.IndagineRispostaNonUtilizzabile, targa.Normalizza(v.Targa),
		calendario.Da(v.Violazione), m.Time).Scan(&gia).Error
	if err != nil || !gia {
		return false, db.Wrap("indagine: file", err)
	}
	return true, database.Transaction(ctx, func(tx *db.Tx) error {
		_, err := tx.Receive(Durevole, m.ID)
		return err
	})
}

// Annota puts into the audit a question that brought no outcome.
func (s Store) Annota(ctx context.Context, verbale, motivo, esito string) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, accesso(verbale, motivo, esito))
}

// accesso is a line of the audit of these look-ups, which the system makes.
func accesso(verbale, motivo, esito string) db.Access {
	return db.Access{Attore: "sistema", Azione: "INDAGINE_TARGA", OggettoTipo: "verbale", Oggetto: verbale, Motivo: motivo, Esito: esito}
}

// Scrivi puts outcome, audit, inbox and fact into one transaction. A second delivery has asked the register
// too: of it the audit alone is left.
func (s Store) Scrivi(ctx context.Context, messaggio, motivo string, r Riga) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		nuovo, err := tx.Receive(Durevole, messaggio)
		if err != nil {
			return err
		}
		if err := turno.Chiudi(tx, Durevole, messaggio); err != nil {
			return err
		}
		if !nuovo && r.Rete == "" {
			return nil
		}
		if !nuovo {
			return tx.Audit(accesso(r.Verbale.String(), motivo, r.Esito))
		}
		if err := tx.Create(&r).Error; err != nil {
			return fmt.Errorf("indagine: %w", err)
		}
		if err := tx.Audit(accesso(r.Verbale.String(), motivo, r.Esito)); err != nil {
			return fmt.Errorf("indagine: registro: %w", err)
		}
		return tx.Publish(event.IndagineEsito{IDIndagine: r.ID.String(), IDVerbale: r.Verbale.String(), Esito: r.Esito})
	})
}
