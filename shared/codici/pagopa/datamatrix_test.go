package pagopa

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func esempiDM() map[string]struct {
	dati   DataMatrix
	sha256 string
} {
	return map[string]struct {
		dati   DataMatrix
		sha256 string
	}{
		"verbale con debitore noto": {DataMatrix{
			NumeroAvviso: "312261120000471164", ContoCorrente: "12345678", ImportoCent: 2940,
			CodiceFiscaleEnte: "01234567897", CodiceFiscaleDebitore: "RSSMRA80A01H501U",
			NomeDebitore: "Mario Rossi", Causale: "Verbale V/2026/4711 del 20/11/2026 targa AB123CD",
		}, "65d4653d64e74c2c594ce4a60b789ba73efdfeef50a880d4c22608757616590c"},
		"preavviso con debitore anonimo": {DataMatrix{
			NumeroAvviso: "312261120000471265", ContoCorrente: "12345678", ImportoCent: 4200,
			CodiceFiscaleEnte: "01234567897", Causale: "Preavviso P/2026/88 targa EF456GH",
		}, "25dc01ad84da1098f1b33d0cc22771e6612650f3b7892a68540b924d7f2ba3b6"},
		"nome troncato a 40 e importo massimo": {DataMatrix{
			NumeroAvviso: "345999999999999975", ContoCorrente: "1", ImportoCent: 9999999999,
			CodiceFiscaleEnte: "00246813570", CodiceFiscaleDebitore: "01234567897",
			NomeDebitore: "Società per azioni dal nome molto lungo e oltre", Causale: "Verbale",
		}, "8ba4e6c3bc4219bb33087a132ad8ed6c324cb79fc60802df0276883871dded90"},
	}
}

func TestDataMatrixDellaScheda(t *testing.T) {
	t.Parallel()
	for nota, c := range esempiDM() {
		t.Run(nota, func(t *testing.T) {
			t.Parallel()
			testo, err := ComponiDataMatrix(c.dati)
			if err != nil {
				t.Fatal(err)
			}
			somma := sha256.Sum256([]byte(testo))
			if hex.EncodeToString(somma[:]) != c.sha256 {
				t.Errorf("composto diverso dalla scheda: %q", testo)
			}
			letto, err := LeggiDataMatrix(testo)
			if err != nil {
				t.Fatal(err)
			}
			if ricomposto, err := ComponiDataMatrix(letto); err != nil || ricomposto != testo {
				t.Errorf("ricomposto %q, errore %v", ricomposto, err)
			}
		})
	}
}

func TestDataMatrixSiLeggeAncheInMinuscolo(t *testing.T) {
	t.Parallel()
	testo, err := ComponiDataMatrix(esempiDM()["verbale con debitore noto"].dati)
	if err != nil {
		t.Fatal(err)
	}
	atteso := DataMatrix{
		NumeroAvviso: "312261120000471164", ContoCorrente: "12345678", ImportoCent: 2940,
		CodiceFiscaleEnte: "01234567897", CodiceFiscaleDebitore: "RSSMRA80A01H501U",
		NomeDebitore: "MARIO ROSSI", Causale: "VERBALE V 2026 4711 DEL 20 11 2026 TARGA AB123CD",
	}
	letto, err := LeggiDataMatrix(strings.ToLower(testo) + "\n")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(atteso, letto); d != "" {
		t.Error(d)
	}
}

func TestDataMatrixErrati(t *testing.T) {
	t.Parallel()
	buono, err := ComponiDataMatrix(esempiDM()["verbale con debitore noto"].dati)
	if err != nil {
		t.Fatal(err)
	}
	con := func(da int, valore string) string { return buono[:da] + valore + buono[da+len(valore):] }
	casi := []struct {
		nota, testo string
		specie      error
	}{
		{"255 caratteri", buono[:255], ErrFormato},
		{"257 caratteri", buono + "A", ErrFormato},
		{"prefisso di altro codice", con(0, "codfase=XXXX;"), ErrFormato},
		{"lunghezza del numero avviso", con(13, "17"), ErrFormato},
		{"lunghezza del conto", con(33, "11"), ErrFormato},
		{"lunghezza dell'importo", con(47, "09"), ErrFormato},
		{"tipo di documento", con(60, "674"), ErrFormato},
		{"fase di pagamento", con(64, "P2"), ErrFormato},
		{"riempitivo non vuoto", con(243, "X"), ErrFormato},
		{"fine diversa da A", con(255, "B"), ErrFormato},
		{"conto con una lettera", con(35, "O"), ErrFormato},
		{"importo con una lettera", con(49, "O"), ErrFormato},
		{"importo zero", con(49, "0000000000"), ErrFormato},
		{"numero avviso scritto male", con(15, "312261120000471165"), ErrDigitazione},
		{"ente di 10 cifre", con(66, "0123456789 "), ErrFormato},
		{"debitore con un segno", con(77, "RSSMRA80A01H50/U"), ErrFormato},
		{"byte fuori dall'ASCII", con(100, "è"), ErrFormato},
		{"vuoto", "", ErrFormato},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			if _, err := LeggiDataMatrix(c.testo); !errors.Is(err, c.specie) {
				t.Errorf("errore %v, atteso %v", err, c.specie)
			}
		})
	}
}

