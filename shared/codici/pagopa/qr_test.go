package pagopa

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestQRDellaScheda(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, testo string
		cent        importo.Cent
	}{
		{"campione ufficiale di soli zeri", "PAGOPA|002|000000000000000000|00000000000|9999", 9999},
		{"ridotto del 30 %", "PAGOPA|002|312261120000471164|01234567897|2940", 2940},
		{"ridotto", "PAGOPA|002|312261120000471265|01234567897|4200", 4200},
		{"173 euro", "PAGOPA|002|301202600000009100|80012345676|17300", 17300},
		{"un centesimo ha due caratteri", "PAGOPA|002|300000000000000104|01234567897|01", 1},
		{"l'ente tiene gli zeri", "PAGOPA|002|345999999999999975|00246813570|99", 99},
		{"un euro", "PAGOPA|002|307000012345678937|01234567897|100", 100},
		{"866 euro", "PAGOPA|002|348700123450001261|90010203041|86600", 86600},
		{"vecchio avviso di aux 2", "PAGOPA|002|220180000000456738|01234567897|5880", 5880},
		{"importo più grande", "PAGOPA|002|001123456789012313|01234567897|99999999999", 99999999999},
		{"3,45 euro", "PAGOPA|002|301202600000009092|00777000779|345", 345},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			q, err := LeggiQR(c.testo)
			if err != nil || q.ImportoCent != c.cent {
				t.Fatalf("letto %+v, errore %v", q, err)
			}
			if testo, err := ComponiQR(q); err != nil || testo != c.testo {
				t.Errorf("ricomposto %q, errore %v", testo, err)
			}
		})
	}
}

func TestQRErrati(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, testo, campo string
		specie             error
	}{
		{"versione 001", "PAGOPA|001|312261120000471164|01234567897|2940", "testo", ErrFormato},
		{"numero avviso di 17 cifre", "PAGOPA|002|31226112000047116|01234567897|2940", "numeroAvviso", ErrFormato},
		{"numero avviso di 19 cifre", "PAGOPA|002|3122611200004711640|01234567897|2940", "numeroAvviso", ErrFormato},
		{"numero avviso con controllo errato", "PAGOPA|002|312261120000471165|01234567897|2940", "numeroAvviso", ErrDigitazione},
		{"importo con il punto", "PAGOPA|002|312261120000471164|01234567897|29.40", "importoCent", ErrFormato},
		{"importo con la virgola", "PAGOPA|002|312261120000471164|01234567897|29,40", "importoCent", ErrFormato},
		{"importo di un carattere", "PAGOPA|002|312261120000471164|01234567897|5", "importoCent", ErrFormato},
		{"importo di dodici caratteri", "PAGOPA|002|312261120000471164|01234567897|000000002940", "importoCent", ErrFormato},
		{"importo zero", "PAGOPA|002|312261120000471164|01234567897|00", "importoCent", ErrFormato},
		{"importo negativo", "PAGOPA|002|312261120000471164|01234567897|-5", "importoCent", ErrFormato},
		{"minuscolo", "pagopa|002|312261120000471164|01234567897|2940", "testo", ErrFormato},
		{"quattro campi", "PAGOPA|002|312261120000471164|2940", "testo", ErrFormato},
		{"sei campi", "PAGOPA|002|312261120000471164|01234567897|2940|", "testo", ErrFormato},
		{"ente di 10 cifre", "PAGOPA|002|312261120000471164|0123456789|2940", "codiceFiscaleEnte", ErrFormato},
		{"ente di 16 caratteri", "PAGOPA|002|312261120000471164|LMBTTR64E07D612F|2940", "codiceFiscaleEnte", ErrFormato},
		{"spazio nel numero avviso", "PAGOPA|002|3122 6112 0000 4711 64|01234567897|2940", "numeroAvviso", ErrFormato},
		{"vuoto", "", "testo", ErrFormato},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			_, err := LeggiQR(c.testo)
			var e *Errore
			if !errors.As(err, &e) || e.Campo != c.campo || !errors.Is(err, c.specie) {
				t.Errorf("errore %#v, atteso %v su %s", err, c.specie, c.campo)
			}
		})
	}
}

func TestQRConImportoRiempitoDiZeriSiLegge(t *testing.T) {
	t.Parallel()
	q, err := LeggiQR("PAGOPA|002|312261120000471164|01234567897|00000002940\r\n")
	if err != nil || q.ImportoCent != 2940 {
		t.Errorf("letto %+v, errore %v", q, err)
	}
}

func TestComponiQRScriveAlmenoDueCifre(t *testing.T) {
	t.Parallel()
	for cent, scritto := range map[importo.Cent]string{1: "|01", 9: "|09", 10: "|10", 99: "|99", 100: "|100"} {
		testo, err := ComponiQR(QR{"312261120000471164", "01234567897", cent})
		if err != nil || !strings.HasSuffix(testo, scritto) {
			t.Errorf("%d centesimi: %q, errore %v", cent, testo, err)
		}
	}
}

func TestComponiQRRifiutaImportiImpossibili(t *testing.T) {
	t.Parallel()
	for _, cent := range []importo.Cent{0, -1, 100_000_000_000} {
		_, err := ComponiQR(QR{"312261120000471164", "01234567897", cent})
		if !errors.Is(err, ErrFormato) {
			t.Errorf("%d centesimi: errore %v", cent, err)
		}
	}
}

func TestQRAndataERitorno(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q := QR{
			NumeroAvviso:      avvisoACaso(t).Numero,
			CodiceFiscaleEnte: rapid.StringMatching(`[0-9]{11}`).Draw(t, "ente"),
			ImportoCent:       importo.Cent(rapid.Int64Range(1, importoMassimoQR).Draw(t, "cent")),
		}
		testo, err := ComponiQR(q)
		if err != nil {
			t.Fatal(err)
		}
		if letto, err := LeggiQR(testo); err != nil || letto != q {
			t.Fatalf("%q letto %+v, errore %v", testo, letto, err)
		}
	})
}
