package partitaiva

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"pgregory.net/rapid"
)

func TestValida(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, numero string
		valida       bool
		motivo       string
	}{
		{"esempio svolto della scheda", "02765430125", true, ""},
		{"il prefisso IT cade", "IT02765430125", true, ""},
		{"prefisso minuscolo, spazi e punti", " it 0276.5430-125 ", true, ""},
		{"cifra di controllo errata", "02765430124", false, "controllo"},
		{"soli zeri", "00000000000", false, "zeri"},
		{"zero iniziale perduto", "2765430125", false, "11 cifre"},
		{"dodici cifre", "027654301250", false, "11 cifre"},
		{"lettera O", "0276543O125", false, "forse la lettera O"},
		{"cifre a tutta larghezza: rifiutate, non convertite", "０２７６５４３０１２５", false, "sole cifre"},
		{"due volte IT", "ITIT02765430125", false, "sole cifre"},
		{"IT in minuscolo attaccato", "it02765430125", true, ""},
		{"altro paese", "DE02765430125", false, "sole cifre"},
		{"cifre di un altro alfabeto", "٠٢٧٦٥٤٣٠١٢٥", false, "sole cifre"},
		{"vuota", " IT ", false, "manca"},
		{"testo smisurato", strings.Repeat("1", 5000), false, "troppo lunga"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.numero)
			if esito.Valida != c.valida || !strings.Contains(esito.Motivo, c.motivo) || c.valida != (esito.Motivo == "") {
				t.Errorf("esito %+v", esito)
			}
			if c.valida && esito.Normalizzata != "02765430125" {
				t.Errorf("normalizzata %q", esito.Normalizzata)
			}
		})
	}
}

// con completes ten digits with their check digit.
func con(t rapid.TB, dieci string) string {
	t.Helper()
	cifra, ok := codicefiscale.CifraControllo(dieci)
	if !ok {
		t.Fatalf("%q non ha una cifra di controllo", dieci)
	}
	return dieci + string(cifra)
}

func TestUfficioSconosciutoAvvisaSenzaRifiutare(t *testing.T) {
	t.Parallel()
	casi := map[string]bool{
		"001": true, "012": true, "100": true, "120": true, "121": true, "888": true, "999": true,
		"000": false, "101": false, "122": false, "500": false,
	}
	for ufficio, noto := range casi {
		t.Run("ufficio "+ufficio, func(t *testing.T) {
			t.Parallel()
			esito := Valida(con(t, "0276543"+ufficio))
			if !esito.Valida || esito.Ufficio != ufficio || (esito.Avvertenza == "") != noto {
				t.Errorf("esito %+v", esito)
			}
		})
	}
}

func TestOgniCifraSbagliataSiScopreEOgniScambioTranneZeroENove(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		numero := []byte(con(t, rapid.StringMatching(`[1-9][0-9]{9}`).Draw(t, "dieci")))
		if !Valida(string(numero)).Valida {
			t.Fatalf("%s rifiutato", numero)
		}
		posto := rapid.IntRange(0, 10).Draw(t, "posto")
		if prossimo := (posto + 1) % 11; prossimo > 0 {
			scambiato := []byte(string(numero))
			scambiato[posto], scambiato[prossimo] = scambiato[prossimo], scambiato[posto]
			// The rule doubles modulo 9, so that 0 and 9 swapped are the one swap it cannot see.
			coppia := string(numero[posto : prossimo+1])
			if uguale := coppia[0] == coppia[1] || coppia == "09" || coppia == "90"; Valida(string(scambiato)).Valida != uguale {
				t.Fatalf("%s da %s", scambiato, numero)
			}
		}
		numero[posto] = '0' + (numero[posto]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "scarto")))%10
		if Valida(string(numero)).Valida {
			t.Fatalf("%s accettato", numero)
		}
	})
}

func FuzzValida(f *testing.F) {
	f.Fuzz(func(t *testing.T, testo string) {
		esito := Valida(testo)
		if esito.Valida == (esito.Motivo != "") {
			t.Fatalf("%q: valida e motivo non si accordano: %+v", testo, esito)
		}
		if esito.Valida && (len(esito.Normalizzata) != 11 || Valida(esito.Normalizzata) != esito) {
			t.Fatalf("%q: la normalizzata ha un altro esito", testo)
		}
	})
}

func BenchmarkPartitaIva(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Valida("02765430125")
	}
}
