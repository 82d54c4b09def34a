package calendario_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

func BenchmarkFestivo(b *testing.B) {
	g := calendario.MustParse("2026-11-10")
	b.ReportAllocs()
	for b.Loop() {
		if _, festivo := calendario.Festivo(g); festivo {
			b.Fatal("il 10 novembre non è festivo")
		}
	}
}

func BenchmarkFestivitaDi(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if len(calendario.FestivitaDi(2027)) != 12 {
			b.Fatal("dodici festività")
		}
	}
}

func BenchmarkConta(b *testing.B) {
	termine := calendario.Termine{Decorrenza: calendario.MustParse("2026-07-13"), Giorni: 30, Festivi: true, Sabato: true, Agosto: true}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := termine.Conta(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGiornoDate(b *testing.B) {
	g := calendario.MustParse("2026-11-10")
	b.ReportAllocs()
	for b.Loop() {
		if _, _, d := g.Date(); d != 10 {
			b.Fatal(d)
		}
	}
}

func BenchmarkEsteso(b *testing.B) {
	g := calendario.MustParse("2026-11-10")
	b.ReportAllocs()
	for b.Loop() {
		if g.Esteso() == "" {
			b.Fatal("vuoto")
		}
	}
}
