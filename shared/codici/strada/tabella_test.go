package strada_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

const (
	testata = "codice;nome;comuneIstat;localita;ente;validoDa;validoA\n"
	buona   = "V-001;Via Roma;037006;Centro;COMUNE;2020-01-01;\n"
)

func TestCarica(t *testing.T) {
	t.Parallel()
	righe := "V-002;Piazza dell'Unità;037006;;;2020-01-01;2023-12-31\n" + buona + "V-002;\"Piazza \"\"Nuova\"\"; già dell'Unità\";037006;;COMUNE;2024-01-01;\n"
	tabella := carica(t, "\uFEFF"+strings.ReplaceAll(testata+righe, "\n", "\r\n"))
	inizio, fine := calendario.MustParse("2020-01-01"), calendario.MustParse("2023-12-31")
	attese := []strada.Strada{
		{Codice: "V-001", Nome: "Via Roma", ComuneIstat: "037006", Localita: "Centro", Ente: "COMUNE", ValidoDa: inizio},
		{Codice: "V-002", Nome: "Piazza dell'Unità", ComuneIstat: "037006", ValidoDa: inizio, ValidoA: fine},
		{Codice: "V-002", Nome: "Piazza \"Nuova\"; già dell'Unità", ComuneIstat: "037006", Ente: "COMUNE", ValidoDa: calendario.MustParse("2024-01-01")},
	}
	if !slices.Equal(tabella.Tutte(), attese) {
		t.Errorf("%+v", tabella.Tutte())
	}
	if dopo := carica(t, scritta(t, tabella)); dopo.Versione() != tabella.Versione() || len(tabella.Versione()) != 16 {
		t.Error("non rilegge quello che scrive")
	}
}

func TestCaricaRifiuta(t *testing.T) {
	t.Parallel()
	con := func(vecchio, nuovo string) string { return testata + strings.Replace(buona, vecchio, nuovo, 1) }
	casi := []struct {
		riga       int
		campo, csv string
	}{
		{1, "file", ""},
		{1, "testata", "codice;nome\n"},
		{2, "file", testata},
		{2, "riga", testata + "V-001;Via Roma\n"},
		{2, "riga", testata + "\"V-001;Via Roma\n"},
		{2, "riga", con("Roma", "Roma \xe0")},
		{2, "codice", con("V-001", "")},
		{2, "codice", con("V-001", "V 001")},
		{2, "codice", con("V-001", strings.Repeat("1", 21))},
		{2, "nome", con("Via Roma", "V")},
		{2, "nome", con("Via Roma", strings.Repeat("à", 101))},
		{2, "nome", con("Via Roma", "Via\u200bRoma")},
		{2, "comuneIstat", con("037006", "37006")},
		{2, "localita", con("Centro", strings.Repeat("a", 101))},
		{2, "ente", con("COMUNE", "comune")},
		{2, "validoDa", con("2020-01-01", "")},
		{2, "validoDa", con("2020-01-01", "01/01/2020")},
		{2, "validoA", con("2020-01-01;", "2020-01-01;2019-12-31")},
		{3, "codice", testata + buona + buona},
		{3, "codice", testata + strings.Replace(buona, "01-01;", "01-01;2022-01-01", 1) + strings.Replace(buona, "2020", "2022", 1)},
		{2, "codice", testata + strings.Replace(buona, "2020", "2021", 1) + buona},
	}
	for _, c := range casi {
		_, err := strada.Carica(strings.NewReader(c.csv))
		var e *foglio.ErroreRiga
		if !errors.As(err, &e) || e.Riga != c.riga || e.Campo != c.campo {
			t.Errorf("riga %d campo %s: %v", c.riga, c.campo, err)
		}
	}
	carica(t, con("", ""))
	carica(t, con("Via Roma", strings.Repeat("à", 100)))
}

func TestNuovaRifiuta(t *testing.T) {
	t.Parallel()
	s := carica(t, testata+buona).Tutte()[0]
	s.Ente = "ANAS"
	if _, err := strada.Nuova([]strada.Strada{s}); err == nil || !strings.HasPrefix(err.Error(), "V-001/2020-01-01, ente: deve essere COMUNE") {
		t.Error(err)
	}
	if vuota, err := strada.Nuova(nil); err != nil || len(vuota.Tutte()) != 0 {
		t.Error("un comando senza stradario ha una tabella senza righe")
	}
}

// A table read back from a database comes in any order, through JSON, and is the same table; so is one
// written and read again, whatever the names begin with.
func TestTabellaProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		nomi := rapid.SliceOfN(rapid.StringMatching(`['=+\-@A-Z"; ]{0,3}[A-Za-zàèìòù"';]{2,20}`), 1, 20).Draw(t, "nomi")
		var righe []strada.Strada
		for i, nome := range nomi {
			righe = append(righe, strada.Strada{Codice: "V" + string(rune('A'+i)), Nome: strings.TrimSpace(nome), ComuneIstat: "037006", ValidoDa: calendario.MustParse("2020-01-01")})
		}
		prima, err := strada.Nuova(righe)
		if err != nil {
			t.Fatal(err)
		}
		dati, err := json.Marshal(rapid.Permutation(righe).Draw(t, "ordine"))
		if err != nil {
			t.Fatal(err)
		}
		var lette []strada.Strada
		if err := json.Unmarshal(dati, &lette); err != nil {
			t.Fatal(err)
		}
		dopo, err := strada.Nuova(lette)
		if err != nil || !slices.Equal(prima.Tutte(), dopo.Tutte()) || prima.Versione() != dopo.Versione() {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := prima.Scrivi(&b); err != nil {
			t.Fatal(err)
		}
		riletta, err := strada.Carica(&b)
		if err != nil || !slices.Equal(prima.Tutte(), riletta.Tutte()) {
			t.Fatalf("%v %+v", err, riletta)
		}
	})
}

func FuzzCarica(f *testing.F) {
	f.Add(testata + buona)
	f.Add(testata + "V1;'=1+1;037006;\"@a\";;2020-01-01;\n")
	f.Add(testata + "V1;''-x;037006;;;2020-01-01;2020-01-01\nV1;a b;037006;;;2020-01-02;\n")
	f.Add("\uFEFF" + testata)
	f.Add(testata + "\"V1")
	f.Fuzz(func(t *testing.T, testo string) {
		tabella, err := strada.Carica(strings.NewReader(testo))
		if err != nil {
			return
		}
		if dopo := carica(t, scritta(t, tabella)); !slices.Equal(dopo.Tutte(), tabella.Tutte()) || dopo.Versione() != tabella.Versione() {
			t.Fatal("non rilegge quello che scrive")
		}
		if dopo, err := strada.Nuova(tabella.Tutte()); err != nil || dopo.Versione() != tabella.Versione() {
			t.Fatalf("ciò che un file può dire lo può dire anche la base dati: %v", err)
		}
	})
}

func carica(t testing.TB, testo string) *strada.Tabella {
	t.Helper()
	tabella, err := strada.Carica(strings.NewReader(testo))
	if err != nil {
		t.Fatal(err)
	}
	return tabella
}

func scritta(t testing.TB, tabella *strada.Tabella) string {
	t.Helper()
	var b bytes.Buffer
	if err := tabella.Scrivi(&b); err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(b.String(), "\ufeff") // the mark is foglio's
}
