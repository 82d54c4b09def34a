package pagopa

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestNumeriDellaTabella(t *testing.T) {
	t.Parallel()
	casi := []struct{ nota, nav, prime, controllo, iuv string }{
		{"campione pubblicato, segregazione 00", "300715700000000032", "3007157000000000", "32", "00715700000000032"},
		{"campione pubblicato, aux 0 applicazione 02", "002160020399398578", "0021600203993985", "78", "160020399398578"},
		{"il controllo massimo è 92", "301202600000009092", "3012026000000090", "92", "01202600000009092"},
		{"il controllo 00 si scrive con due zeri", "301202600000009100", "3012026000000091", "00", "01202600000009100"},
		{"il controllo 01 tiene lo zero", "301202600000009201", "3012026000000092", "01", "01202600000009201"},
		{"la base più piccola tiene gli zeri", "300000000000000104", "3000000000000001", "04", "00000000000000104"},
		{"la base più grande della segregazione 45", "345999999999999975", "3459999999999999", "75", "45999999999999975"},
		{"verbale tipico", "312261120000471164", "3122611200004711", "64", "12261120000471164"},
		{"il successivo dello stesso blocco", "312261120000471265", "3122611200004712", "65", "12261120000471265"},
		{"base riempita di zeri", "307000012345678937", "3070000123456789", "37", "07000012345678937"},
		{"segregazione 48", "348700123450001261", "3487001234500012", "61", "48700123450001261"},
		{"aux 2 con base di 15 cifre", "200000000012345647", "2000000000123456", "47", "00000000012345647"},
		{"aux 2", "220180000000456738", "2201800000004567", "38", "20180000000456738"},
		{"aux 0 applicazione 01", "001123456789012313", "0011234567890123", "13", "123456789012313"},
		{"aux 0 applicazione 99", "099000000000004203", "0990000000000042", "03", "000000000004203"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			avviso, err := Leggi(c.nav)
			if err != nil {
				t.Fatalf("rifiutato: %v", err)
			}
			if avviso.Numero != c.nav || avviso.IUV != c.iuv || !avviso.Verificato {
				t.Errorf("letto %+v", avviso)
			}
			if controllo, err := Controllo(c.prime); err != nil || controllo != c.controllo {
				t.Errorf("controllo %q (%v), atteso %q", controllo, err, c.controllo)
			}
		})
	}
}

func TestNumeriErratiDellaTabella(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice string
		specie       error
	}{
		{"controllo sbagliato di uno", "312261120000471165", ErrDigitazione},
		{"due cifre vicine scambiate", "312261102000471164", ErrDigitazione},
		{"una cifra alterata", "312261120010471164", ErrDigitazione},
		{"17 cifre sono un numero avviso troncato, non il suo IUV", "31226112000047116", ErrDigitazione},
		{"campione della documentazione con controllo errato", "347000000880099993", ErrDigitazione},
		{"aux digit 4 non esiste", "412261120000471164", ErrFormato},
		{"il controllo va solo da 00 a 92", "312261120000471193", ErrDigitazione},
		{"vuoto", " - . ", ErrFormato},
		{"16 cifre", "1226112000047116", ErrFormato},
		{"19 cifre", "3122611200004711640", ErrFormato},
		{"lettera O per lo zero", "31226112OOOO471164", ErrFormato},
		{"cifre di un altro alfabeto", "٣١٢٢٦١١٢٠٠٠٠٤٧١١٦٤", ErrFormato},
		{"cifre a tutta larghezza: rifiutate, non convertite", "３１２２６１１２００００４７１１６４", ErrFormato},
		{"riferimento RF dei creditori", "RF18539007547034", ErrFormato},
		{"numero negativo", "-31226112000047116", ErrDigitazione},
		{"testo smisurato", strings.Repeat("3", 5000), ErrFormato},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			_, err := Leggi(c.codice)
			if !errors.Is(err, c.specie) {
				t.Errorf("errore %v, atteso %v", err, c.specie)
			}
		})
	}
}

