package lettura

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// ColTermine is a position with the last day of its term of service.
type ColTermine struct {
	Verbale, Posizione uuid.UUID
	Ultimo             calendario.Giorno
	minimo             calendario.Giorno // a day before which the term does not end
}

// giornoMinimo is ColTermine.minimo, over the names f of a fine and s of the subject: by art. 201 c. 1 CdS no term is shorter than
// ninety days, and abroad than three hundred and sixty. What a term is, is said by terminiNotifica alone.
const giornoMinimo = `coalesce(f.data_accertamento, (f.data_violazione AT TIME ZONE 'Europe/Rome')::date)
	+ CASE WHEN coalesce(s.nazione, 'IT') <> 'IT' THEN 360 ELSE 90 END`

// piuVicini are the rows nearest to the end of their term, at most quanti. leggi gives the first n in the order of their
// minimo: more are read until none that was not could come before.
func piuVicini[T any](ctx context.Context, tx pgx.Tx, quanti int, leggi func(n int) ([]T, error), termine func(*T) *ColTermine) ([]T, error) {
	for n := quanti; ; n *= 2 {
		tutti, err := leggi(n)
		if err != nil || len(tutti) == 0 {
			return nil, err
		}
		oltre := termine(&tutti[len(tutti)-1]).minimo // of the rows beyond the limit
		var ids []uuid.UUID
		for i := range tutti {
			ids = append(ids, termine(&tutti[i]).Verbale)
		}
		ultimi, err := terminiNotifica(ctx, tx, ids)
		if err != nil {
			return nil, err
		}
		for i := range tutti {
			x := termine(&tutti[i])
			x.Ultimo = ultimi[x.Posizione]
		}
		slices.SortStableFunc(tutti, func(a, b T) int {
			x, y := termine(&a), termine(&b)
			return cmp.Or(cmp.Compare(x.Ultimo.String(), y.Ultimo.String()), cmp.Compare(x.Posizione.String(), y.Posizione.String()))
		})
		tutte := len(tutti) < n
		if tutti = tutti[:min(quanti, len(tutti))]; tutte || !termine(&tutti[len(tutti)-1]).Ultimo.After(oltre) {
			return tutti, nil
		}
	}
}

// terminiNotifica are the last days of the terms of service of the positions of some fines.
func terminiNotifica(ctx context.Context, tx pgx.Tx, verbali []uuid.UUID) (map[uuid.UUID]calendario.Giorno, error) {
	quadri, err := Quadri(ctx, tx, verbali)
	if err != nil {
		return nil, err
	}
	type riga struct {
		ID, Verbale uuid.UUID
		Titolo      verbale.Titolo
	}
	posizioni, err := Righe(ctx, tx, pgx.RowToStructByPos[riga], `SELECT id, verbale, titolo FROM posizione WHERE verbale = ANY ($1)`, verbali)
	if err != nil {
		return nil, err
	}
	ultimi := map[uuid.UUID]calendario.Giorno{}
	for _, p := range posizioni {
		q := quadri[p.Verbale]
		t, err := q.Termine(vita.Posizione{ID: p.ID, Titolo: p.Titolo})
		if err != nil {
			return nil, err
		}
		ultimi[p.ID] = t.Ultimo
	}
	return ultimi, nil
}
