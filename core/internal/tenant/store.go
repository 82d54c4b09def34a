package tenant

import (
	"context"
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	dominio "github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store writes core.tenant and makes databases.
type Store struct{ Pools *db.Pools }

// Serra lets one process at a time work on a name; the function it gives lets go.
func (s Store) Serra(ctx context.Context, nome string) (func(), error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	conn, err := database.Pool.Acquire(ctx)
	if err != nil {
		return nil, db.Wrap("serratura di "+nome, err)
	}
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext('verbali.tenant.' || $1))`, nome); err != nil {
		conn.Release()
		return nil, db.Wrap("serratura di "+nome, err)
	}
	return func() {
		_, _ = conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock_all()`)
		conn.Release()
	}, nil
}

// Prenota writes the row, still hidden. It finds again a half-made row, and refuses a
// name whose database belongs to somebody else.
func (s Store) Prenota(ctx context.Context, t Tenant) (voce.Esito, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return "", err
	}
	var vecchia Tenant
	err = database.Gorm(ctx).Take(&vecchia, "nome = ?", t.Nome).Error
	switch {
	case db.Missing(err):
		return voce.Creata, s.inserisci(ctx, database, t)
	case err != nil:
		return "", db.Wrap("tenant "+t.Nome, err)
	}
	d := dichiarazione()
	if err := voce.Diversa("Il tenant", t.Nome, d.Dati(t), d.Dati(vecchia)); err != nil {
		return "", err
	}
	if vecchia.BancaPronta {
		return voce.GiaPresente, nil
	}
	return voce.Completata, nil
}

func (s Store) inserisci(ctx context.Context, database *db.Database, t Tenant) error {
	var occupata bool
	err := database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, t.Nome).Scan(&occupata)
	if err != nil {
		return db.Wrap("tenant "+t.Nome, err)
	}
	if occupata {
		e := problem.Conflitto("BANCA_DATI_OCCUPATA", "Sul server esiste già una banca dati "+t.Nome+" che non è di un tenant.")
		e.Campi = []problem.Campo{{Campo: "nome", Messaggio: "è il nome di un'altra banca dati"}}
		return e
	}
	t.Banca, t.BancaPronta = t.Nome, false
	return db.Wrap("tenant "+t.Nome, database.Gorm(ctx).Create(&t).Error)
}

// Clona makes the database from the template and fills core's own schema in it.
func (s Store) Clona(ctx context.Context, t Tenant) error {
	if err := s.Pools.CreateDatabase(ctx, t.Nome); err != nil {
		return db.Wrap("banca di "+t.Nome, err)
	}
	_, err := s.Pools.Of(ctx, dominio.Tenant{Nome: t.Nome, Denominazione: t.Denominazione, Database: t.Nome, Stato: dominio.Active})
	return err
}

// Annuncia shows the tenant to everybody and writes the fact, together.
func (s Store) Annuncia(ctx context.Context, nome string) error {
	return voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		r := tx.Model(&Tenant{}).Where("nome = ? AND NOT banca_pronta", nome).Update("banca_pronta", true)
		if r.Error != nil || r.RowsAffected != 1 {
			return fmt.Errorf("tenant %s: non più in creazione: %w", nome, r.Error)
		}
		return voce.Annuncia(ctx, tx, event.TenantCreato(nome), oggetto(nome), "CREATO")
	})
}

const trova = `SELECT FROM tenant WHERE nome = ? AND banca_pronta`

// Modifica changes a tenant that has still the version given; a change of state is a fact of its own.
func (s Store) Modifica(ctx context.Context, t Tenant) (Tenant, error) {
	err := voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		var prima string
		err := tx.Raw(`SELECT stato FROM tenant WHERE nome = ? AND banca_pronta FOR UPDATE`, t.Nome).Scan(&prima).Error
		if err != nil {
			return err
		}
		u := tx.Raw(`UPDATE tenant SET denominazione = ?, codice_fiscale = ?, stato = ?, versione = versione + 1
			WHERE nome = ? AND versione = ?::bigint AND banca_pronta RETURNING *`, t.Denominazione, t.CodiceFiscale, t.Stato, t.Nome, t.Versione).Scan(&t)
		switch {
		case u.Error != nil:
			return u.Error
		case u.RowsAffected == 0:
			return voce.Mancata(tx, oggetto(t.Nome), voce.Trova(trova, t.Nome))
		}
		return annuncia(ctx, tx, prima, t)
	})
	return t, err
}

// annuncia tells the services what changed, and notes it.
func annuncia(ctx context.Context, tx *db.Tx, prima string, t Tenant) error {
	azione, fatto := "CAMBIATO", event.AnagrafeCambiata(t.Nome)
	switch {
	case prima != t.Stato && t.Stato == Sospeso:
		azione, fatto = "SOSPESO", event.TenantSospeso(t.Nome)
	case prima != t.Stato:
		azione, fatto = "RIATTIVATO", event.TenantRiattivato(t.Nome)
	}
	return voce.Annuncia(ctx, tx, fatto, oggetto(t.Nome), azione)
}

// visto is a tenant as its administrators see it.
func (t Tenant) visto() Tenant {
	if !t.BancaPronta {
		t.Stato = InCreazione
	}
	return t
}

// Trova reads a tenant by its normal name; chiesto is the name as it was asked for.
func (s Store) Trova(ctx context.Context, nome, chiesto string) (Tenant, error) {
	t, err := voce.Una[Tenant](ctx, s.Pools, oggetto(chiesto), "nome = ?", nome)
	return t.visto(), err
}

// Elenca reads a page of tenants, and one more if there is.
func (s Store) Elenca(ctx context.Context, f voce.Filtro) ([]Tenant, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	var letti []Tenant
	err = database.Gorm(ctx).Where("nome > ? AND (nome ILIKE ? OR denominazione ILIKE ?)", f.Dopo, f.Simile(), f.Simile()).
		Order("nome").Limit(f.Dimensione + 1).Find(&letti).Error
	for i := range letti {
		letti[i] = letti[i].visto()
	}
	return letti, db.Wrap("tenant", err)
}

// Byte gives how big the databases are.
func (s Store) Byte(ctx context.Context) (map[string]int64, error) {
	databases := map[string]int64{}
	err := s.Pools.ReadPlatform(ctx, `SELECT datname, pg_database_size(oid) FROM pg_database WHERE has_database_privilege(oid, 'CONNECT')`,
		func(scan func(...any) error) error {
			var nome string
			var n int64
			if err := scan(&nome, &n); err != nil {
				return err
			}
			databases[nome] = n
			return nil
		})
	return databases, err
}
