package db_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/testkit"
)

func TestMisura(t *testing.T) {
	nomi := []string{"uno", "due", "tre", "quattro", "cinque", "sei"}
	a := testkit.NuovoAmbiente(t, nomi...)
	for _, tot := range []int64{64, 12, 6, 3} {
		p := apri(t, a, func(o *db.Opzioni) { o.Totali, o.Applicazione = tot, "limitata" })
		var gruppo sync.WaitGroup
		inizio := time.Now()
		var mu sync.Mutex
		var massimo time.Duration
		for _, nome := range nomi {
			_, b := banca(t, p, a, nome)
			for range 3 {
				gruppo.Go(func() {
					for range 15 {
						i := time.Now()
						if _, err := b.Pool.Exec(context.Background(), `SELECT pg_sleep(0.002)`); err != nil {
							t.Errorf("%s: %v", nome, err)
							return
						}
						mu.Lock()
						massimo = max(massimo, time.Since(i))
						mu.Unlock()
					}
				})
			}
		}
		gruppo.Wait()
		nuove := int64(0)
		for _, nome := range nomi {
			_, b := banca(t, p, a, nome)
			nuove += b.Pool.Stat().NewConnsCount()
		}
		fmt.Println(tot, time.Since(inizio), "max", massimo, "nuove", nuove)
		p.Chiudi()
	}
}
