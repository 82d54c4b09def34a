package sanzione_test

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

const testataTariffe = "codice;validoDa;minCent;maxCent;orizzonte;fonte;verifica\n"

// Art. 195 c. 3: the decree changes the amounts from its day and nothing else of the row.
func TestCaricaTariffe(t *testing.T) {
	t.Parallel()
	prima := sanzione.Iniziale()
	dopo := tariffe(t, prima, "146-3;2027-01-01;17000;67700;;D.M. di prova;\n")
	vecchia, _ := dopo.Cerca("146-3", calendario.MustParse("2026-12-31"))
	nuova, _ := dopo.Cerca("146-3", calendario.MustParse("2027-01-01"))
	originale, _ := prima.Cerca("146-3", calendario.MustParse("2026-12-31"))
	if d := cmp.Diff(originale, vecchia); d != "" {
		t.Error("la riga di prima resta com'era: ", d)
	}
	attesa := originale
	attesa.ValidoDa, attesa.MinCent, attesa.MaxCent = calendario.MustParse("2027-01-01"), 17000, 67700
	attesa.Orizzonte, attesa.Fonte, attesa.Verifica = calendario.MustParse("2028-12-31"), "D.M. di prova", sanzione.Verificata
	if d := cmp.Diff(attesa, nuova); d != "" {
		t.Error("la riga nuova eredita tutto il resto: ", d)
	}
	if prima.Versione() != sanzione.Iniziale().Versione() || dopo.Versione() == prima.Versione() || len(dopo.Tutte()) != len(prima.Tutte())+1 {
		t.Error("la tabella di partenza non cambia, quella nuova ha una riga in più")
	}
}

func TestCaricaTariffeEredita(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, righe, codice, giorno string
		min                           importo.Cent
		trovata                       bool
	}{
		{"due decreti nello stesso file: il secondo segue il primo", "146-3;2029-01-01;18000;72000;;b;\n146-3;2027-01-01;17000;68000;;a;\n", "146-3", "2028-12-31", 17000, true},
		{"due decreti nello stesso file, in qualunque ordine", "146-3;2029-01-01;18000;72000;;b;\n146-3;2027-01-01;17000;68000;;a;\n", "146-3", "2029-01-01", 18000, true},
		{"una riga con la fine passa la fine a chi la segue", "173-3-bis;2023-01-01;17000;67000;;a;\n", "173-3-bis", "2024-12-13", 17000, true},
		{"la legge che viene dopo resta", "173-3-bis;2023-01-01;17000;67000;;a;\n", "173-3-bis", "2024-12-14", 25000, true},
		{"le altre violazioni non cambiano", "146-3;2027-01-01;17000;68000;;a;\n", "146-2", "2027-01-01", 4200, true},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			s, trovata := tariffe(t, sanzione.Iniziale(), c.righe).Cerca(c.codice, calendario.MustParse(c.giorno))
			if trovata != c.trovata || s.MinCent != c.min {
				t.Errorf("%+v %v", s, trovata)
			}
		})
	}
}

// A row that ends on the eve of the decree is renewed by it, without its end.
func TestCaricaTariffeRinnova(t *testing.T) {
	t.Parallel()
	s, _ := sanzione.Iniziale().Cerca("146-3", calendario.MustParse("2026-01-01"))
	s.ValidoA = calendario.MustParse("2026-12-31")
	tabella, err := sanzione.Nuova([]sanzione.Sanzione{s})
	if err != nil {
		t.Fatal(err)
	}
	if foglio := tariffeScritte(t, tabella); foglio != testataTariffe {
		t.Errorf("una riga finita non ha tariffe da aggiornare: %q", foglio)
	}
	dopo := tariffe(t, tabella, "146-3;2027-01-01;17000;67700;;a;\n")
	if got, _ := dopo.Cerca("146-3", calendario.MustParse("2040-01-01")); got.MinCent != 17000 || !got.ValidoA.IsZero() {
		t.Errorf("%+v", got)
	}
	if _, err := sanzione.CaricaTariffe(strings.NewReader(testataTariffe+"146-3;2027-01-02;1;2;;a;\n"), tabella); err == nil {
		t.Error("un giorno di vuoto e non c'è da chi ereditare")
	}
}

func TestCaricaTariffeRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		riga       int
		campo, csv string
	}{
		{1, "file", ""},
		{1, "testata", "codice;validoDa\n"},
		{2, "file", testataTariffe},
		{2, "riga", testataTariffe + "146-3;2027-01-01\n"},
		{2, "codice", testataTariffe + "999-9;2027-01-01;100;200;;x;\n"},
		{2, "codice", testataTariffe + "7-13;2027-01-01;100;200;;x;\n"},  // divided: the rows in its place have the amounts
		{2, "codice", testataTariffe + "158-1;2024-06-01;100;200;;x;\n"}, // on a day that it still prices
		{2, "validoDa", testataTariffe + "146-3;;100;200;;x;\n"},
		{2, "validoDa", testataTariffe + "146-3;1/1/2027;100;200;;x;\n"},
		{2, "validoDa", testataTariffe + "146-3;2021-01-01;100;200;;x;\n"},
		{2, "validoDa", testataTariffe + "146-3;2019-01-01;100;200;;x;\n"},
		{2, "validoDa", testataTariffe + "146-3;2018-12-31;100;200;;x;\n"},
		{3, "validoDa", testataTariffe + "146-3;2027-01-01;100;200;;x;\n146-3;2027-01-01;100;300;;x;\n"},
		{2, "minCent", testataTariffe + "146-3;2027-01-01;300;200;;x;\n"},
		{2, "minCent", testataTariffe + "146-3;2027-01-01;1,00;200;;x;\n"},
		{2, "minCent", testataTariffe + "186-2-b;2027-01-01;100;200;;x;\n"},
		{2, "maxCent", testataTariffe + "146-3;2027-01-01;100;-200;;x;\n"},
		{2, "orizzonte", testataTariffe + "146-3;2027-01-01;100;200;2026-12-31;x;\n"},
		{2, "fonte", testataTariffe + "146-3;2027-01-01;100;200;;;\n"},
		{2, "verifica", testataTariffe + "146-3;2027-01-01;100;200;;x;SI\n"},
		{4, "codice", testataTariffe + "146-3;2027-01-01;100;200;;x;\n\n999-9;2027-01-01;100;200;;x;\n"},
	}
	tabella := sanzione.Iniziale()
	for _, c := range casi {
		_, err := sanzione.CaricaTariffe(strings.NewReader(c.csv), tabella)
		var e *sanzione.ErroreRiga
		if !errors.As(err, &e) || e.Riga != c.riga || e.Campo != c.campo {
			t.Errorf("riga %d campo %s in %q: %v", c.riga, c.campo, c.csv, err)
		}
	}
}

// A table that an office gets out and puts back untouched changes nothing.
func TestScriviTariffeRilegge(t *testing.T) {
	t.Parallel()
	prima := sanzione.Iniziale()
	foglio := tariffeScritte(t, prima)
	dopo, err := sanzione.CaricaTariffe(strings.NewReader(foglio), prima)
	if err != nil || dopo.Versione() != prima.Versione() {
		t.Errorf("un foglio non toccato cambia la tabella: %v", err)
	}
	for _, assente := range []string{"186-2-b;", "2020-12-31", "2019-01-01", "2024-12-13"} {
		if strings.Contains(foglio, assente) {
			t.Errorf("reati e righe finite non hanno tariffe: %q", assente)
		}
	}
	if n := strings.Count(foglio, "\n"); n != 1+inVigoreConImporti(prima, calendario.MustParse("2026-12-31")) {
		t.Errorf("%d righe con la testata", n)
	}
	nuovo := regexp.MustCompile(`(?m)^([^;]+);20\d\d-\d\d-\d\d;`).ReplaceAllString(strings.ReplaceAll(foglio, ";2026-12-31;", ";2028-12-31;"), "$1;2027-01-01;")
	if dopo, err = sanzione.CaricaTariffe(strings.NewReader("\uFEFF"+strings.ReplaceAll(nuovo, "\n", "\r\n")), prima); err != nil {
		t.Fatal(err)
	}
	if s, _ := dopo.Cerca("142-8", calendario.MustParse("2027-01-01")); s.ValidoDa != calendario.MustParse("2027-01-01") {
		t.Errorf("%+v", s)
	}
}

