package patente

import (
	"strings"
	"testing"
)

func TestValida(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, numero, nazione string
		valida                bool
		formato               Formato
		avvisa                bool
	}{
		{"provincia, sette cifre, lettera", "MI1234567A", "", true, Provinciale, false},
		{"provincia cessata", "FO 1234567 Z", "IT", true, Provinciale, false},
		{"provincia nata dopo il 1999", "BT1234567A", "", true, Provinciale, false},
		{"ufficio centrale con sette cifre", "U11234567A", "", true, Centrale, false},
		{"ufficio centrale con lettera nel mezzo", "u1-123b456c", "", true, Centrale, false},
		{"la lettera nel mezzo non è A, O, Q, I", "U1123O456C", "", true, Sconosciuto, true},
		{"O per zero avvisa e non ripara", "MI12345O7A", "", true, Sconosciuto, true},
		{"I per uno nell'ufficio centrale avvisa", "U1I234567A", "", true, Sconosciuto, true},
		{"l'ultima lettera non si controlla: ogni lettera vale", "MI1234567B", "", true, Provinciale, false},
		{"minuscole, spazi e trattino", " mi 1234567-a ", "", true, Provinciale, false},
		{"cifre a tutta larghezza: formato sconosciuto", "MI１２３４５６７A", "", true, Sconosciuto, true},
		{"provincia inesistente avvisa", "XX1234567A", "", true, Sconosciuto, true},
		{"formato sconosciuto avvisa e non rifiuta", "12345678", "", true, Sconosciuto, true},
		{"ultima posizione senza lettera avvisa", "MI12345678", "", true, Sconosciuto, true},
		{"patente estera è testo libero", "SMITH901015JJ9AB", "GB", true, Estero, false},
		{"vuota", " - ", "", false, "", false},
		{"segni estranei", "MI1234567$", "", false, "", false},
		{"troppo corta", "AB1", "", false, "", false},
		{"troppo lunga", strings.Repeat("A", 21), "", false, "", false},
		{"smisurata", strings.Repeat("A", 5000), "", false, "", false},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.numero, c.nazione)
			if esito.Valida != c.valida || esito.Formato != c.formato || (esito.Avvertenza != "") != c.avvisa || c.valida != (esito.Motivo == "") {
				t.Errorf("esito %+v", esito)
			}
		})
	}
}

func TestAvvertenzaDiceLaLetteraCheSembraUnaCifra(t *testing.T) {
	t.Parallel()
	for numero, atteso := range map[string]string{
		"MI12345O7A": "forse 0 o 1", "XX1234567A": "provincia", "12345678": "dieci caratteri",
	} {
		if esito := Valida(numero, ""); esito.Normalizzata != numero || !strings.Contains(esito.Avvertenza, atteso) {
			t.Errorf("%s: %+v", numero, esito)
		}
	}
}

func FuzzValida(f *testing.F) {
	f.Fuzz(func(t *testing.T, numero, nazione string) {
		esito := Valida(numero, nazione)
		if esito.Valida == (esito.Motivo != "") || esito.Valida == (esito.Formato == "") {
			t.Fatalf("%q %q: esito contraddittorio %+v", numero, nazione, esito)
		}
		if esito.Valida && Valida(esito.Normalizzata, nazione) != esito {
			t.Fatalf("%q: la normalizzata ha un altro esito", numero)
		}
	})
}
