package storico

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Esito is what became of a case.
type Esito int

// The outcomes. NumeroUsato: series, number and year belong to another fine. Inaccettabile: the database
// does not take its content.
const (
	Nuovo Esito = iota
	Noto
	Diverso
	NumeroUsato
	Inaccettabile
)

// tentativi of a transaction that others get in the way of.
const tentativi = 10

// Store writes imported histories into the database of one tenant.
type Store struct {
	database *db.Database
	adesso   func() time.Time
	formato  string
	file     string // hash of the file
	inizio   time.Time

	id     uuid.UUID   // of the import
	aperta atomic.Bool // its row is there and not concluded
}

// ApriStore gives the store of the tenant in the context, for a file of this hash. An import of the same
// file that was left unfinished is taken up again.
func ApriStore(ctx context.Context, p *db.Pools, formato, impronta string, adesso func() time.Time) (*Store, error) {
	database, err := p.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	s := &Store{database: database, adesso: adesso, formato: formato, file: impronta, inizio: adesso(), id: nuovoID()}
	err = database.Pool.QueryRow(ctx, `SELECT id FROM importazione WHERE formato = $1 AND impronta = $2 AND conclusa IS NULL
		ORDER BY iniziata LIMIT 1`, formato, impronta).Scan(&s.id)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, db.Wrap("importazione", err)
	}
	s.aperta.Store(err == nil)
	return s, nil
}

