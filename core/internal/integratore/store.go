package integratore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"

	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Servizio holds the use cases on integrators. When one ceases, its accounts are out at once: what they entered
// with before is worth nothing, also after the integrator is taken up again.
type Servizio struct {
	*schedario.Servizio[Integratore]
}

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio {
	return &Servizio{schedario.Nuovo(p, dichiarazione(), schedario.Righe[Integratore]{
		Chiave: "id", Unica: "nome", Forma: formaID, Cerca: "nome ILIKE @simile", Cambia: "nome = @Nome, stato = @Stato",
		Valida: Integratore.valida, Attorno: conLeUtenze,
	})}
}

// Crea adds an integrator with an id of its own; a known name returns the integrator that has it.
func (s *Servizio) Crea(ctx context.Context, i Integratore) (Integratore, voce.Esito, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return i, "", fmt.Errorf("integratore: %w", err)
	}
	i.ID = id.String()
	return s.Servizio.Crea(ctx, i)
}

// Trova gives an integrator of a tenant with its accounts.
func (s *Servizio) Trova(ctx context.Context, tenant, id string) (Integratore, error) {
	i, err := s.Servizio.Trova(ctx, tenant, id)
	if err != nil {
		return i, err
	}
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return i, err
	}
	i.Utenze = []Utenza{}
	err = database.Gorm(ctx).Raw(`SELECT username, nome, cognome, stato FROM operatore WHERE integratore = ? ORDER BY username`, id).Scan(&i.Utenze).Error
	return i, db.Wrap("integratore", err)
}

// conUtenze gives the integrator of a form with its accounts as they are.
func (s *Servizio) conUtenze(ctx context.Context, i Integratore) (Integratore, error) {
	presente, err := s.Trova(ctx, i.Tenant, i.ID)
	i.Utenze = presente.Utenze
	return i, err
}

// conLeUtenze changes an integrator; a change of state goes to its accounts with it, a name that another has is refused.
func conLeUtenze(ctx context.Context, tx *db.Tx, i Integratore, cambia func() (bool, error)) error {
	prima, err := blocca(tx, i)
	if err != nil {
		return err
	}
	cambiato, err := cambia()
	if _, doppio := db.Duplicate(err); doppio {
		return omonimo(i.Nome)
	}
	if err != nil || !cambiato || prima == i.Stato {
		return err
	}
	return avvisa(ctx, tx, i)
}

// blocca locks an integrator and gives its state; empty when there is none. Its accounts come first, as
// for a transaction that changes one of them: the two never wait for each other.
func blocca(tx *db.Tx, i Integratore) (stato string, err error) {
	err = tx.Exec(`SELECT FROM operatore WHERE tenant = ? AND integratore = ? ORDER BY username FOR NO KEY UPDATE`, i.Tenant, i.ID).Error
	if err != nil {
		return "", err
	}
	err = tx.Raw(`SELECT stato FROM integratore WHERE tenant = ? AND id = ? FOR NO KEY UPDATE`, i.Tenant, i.ID).Row().Scan(&stato)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return stato, err
}

// avvisa makes the tokens of the accounts of an integrator worthless, ends their sessions, which must not
// come to life again when it is taken up, and tells every service.
func avvisa(ctx context.Context, tx *db.Tx, i Integratore) error {
	var utenze []string
	err := tx.Raw(`UPDATE operatore SET generazione = generazione + 1, generata = now() WHERE integratore = ? RETURNING username`, i.ID).
		Scan(&utenze).Error
	if err != nil {
		return err
	}
	azione, fatto := "SBLOCCATO", event.OperatoreCambiato
	if i.Stato == Cessato {
		azione, fatto = "BLOCCATO", event.OperatoreBloccato
	}
	for _, username := range utenze {
		if err := sessione.ChiudiDi(tx, username); err != nil {
			return err
		}
		utenza := voce.Oggetto{Tipo: "operatore", Tenant: i.Tenant, Chiave: username}
		if err := voce.Annuncia(ctx, tx, fatto(i.Tenant, username), utenza, azione); err != nil {
			return err
		}
	}
	return nil
}
