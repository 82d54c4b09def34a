package lettura

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/ricevuta"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
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

	insieme                 *uuid.UUID
	attore, file, indirizzo string
	foto                    figura
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

// Aggiungi writes a reading, its picture and its line of the audit; for a file of many pages also its work. A page of a file that is
// there already is left alone.
func (s Store) Aggiungi(ctx context.Context, r riga) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	campi, err := json.Marshal(r.Campi)
	if err != nil {
		return fmt.Errorf("lettura: %w", err)
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		fatta := tx.Exec(`INSERT INTO lettura (id, tipo, stato, creata, attore, insieme, pagina, pagine, file, sha256, pesi, campi, testo, errore, verbale, posizione)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?) ON CONFLICT (insieme, pagina) WHERE insieme IS NOT NULL DO NOTHING`,
			r.ID, r.Tipo, r.Stato, r.Creata, r.attore, r.insieme, max(r.Pagina, 1), r.Pagine, r.file, r.sha256, r.Pesi, string(campi),
			r.Testo, r.Errore, r.Verbale, r.posizione)
		if fatta.Error != nil || fatta.RowsAffected == 0 {
			return db.Wrap("lettura", fatta.Error)
		}
		if r.foto.contenuto != nil {
			if err := tx.Exec(`INSERT INTO immagine (lettura, tipo, contenuto, scade) VALUES (?, ?, ?, ?)`, r.ID, r.foto.tipo, r.foto.contenuto, r.foto.scade).Error; err != nil {
				return db.Wrap("lettura: immagine", err)
			}
		}
		if r.Stato == verbale.LetturaInCorso {
			if err := tx.Publish(event.LavoroLettura{IDLettura: r.ID.String()}); err != nil {
				return err
			}
		}
		return tx.Audit(accesso(r.attore, "LETTURA_OTTICA", r.ID, string(r.Stato), r.indirizzo))
	})
}

// PagineFatte are the pages of a file that are read.
func (s Store) PagineFatte(ctx context.Context, id uuid.UUID) (map[int]bool, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var pagine []int
	if err := database.Gorm(ctx).Raw(`SELECT pagina FROM lettura WHERE insieme = ?`, id).Scan(&pagine).Error; err != nil {
		return nil, db.Wrap("lettura: pagine", err)
	}
	fatte := map[int]bool{}
	for _, n := range pagine {
		fatte[n] = true
	}
	return fatte, nil
}

// Finita ends a file all of whose pages are read.
func (s Store) Finita(ctx context.Context, id uuid.UUID, messaggio string) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		if _, err := tx.Receive(Durevole, messaggio); err != nil {
			return err
		}
		// the file of plates is not kept: its pictures have their hour
		return db.Wrap("lettura", tx.Exec(`UPDATE lettura SET stato = ?, sha256 = CASE tipo WHEN ? THEN '' ELSE sha256 END WHERE id = ? AND stato = ?`,
			verbale.LetturaLetta, verbale.LetturaTarga, id, verbale.LetturaInCorso).Error)
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
	Attore       string
	SHA256       string `gorm:"column:sha256"`
	Insieme      *uuid.UUID
	Pagina       int
	Verbale      *uuid.UUID
	Posizione    *uuid.UUID
	Molte        bool
}

const colonne = `id, tipo, stato, creata, pagine, pesi, campi::text AS campi, testo, errore, coalesce(confermati::text, '') AS confermati, confermata, confermata_da,
	attore, sha256, insieme, pagina, verbale, posizione, stato = '` + string(verbale.LetturaInCorso) + `' OR EXISTS (SELECT 1 FROM lettura p WHERE p.insieme = lettura.id) AS molte`

func (r letta) lettura() (Lettura, error) {
	l := Lettura{ID: r.ID, Tipo: r.Tipo, Stato: r.Stato, Creata: r.Creata, Pagine: r.Pagine, Pesi: r.Pesi, Testo: r.Testo, Errore: r.Errore,
		Confermata: r.Confermata, ConfermataDa: r.ConfermataDa, Verbale: r.Verbale, posizione: r.Posizione, sha256: r.SHA256, attore: r.Attore}
	if r.Insieme != nil {
		l.Pagina = r.Pagina
	}
	if r.Molte {
		l.Fatte = new(int)
	}
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
	l, err := trovata(r, id, q.RowsAffected, q.Error)
	if err != nil || l.Fatte == nil {
		return l, err
	}
	var pagine []letta
	if err := database.Gorm(ctx).Raw(`SELECT `+colonne+` FROM lettura WHERE insieme = ? ORDER BY pagina`, id).Scan(&pagine).Error; err != nil {
		return l, db.Wrap("lettura: pagine", err)
	}
	*l.Fatte = len(pagine)
	for _, p := range pagine {
		una, err := p.lettura()
		if err != nil {
			return l, err
		}
		l.Letture = append(l.Letture, una)
	}
	return l, nil
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
	ctx context.Context, id uuid.UUID, quando time.Time, indirizzo string, valori func(*Lettura, abbina) (map[string]string, error),
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
		nuovi, err := valori(&l, abbina{tx.DB})
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
		if err := tx.Exec(`UPDATE lettura SET stato = ?, confermati = ?::jsonb, confermata = ?, confermata_da = ?, verbale = ?, posizione = ? WHERE id = ?`,
			verbale.LetturaConfermata, string(testo), quando, chi.User, l.Verbale, l.posizione, id).Error; err != nil {
			return db.Wrap("lettura: conferma", err)
		}
		l.Stato, l.Confermati, l.Confermata, l.ConfermataDa = verbale.LetturaConfermata, nuovi, &quando, chi.User
		if err := tx.Audit(accesso(chi.User, "LETTURA_CONFERMATA", id, string(verbale.LetturaConfermata), indirizzo)); err != nil {
			return err
		}
		return tx.Publish(event.LetturaConfermata{IDLettura: id.String(), Tipo: string(l.Tipo)})
	})
}

