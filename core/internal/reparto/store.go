package reparto

import (
	"context"
	"database/sql"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
)

// Servizio holds the use cases on departments.
type Servizio struct{ *schedario.Servizio[Reparto] }

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio {
	return &Servizio{schedario.Nuovo(p, dichiarazione(), schedario.Righe[Reparto]{
		Articolo: "Il reparto", Chiave: "codice", Unica: "codice", Forma: FormaCodice,
		Cerca: "codice ILIKE @simile OR descrizione ILIKE @simile", Cambia: "descrizione = @Descrizione, stato = @Stato",
		Valida: Reparto.valida, Attorno: cessaLibero,
	})}
}

// cessaLibero refuses the end of a department that somebody active belongs to. It looks after the lock on the row:
// an operator who joins the department meanwhile waits, and is refused.
func cessaLibero(_ context.Context, tx *db.Tx, r Reparto, cambia func() (bool, error)) error {
	if _, err := cambia(); err != nil || r.Stato != Cessato {
		return err
	}
	var operatori, agenti int64
	if err := tx.Raw(conta, sql.Named("tenant", r.Tenant), sql.Named("codice", r.Codice)).Row().Scan(&operatori, &agenti); err != nil {
		return err
	}
	if operatori+agenti > 0 {
		return occupato(operatori, agenti)
	}
	return nil
}

const conta = `SELECT (SELECT count(*) FROM operatore WHERE tenant = @tenant AND reparto = @codice AND stato = 'ATTIVO'),
		(SELECT count(*) FROM agente WHERE tenant = @tenant AND reparto = @codice AND stato = 'ATTIVO')`

// Attivi gives the departments of a tenant that take operators and agents, by code: the choices of a form.
func (s *Servizio) Attivi(ctx context.Context, tenant string) (attivi []Reparto, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	err = database.Gorm(ctx).Where("tenant = ? AND stato = ?", tenant, Attivo).Order("codice").Find(&attivi).Error
	return attivi, db.Wrap("reparti", err)
}
