package operatore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/anagrafe"
)

// Store reads and writes core.operatore in the platform database.
type Store struct{ Piscine *db.Piscine }

const colonne = `o.username, coalesce(o.tenant, ''), o.reparto, o.reparto_sale, o.impronta, o.nome, o.cognome,
	o.codice_fiscale, o.ruoli, coalesce(i.nome, ''), o.stato, o.verifica, o.generazione, o.versione,
	coalesce(i.stato = 'CESSATO', false)`

const trova = `SELECT ` + colonne + ` FROM operatore o LEFT JOIN integratore i ON i.id = o.integratore WHERE o.username = $1`

// Trova gives the account of a normalised username; false when there is none.
func (s Store) Trova(ctx context.Context, username string) (o Operatore, trovato bool, err error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return o, false, err
	}
	err = banca.Pool.QueryRow(ctx, trova, username).Scan(&o.Username, &o.Tenant, &o.Reparto, &o.RepartoSale, &o.Impronta,
		&o.Nome, &o.Cognome, &o.CodiceFiscale, &o.Ruoli, &o.Integratore, &o.Stato,
		&o.Verifica, &o.Generazione, &o.Versione, &o.IntegratoreCessato)
	if errors.Is(err, pgx.ErrNoRows) {
		return o, false, nil
	}
	return o, err == nil, db.Errore("operatore", err)
}

// Inserisci writes an account with its fact; when the username is taken it gives who has it.
func (s Store) Inserisci(ctx context.Context, o Operatore) (presente Operatore, nuovo bool, err error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return o, false, err
	}
	err = banca.Transazione(ctx, func(tx *db.Tx) error {
		if err := anagrafe.RichiedeTenant(tx, o.Tenant); err != nil {
			return err
		}
		integratore, err := integratoreDi(tx, o)
		if err != nil {
			return err
		}
		// The roles travel as one text: GORM would spread a list over several parameters.
		r := tx.Exec(`INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, nome, cognome, codice_fiscale, ruoli, integratore, stato)
			VALUES (?, nullif(?, ''), ?, ?, ?, ?, ?, ?, string_to_array(?, ','), nullif(?, '')::uuid, ?) ON CONFLICT (username) DO NOTHING`,
			o.Username, o.Tenant, o.Reparto, o.RepartoSale, o.Impronta, o.Nome, o.Cognome, o.CodiceFiscale,
			strings.Join(o.Ruoli, ","), integratore, o.Stato)
		if nuovo = r.RowsAffected == 1; r.Error != nil || !nuovo {
			return r.Error
		}
		if err := anagrafe.RichiedeReparto(tx, o.Tenant, o.Reparto); err != nil {
			return err
		}
		return tx.Pubblica(evento.OperatoreCambiato(o.Tenant, o.Username))
	})
	if err != nil || nuovo {
		return o, nuovo, err
	}
	presente, _, err = s.Trova(ctx, o.Username)
	return presente, false, err
}

// integratoreDi gives the id of the named integrator; empty for an account of none.
func integratoreDi(tx *db.Tx, o Operatore) (id string, err error) {
	if o.Integratore == "" {
		return "", nil
	}
	err = tx.Raw(`SELECT id::text FROM integratore WHERE tenant = ? AND nome = ?`, o.Tenant, o.Integratore).Row().Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", problem.CampoNonValido("integratore", o.Integratore+" non è registrato")
	}
	return id, err
}
