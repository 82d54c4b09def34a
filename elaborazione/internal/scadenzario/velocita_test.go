package scadenzario_test

import (
	"flag"
	"runtime"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

var quanti = flag.Int("verbali", 10_000, "fines whose terms are over, for BenchmarkGiro")

// BenchmarkGiro is a round over fines whose discount, and then whose sixty days, are over.
func BenchmarkGiro(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		banco := nuovoBanco(b, "alfa")
		banco.serviti(b, "alfa", *quanti)
		banco.Esegui(b, "elaborazione", "alfa", `ANALYZE`)
		b.StartTimer()
		for _, c := range []struct{ giorno, unita string }{{dopoLoSconto, "sconti/s"}, {dopoIlRidotto, "ridotti/s"}} {
			inizio := tempo.Macchina()
			if e := banco.il(c.giorno); e.Mossi != *quanti {
				b.Fatalf("%s: %+v", c.giorno, e)
			}
			b.ReportMetric(float64(*quanti)/time.Since(inizio).Seconds(), c.unita)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.Sys)/(1<<20), "MiB")
	}
}
