package lettura

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Quadro reads what the decisions look at beside the state; 404 for a fine that the tenant does not have.
func (s *Lettore) Quadro(ctx context.Context, id uuid.UUID) (conseguenze.Quadro, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return conseguenze.Quadro{}, err
	}
	var q conseguenze.Quadro
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		letti, err := Quadri(ctx, tx, []uuid.UUID{id})
		if err != nil {
			return err
		}
		letto, ok := letti[id]
		if !ok {
			return problem.NonTrovato("verbale", id.String())
		}
		q = letto
		if q.Scritte, err = violazioniScritte(ctx, tx, id); err != nil {
			return err
		}
		if q.Patente, err = patenteVista(ctx, tx, id); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT dispositivo FROM verbale WHERE id = $1`, id).Scan(&q.Dispositivo)
	})
	return q, db.Wrap("verbale "+id.String(), err)
}

// violazioniScritte are what a fine says of each violation, in order.
func violazioniScritte(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]conseguenze.Scritta, error) {
	type riga struct {
		Lettera     string
		Nomi        []string
		Parole      string
		SenzaMisura bool
	}
	tutte, err := Righe(ctx, tx, pgx.RowToStructByPos[riga],
		`SELECT lettera, coalesce(conseguenze, '{}'), accessoria, velocita_decimi IS NULL OR limite_decimi IS NULL
		FROM violazione WHERE verbale = $1 ORDER BY ordine`, id)
	scritte := make([]conseguenze.Scritta, len(tutte))
	for i, r := range tutte {
		scritte[i] = conseguenze.Scritta{Lettera: r.Lettera, SenzaMisura: r.SenzaMisura, Parole: r.Parole, Accessorie: sanzione.ConseguenzeDette(r.Parole)}
		for _, nome := range r.Nomi {
			scritte[i].Accessorie = append(scritte[i].Accessorie, sanzione.Conseguenza(nome))
		}
	}
	return scritte, err
}

// patenteVista is what the register showed of the driver at the check, as the fine came in; nil: nobody said.
func patenteVista(ctx context.Context, tx pgx.Tx, id uuid.UUID) (p *vita.Patente, err error) {
	err = tx.QueryRow(ctx, `SELECT (SELECT dati->'patente' FROM evento WHERE verbale = $1 AND sequenza = 1)`, id).Scan(&p)
	return p, err
}

// Quadri reads the facts of several fines in one query. A person on the vehicle's papers was known to the command from the
// first day, so a position opened with a title (the registry's) does not count as opened by new data.
func Quadri(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (map[uuid.UUID]conseguenze.Quadro, error) {
	type riga struct {
		Verbale                  uuid.UUID
		Violazione, Accertamento calendario.Giorno
		Istante                  time.Time
		SenzaOra                 bool
		Contestato               bool
		Posizione                *uuid.UUID
		Estero                   bool
		Aperta                   calendario.Giorno
		Decisa                   bool
		Tipo, CodiceFiscale      *string
		Nascita                  calendario.Giorno
		Inserito                 time.Time
	}
	tutte, err := Righe(ctx, tx, pgx.RowToStructByPos[riga], `SELECT v.id, (v.data_violazione AT TIME ZONE 'Europe/Rome')::date, v.data_accertamento, v.data_violazione, v.senza_ora,
			v.contestato, p.id, coalesce(s.nazione, 'IT') <> 'IT', e.data_legale, a.id IS NOT NULL,
			s.tipo, s.codice_fiscale, s.data_nascita, v.inserito
		FROM verbale v LEFT JOIN posizione p ON p.verbale = v.id LEFT JOIN soggetto s ON s.id = p.soggetto
			LEFT JOIN evento e ON e.verbale = p.verbale AND e.tipo = '`+string(verbale.EventoPosizioneAperta)+`' AND e.dati->'posizione'->>'id' = p.id::text
				AND coalesce(e.dati->>'titolo', '') = ''
			LEFT JOIN anomalia a ON a.id = p.id AND a.chiusa IS NOT NULL
		WHERE v.id = ANY ($1)`, ids)
	quadri := make(map[uuid.UUID]conseguenze.Quadro, len(ids))
	for _, r := range tutte {
		q, letto := quadri[r.Verbale]
		if !letto {
			q = conseguenze.Quadro{Violazione: r.Violazione, Istante: r.Istante, Inserito: r.Inserito, Nati: map[uuid.UUID]calendario.Giorno{},
				Notte:        !r.SenzaOra && cds.Notturna(r.Istante).Notturna,
				Accertamento: r.Accertamento, Contestato: r.Contestato,
				Esteri: map[uuid.UUID]bool{}, Minorenni: map[uuid.UUID]string{}, Aperte: map[uuid.UUID]calendario.Giorno{}, Decise: map[uuid.UUID]bool{}}
			quadri[r.Verbale] = q
		}
		if r.Posizione == nil {
			continue
		}
		q.Nati[*r.Posizione] = r.Nascita
		q.Esteri[*r.Posizione], q.Decise[*r.Posizione] = r.Estero, r.Decisa
		if r.Tipo != nil {
			if perche := conseguenze.Minorenne(vita.Soggetto{Tipo: *r.Tipo, CodiceFiscale: *r.CodiceFiscale, DataNascita: r.Nascita}, r.Violazione); perche != "" {
				q.Minorenni[*r.Posizione] = perche
			}
		}
		if !r.Aperta.IsZero() {
			q.Aperte[*r.Posizione] = r.Aperta
		}
	}
	return quadri, err
}

// ConIdempotenza finds the event that was recorded under a key, and tells what request it came from.
func (s *Lettore) ConIdempotenza(ctx context.Context, id uuid.UUID, chiave string) (impronta string, ok bool, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return "", false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT impronta FROM evento WHERE verbale = $1 AND idempotenza = $2`, id, chiave).Scan(&impronta)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return impronta, err == nil, db.Wrap("evento del verbale "+id.String(), err)
}

