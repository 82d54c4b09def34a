package verbale_test

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
)

// insieme is how many callers a benchmark has (design, section 10).
const insieme = 16

// BenchmarkInserisci is the insertion from the request read to the commit, sixteen callers on one
// command. The server of the tests does not wait for the disk, and is not part of the processor's profile.
func BenchmarkInserisci(b *testing.B) {
	banco := nuovoBanco(b)
	ctx := banco.integratore("alfa")
	insiemi(b, func(i int64) error {
		_, err := banco.Inserisci(ctx, inserimentoNumero(i))
		return err
	})
}

// insiemi runs f by as many callers as the goal names, each time with another number.
func insiemi(b *testing.B, f func(int64) error) {
	b.Helper()
	var n atomic.Int64
	b.SetParallelism(max(1, insieme/runtime.GOMAXPROCS(0)))
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := f(n.Add(1)); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "verbali/s")
}

// inserimentoNumero is a fine with a plate and a moment of its own.
func inserimentoNumero(i int64) verbaleins.Verbale {
	return unVerbale(fmt.Sprintf("B-%d", i), func(v *verbaleins.Verbale) {
		v.Veicolo.Targa = fmt.Sprintf("AB%03dC%c", i%1000, "ABCDEFGHJKLMNPRSTVWXYZ"[i/1000%22])
		v.Veicolo.TargaScritta = v.Veicolo.Targa
		v.DataOraViolazione = v.DataOraViolazione.Add(-time.Duration(i*7919%4_000_000) * time.Second)
	})
}
