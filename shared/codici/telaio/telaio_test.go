package telaio

import (
	"strings"
	"testing"
)

func TestValida(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, numero   string
		valido, legacy bool
	}{
		{"17 caratteri", "ZAR93200001234567", true, false},
		{"minuscole, spazi e asterischi di punzonatura", "*zar 932000-01234567*", true, false},
		{"la cifra di controllo nordamericana non conta", "ZFA31200000123456", true, false},
		{"telaio corto con avvertenza", "110F 1234567", true, true},
		{"telaio corto può avere la O", "AO12345", true, true},
		{"16 caratteri con avvertenza", "ZAR9320000123456", true, true},
		{"18 caratteri", "ZAR932000012345678", false, false},
		{"lettera I", "ZAR9320000I234567", false, false},
		{"lettera O", "ZAR93200O01234567", false, false},
		{"lettera Q", "ZAR93200Q01234567", false, false},
		{"cifre a tutta larghezza: rifiutate, non convertite", "ZAR9320000123456７", false, false},
		{"quattro caratteri", "1234", true, true},
		{"segno estraneo", "ZAR9320000123456$", false, false},
		{"A cirillica", "Z\u0410R93200001234567", false, false},
		{"tre caratteri", "123", false, false},
		{"vuoto", "", false, false},
		{"smisurato", strings.Repeat("1", 5000), false, false},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.numero)
			if esito.Valido != c.valido || esito.Legacy != c.legacy || (esito.Avvertenza != "") != c.legacy || c.valido != (esito.Motivo == "") {
				t.Errorf("esito %+v", esito)
			}
		})
	}
}

func FuzzValida(f *testing.F) {
	f.Fuzz(func(t *testing.T, numero string) {
		esito := Valida(numero)
		if esito.Valido == (esito.Motivo != "") {
			t.Fatalf("%q: valido e motivo non si accordano: %+v", numero, esito)
		}
		if esito.Valido && Valida(esito.Normalizzato) != esito {
			t.Fatalf("%q: il normalizzato ha un altro esito", numero)
		}
	})
}
