package comune_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/comune"
)

const testata = "codiceIstat;nome;altroNome;provincia;codiceCatastale;validoDa;validoA\n"

func TestSemeHaOgniProvincia(t *testing.T) {
	t.Parallel()
	const province = "AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC FE FG FI FM " +
		"FR GE GO GR IM IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OR PA PC PD PE PG PI PN PO PR PT PU PV PZ RA RC " +
		"RE RG RI RM RN RO SA SI SO SP SR SS SU SV TA TE TN TO TP TR TS TV UD VA VB VC VE VI VR VT VV"
	presenti := map[string]bool{}
	for _, c := range comune.Iniziale().Tutte() {
		if c.ValidoA.IsZero() {
			presenti[c.Provincia] = true
		}
	}
	for sigla := range strings.FieldsSeq(province) {
		if !presenti[sigla] {
			t.Errorf("manca il capoluogo di %s", sigla)
		}
	}
	if len(presenti) != 107 {
		t.Errorf("%d province, attese 107", len(presenti))
	}
}

func TestCerca(t *testing.T) {
	t.Parallel()
	tabella := comune.Iniziale()
	casi := []struct {
		regola, istat, giorno, nome, provincia, catastale string
	}{
		{"Roma oggi", "058091", "", "Roma", "RM", "H501"},
		{"Milano oggi", "015146", "2026-11-20", "Milano", "MI", "F205"},
		{"Carbonia era in provincia di Cagliari", "092012", "1990-01-01", "Carbonia", "CA", "B745"},
		{"Carbonia è nel Sud Sardegna dal 2016", "111009", "2016-04-28", "Carbonia", "SU", "B745"},
		{"il vecchio codice di Carbonia non vale più", "092012", "", "", "", ""},
		{"un codice ben formato che non c'è", "999999", "", "", "", ""},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			got, trovato := tabella.Cerca(c.istat, giorno(c.giorno))
			if trovato != (c.nome != "") || got.Nome != c.nome || got.Provincia != c.provincia || got.CodiceCatastale != c.catastale {
				t.Errorf("%+v %v", got, trovato)
			}
		})
	}
	if !comune.IstatValido("999999") || comune.IstatValido("58091") || comune.IstatValido("05809A") {
		t.Error("un codice ISTAT ha sei cifre")
	}
}

func TestCercaCatastaleAllaNascita(t *testing.T) {
	t.Parallel()
	tabella := comune.Iniziale()
	for data, atteso := range map[string]string{"1920-01-01": "Girgenti", "1950-01-01": "Agrigento", "": "Agrigento"} {
		if got, _ := tabella.CercaCatastale("a089", giorno(data)); got.Nome != atteso {
			t.Errorf("A089 nel %q: %+v", data, got)
		}
	}
	if _, trovato := tabella.CercaCatastale("Z404", giorno("")); trovato {
		t.Error("gli Stati esteri non sono comuni")
	}
	if !comune.CatastaleValido("H501") || comune.CatastaleValido("h501") || comune.CatastaleValido("5H01") {
		t.Error("un codice catastale è una lettera maiuscola e tre cifre")
	}
}

func TestCercaNome(t *testing.T) {
	t.Parallel()
	tabella := comune.Iniziale()
	casi := []struct{ nome, provincia, data, istat string }{
		{"Forlì", "FC", "", "040012"}, {"FORLI'", "fc", "", "040012"}, {"forli", "", "", "040012"},
		{"L'Aquila", "AQ", "", "066049"}, {"Bozen", "BZ", "", "021008"}, {"REGGIO NELL'EMILIA", "RE", "", "035033"},
		{"Roma", "MI", "", ""}, {"Atlantide", "", "", ""}, {"", "", "", ""}, {"Girgenti", "AG", "1950-01-01", ""},
	}
	for _, c := range casi {
		if got, trovato := tabella.CercaNome(c.nome, c.provincia, giorno(c.data)); got.CodiceIstat != c.istat || trovato != (c.istat != "") {
			t.Errorf("%q (%s): %+v %v", c.nome, c.provincia, got, trovato)
		}
	}
	omonimi := carica(t, testata+"001001;Castro;;BG;C337;1900-01-01;\n002002;Castro;;LE;C336;1900-01-01;\n")
	if _, trovato := omonimi.CercaNome("Castro", "", giorno("")); trovato {
		t.Error("due omonimi senza provincia non si distinguono")
	}
	if got, _ := omonimi.CercaNome("Castro", "LE", giorno("")); got.CodiceIstat != "002002" {
		t.Errorf("%+v", got)
	}
}

func TestCaricaRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		riga       int
		campo, csv string
	}{
		{1, "riga", ""},
		{1, "testata", "a;b;c;d;e;f;g\n"},
		{2, "riga", testata + "001001;Uno\n"},
		{2, "codiceIstat", testata + "1001;Uno;;TO;A001;1900-01-01;\n"},
		{2, "nome", testata + "001001;'';;TO;A001;1900-01-01;\n"},
		{2, "provincia", testata + "001001;Uno;;to;A001;1900-01-01;\n"},
		{2, "codiceCatastale", testata + "001001;Uno;;TO;A1;1900-01-01;\n"},
		{2, "validoDa", testata + "001001;Uno;;TO;A001;;\n"},
		{2, "validoA", testata + "001001;Uno;;TO;A001;1900-01-01;1899-12-31\n"},
		{3, "codiceIstat", testata + "001001;Uno;;TO;A001;1900-01-01;\n001001;Due;;TO;A002;1950-01-01;\n"},
		{3, "codiceCatastale", testata + "001001;Uno;;TO;A001;1900-01-01;1950-01-01\n001002;Uno;;TO;A001;1950-01-01;\n"},
	}
	for _, c := range casi {
		_, err := comune.Carica(strings.NewReader(c.csv))
		var e *comune.ErroreRiga
		if !errors.As(err, &e) || e.Riga != c.riga || e.Campo != c.campo {
			t.Errorf("riga %d campo %s: %v", c.riga, c.campo, err)
		}
	}
}

func TestVersione(t *testing.T) {
	t.Parallel()
	a, b := comune.Iniziale().Versione(), carica(t, testata+"001001;Uno;;TO;A001;1900-01-01;\n").Versione()
	if len(a) != 16 || a == b || a != comune.Iniziale().Versione() {
		t.Errorf("%q %q", a, b)
	}
}

// Every row is found again by each of its keys on each day of its life.
func TestOgniRigaSiRitrova(t *testing.T) {
	t.Parallel()
	tabella := comune.Iniziale()
	righe := tabella.Tutte()
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(righe).Draw(t, "comune")
		fine := c.ValidoA
		if fine.IsZero() {
			fine = calendario.MustParse("2030-01-01")
		}
		g := c.ValidoDa.AddDays(rapid.IntRange(0, fine.DiffDays(c.ValidoDa)).Draw(t, "giorno"))
		perIstat, _ := tabella.Cerca(c.CodiceIstat, g)
		perCatasto, _ := tabella.CercaCatastale(c.CodiceCatastale, g)
		perNome, _ := tabella.CercaNome(strings.ToUpper(c.Nome), c.Provincia, g)
		if perIstat != c || perCatasto != c || perNome != c {
			t.Fatalf("%+v il %s: %+v %+v %+v", c, g, perIstat, perCatasto, perNome)
		}
	})
}

func FuzzCarica(f *testing.F) {
	f.Add(testata + "001001;Uno;;TO;A001;1900-01-01;\n")
	f.Add(testata + "\"001001;Uno")
	f.Add("codiceIstat;nome\n")
	f.Fuzz(func(t *testing.T, testo string) {
		tabella, err := comune.Carica(strings.NewReader(testo))
		if err != nil {
			return
		}
		for _, c := range tabella.Tutte() {
			if got, trovato := tabella.Cerca(c.CodiceIstat, c.ValidoDa); !trovato || got != c {
				t.Fatalf("%+v non si ritrova: %+v", c, got)
			}
		}
	})
}

func giorno(s string) calendario.Giorno {
	if s == "" {
		return calendario.Giorno{}
	}
	return calendario.MustParse(s)
}

func carica(t testing.TB, testo string) *comune.Tabella {
	t.Helper()
	tabella, err := comune.Carica(strings.NewReader(testo))
	if err != nil {
		t.Fatal(err)
	}
	return tabella
}
