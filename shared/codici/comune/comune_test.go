package comune_test

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

const testata = "codiceIstat;nome;altroNome;provincia;codiceCatastale;validoDa;validoA\n"

// Every province and metropolitan city, with the comuni where it has its seat. The four provinces that
// Sardinia took up again in 2025 are still in the old ones in the archive of 2023; their seats are here.
func TestSemeHaOgniCapoluogo(t *testing.T) {
	t.Parallel()
	const capoluoghi = "AG Agrigento|AL Alessandria|AN Ancona|AO Aosta|AP Ascoli Piceno|AQ L'Aquila|AR Arezzo|AT Asti|AV Avellino|BA Bari|BG Bergamo|BI Biella|" +
		"BL Belluno|BN Benevento|BO Bologna|BR Brindisi|BS Brescia|BT Andria|BT Barletta|BT Trani|BZ Bolzano|CA Cagliari|CB Campobasso|CE Caserta|CH Chieti|" +
		"CL Caltanissetta|CN Cuneo|CO Como|CR Cremona|CS Cosenza|CT Catania|CZ Catanzaro|EN Enna|FC Forlì|FC Cesena|FE Ferrara|FG Foggia|FI Firenze|FM Fermo|" +
		"FR Frosinone|GE Genova|GO Gorizia|GR Grosseto|IM Imperia|IS Isernia|KR Crotone|LC Lecco|LE Lecce|LI Livorno|LO Lodi|LT Latina|LU Lucca|MB Monza|" +
		"MC Macerata|ME Messina|MI Milano|MN Mantova|MO Modena|MS Massa|MS Carrara|MT Matera|NA Napoli|NO Novara|NU Nuoro|OR Oristano|PA Palermo|PC Piacenza|" +
		"PD Padova|PE Pescara|PG Perugia|PI Pisa|PN Pordenone|PO Prato|PR Parma|PT Pistoia|PU Pesaro|PU Urbino|PV Pavia|PZ Potenza|RA Ravenna|" +
		"RC Reggio di Calabria|RE Reggio nell'Emilia|RG Ragusa|RI Rieti|RM Roma|RN Rimini|RO Rovigo|SA Salerno|SI Siena|SO Sondrio|SP La Spezia|SR Siracusa|" +
		"SS Sassari|SU Carbonia|SV Savona|TA Taranto|TE Teramo|TN Trento|TO Torino|TP Trapani|TR Terni|TS Trieste|TV Treviso|UD Udine|VA Varese|VB Verbania|" +
		"VC Vercelli|VE Venezia|VI Vicenza|VR Verona|VT Viterbo|VV Vibo Valentia|" +
		"SS Olbia|SS Tempio Pausania|NU Lanusei|NU Tortolì|SU Sanluri|SU Villacidro|SU Iglesias"
	tabella := comune.Iniziale()
	province := map[string]bool{}
	for voce := range strings.SplitSeq(capoluoghi, "|") {
		sigla, nome, _ := strings.Cut(voce, " ")
		province[sigla] = true
		for _, g := range []string{"", "2026-11-22"} {
			if got, trovato := tabella.CercaNome(nome, sigla, giorno(g)); !trovato || got.Nome != nome {
				t.Errorf("manca %s (%s): %+v", nome, sigla, got)
			}
		}
	}
	if len(province) != 107 {
		t.Errorf("%d province, attese 107", len(province))
	}
	for _, c := range tabella.Tutte() {
		if c.ValidoA.IsZero() && !province[c.Provincia] {
			t.Errorf("%s è in una provincia che non c'è: %s", c.Nome, c.Provincia)
		}
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
	if got := omonimi.Omonimi("CASTRO", giorno("")); len(got) != 2 || got[0].Provincia != "BG" || got[1].Provincia != "LE" {
		t.Errorf("gli omonimi: %+v", got)
	}
	if got := omonimi.Omonimi("Castro", giorno("1899-12-31")); got != nil {
		t.Errorf("omonimi prima che ci fossero: %+v", got)
	}
}

func TestCaricaRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		riga       int
		campo, csv string
	}{
		{1, "file", ""},
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

// A table read back from a database comes in any order, through JSON, and is the same table.
func TestNuovaInOgniOrdine(t *testing.T) {
	t.Parallel()
	prima := comune.Iniziale()
	righe := prima.Tutte()
	rapid.Check(t, func(t *rapid.T) {
		dati, err := json.Marshal(rapid.Permutation(righe).Draw(t, "righe"))
		if err != nil {
			t.Fatal(err)
		}
		var lette []comune.Comune
		if err := json.Unmarshal(dati, &lette); err != nil {
			t.Fatal(err)
		}
		dopo, err := comune.Nuova(lette)
		if err != nil || !slices.Equal(dopo.Tutte(), righe) || dopo.Versione() != prima.Versione() {
			t.Fatal(err)
		}
	})
}

func TestNuovaRifiuta(t *testing.T) {
	t.Parallel()
	buono := comune.Comune{CodiceIstat: "001001", Nome: "Uno", Provincia: "TO", CodiceCatastale: "A001", ValidoDa: giorno("1900-01-01")}
	casi := []struct {
		campo  string
		guasta func(*comune.Comune)
	}{
		{"codiceIstat", func(c *comune.Comune) { c.CodiceIstat = "1001" }},
		{"nome", func(c *comune.Comune) { c.Nome = "Uno\n" }},
		{"nome", func(c *comune.Comune) { c.Nome = strings.Repeat("a", 101) }},
		{"altroNome", func(c *comune.Comune) { c.AltroNome = " Eins" }},
		{"provincia", func(c *comune.Comune) { c.Provincia = "ÀÈ" }},
		{"provincia", func(c *comune.Comune) { c.Provincia = "T1" }},
		{"codiceCatastale", func(c *comune.Comune) { c.CodiceCatastale = "a001" }},
		{"validoDa", func(c *comune.Comune) { c.ValidoDa = giorno("") }},
		{"validoA", func(c *comune.Comune) { c.ValidoA = giorno("1899-12-31") }},
	}
	for _, caso := range casi {
		c := buono
		caso.guasta(&c)
		_, err := comune.Nuova([]comune.Comune{c})
		var e *comune.ErroreRiga
		if !errors.As(err, &e) || e.Campo != caso.campo || e.Chiave != c.Chiave() {
			t.Errorf("%s: %v", caso.campo, err)
		}
	}
	doppio := buono
	doppio.ValidoDa = giorno("1950-01-01")
	if _, err := comune.Nuova([]comune.Comune{buono, doppio}); err == nil || !strings.HasPrefix(err.Error(), "001001/1950-01-01, codiceIstat: si sovrappone") {
		t.Error(err)
	}
	if vuota, err := comune.Nuova(nil); err != nil || len(vuota.Tutte()) != 0 {
		t.Error("una tabella senza righe è una tabella")
	}
}

func TestSemeInOrdineCanonico(t *testing.T) {
	t.Parallel()
	compilata, err := os.ReadFile("comuni.csv")
	if err != nil || string(compilata) != scritta(t, comune.Iniziale()) {
		t.Errorf("il file compilato non è scritto in ordine canonico: %v", err)
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
	f.Add(testata + "001001;'=Uno;\"Altro;\nnome\";TO;A001;1900-01-01;1950-01-01\n002001;Due;;TO;A001;1950-01-02;\n")
	f.Add(testata + "\"001001;Uno")
	f.Add("codiceIstat;nome\n")
	f.Fuzz(func(t *testing.T, testo string) {
		tabella, err := comune.Carica(strings.NewReader(testo))
		if err != nil {
			return
		}
		if dopo := carica(t, scritta(t, tabella)); dopo.Versione() != tabella.Versione() {
			t.Fatal("non rilegge quello che scrive")
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
