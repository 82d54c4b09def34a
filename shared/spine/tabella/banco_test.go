package tabella_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// archivio is as large as the national archive: 19,000 rows, of which a half have ended.
func archivio() []comune.Comune {
	righe := make([]comune.Comune, 0, 19_000)
	fine := calendario.MustParse("1955-12-31")
	for i := range 9_500 {
		c := comune.Comune{
			CodiceIstat: fmt.Sprintf("%06d", i), Nome: fmt.Sprintf("San Martino in Valle %d", i), Provincia: "TO",
			CodiceCatastale: fmt.Sprintf("%c%03d", 'A'+i/1000, i%1000), ValidoDa: calendario.MustParse("1861-03-17"), ValidoA: fine,
		}
		righe = append(righe, c)
		c.Nome, c.ValidoDa, c.ValidoA = fmt.Sprintf("San Martino Canavese %d", i), fine.AddDays(1), calendario.Giorno{}
		righe = append(righe, c)
	}
	return righe
}

func BenchmarkNothingNew(b *testing.B) {
	c := copia(b, testkit.NuovoAmbiente(b, "alfa"))
	b.ReportAllocs()
	for b.Loop() {
		aggiorna(b, c)
	}
}

// BenchmarkNationalArchive reads 19,000 municipalities and says what the copy weighs afterwards.
func BenchmarkNationalArchive(b *testing.B) {
	a := testkit.NuovoAmbiente(b, "alfa")
	c := copia(b, a, tabella.Comuni)
	for b.Loop() {
		b.StopTimer()
		importaComuni(b, a, archivio()...)
		prima := vivi()
		b.StartTimer()
		aggiorna(b, c)
		b.StopTimer()
		b.ReportMetric(float64(vivi()-prima)/(1<<20), "MiB")
		b.StartTimer()
	}
	runtime.KeepAlive(c)
}

func vivi() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