func TestComponiDataMatrixNominaIlCampo(t *testing.T) {
	t.Parallel()
	casi := []struct {
		campo  string
		guasta func(*DataMatrix)
	}{
		{"numeroAvviso", func(d *DataMatrix) { d.NumeroAvviso = "12261120000471164" }},
		{"contoCorrente", func(d *DataMatrix) { d.ContoCorrente = "" }},
		{"contoCorrente", func(d *DataMatrix) { d.ContoCorrente = "1234567890123" }},
		{"importoCent", func(d *DataMatrix) { d.ImportoCent = 10_000_000_000 }},
		{"importoCent", func(d *DataMatrix) { d.ImportoCent = 0 }},
		{"codiceFiscaleEnte", func(d *DataMatrix) { d.CodiceFiscaleEnte = "0123456789" }},
		{"codiceFiscaleDebitore", func(d *DataMatrix) { d.CodiceFiscaleDebitore = "RSSMRA80A01H501U7" }},
		{"codiceFiscaleDebitore", func(d *DataMatrix) { d.CodiceFiscaleDebitore = "RSS MRA" }},
		{"codiceFiscaleDebitore", func(d *DataMatrix) { d.CodiceFiscaleDebitore = "RSSMRÀ80A01H501" }},
		{"contoCorrente", func(d *DataMatrix) { d.ContoCorrente = "1234567O" }},
		{"importoCent", func(d *DataMatrix) { d.ImportoCent = -1 }},
	}
	for _, c := range casi {
		t.Run(c.campo, func(t *testing.T) {
			t.Parallel()
			dati := esempiDM()["verbale con debitore noto"].dati
			c.guasta(&dati)
			_, err := ComponiDataMatrix(dati)
			var e *Errore
			if !errors.As(err, &e) || e.Campo != c.campo {
				t.Errorf("errore %v, atteso su %s", err, c.campo)
			}
		})
	}
}

func TestRipulisci(t *testing.T) {
	t.Parallel()
	casi := map[string]string{
		"Niccolò D’Àmico":    "NICCOLO D'AMICO",
		"Müller & Søn, S.p.": "MULLER & SON, S.P.",
		"Straße":             "STRASSE",
		"a/b\tc\nd":          "A B C D",
		"V_1:2-3":            "V_1:2-3",
		"5€ #@":              "5    ",
		"日本":                 "  ",
		"한":                  " ",
		"ǻ Ḉ ﬁ":              "A C  ",
		"e\u0301\xff":        "E ",
	}
	for testo, atteso := range casi {
		t.Run(testo, func(t *testing.T) {
			t.Parallel()
			if pulito := Ripulisci(testo); pulito != atteso {
				t.Errorf("%q invece di %q", pulito, atteso)
			}
		})
	}
}

func TestDataMatrixSenzaNulladaStampareDiceAnonimo(t *testing.T) {
	t.Parallel()
	for _, nome := range []string{"", "   ", "日本", strings.Repeat("€", 40) + "ROSSI", "\u0301"} {
		dati := esempiDM()["verbale con debitore noto"].dati
		dati.NomeDebitore, dati.CodiceFiscaleDebitore = nome, ""
		testo, err := ComponiDataMatrix(dati)
		if err != nil {
			t.Fatal(err)
		}
		if letto, err := LeggiDataMatrix(testo); err != nil || letto.NomeDebitore != Anonimo || letto.CodiceFiscaleDebitore != Anonimo {
			t.Errorf("%q: letto %+v, errore %v", nome, letto, err)
		}
	}
}

func TestDataMatrixRipulisceEPoiTaglia(t *testing.T) {
	t.Parallel()
	dati := esempiDM()["verbale con debitore noto"].dati
	dati.NomeDebitore = strings.Repeat("ß", 19) + "Aß/è"
	testo, err := ComponiDataMatrix(dati)
	if err != nil {
		t.Fatal(err)
	}
	if nome := testo[93:133]; nome != strings.Repeat("SS", 19)+"AS" || len(testo) != LunghezzaDataMatrix {
		t.Errorf("nome %q, %d caratteri", nome, len(testo))
	}
}

func TestDataMatrixHaSempre256CaratteriETorna(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := DataMatrix{
			NumeroAvviso:          avvisoACaso(t).Numero,
			ContoCorrente:         rapid.StringMatching(`[0-9]{1,12}`).Draw(t, "conto"),
			ImportoCent:           importo.Cent(rapid.Int64Range(1, importoMassimoDM).Draw(t, "cent")),
			CodiceFiscaleEnte:     rapid.StringMatching(`[0-9]{11}`).Draw(t, "ente"),
			CodiceFiscaleDebitore: rapid.StringMatching(`[A-Za-z0-9]{0,16}`).Draw(t, "debitore"),
			NomeDebitore:          rapid.String().Draw(t, "nome"),
			Causale:               rapid.String().Draw(t, "causale"),
		}
		testo, err := ComponiDataMatrix(d)
		if err != nil {
			t.Fatal(err)
		}
		if len(testo) != LunghezzaDataMatrix {
			t.Fatalf("%d caratteri", len(testo))
		}
		letto, err := LeggiDataMatrix(testo)
		if err != nil {
			t.Fatal(err)
		}
		if ricomposto, err := ComponiDataMatrix(letto); err != nil || ricomposto != testo {
			t.Fatalf("ricomposto %q, errore %v", ricomposto, err)
		}
		if letto.NumeroAvviso != d.NumeroAvviso || letto.ImportoCent != d.ImportoCent || letto.CodiceFiscaleEnte != d.CodiceFiscaleEnte {
			t.Fatalf("letto %+v", letto)
		}
	})
}
