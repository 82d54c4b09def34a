package targa

import (
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// Every kind that UtilityService names is the answer to some plate.
func TestOgniTipoDelContrattoSiRaggiunge(t *testing.T) {
	t.Parallel()
	casi := map[Tipo]string{
		"AUTOVEICOLO": "AB123CD", "MOTOVEICOLO": "AB12345", "CICLOMOTORE": "X2345Z", "RIMORCHIO": "XA123BC",
		"PROVA": "X0P00123", "ESCURSIONISTI_ESTERI": "EE123AB", "ESERCITO": "EIAU123", "MARINA": "MMAB123",
		"AERONAUTICA": "AMAH567", "CARABINIERI": "CCAB123", "GUARDIA_DI_FINANZA": "GDIF123AB",
		"POLIZIA_DI_STATO": "POLIZIAF1234", "POLIZIA_PENITENZIARIA": "POLIZIAPENITENZIARIA123AB",
		"POLIZIA_LOCALE": "YA123BC", "GUARDIA_COSTIERA": "CP1001", "VIGILI_DEL_FUOCO": "VF12345",
		"PROTEZIONE_CIVILE": "DPCA1234", "CROCE_ROSSA": "CRIA123B", "DIPLOMATICA": "UN123AB",
		"PROVINCIALE": "ROMA123456", "AGRICOLA": "AE123B",
	}
	for tipo, targa := range casi {
		t.Run(string(tipo), func(t *testing.T) {
			t.Parallel()
			if esito := Valida(targa, "IT"); !slices.Contains(esito.Tipi, tipo) {
				t.Errorf("%s: %+v", targa, esito)
			}
		})
	}
	t.Run("ESTERA", func(t *testing.T) {
		t.Parallel()
		if esito := Valida("AB123CD", "F"); !slices.Equal(esito.Tipi, []Tipo{"ESTERA"}) {
			t.Errorf("%+v", esito)
		}
	})
}

// I, O, Q and U are in no national series since 1994, wherever they stand.
func TestLettereMaiUsateDal1994(t *testing.T) {
	t.Parallel()
	dal1994 := []Tipo{Autoveicolo, Motoveicolo, Ciclomotore, PoliziaLocale, EscursionistiEsteri}
	rapid.Check(t, func(t *rapid.T) {
		targa := []byte(rapid.StringMatching(`[A-Z]{2}[0-9]{3}[A-Z]{2}|[A-Z]{2}[0-9]{5}|[A-Z0-9]{6}`).Draw(t, "targa"))
		posto := rapid.IntRange(0, len(targa)-1).Draw(t, "posto")
		targa[posto] = rapid.SampledFrom([]byte("IOQU")).Draw(t, "lettera")
		for _, tipo := range Tipi(string(targa)) {
			if slices.Contains(dal1994, tipo) {
				t.Fatalf("%s è %s", targa, tipo)
			}
		}
	})
}

// The usual mistake: series with their own meaning taken for cars.
func TestSerieRiservateNonSonoAutoveicoli(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		targa := rapid.StringMatching(`(EE|X[A-HJ-NPR-TV-Z]|Y[A-HJ-NPR-TV-Z])[0-9]{3}[A-HJ-NPR-TV-Z]{2}`).Draw(t, "targa")
		if slices.Contains(Tipi(targa), Autoveicolo) {
			t.Fatalf("%s è un autoveicolo", targa)
		}
		carabinieri := rapid.StringMatching(`CC[A-HJ-NPR-TV-Z]{2}[0-9]{3}`).Draw(t, "carabinieri")
		if slices.Contains(Tipi(carabinieri), Diplomatica) {
			t.Fatalf("%s è consolare", carabinieri)
		}
	})
}

func TestNormalizzaDueVolteNonCambiaPerNessunSegno(t *testing.T) {
	t.Parallel()
	for r := range rune(unicode.MaxRune) {
		if !utf8.ValidRune(r) {
			continue
		}
		una := Normalizza("A" + string(r) + "1")
		if due := Normalizza(una); due != una {
			t.Fatalf("%U: %q diventa %q", r, una, due)
		}
		if r >= utf8.RuneSelf && r != '\u212a' && una != "A1" && giaNormale(una) {
			t.Fatalf("%U diventa %q", r, una)
		}
	}
}
