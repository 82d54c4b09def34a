package codicefiscale

import (
	"errors"
	"testing"
)

func FuzzValida(f *testing.F) {
	f.Fuzz(func(t *testing.T, testo string) {
		esito := Valida(testo)
		if esito.Valido == (esito.Motivo != "") {
			t.Fatalf("%q: valido e motivo non si accordano: %+v", testo, esito)
		}
		if len(testo) <= lunghezzaGrezza && Normalizza(esito.Normalizzato) != esito.Normalizzato {
			t.Fatalf("%q: normalizzare due volte cambia", testo)
		}
		if esito.Valido && Valida(esito.Normalizzato) != esito {
			t.Fatalf("%q: il normalizzato ha un altro esito", testo)
		}
		for _, proposto := range Suggerimenti(testo) {
			if esito.Valido || !Valida(proposto).Valido {
				t.Fatalf("%q: suggerimento %q", testo, proposto)
			}
		}
	})
}

func FuzzCalcola(f *testing.F) {
	f.Fuzz(func(t *testing.T, cognome, nome string) {
		persona := Persona{cognome, nome, giorno(1980, 1, 1), Maschio, "H501"}
		codice, err := Calcola(persona)
		if err != nil {
			if !errors.Is(err, ErrPersona) {
				t.Fatalf("errore estraneo: %v", err)
			}
			return
		}
		if esito := Valida(codice); !esito.Valido {
			t.Fatalf("%q %q danno %q: %s", cognome, nome, codice, esito.Motivo)
		}
		if note := Discordanze(codice, persona); note != nil {
			t.Fatalf("%q %q discordano da %q: %v", cognome, nome, codice, note)
		}
	})
}

func BenchmarkCodiceFiscaleValida(b *testing.B) {
	casi := map[string]string{"base": "LMBTTR64E07D612F", "omocodia": "LMBTTR64E07D61NU", "scritto": "lmb ttr 64e07 d612f", "errato": "LMBTTR64E07D612G"}
	for nome, codice := range casi {
		b.Run(nome, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Valida(codice)
			}
		})
	}
}

func BenchmarkCodiceFiscaleCalcola(b *testing.B) {
	casi := map[string]Persona{
		"semplice": {"Lombardini", "Ettore", giorno(1964, 5, 7), Maschio, "D612"},
		"accenti":  {"Müller D’Àmico", "Niccolò", giorno(1964, 5, 7), Maschio, "Z112"},
	}
	for nome, persona := range casi {
		b.Run(nome, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Calcola(persona); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