// ImprontaDi is the hash of a file, in hexadecimal digits.
func ImprontaDi(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", fmt.Errorf("storico: impronta: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Scrivi writes the cases that are not there, all of them or none, and says what became of each. With
// prova it only looks.
func (s *Store) Scrivi(ctx context.Context, storie []*Storia, prova bool) (esiti []Esito, err error) {
	if len(storie) == 0 {
		return nil, nil
	}
	for range tentativi {
		err = pgx.BeginFunc(ctx, s.database.Pool, func(tx pgx.Tx) (err error) {
			if esiti, err = guarda(ctx, tx, storie); err != nil {
				return err
			}
			if err := s.guardaDoppioni(ctx, tx, storie); err != nil || prova {
				return err
			}
			return s.inserisci(ctx, tx, storie, esiti)
		})
		if err == nil && !prova && slices.Contains(esiti, Nuovo) {
			s.aperta.Store(true)
		}
		// Somebody wrote the same number, or the same case, since we looked: look again.
		if _, doppio := db.Duplicate(err); !doppio && !db.Retryable(err) {
			break
		}
	}
	return esiti, db.Wrap("storie importate", err)
}

// inaccettabile gives the code of a failure that lies in the values written, not in the server: a value out of
// range (class 22), a constraint (23), a limit (54). Empty for any other.
func inaccettabile(err error) string {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || len(pg.Code) < 2 || !slices.Contains([]string{"22", "23", "54"}, pg.Code[:2]) {
		return ""
	}
	return pg.Code
}

// guarda says which cases are new.
func guarda(ctx context.Context, tx pgx.Tx, storie []*Storia) ([]Esito, error) {
	noti, err := impronte(ctx, tx, storie)
	if err != nil {
		return nil, err
	}
	occupati, err := numeriOccupati(ctx, tx, storie)
	if err != nil {
		return nil, err
	}
	esiti := make([]Esito, len(storie))
	for i, x := range storie {
		impronta, noto := noti[x.IDEsterno]
		switch {
		case noto && impronta == x.Impronta:
			esiti[i] = Noto
		case noto:
			esiti[i] = Diverso
		case occupati[x.numeroIntero()]:
			esiti[i] = NumeroUsato
		}
		occupati[x.numeroIntero()] = true // within the file too
	}
	return esiti, nil
}

// guardaDoppioni notes what each case may be the same fact as.
func (s *Store) guardaDoppioni(ctx context.Context, tx pgx.Tx, storie []*Storia) error {
	trovati, err := s.doppioni(ctx, tx, storie)
	for i := range storie {
		storie[i].doppione = trovati[i]
	}
	return err
}

// numeroIntero is what no two fines of a tenant share.
type numeroIntero struct {
	anno    int
	lettera string
	numero  int64
}

func (s *Storia) numeroIntero() numeroIntero { return numeroIntero{s.Anno, s.Lettera, s.Numero} }

func impronte(ctx context.Context, tx pgx.Tx, storie []*Storia) (map[string][sha256.Size]byte, error) {
	chiavi := make([]string, len(storie))
	for i, x := range storie {
		chiavi[i] = x.IDEsterno
	}
	// One look into the index a key, whatever the planner believes of tables that are being filled.
	righe, err := tx.Query(ctx, `SELECT v.id_esterno, v.impronta FROM unnest($1::text[]) AS x (chiave) CROSS JOIN LATERAL
		(SELECT id_esterno, impronta FROM verbale WHERE integratore IS NULL AND id_esterno = x.chiave AND fonte = $2 OFFSET 0) v`,
		chiavi, string(verbale.FonteImportazione))
	if err != nil {
		return nil, err
	}
	note := map[string][sha256.Size]byte{}
	var chiave string
	var impronta []byte
	_, err = pgx.ForEachRow(righe, []any{&chiave, &impronta}, func() error {
		var x [sha256.Size]byte
		copy(x[:], impronta)
		note[chiave] = x
		return nil
	})
	return note, err
}

func numeriOccupati(ctx context.Context, tx pgx.Tx, storie []*Storia) (map[numeroIntero]bool, error) {
	anni, lettere, numeri := make([]int16, len(storie)), make([]string, len(storie)), make([]int64, len(storie))
	for i, x := range storie {
		anni[i], lettere[i], numeri[i] = int16(x.Anno), x.Lettera, x.Numero
	}
	righe, err := tx.Query(ctx, `SELECT v.anno, v.lettera, v.numero FROM unnest($1::smallint[], $2::text[], $3::bigint[]) AS x (anno, lettera, numero)
		CROSS JOIN LATERAL (SELECT anno, lettera, numero FROM verbale
			WHERE anno = x.anno AND lettera = x.lettera AND numero = x.numero OFFSET 0) v`, anni, lettere, numeri)
	if err != nil {
		return nil, err
	}
	occupati := map[numeroIntero]bool{}
	var n numeroIntero
	_, err = pgx.ForEachRow(righe, []any{&n.anno, &n.lettera, &n.numero}, func() error {
		occupati[n] = true
		return nil
	})
	return occupati, err
}

// inserisci writes the new ones, and the row of the import with the first of them: a killed import
// leaves it open.
func (s *Store) inserisci(ctx context.Context, tx pgx.Tx, storie []*Storia, esiti []Esito) error {
	nuove := make([]scrittura.Storia, 0, len(storie))
	for i, x := range storie {
		if esiti[i] == Nuovo {
			nuove = append(nuove, x.nuova())
		}
	}
	if len(nuove) == 0 {
		return nil
	}
	if !s.aperta.Load() {
		if _, err := tx.Exec(ctx, `INSERT INTO importazione (id, formato, impronta, iniziata) VALUES ($1, $2, $3, $4)
			ON CONFLICT (id) DO NOTHING`, s.id, s.formato, s.file, s.adesso()); err != nil {
			return err
		}
	}
	return scrittura.ScriviStorie(ctx, tx, nuove)
}

// Concludi closes the import and tells that it is over, once: an import that found nothing new and left
// nothing unfinished has nothing to tell.
func (s *Store) Concludi(ctx context.Context, r *Rapporto) error {
	if !s.aperta.Load() {
		return nil
	}
	testo, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("storico: rapporto: %w", err)
	}
	err = s.database.Transaction(ctx, func(tx *db.Tx) error {
		if err := tx.Exec(`UPDATE importazione SET conclusa = ?, righe = ?, rapporto = ? WHERE id = ?`,
			s.adesso(), r.Eventi, string(testo), s.id).Error; err != nil {
			return err
		}
		if err := tx.Audit(db.Access{Attore: attore, Azione: "IMPORTAZIONE_CONCLUSA", OggettoTipo: "importazione", Oggetto: s.id.String(),
			Motivo: r.File, Esito: fmt.Sprintf("%d casi, %d nuovi", r.Casi, r.Nuovi)}); err != nil {
			return err
		}
		return tx.Publish(event.ImportazioneConclusa{IDImportazione: s.id.String(), Formato: s.formato,
			Casi: int64(r.Casi), Nuovi: int64(r.Nuovi)})
	})
	return err
}

// analizza tells the planner about many new rows.
func (s *Store) analizza(ctx context.Context) error {
	_, err := s.database.Pool.Exec(ctx, `SELECT analizza()`)
	return db.Wrap("statistiche", err)
}
