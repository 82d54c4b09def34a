package targa

import "testing"

func FuzzValida(f *testing.F) {
	f.Fuzz(func(t *testing.T, targa, nazione string) {
		esito := Valida(targa, nazione)
		if esito.Valida == (esito.Motivo != "") || esito.Valida == (len(esito.Tipi) == 0) {
			t.Fatalf("%q %q: esito contraddittorio %+v", targa, nazione, esito)
		}
		if Normalizza(esito.Normalizzata) != esito.Normalizzata {
			t.Fatalf("%q: normalizzare due volte cambia %q", targa, esito.Normalizzata)
		}
		if di := Valida(esito.Normalizzata, nazione); esito.Valida && (!di.Valida || di.Normalizzata != esito.Normalizzata) {
			t.Fatalf("%q: la normalizzata ha un altro esito %+v", targa, di)
		}
		for _, proposta := range esito.Suggerimenti {
			if len(Tipi(proposta)) == 0 {
				t.Fatalf("%q: il suggerimento %q non è una targa", targa, proposta)
			}
		}
	})
}

func BenchmarkTarga(b *testing.B) {
	casi := map[string]string{"auto": "AB123CD", "scritta": "ab 123-cd", "moto": "AB12345", "provinciale": "MI123456", "errata": "AB1O3CD"}
	for nome, targa := range casi {
		b.Run(nome, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Valida(targa, "")
			}
		})
	}
}
