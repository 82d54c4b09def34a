package verbale_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// TestInsiemeUnoSoloSbaglia: of fines that come together, the bad one fails alone.
func TestInsiemeUnoSoloSbaglia(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	b.inserisce(ctx, t, unVerbale("PRIMO", func(v *verbaleins.Verbale) { v.Numero, v.Lettera = "7", "X" }))
	const quanti = 64
	var usati atomic.Int64
	var g errgroup.Group
	for i := range quanti {
		g.Go(func() error {
			v := unVerbale(fmt.Sprintf("C-%d", i))
			if i%8 == 0 {
				v.Numero, v.Lettera = "7", "X"
			}
			_, err := b.Inserisci(ctx, v)
			if i%8 == 0 && problem.E(err, "NUMERO_GIA_USATO") {
				usati.Add(1)
				return nil
			}
			return err
		})
	}
	if err := g.Wait(); err != nil || usati.Load() != quanti/8 {
		t.Fatalf("%d rifiuti, %v", usati.Load(), err)
	}
	if s := b.elenca(t, "alfa", `SELECT count(*) || ' ' || max(numero) || ' ' || (SELECT ultimo FROM numerazione) FROM verbale WHERE lettera = ''`); s != "56 56 56" {
		t.Error(s)
	}
}

// TestDoppioniInsieme: of doubles that come at the same instant, one only goes on by itself.
func TestDoppioniInsieme(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	var validati atomic.Int64
	var g errgroup.Group
	for i := range 8 {
		g.Go(func() error {
			e, err := b.Inserisci(ctx, unVerbale(fmt.Sprintf("DI-%d", i), func(v *verbaleins.Verbale) { v.Luogo.Civico = "1" }))
			if e.Procedura != "DA_VALIDARE" {
				validati.Add(1)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil || validati.Load() != 1 {
		t.Errorf("%d andati avanti da soli, %v", validati.Load(), err)
	}
}

// BenchmarkInserisci is the insertion without HTTP, sixteen callers on one command.
func BenchmarkInserisci(b *testing.B) {
	banco := nuovoBanco(b)
	ctx := banco.integratore("alfa")
	var n atomic.Int64
	b.SetParallelism(16)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			i := n.Add(1)
			v := unVerbale(fmt.Sprintf("B-%d", i), func(v *verbaleins.Verbale) {
				v.DataOraViolazione = v.DataOraViolazione.Add(-time.Duration(i) * time.Minute)
			})
			if _, err := banco.Inserisci(ctx, v); err != nil {
				b.Error(err)
			}
		}
	})
}
