package verbale

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// Store keeps the fines of every tenant; the tenant is in the context. It writes through pgx, one
// pipeline a transaction, because that is what an insertion costs.
type Store struct {
	piscine *db.Piscine
	adesso  func() time.Time
	blocchi blocchi
	code    code
}

// NuovoStore makes the store; adesso is the clock.
func NuovoStore(p *db.Piscine, adesso func() time.Time) *Store {
	return &Store{piscine: p, adesso: adesso, blocchi: blocchi{liberi: map[chiaveBlocco]*blocco{}}, code: code{per: map[string]*coda{}}}
}

// Decisione looks at a fine and says what happens to it; no event is no change.
type Decisione func(Stato) ([]Evento, error)

// Messaggio is the message that a change answers to: taken once per consumer.
type Messaggio struct{ Consumatore, ID string }

// Applica changes a fine: it locks the row, asks decidi, checks each event with the pure function,
// appends and projects them, writes outbox and audit, and commits. Events keep their legal day when
// they have one and take the clock's otherwise. A message already taken changes nothing. 404 for a
// fine that the tenant does not have.
func (s *Store) Applica(ctx context.Context, id uuid.UUID, decidi Decisione, da ...Messaggio) error {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return err //nolint:wrapcheck // the pool names the database
	}
	cambiato := false
	err = ripeti(func() error {
		return pgx.BeginFunc(ctx, banca.Pool, func(tx pgx.Tx) error {
			cambiato = false
			nuovo, err := ricevi(ctx, tx, da)
			if err != nil || !nuovo {
				return err
			}
			stato, err := leggiStato(ctx, tx, id, "FOR UPDATE")
			if err != nil {
				return err
			}
			eventi, err := decidi(stato)
			if err != nil || len(eventi) == 0 {
				return err
			}
			cambiato = true
			return s.scrivi(ctx, tx, stato, eventi)
		})
	})
	if err != nil {
		return db.Errore("verbale "+id.String(), err) //nolint:wrapcheck // the one place that names it
	}
	if cambiato {
		banca.Sveglia()
	}
	return nil
}

// ripeti runs again a transaction that lost against another.
func ripeti(f func() error) error {
	var err error
	for range 5 {
		if err = f(); !db.DaRipetere(err) {
			return err
		}
	}
	return err
}

