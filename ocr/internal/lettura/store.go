package lettura

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Store keeps readings, in the database of the context's tenant.
type Store struct{ Pools *db.Pools }

// riga is a reading with what its row has besides.
type riga struct {
	Lettura

	attore, file, sha256, indirizzo string
}

// figura is the picture of a plate, kept until scade.
type figura struct {
	contenuto []byte
	tipo      string
	scade     time.Time
}

func accesso(attore, azione string, id uuid.UUID, esito, indirizzo string) db.Access {
	return db.Access{Attore: attore, Azione: azione, OggettoTipo: "lettura", Oggetto: id.String(), Esito: esito, Indirizzo: indirizzo}
}

// Aggiungi writes a reading, its picture and its line of the audit.
func (s Store) Aggiungi(ctx context.Context, r riga, f figura) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	campi, err := json.Marshal(r.Campi)
	if err != nil {
		return fmt.Errorf("lettura: %w", err)
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		if err := tx.Exec(`INSERT INTO lettura (id, tipo, stato, creata, attore, pagine, file, sha256, pesi, campi, testo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?)`,
			r.ID, r.Tipo, r.Stato, r.Creata, r.attore, r.Pagine, r.file, r.sha256, r.Pesi, string(campi), r.Testo).Error; err != nil {
			return db.Wrap("lettura", err)
		}
		if f.contenuto != nil {
			if err := tx.Exec(`INSERT INTO immagine (lettura, tipo, contenuto, scade) VALUES (?, ?, ?, ?)`, r.ID, f.tipo, f.contenuto, f.scade).Error; err != nil {
				return db.Wrap("lettura: immagine", err)
			}
		}
		return tx.Audit(accesso(r.attore, "LETTURA_OTTICA", r.ID, string(r.Stato), r.indirizzo))
	})
}

// letta is a row as it is read.
type letta struct {
	ID           uuid.UUID
	Tipo         verbale.TipoLettura
	Stato        verbale.StatoLettura
	Creata       time.Time
	Pagine       int
	Pesi         string
	Campi        string
	Testo        string
	Errore       string
	Confermati   string
	Confermata   *time.Time
	ConfermataDa string
}

const colonne = `id, tipo, stato, creata, pagine, pesi, campi::text AS campi, testo, errore, coalesce(confermati::text, '') AS confermati, confermata, confermata_da`

func (r letta) lettura() (Lettura, error) {
	l := Lettura{ID: r.ID, Tipo: r.Tipo, Stato: r.Stato, Creata: r.Creata, Pagine: r.Pagine, Pesi: r.Pesi, Testo: r.Testo, Errore: r.Errore,
		Confermata: r.Confermata, ConfermataDa: r.ConfermataDa}
	err := json.Unmarshal([]byte(r.Campi), &l.Campi)
	if r.Confermati != "" {
		err = errors.Join(err, json.Unmarshal([]byte(r.Confermati), &l.Confermati))
	}
	if err != nil {
		return l, fmt.Errorf("lettura %s: %w", r.ID, err)
	}
	return l, nil
}

// Leggi finds a reading; 404 where there is none.
func (s Store) Leggi(ctx context.Context, id uuid.UUID) (Lettura, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return Lettura{}, err
	}
	var r letta
	q := database.Gorm(ctx).Raw(`SELECT `+colonne+` FROM lettura WHERE id = ?`, id).Scan(&r)
	return trovata(r, id, q.RowsAffected, q.Error)
}

func trovata(r letta, id uuid.UUID, n int64, err error) (Lettura, error) {
	if err != nil {
		return Lettura{}, db.Wrap("lettura", err)
	}
	if n == 0 {
		return Lettura{}, problem.NonTrovato("lettura", id.String())
	}
	return r.lettura()
}

// Conferma locks a reading, asks valori what it is confirmed with, writes that and publishes the fact; nothing where it was confirmed
// so already.
func (s Store) Conferma(
	ctx context.Context, id uuid.UUID, quando time.Time, indirizzo string, valori func(Lettura) (map[string]string, error),
) (l Lettura, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return l, err
	}
	chi, _ := auth.From(ctx)
	return l, database.Transaction(ctx, func(tx *db.Tx) error {
		var r letta
		q := tx.Raw(`SELECT `+colonne+` FROM lettura WHERE id = ? FOR UPDATE`, id).Scan(&r)
		if l, err = trovata(r, id, q.RowsAffected, q.Error); err != nil {
			return err
		}
		nuovi, err := valori(l)
		if err != nil {
			return err
		}
		if l.Stato == verbale.LetturaConfermata {
			if maps.Equal(l.Confermati, nuovi) {
				return nil
			}
			return problem.Conflitto("LETTURA_GIA_CONFERMATA", "La lettura è già stata confermata con altri valori.")
		}
		testo, err := json.Marshal(nuovi)
		if err != nil {
			return fmt.Errorf("lettura: %w", err)
		}
		if err := tx.Exec(`UPDATE lettura SET stato = ?, confermati = ?::jsonb, confermata = ?, confermata_da = ? WHERE id = ?`,
			verbale.LetturaConfermata, string(testo), quando, chi.User, id).Error; err != nil {
			return db.Wrap("lettura: conferma", err)
		}
		l.Stato, l.Confermati, l.Confermata, l.ConfermataDa = verbale.LetturaConfermata, nuovi, &quando, chi.User
		if err := tx.Audit(accesso(chi.User, "LETTURA_CONFERMATA", id, string(verbale.LetturaConfermata), indirizzo)); err != nil {
			return err
		}
		return tx.Publish(event.LetturaConfermata{IDLettura: id.String(), Tipo: string(l.Tipo)})
	})
}

// Immagine finds the picture of a plate; 404 when its hour is over.
func (s Store) Immagine(ctx context.Context, id uuid.UUID) ([]byte, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var foto []struct{ Contenuto []byte }
	if err := database.Gorm(ctx).Raw(`SELECT contenuto FROM immagine WHERE lettura = ?`, id).Scan(&foto).Error; err != nil {
		return nil, db.Wrap("lettura: immagine", err)
	}
	if len(foto) == 0 {
		return nil, problem.NonTrovato("immagine della lettura", id.String())
	}
	return foto[0].Contenuto, nil
}

// Scadute deletes the pictures of plates whose hour is over.
func (s Store) Scadute(ctx context.Context, t tenant.Tenant, adesso time.Time) error {
	return s.Pools.Visit(tenant.With(ctx, t), t, func(ctx context.Context, pool *db.Pool) error {
		_, err := pool.Exec(ctx, `DELETE FROM immagine WHERE scade <= $1`, adesso)
		return err
	})
}

// Chiesta writes the line of the audit for a plate that another module had read.
func (s Store) Chiesta(ctx context.Context, attore, sha256, esito string) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, db.Access{Attore: attore, Azione: "LETTURA_OTTICA", OggettoTipo: "documento", Oggetto: sha256, Esito: esito})
}