// ConChiave reports which fines have an event under the key that is named for each.
func (s *Lettore) ConChiave(ctx context.Context, chiavi map[uuid.UUID]string) (map[uuid.UUID]bool, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	ids, parole := make([]uuid.UUID, 0, len(chiavi)), make([]string, 0, len(chiavi))
	for id, chiave := range chiavi {
		ids, parole = append(ids, id), append(parole, chiave)
	}
	rows, err := database.Pool.Query(ctx, `SELECT e.verbale FROM unnest($1::uuid[], $2::text[]) x (verbale, chiave)
		JOIN evento e ON e.verbale = x.verbale AND e.idempotenza = x.chiave`, ids, parole)
	if err != nil {
		return nil, db.Wrap("eventi dei verbali", err)
	}
	trovati := map[uuid.UUID]bool{}
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		trovati[id] = true
		return nil
	})
	return trovati, db.Wrap("eventi dei verbali", err)
}

// ChiaviIn are the keys with a beginning that the events of some fines were recorded under.
func ChiaviIn(ctx context.Context, tx pgx.Tx, ids []uuid.UUID, inizio string) (map[string]bool, error) {
	scritte, err := Righe(ctx, tx, pgx.RowTo[string], `SELECT idempotenza FROM evento WHERE verbale = ANY ($1) AND starts_with(idempotenza, $2)`, ids, inizio)
	note := map[string]bool{}
	for _, k := range scritte {
		note[k] = true
	}
	return note, err
}

// TerminiIn reads them in a transaction of the caller's and holds the fines until its end, in order of id.
func (s *Lettore) TerminiIn(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (conseguenze.Termini, error) {
	if _, err := tx.Exec(ctx, `SELECT FROM verbale WHERE id = ANY ($1) ORDER BY id FOR UPDATE`, ids); err != nil {
		return nil, fmt.Errorf("verbale: termini di notifica: %w", err)
	}
	return Quadri(ctx, tx, ids)
}
