package verbale

import (
	"context"
	"fmt"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/db"
)

// Differenza is a part of a fine that the table holds otherwise than its events say.
type Differenza struct {
	Parte      string
	Eventi     string
	Proiettata string
}

// Ricalcola replays the events of a fine and compares the result with what the tables hold; every
// difference is a bug. Nothing is written.
func (s *Store) Ricalcola(ctx context.Context, id uuid.UUID) ([]Differenza, error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // the pool names the database
	}
	var differenze []Differenza
	err = pgx.BeginTxFunc(ctx, banca.Pool, istantanea(), func(tx pgx.Tx) error {
		proiettato, err := leggiStato(ctx, tx, id, "")
		if err != nil {
			return err
		}
		eventi, err := leggiEventi(ctx, tx, id)
		if err != nil {
			return err
		}
		rifatto, err := Rivivi(id, eventi)
		differenze = confronta(rifatto, proiettato)
		return err
	})
	return differenze, db.Errore("ricalcolo del verbale "+id.String(), err) //nolint:wrapcheck // the one place that names it
}

// Rivivi applies the events of a fine from the first one.
func Rivivi(id uuid.UUID, eventi []Evento) (Stato, error) {
	s := Stato{ID: id}
	var err error
	for _, e := range eventi {
		if s, err = Applica(s, e); err != nil {
			return s, fmt.Errorf("verbale %s, evento %d: %w", id, e.Sequenza, err)
		}
	}
	return s, nil
}

// confronta lists the fields in which two states differ.
func confronta(rifatto, proiettato Stato) []Differenza {
	var tutte []Differenza
	a, b := reflect.ValueOf(rifatto), reflect.ValueOf(proiettato)
	for i := range a.NumField() {
		x, y := fmt.Sprintf("%+v", a.Field(i).Interface()), fmt.Sprintf("%+v", b.Field(i).Interface())
		if x != y {
			tutte = append(tutte, Differenza{Parte: a.Type().Field(i).Name, Eventi: x, Proiettata: y})
		}
	}
	return tutte
}