// Immagine finds the picture of a plate, or the hash of a page in the store of documents; 404 where neither is kept.
func (s Store) Immagine(ctx context.Context, id uuid.UUID) (foto []byte, sha256 string, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, "", err
	}
	var trovate []struct {
		Contenuto []byte
		SHA256    string `gorm:"column:sha256"`
	}
	if err := database.Gorm(ctx).Raw(`SELECT i.contenuto, l.sha256 FROM lettura l LEFT JOIN immagine i ON i.lettura = l.id WHERE l.id = ?`, id).Scan(&trovate).Error; err != nil {
		return nil, "", db.Wrap("lettura: immagine", err)
	}
	if len(trovate) == 0 || trovate[0].Contenuto == nil && trovate[0].SHA256 == "" {
		return nil, "", problem.NonTrovato("immagine della lettura", id.String())
	}
	return trovate[0].Contenuto, trovate[0].SHA256, nil
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

// abbina finds whose a paper is, among the letters and notices that elaborazione publishes.
type abbina struct{ gorm *gorm.DB }

// lettera is an act that left by post.
type lettera struct {
	Verbale   uuid.UUID
	Posizione *uuid.UUID
	Spedita   *calendario.Giorno
}

// avviso is a payment notice.
type avviso struct {
	Verbale   uuid.UUID
	Posizione *uuid.UUID
	Ente      string
	Cent      int64
}

// lettera finds the one letter that these codes name, by the act's code or by that which a receipt's code belongs to; nil where they
// name none, or more than one.
func (a abbina) lettera(codici []string) (*lettera, error) {
	tutti := append([]string{}, codici...)
	for _, c := range codici {
		if atto := ricevuta.DellAtto(c); atto != "" {
			tutti = append(tutti, atto)
		}
	}
	var trovate []lettera
	if err := a.gorm.Raw(`SELECT DISTINCT verbale, posizione, spedita FROM verbali_v1.lettera WHERE codice IN ?`, tutti).Scan(&trovate).Error; err != nil {
		return nil, db.Wrap("lettura: lettera", err)
	}
	if len(trovate) != 1 {
		return nil, nil //nolint:nilnil // none is an answer
	}
	return &trovate[0], nil
}

// avviso finds the notice with a number; nil where the command has none.
func (a abbina) avviso(numero string) (*avviso, error) {
	var trovati []avviso
	if err := a.gorm.Raw(`SELECT verbale, posizione, codice_fiscale_ente AS ente, importo_cent AS cent FROM verbali_v1.avviso WHERE numero_avviso = ?`, numero).Scan(&trovati).Error; err != nil {
		return nil, db.Wrap("lettura: avviso", err)
	}
	if len(trovati) != 1 {
		return nil, nil //nolint:nilnil // none is an answer
	}
	return &trovati[0], nil
}

// Abbina looks for the fine of a receipt or slip by its sure values. A paper of no fine here is read all the same.
func (s Store) Abbina(ctx context.Context, l *Lettura) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	a, valori := abbina{database.Gorm(ctx)}, map[string]string{}
	for _, c := range l.Campi {
		valori[c.Nome] = c.Valore
	}
	switch l.Tipo {
	case verbale.LetturaAvviso:
		var codici []string
		for _, n := range []string{campo.CodiceAtto, campo.Codice} {
			if valori[n] != "" {
				codici = append(codici, valori[n])
			}
		}
		if len(codici) == 0 {
			return nil
		}
		t, err := a.lettera(codici)
		if t != nil {
			l.Verbale, l.posizione = &t.Verbale, t.Posizione
		}
		return err
	case verbale.LetturaBollettino:
		if valori[campo.NumeroAvviso] == "" {
			return nil
		}
		t, err := a.avviso(valori[campo.NumeroAvviso])
		if t != nil {
			l.Verbale, l.posizione = &t.Verbale, t.Posizione
		}
		return err
	default:
		return nil
	}
}
