package pagopa

import "testing"

func BenchmarkNumeroAvviso(b *testing.B) {
	b.Run("componi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Componi("12", "2611200004711"); err != nil {
				b.Fatal(err)
			}
		}
	})
	for nome, scritto := range map[string]string{
		"leggi": "312261120000471164", "leggi con spazi": "3122 6112 0000 4711 64", "leggi errato": "312261120000471165",
	} {
		b.Run(nome, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Leggi(scritto) // the error is what is measured in one of the cases
			}
		})
	}
}

func BenchmarkQR(b *testing.B) {
	q := QR{"312261120000471164", "01234567897", 2940}
	b.Run("componi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ComponiQR(q); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("leggi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := LeggiQR("PAGOPA|002|312261120000471164|01234567897|2940"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkDataMatrix(b *testing.B) {
	for nome, dati := range map[string]DataMatrix{
		"componi": esempiDM()["verbale con debitore noto"].dati, "componi con accenti": esempiDM()["nome troncato a 40 e importo massimo"].dati,
	} {
		b.Run(nome, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ComponiDataMatrix(dati); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("leggi", func(b *testing.B) {
		testo, err := ComponiDataMatrix(esempiDM()["verbale con debitore noto"].dati)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := LeggiDataMatrix(testo); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkBollettino(b *testing.B) {
	slip := Bollettino{CodiceCliente: "069920107000000177", Tipo: Bollettino896, ContoCorrente: "73682981", ImportoCent: 9675}
	b.Run("componi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ComponiBollettino(slip); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("leggi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := LeggiBollettino("<069920107000000177>      00000096+75>  000073682981<  896>"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