func ricevi(ctx context.Context, tx pgx.Tx, da []Messaggio) (bool, error) {
	for _, m := range da {
		r, err := tx.Exec(ctx, `INSERT INTO ricevuto (consumatore, id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, m.Consumatore, m.ID)
		if err != nil || r.RowsAffected() == 0 {
			return false, err //nolint:wrapcheck // wrapped by the caller
		}
	}
	return true, nil
}

// scrivi applies the events one after the other and writes what follows from them.
func (s *Store) scrivi(ctx context.Context, tx pgx.Tx, stato Stato, eventi []Evento) error {
	var w scritture
	var corpi []evento.Corpo
	adesso := s.adesso()
	for _, e := range eventi {
		e.Registrato = adesso
		if e.DataLegale.IsZero() {
			e.DataLegale = calendario.Da(adesso)
		}
		var err error
		if stato, err = Applica(stato, e); err != nil {
			return err
		}
		w.evento(stato, e)
		corpi = append(corpi, annunci(stato, e)...)
	}
	w.proietta(stato)
	if err := w.pubblica(ctx, nomeTenant(ctx), corpi); err != nil {
		return err
	}
	w.registra(db.Accesso{Attore: eventi[0].Attore, Azione: elencoTipi(eventi), OggettoTipo: "verbale", Oggetto: stato.ID.String(), Motivo: eventi[0].Causa, Esito: string(stato.Procedura)})
	return w.esegui(ctx, tx)
}

// Stato reads the present state of a fine.
func (s *Store) Stato(ctx context.Context, id uuid.UUID) (Stato, error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return Stato{}, err //nolint:wrapcheck // the pool names the database
	}
	var stato Stato
	err = pgx.BeginTxFunc(ctx, banca.Pool, istantanea(), func(tx pgx.Tx) (err error) {
		stato, err = leggiStato(ctx, tx, id, "")
		return err
	})
	return stato, db.Errore("stato del verbale "+id.String(), err) //nolint:wrapcheck // the one place that names it
}

// istantanea reads several tables as of one moment.
func istantanea() pgx.TxOptions {
	return pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
}

// leggiStato reads the projection; blocco is FOR UPDATE where a change follows.
func leggiStato(ctx context.Context, tx pgx.Tx, id uuid.UUID, blocco string) (Stato, error) {
	s := Stato{ID: id}
	err := tx.QueryRow(ctx, `SELECT sequenza, procedura, debito, ricorso, punti, riscossione, data_notifica, scadenza_pagamento, importo_cent
		FROM verbale WHERE id = $1 `+blocco, id).
		Scan(&s.Sequenza, &s.Procedura, &s.Debito, &s.Ricorso, &s.Punti, &s.Riscossione, &s.DataNotifica, &s.ScadenzaPagamento, &s.ImportoCent)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, problem.NonTrovato("verbale", id.String())
	}
	if err != nil {
		return s, fmt.Errorf("verbale: lettura: %w", err)
	}
	if s.Posizioni, err = leggiPosizioni(ctx, tx, id); err != nil {
		return s, err
	}
	if s.Avvisi, err = leggiAvvisi(ctx, tx, id); err != nil {
		return s, err
	}
	s.Anomalie, err = righe[uuid.UUID](ctx, tx, pgx.RowTo[uuid.UUID],
		`SELECT id FROM anomalia WHERE verbale = $1 AND chiusa IS NULL ORDER BY id`, id)
	return s, err
}

func leggiPosizioni(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]Posizione, error) {
	return righe(ctx, tx, func(r pgx.CollectableRow) (p Posizione, err error) {
		var soggetto, atto *uuid.UUID
		err = r.Scan(&p.ID, &p.Ordine, &p.Titolo, &soggetto, &p.GiornoZero, &atto)
		p.Soggetto, p.Atto = oZero(soggetto), oZero(atto)
		return p, err //nolint:wrapcheck // wrapped by righe
	}, `SELECT p.id, p.ordine, p.titolo, p.soggetto, p.giorno_zero, d.id
		FROM posizione p LEFT JOIN documento d ON d.posizione = p.id AND d.tipo = 'ATTO'
		WHERE p.verbale = $1 ORDER BY p.ordine`, id)
}

func leggiAvvisi(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]Avviso, error) {
	return righe(ctx, tx, func(r pgx.CollectableRow) (a Avviso, err error) {
		err = r.Scan(&a.ID, &a.Posizione, &a.Tipo, &a.NumeroAvviso, &a.IUV, &a.Ente, &a.ImportoCent, &a.SpeseCent, &a.Giorni, &a.Stato)
		return a, err //nolint:wrapcheck // wrapped by righe
	}, `SELECT id, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, spese_cent, giorni, stato
		FROM avviso WHERE verbale = $1 ORDER BY id`, id)
}

// righe runs a query and reads each row.
func righe[T any](ctx context.Context, tx pgx.Tx, leggi pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("verbale: lettura: %w", err)
	}
	tutte, err := pgx.CollectRows(rows, leggi)
	if err != nil {
		return nil, fmt.Errorf("verbale: lettura: %w", err)
	}
	if len(tutte) == 0 {
		return nil, nil
	}
	return tutte, nil
}

func oZero(id *uuid.UUID) uuid.UUID {
	if id == nil {
		return uuid.Nil
	}
	return *id
}

func nomeTenant(ctx context.Context) string {
	t, _ := tenant.Da(ctx)
	return t.Nome
}
