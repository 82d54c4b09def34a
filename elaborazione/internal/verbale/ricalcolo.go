package verbale

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Differenza is a part of a fine that the table holds otherwise than its events say.
type Differenza struct {
	Parte      string `json:"parte"`
	Eventi     string `json:"eventi"`
	Proiettata string `json:"proiettata"`
}

// Ricalcolati is what the replay of some fines found.
type Ricalcolati struct {
	Ultimo  uuid.UUID // of those read, in order of id
	Verbali int
	Eventi  int
	Diversi []Diverso
}

// Diverso is a fine whose tables say otherwise than its events.
type Diverso struct {
	Verbale    uuid.UUID    `json:"verbale"`
	Differenze []Differenza `json:"differenze"`
}

// RicalcolaDopo replays the events of the next fines after one, in order of id, and compares the results with
// what the tables hold: every difference is a bug. Nothing is written. Zero is the start, and no fine the end.
func (s *Store) RicalcolaDopo(ctx context.Context, dopo uuid.UUID, quanti int) (r Ricalcolati, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return r, err
	}
	err = pgx.BeginTxFunc(ctx, database.Pool, istantanea(), func(tx pgx.Tx) error {
		ids, err := righe(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT id FROM verbale WHERE id > $1 ORDER BY id LIMIT $2`, dopo, quanti)
		if err != nil || len(ids) == 0 {
			return err
		}
		r, err = ricalcola(ctx, tx, ids)
		return err
	})
	return r, db.Wrap("ricalcolo dei verbali", err)
}

// RicalcolaUno replays one fine; 404 when the tenant does not have it.
func (s *Store) RicalcolaUno(ctx context.Context, id uuid.UUID) (r Ricalcolati, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return r, err
	}
	err = pgx.BeginTxFunc(ctx, database.Pool, istantanea(), func(tx pgx.Tx) (err error) {
		r, err = ricalcola(ctx, tx, []uuid.UUID{id})
		return err
	})
	if err == nil && r.Verbali == 0 {
		err = problem.NonTrovato("verbale", id.String())
	}
	return r, db.Wrap("ricalcolo del verbale "+id.String(), err)
}

func ricalcola(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (r Ricalcolati, err error) {
	proiettati, err := leggiStati(ctx, tx, ids, "")
	if err != nil {
		return r, err
	}
	storie, err := leggiStorie(ctx, tx, ids)
	if err != nil {
		return r, err
	}
	for _, p := range proiettati {
		r.Verbali, r.Ultimo = r.Verbali+1, p.ID
		r.Eventi += len(storie[p.ID])
		if d := differisce(p, storie[p.ID]); len(d) > 0 {
			r.Diversi = append(r.Diversi, Diverso{p.ID, d})
		}
	}
	return r, nil
}

// Quanti counts the tenant's fines.
func (s *Store) Quanti(ctx context.Context) (n int64, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return 0, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT count(*) FROM verbale`).Scan(&n)
	return n, db.Wrap("conto dei verbali", err)
}

// differisce replays the events of a fine; a history that stops half-way is a difference too.
func differisce(proiettato Stato, eventi []Evento) []Differenza {
	for i, e := range eventi {
		if e.Sequenza != i+1 {
			return []Differenza{{Parte: "Eventi", Eventi: fmt.Sprintf("manca l'evento %d", i+1), Proiettata: fmt.Sprintf("sequenza %d", proiettato.Sequenza)}}
		}
	}
	rifatto, err := Rivivi(proiettato.ID, eventi)
	if err != nil {
		return []Differenza{{Parte: "Eventi", Eventi: err.Error(), Proiettata: fmt.Sprintf("sequenza %d", proiettato.Sequenza)}}
	}
	return confronta(rifatto, proiettato)
}

// leggiStorie reads the events of some fines, each in order.
func leggiStorie(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (map[uuid.UUID][]Evento, error) {
	storie := make(map[uuid.UUID][]Evento, len(ids))
	_, err := righe(ctx, tx, func(r pgx.CollectableRow) (fatto struct{}, err error) {
		var id uuid.UUID
		e, err := leggiEvento(diVerbale{r, &id})
		storie[id] = append(storie[id], e)
		return fatto, err
	}, `SELECT verbale, `+colonneEvento+`
		FROM evento WHERE verbale = ANY($1) ORDER BY verbale, sequenza`, ids)
	return storie, err
}

// Rivivi lets the events of a fine happen again from the first one. They are not judged again: what the
// log holds was admitted by the rules of its day.
func Rivivi(id uuid.UUID, eventi []Evento) (Stato, error) {
	s := Stato{ID: id}
	var err error
	for _, e := range eventi {
		if s, err = ripercorri(s, e); err != nil {
			return s, fmt.Errorf("verbale %s, evento %d: %w", id, e.Sequenza, err)
		}
	}
	return s, nil
}

// confronta lists the fields in which two states differ; lists that clocks of several replicas may
// have ordered otherwise are compared by id.
func confronta(rifatto, proiettato Stato) []Differenza {
	var tutte []Differenza
	rifatto, proiettato = rifatto.perID(), proiettato.perID()
	a, b := reflect.ValueOf(rifatto), reflect.ValueOf(proiettato)
	for i := range a.NumField() {
		x, y := fmt.Sprintf("%+v", a.Field(i).Interface()), fmt.Sprintf("%+v", b.Field(i).Interface())
		if x != y {
			tutte = append(tutte, Differenza{Parte: a.Type().Field(i).Name, Eventi: x, Proiettata: y})
		}
	}
	return tutte
}

func (s Stato) perID() Stato {
	s = s.copia()
	slices.SortFunc(s.Avvisi, func(a, b Avviso) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(s.Notifiche, func(a, b Notifica) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(s.Pagamenti, func(a, b Pagamento) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(s.Impugnazioni, func(a, b Impugnazione) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(s.Anomalie, func(a, b Anomalia) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return s
}