// inVigoreConImporti counts the codes that have a band on the day, those that were divided left out.
func inVigoreConImporti(t *sanzione.Tabella, giorno calendario.Giorno) int {
	codici := map[string]bool{}
	for _, s := range t.Tutte() {
		if riga, vige := t.Cerca(s.Codice, giorno); vige && !riga.Penale && !riga.Ritirata() {
			codici[s.Codice] = true
		}
	}
	return len(codici)
}

// Any future decree leaves every day before it as it was, holds from its day, and is seen row by row.
func TestTariffeProprieta(t *testing.T) {
	t.Parallel()
	prima := sanzione.Iniziale()
	linee := strings.Split(strings.TrimSpace(tariffeScritte(t, prima)), "\n")[1:]
	rapid.Check(t, func(t *rapid.T) {
		codice, _, _ := strings.Cut(rapid.SampledFrom(linee).Draw(t, "riga"), ";")
		da := calendario.MustParse("2026-12-31").AddDays(rapid.IntRange(1, 4000).Draw(t, "giorni"))
		minimo := rapid.IntRange(1, 1000000).Draw(t, "minimo")
		riga := strings.Join([]string{codice, da.String(), itoa(minimo), itoa(2 * minimo), "", "decreto", ""}, ";")
		dopo, err := sanzione.CaricaTariffe(strings.NewReader(testataTariffe+riga+"\n"), prima)
		if err != nil {
			t.Fatal(err)
		}
		vigilia, _ := dopo.Cerca(codice, da.AddDays(-1))
		originale, _ := prima.Cerca(codice, da.AddDays(-1))
		if d := cmp.Diff(originale, vigilia); d != "" {
			t.Fatal(d)
		}
		if s, _ := dopo.Cerca(codice, da); int(s.MinCent) != minimo || s.Testo != originale.Testo {
			t.Fatalf("%+v", s)
		}
		r := foglio.Tra(sanzione.Colonne(), prima.Tutte(), dopo.Tutte())
		if len(r.Aggiunte) != 1 || len(r.Modificate)+len(r.Tolte) != 0 {
			t.Fatalf("%+v", r)
		}
		if len(sanzione.Retroattive(r, da.AddDays(-1))) != 0 || len(sanzione.Retroattive(r, da)) != 1 {
			t.Fatal("il decreto è retroattivo dal suo primo giorno, non dalla vigilia")
		}
	})
}

func FuzzCaricaTariffe(f *testing.F) {
	tabella := sanzione.Iniziale()
	f.Add(testataTariffe + "146-3;2027-01-01;17000;67700;;D.M. di prova;\n")
	f.Add(testataTariffe + "146-3;2027-01-01;17000;67700;2030-01-01;'=1+1;DERIVATA\n173-3-bis;2023-01-01;1;2;;a;\n")
	f.Add(testataTariffe + "146-3;2027-01-01;1;2;;a;\n146-3;2027-01-01;1;2;;a;\n")
	f.Add("\uFEFF" + testataTariffe)
	f.Fuzz(func(t *testing.T, testo string) {
		dopo, err := sanzione.CaricaTariffe(strings.NewReader(testo), tabella)
		if err != nil {
			return
		}
		if riletta := carica(t, scritta(t, dopo)); riletta.Versione() != dopo.Versione() {
			t.Fatal("non rilegge quello che scrive")
		}
		ancora, err := sanzione.CaricaTariffe(strings.NewReader(tariffeScritte(t, dopo)), dopo)
		if err != nil || ancora.Versione() != dopo.Versione() {
			t.Fatalf("le proprie tariffe cambiano la tabella: %v", err)
		}
	})
}

func tariffe(t testing.TB, tabella *sanzione.Tabella, righe string) *sanzione.Tabella {
	t.Helper()
	dopo, err := sanzione.CaricaTariffe(strings.NewReader(testataTariffe+righe), tabella)
	if err != nil {
		t.Fatal(err)
	}
	return dopo
}

func tariffeScritte(t testing.TB, tabella *sanzione.Tabella) string {
	t.Helper()
	var b bytes.Buffer
	if err := sanzione.ScriviTariffe(&b, tabella); err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(b.String(), "\ufeff") // the mark is foglio's
}
