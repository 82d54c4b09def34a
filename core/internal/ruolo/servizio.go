package ruolo

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Servizio holds the use cases on the roles that a command makes itself.
type Servizio struct{ *schedario.Servizio[Ruolo] }

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio {
	return &Servizio{schedario.Nuovo(p, dichiarazione(), schedario.Righe[Ruolo]{
		Articolo: "Il ruolo", Chiave: "nome", Unica: "nome", Forma: FormaNome,
		Cerca:  "nome ILIKE @simile OR descrizione ILIKE @simile OR array_to_string(permessi, ' ') ILIKE @simile",
		Cambia: "descrizione = @Descrizione, permessi = @Permessi", Valida: Ruolo.valida,
	})}
}

// Dichiarazione is the noun with the use cases of the service.
func (s *Servizio) Dichiarazione() schedario.Dichiarazione[Ruolo] {
	d := s.Servizio.Dichiarazione()
	d.Usi.Crea, d.Usi.Modifica, d.Usi.Trova, d.Usi.Elimina = s.Crea, s.Modifica, s.Trova, s.Elimina
	return d
}

// Dichiarazione is the noun, for its doors.
func Dichiarazione(p *db.Pools) schedario.Dichiarazione[Ruolo] { return Nuovo(p).Dichiarazione() }

// Crea adds a role to a command, within what the caller may give.
func (s *Servizio) Crea(ctx context.Context, r Ruolo) (Ruolo, voce.Esito, error) {
	r, err := r.valida(true)
	if err == nil && r.Tenant == "" {
		err = problem.CampoNonValido("tenant", "manca: i ruoli della piattaforma non si aggiungono")
	}
	if err == nil {
		err = entro(ctx, r)
	}
	if err != nil {
		return r, "", err
	}
	return s.Servizio.Crea(ctx, r)
}

// Modifica changes the permissions of a role; a caller who could not give the role as it is may not change it.
func (s *Servizio) Modifica(ctx context.Context, r Ruolo) (Ruolo, error) {
	if err := s.proprio(ctx, r.Tenant, r.Nome); err != nil {
		return r, err
	}
	r, err := r.valida(false)
	if err == nil {
		err = entro(ctx, r)
	}
	if err != nil {
		return r, err
	}
	return s.Servizio.Modifica(ctx, r)
}

// Trova gives a role of a command, or one of the platform.
func (s *Servizio) Trova(ctx context.Context, tenant, nome string) (Ruolo, error) {
	for _, r := range Tutti() {
		if r.Nome == nome {
			return r, nil
		}
	}
	return s.Servizio.Trova(ctx, tenant, nome)
}

// Elimina takes a role away, unless an account has it, let in or blocked. Whoever gives it at the same time comes before,
// and is counted, or after, and does not find it.
func (s *Servizio) Elimina(ctx context.Context, tenant, nome string) error {
	if err := s.proprio(ctx, tenant, nome); err != nil {
		return err
	}
	o := voce.Oggetto{Tipo: "ruolo", Tenant: tenant, Chiave: nome}
	return voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		tolto := tx.Exec(`DELETE FROM ruolo WHERE tenant = ? AND nome = ?`, tenant, nome)
		if tolto.Error != nil {
			return tolto.Error
		}
		if tolto.RowsAffected == 0 {
			return problem.NonTrovato(o.Tipo, nome)
		}
		var utenze int64
		if err := tx.Raw(`SELECT count(*) FROM operatore WHERE tenant = ? AND ? = ANY (ruoli)`, tenant, nome).Row().Scan(&utenze); err != nil {
			return err
		}
		if utenze > 0 {
			return inUso(nome, utenze)
		}
		return voce.Annuncia(ctx, tx, event.AnagrafeCambiata(tenant), o, "ELIMINATO")
	})
}

func inUso(nome string, utenze int64) error {
	e := problem.Conflitto("RUOLO_IN_USO", "Il ruolo "+nome+" è ancora di "+voce.Quanti(utenze, "utenza", "utenze")+": prima toglierlo a ciascuna.")
	e.Campi = []problem.Campo{{Campo: "nome", Messaggio: "è in uso"}}
	return e
}

// proprio is nil for a role of the command that the caller could give as it is.
func (s *Servizio) proprio(ctx context.Context, tenant, nome string) error {
	if DiPiattaforma(nome) {
		e := problem.Conflitto("RUOLO_DI_PIATTAFORMA", "Il ruolo "+nome+" è della piattaforma: un comando non lo cambia né lo elimina.")
		e.Campi = []problem.Campo{{Campo: "nome", Messaggio: "è un ruolo della piattaforma"}}
		return e
	}
	presente, err := s.Servizio.Trova(ctx, tenant, nome)
	if err != nil {
		return err
	}
	return entro(ctx, presente)
}

// Di gives every role that a command made itself, by name.
func Di(ctx context.Context, p *db.Pools, tenant string) (tutti []Ruolo, err error) {
	if tenant == "" {
		return nil, nil
	}
	database, err := p.Platform(ctx)
	if err != nil {
		return nil, err
	}
	err = database.Gorm(ctx).Where("tenant = ?", tenant).Order("nome").Find(&tutti).Error
	return tutti, db.Wrap("ruoli", err)
}
