package tenant

import (
	"context"
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/preparazione"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	dominio "github.com/piattaforma-verbali/verbali/shared/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store writes core.tenant and makes databases.
type Store struct{ Piscine *db.Piscine }

type record struct {
	Nome          string `gorm:"primaryKey"`
	Denominazione string
	CodiceFiscale string
	Banca         string
	BancaPronta   bool
}

// TableName is the table of the register.
func (record) TableName() string { return "tenant" }

// Serra lets one process at a time work on a name; the function it gives lets go.
func (s Store) Serra(ctx context.Context, nome string) (func(), error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return nil, err
	}
	conn, err := banca.Pool.Acquire(ctx)
	if err != nil {
		return nil, db.Errore("serratura di "+nome, err)
	}
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext('verbali.tenant.' || $1))`, nome); err != nil {
		conn.Release()
		return nil, db.Errore("serratura di "+nome, err)
	}
	return func() {
		_, _ = conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock_all()`)
		conn.Release()
	}, nil
}

// Prenota writes the row, still hidden. It finds again one that was left half made, and refuses a
// name whose database belongs to somebody else.
func (s Store) Prenota(ctx context.Context, n Nuovo) (voce.Esito, error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return "", err
	}
	var vecchia record
	err = banca.Gorm(ctx).Take(&vecchia, "nome = ?", n.Nome).Error
	switch {
	case db.Assente(err):
		return voce.Creata, s.inserisci(ctx, banca, n)
	case err != nil:
		return "", db.Errore("tenant "+n.Nome, err)
	}
	presente := Nuovo{Nome: vecchia.Nome, Denominazione: vecchia.Denominazione, CodiceFiscale: vecchia.CodiceFiscale}
	if err := voce.Diversa("Il tenant", n.Nome, n.campi(), presente.campi()); err != nil {
		return "", err
	}
	if vecchia.BancaPronta {
		return voce.GiaPresente, nil
	}
	return voce.Completata, nil
}

func (s Store) inserisci(ctx context.Context, banca *db.Banca, n Nuovo) error {
	var occupata bool
	err := banca.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, n.Nome).Scan(&occupata)
	if err != nil {
		return db.Errore("tenant "+n.Nome, err)
	}
	if occupata {
		e := problem.Conflitto("BANCA_DATI_OCCUPATA", "Sul server esiste già una banca dati "+n.Nome+" che non è di un tenant.")
		e.Campi = []problem.Campo{{Campo: "nome", Messaggio: "è il nome di un'altra banca dati"}}
		return e
	}
	r := record{Nome: n.Nome, Denominazione: n.Denominazione, CodiceFiscale: n.CodiceFiscale, Banca: n.Nome}
	return db.Errore("tenant "+n.Nome, banca.Gorm(ctx).Create(&r).Error)
}

// Clona makes the database from the template and fills core's own schema in it.
func (s Store) Clona(ctx context.Context, n Nuovo) error {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return err
	}
	conn, err := banca.Pool.Acquire(ctx)
	if err != nil {
		return db.Errore("banca di "+n.Nome, err)
	}
	defer conn.Release()
	if err := preparazione.CreaBanca(ctx, conn.Conn(), n.Nome); err != nil {
		return db.Errore("banca di "+n.Nome, err)
	}
	_, err = s.Piscine.Di(ctx, dominio.Tenant{Nome: n.Nome, Denominazione: n.Denominazione, Database: n.Nome, Stato: dominio.Attivo})
	return err
}

// Annuncia shows the tenant to everybody and writes the fact, together.
func (s Store) Annuncia(ctx context.Context, nome string) error {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return err
	}
	return banca.Transazione(ctx, func(tx *db.Tx) error {
		r := tx.Model(&record{}).Where("nome = ? AND NOT banca_pronta", nome).Update("banca_pronta", true)
		if r.Error != nil || r.RowsAffected != 1 {
			return fmt.Errorf("tenant %s: non più in creazione: %w", nome, r.Error)
		}
		return tx.Pubblica(evento.TenantCreato(nome))
	})
}
