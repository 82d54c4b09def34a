package banco

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Attese counts, sample by sample, what the connections of a program were waiting for.
type Attese map[string]int

// Osserva looks at the connections of a program to a database fifty times a second until the returned
// function is called, which returns the waits seen. A connection that works waits for nothing.
func (b *Banco) Osserva(ctx context.Context, database, programma string) func() (Attese, error) {
	ctx, smetti := context.WithCancel(ctx)
	viste, fine := Attese{}, make(chan error, 1)
	go func() {
		fine <- b.ConServer(ctx, database, func(conn *pgx.Conn) error {
			for clock.Sleep(ctx, 20*time.Millisecond) == nil {
				if err := viste.campiona(ctx, conn, database, programma); err != nil {
					return err
				}
			}
			return nil
		})
	}()
	return func() (Attese, error) {
		smetti()
		err := <-fine
		if err != nil && errors.Is(err, context.Canceled) {
			err = nil // a sample was cut in the middle
		}
		return viste, err
	}
}

func (a Attese) campiona(ctx context.Context, conn *pgx.Conn, database, programma string) error {
	rows, err := conn.Query(ctx, `SELECT CASE WHEN state = 'idle' THEN 'libera' WHEN wait_event IS NULL THEN 'al lavoro'
			ELSE wait_event_type || ':' || wait_event END
		FROM pg_stat_activity WHERE datname = $1 AND application_name = $2`, database, programma)
	if err != nil {
		return err
	}
	stati, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, s := range stati {
		a[s]++
	}
	return err
}

// Testo gives the shares, the largest first; those under one in a hundred are left out.
func (a Attese) Testo() string {
	totale := 0
	for _, n := range a {
		totale += n
	}
	nomi := slices.SortedFunc(maps.Keys(a), func(x, y string) int { return cmp.Or(a[y]-a[x], strings.Compare(x, y)) })
	var parti []string
	for _, nome := range nomi {
		if quota := 100 * a[nome] / max(totale, 1); quota > 0 {
			parti = append(parti, fmt.Sprintf("%s %d %%", nome, quota))
		}
	}
	return strings.Join(parti, ", ")
}