func TestLeggiSmontaOgniAuxDigit(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice string
		atteso       Avviso
	}{
		{"aux 3 con spazi e trattini", " 3122-6112 0000.4711 64\n", Avviso{
			Numero: "312261120000471164", IUV: "12261120000471164", Aux: 3, Segregazione: "12",
			Base: "2611200004711", Verificato: true}},
		{"IUV di 17 cifre è di aux 3", "12261120000471164", Avviso{
			Numero: "312261120000471164", IUV: "12261120000471164", Aux: 3, Segregazione: "12",
			Base: "2611200004711", Verificato: true}},
		{"aux 0 ha il codice applicazione", "001123456789012313", Avviso{
			Numero: "001123456789012313", IUV: "123456789012313", Applicazione: "01",
			Base: "1234567890123", Verificato: true}},
		{"IUV di 15 cifre resta senza numero avviso e senza verifica", "123456789012313", Avviso{
			IUV: "123456789012313", Base: "1234567890123"}},
		{"aux 1 non ha cifre di controllo", "112345678901234567", Avviso{
			Numero: "112345678901234567", IUV: "12345678901234567", Aux: 1, Base: "12345678901234567"}},
		{"aux 2 ha una base di 15 cifre", "220180000000456738", Avviso{
			Numero: "220180000000456738", IUV: "20180000000456738", Aux: 2,
			Base: "201800000004567", Verificato: true}},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			avviso, err := Leggi(c.codice)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.atteso, avviso); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestComponiRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct{ nota, segregazione, base, campo string }{
		{"segregazione di una cifra", "1", "2611200004711", "segregazione"},
		{"segregazione con una lettera", "1A", "2611200004711", "segregazione"},
		{"base di 12 cifre", "12", "261120000471", "base"},
		{"base di 14 cifre", "12", "26112000047110", "base"},
		{"base con segno", "12", "-261120000471", "base"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			_, err := Componi(c.segregazione, c.base)
			var e *Errore
			if !errors.As(err, &e) || e.Campo != c.campo || !errors.Is(err, ErrFormato) {
				t.Errorf("errore %v, atteso sul campo %s", err, c.campo)
			}
		})
	}
}

func TestRaggruppaAQuattro(t *testing.T) {
	t.Parallel()
	if g := Raggruppa("312261120000471164"); g != "3122 6112 0000 4711 64" {
		t.Errorf("raggruppato %q", g)
	}
	if g := Raggruppa(""); g != "" {
		t.Errorf("vuoto raggruppato %q", g)
	}
}

func avvisoACaso(t *rapid.T) Avviso {
	avviso, err := Componi(rapid.StringMatching(`[0-9]{2}`).Draw(t, "segregazione"),
		rapid.StringMatching(`[0-9]{13}`).Draw(t, "base"))
	if err != nil {
		t.Fatal(err)
	}
	return avviso
}

func TestLeggereCioCheSiComponeLoRidaUguale(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		avviso := avvisoACaso(t)
		for _, scritto := range []string{avviso.Numero, avviso.IUV, Raggruppa(avviso.Numero)} {
			letto, err := Leggi(scritto)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(avviso, letto); d != "" {
				t.Fatal(d)
			}
		}
	})
}

// nonPassa fails when a wrong notice number is taken for a right one. Aux 1 has no check digits: a
// number that begins with 1 is accepted, and said not to be verified.
func nonPassa(t *rapid.T, errato, giusto []byte) {
	avviso, err := Leggi(string(errato))
	switch {
	case err == nil && avviso.Verificato:
		t.Fatalf("%s accettato al posto di %s", errato, giusto)
	case err == nil && avviso.Aux != 1:
		t.Fatalf("%s accettato senza verifica", errato)
	case err != nil && errato[0] < '4' && !errors.Is(err, ErrDigitazione):
		t.Fatalf("%s rifiutato per %v", errato, err)
	}
}

// numeroACaso draws a notice number of an aux digit that has check digits.
func numeroACaso(t *rapid.T) []byte {
	prime := rapid.StringMatching(`[023][0-9]{15}`).Draw(t, "prime")
	due, err := Controllo(prime)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(prime + due)
}

func TestOgniCifraSbagliataSiScopre(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		giusto := numeroACaso(t)
		for posto := range giusto {
			for scarto := range byte(9) {
				errato := bytes.Clone(giusto)
				errato[posto] = '0' + (errato[posto]-'0'+scarto+1)%10
				nonPassa(t, errato, giusto)
			}
		}
	})
}

func TestOgniScambioDiCifreVicineSiScopre(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		giusto := numeroACaso(t)
		for posto := range len(giusto) - 1 {
			scambiato := bytes.Clone(giusto)
			scambiato[posto], scambiato[posto+1] = scambiato[posto+1], scambiato[posto]
			if !bytes.Equal(scambiato, giusto) {
				nonPassa(t, scambiato, giusto)
			}
		}
	})
}

func TestNormalizzaDueVolteNonCambia(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		una := Normalizza(rapid.OneOf(rapid.String(), rapid.StringMatching(`[\][Q1d \-\x{0}\x{feff}.3]{0,9}`)).Draw(t, "testo"))
		if due := Normalizza(una); due != una {
			t.Fatalf("%q diventa %q", una, due)
		}
	})
}
