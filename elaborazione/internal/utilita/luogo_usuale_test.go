package utilita_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// nata asks for the tax code of a woman who was born there, and gives the answer or the faults of the fields.
func nata(t *testing.T, s *utilita.Service, campo, luogo, giorno string) (e utilita.EsitoCalcoloCodiceFiscale, campi []problem.Campo) {
	t.Helper()
	corpo, err := json.Marshal(map[string]string{"cognome": "Bianchi", "nome": "Laura", "sesso": "F", "dataNascita": giorno, campo: luogo})
	if err != nil {
		t.Fatal(err)
	}
	stato, risposta, err := chiedi(t, utilita.Risponde(s.CalcolaCodiceFiscale), string(corpo))
	if p, _ := errors.AsType[*problem.Error](err); p != nil && stato == http.StatusBadRequest {
		return e, p.Campi
	}
	if err != nil || json.Unmarshal(risposta, &e) != nil {
		t.Fatalf("%s %s: %d %v", luogo, giorno, stato, err)
	}
	return e, nil
}

// TestLuogoConLaProvinciaDiUnAltroGiorno: people write today's province for a birth of the past, or one of the past
// for today; any that the comune ever had will do, with a warning.
func TestLuogoConLaProvinciaDiUnAltroGiorno(t *testing.T) {
	t.Parallel()
	s := servizio()
	for _, c := range []struct{ luogo, giorno, codice, allora string }{
		{"Rimini (RN)", "1980-01-01", "H294", "Rimini (FO)"}, {"Rimini (FO)", "2000-01-01", "H294", "Rimini (RN)"},
		{"Rimini (FO)", "1980-01-01", "H294", ""},
		{"Forlì (FC)", "1980-01-01", "D704", "Forlì (FO)"}, {"Pesaro (PU)", "1970-01-01", "G479", "Pesaro (PS)"},
		{"Pesaro (PS)", "2010-01-01", "G479", "Pesaro (PU)"},
		{"Monza (MB)", "1980-01-01", "F704", "Monza (MI)"}, {"Monza (MI)", "2020-01-01", "F704", "Monza (MB)"},
		{"Prato (po)", "1970-01-01", "G999", "Prato (FI)"},
		{"Crotone (KR)", "1975-06-01", "D122", "Crotone (CZ)"}, {"Olbia (OT)", "2026-02-01", "G015", "Olbia (SS)"},
		{"Olbia (OT)", "2010-01-01", "G015", ""},
		{"Sanluri (VS)", "2026-02-01", "H974", "Sanluri (SU)"}, {"Sanluri (VS)", "1980-01-01", "H974", "Sanluri (CA)"},
		{"Carbonia (CI)", "2020-01-01", "B745", "Carbonia (SU)"},
		{"Carbonia (SU)", "1990-01-01", "B745", "Carbonia (CA)"}, {"Lanusei (OG)", "2026-02-01", "E441", "Lanusei (NU)"},
		{"Iglesias (CI)", "1990-01-01", "E281", "Iglesias (CA)"},
	} {
		e, campi := nata(t, s, "comune", c.luogo, c.giorno)
		detta := strings.Join(e.Avvertenze, "")
		if campi != nil || e.CodiceCatastale != c.codice || (c.allora == "") != (detta == "") || !strings.Contains(detta, c.allora) {
			t.Errorf("%s %s: %+v %+v", c.luogo, c.giorno, e, campi)
		}
	}
	for luogo, allora := range map[string]string{
		"Rimini (BO)": "Rimini (FO)", "Olbia (VS)": "Olbia (SS)", "Reggio Emilia (RC)": "Reggio nell'Emilia (RE)",
		"Rimini (XX)": "Rimini (FO)",
	} {
		if _, campi := nata(t, s, "comune", luogo, "1980-01-01"); len(campi) != 1 || campi[0].Campo != "provincia" || !strings.Contains(campi[0].Messaggio, allora) {
			t.Errorf("%s: %+v", luogo, campi)
		}
	}
}

// TestLuogoComeTuttiLoChiamano: shortened names, both languages of a name, the names of before.
func TestLuogoComeTuttiLoChiamano(t *testing.T) {
	t.Parallel()
	s := servizio()
	for codice, luoghi := range map[string][]string{
		"H223": {
			"Reggio Emilia", "REGGIO EMILIA", "Reggio nell'Emilia", "reggio nell’emilia", "Reggio nell Emilia", "Reggio Emilia (RE)",
			"Reggio d'Emilia", "Reggio E.", "Comune di Reggio Emilia",
		},
		"H224": {"Reggio Calabria", "Reggio di Calabria", "Reggio Calabria (RC)", "Reggio Cal.", "R. Calabria"},
		"A952": {
			"Bolzano", "Bozen", "Bolzano/Bozen", "Bozen/Bolzano", "Bolzano - Bozen", "BOZEN - BOLZANO", "Bolzano-Bozen", "Bolzano (Bozen)",
			"Bolzano/Bozen (BZ)", "Bolzano – Bozen", "Bolzano Bozen",
		},
		"A326": {"Aosta/Aoste", "Aoste - Aosta", "Aoste"}, "L424": {"Trieste/Trst", "Trst"}, "E098": {"Gorica / Gorizia"},
		"D704": {"Forli'", "FORLI", "Forlì", "forli`"}, "A345": {"L'Aquila", "L’Aquila", "Aquila", "L Aquila"}, "E463": {"La Spezia", "Spezia"},
	} {
		for _, luogo := range luoghi {
			if e, campi := nata(t, s, "comune", luogo, "1980-01-01"); e.CodiceCatastale != codice {
				t.Errorf("%q: %+v %+v", luogo, e, campi)
			}
		}
	}
	for luogo, vicino := range map[string]string{
		"Reggio": "Reggio nell'Emilia (RE)", "Bolzno": "Bolzano (BZ)", "Ascoli": "Ascoli Piceno (AP)",
		"Bolzano/Xyzzy": "Bolzano (BZ)", "Rimimi": "Rimini (FO)",
	} {
		if _, campi := nata(t, s, "comune", luogo, "1980-01-01"); len(campi) != 1 || campi[0].Campo != "comune" || !strings.Contains(campi[0].Messaggio, vicino) {
			t.Errorf("%s: %+v", luogo, campi)
		}
	}
	for _, luogo := range []string{"Atlantide", "", " ", "'", "/", "(", "....", strings.Repeat("a.", 490)} {
		if e, campi := nata(t, s, "comune", luogo, "1980-01-01"); len(campi) != 1 || campi[0].Campo != "comune" {
			t.Errorf("%q: %+v %+v", luogo, e, campi)
		}
	}
}

// conArchivio is a service whose table came from a few rows of ANPR's form.
func conArchivio(t *testing.T) *utilita.Service {
	t.Helper()
	const righe = `ID,DATAISTITUZIONE,DATACESSAZIONE,CODISTAT,CODCATASTALE,DENOMINAZIONE_IT,ALTRADENOMINAZIONE,SIGLAPROVINCIA
1,1923-02-08,2009-01-28,032001,D383,DUINO AURISINA,,TS
2,2009-01-29,9999-12-31,032001,D383,DUINO AURISINA-DEVIN NABREŽINA,COMUNE DI DUINO AURISINA-OBCINA DEVIN NABREŽINA,TS
3,2009-01-29,9999-12-31,032005,I715,SGONICO-ZGONIK,ZGONIK,TS
4,2009-01-29,9999-12-31,031022,I479,SAVOGNA D'ISONZO-SOVODNJE OB SOČI,COMUNE DI SAVOGNA D'ISONZO-OBCINA SOVODNJE OB SOČI,GO
5,1927-01-12,9999-12-31,071046,H926,SAN GIOVANNI ROTONDO,,FG
6,1927-01-12,9999-12-31,037020,C265,CASTEL SAN PIETRO TERME,,BO
7,1927-01-12,9999-12-31,021061,G140,ORTISEI,ST. ULRICH,BZ
8,1955-03-02,9999-12-31,021018,C062,CASTELBELLO-CIARDES,KASTELBELL-TSCHARS,BZ
9,1927-01-12,9999-12-31,080001,S001,SANTO STEFANO,,AA
10,1927-01-12,9999-12-31,080002,S002,SANTO STEFANO,,BB
11,1927-01-12,1960-12-31,080003,S003,VECCHIO NOME,,AA
12,1961-01-01,9999-12-31,080003,S003,NUOVO NOME,,AA
13,1927-01-12,9999-12-31,080004,S004,CASTELNOVO NE' MONTI,,AA
14,1927-01-12,9999-12-31,080005,S005,CASTELLETTO SOPRA TICINO,,AA
15,1927-01-12,9999-12-31,080006,S006,ALCARA LI FUSI,,AA
16,1927-01-12,9999-12-31,080007,S007,MORRA DE SANCTIS,,AA
17,1927-01-12,9999-12-31,080008,S008,TRAMONTI DI SOPRA,,AA
18,1927-01-12,9999-12-31,080009,S009,CAVA DE' TIRRENI,,AA
19,1927-01-12,9999-12-31,080010,S010,NE,,AA
20,1927-01-12,9999-12-31,080011,S011,BONATE SOTTO,,AA
21,1927-01-12,9999-12-31,080012,S012,SAN GIORGIO SOTTO TARANTO,,AA
`
	comuni, avvisi, err := comune.CaricaArchivio(strings.NewReader(righe))
	if err != nil || len(avvisi) > 0 {
		t.Fatal(err, avvisi)
	}
	return &utilita.Service{Tabelle: compilate{sanzione.Iniziale(), comuni}, Adesso: oggi, NomeDebitore: latino}
}

// TestLuogoDallArchivio: the names of ANPR's archive are found as people write them, and printed as they are written.
func TestLuogoDallArchivio(t *testing.T) {
	t.Parallel()
	s := conArchivio(t)
	for nome, luoghi := range map[string][]string{
		"Duino Aurisina (TS)": {
			"Duino Aurisina", "Duino Aurisina (TS)", "Devin Nabrežina", "DUINO AURISINA-DEVIN NABREZINA", "Devin Nabrežina/Duino Aurisina",
			"Duino-Aurisina", "Comune di Duino Aurisina",
		},
		"Sgonico (TS)":                   {"Sgonico", "Zgonik", "Sgonico-Zgonik", "Zgonik - Sgonico"},
		"Savogna d'Isonzo (GO)":          {"Savogna d'Isonzo", "Sovodnje ob Soči", "SOVODNJE OB SOCI", "Savogna Isonzo"},
		"San Giovanni Rotondo (FG)":      {"S. Giovanni Rotondo", "S.Giovanni Rotondo", "S GIOVANNI ROTONDO", "San Giovanni Rotondo", "S. Giov. Rotondo"},
		"Castel San Pietro Terme (BO)":   {"Castel S. Pietro Terme", "Castel S. Pietro T.", "CASTEL S.PIETRO TERME"},
		"Ortisei (BZ)":                   {"Ortisei/St. Ulrich/Urtijëi", "Sankt Ulrich", "St. Ulrich", "Ortisei / Sankt Ulrich"},
		"Castelbello-Ciardes (BZ)":       {"Castelbello-Ciardes/Kastelbell-Tschars", "Kastelbell-Tschars", "Castelbello Ciardes"},
		"Santo Stefano (BB)":             {"S.to Stefano (BB)", "Sto Stefano (BB)", "S. Stefano (bb)"},
		"Nuovo Nome (AA)":                {"Vecchio Nome", "Nuovo Nome"},
		"Castelnovo ne' Monti (AA)":      {"Castelnovo ne' Monti", "Castelnovo Monti"},
		"Castelletto sopra Ticino (AA)":  {"Castelletto sopra Ticino", "Castelletto Sopra Ticino"},
		"Alcara li Fusi (AA)":            {"Alcara li Fusi"},
		"Morra De Sanctis (AA)":          {"Morra de Sanctis"},
		"Tramonti di Sopra (AA)":         {"Tramonti di Sopra"},
		"Cava de' Tirreni (AA)":          {"Cava dei Tirreni", "Cava De Tirreni"},
		"Ne (AA)":                        {"Ne"},
		"Bonate Sotto (AA)":              {"Bonate Sotto"},
		"San Giorgio sotto Taranto (AA)": {"S. Giorgio sotto Taranto"},
	} {
		for _, luogo := range luoghi {
			e, campi := nata(t, s, "comune", luogo, "2020-01-01")
			if e.LuogoNascita != nome || (luogo == "Vecchio Nome") != (len(e.Avvertenze) > 0) {
				t.Errorf("%q: %+v %+v", luogo, e, campi)
			}
		}
	}
	if _, campi := nata(t, s, "comune", "S. Stefano", "2020-01-01"); len(campi) != 1 || !strings.Contains(campi[0].Messaggio, "Santo Stefano (AA), Santo Stefano (BB)") {
		t.Errorf("due Santo Stefano: %+v", campi)
	}
	if e, _ := nata(t, s, "comune", "Vecchio Nome", "1950-01-01"); e.LuogoNascita != "Vecchio Nome (AA)" || len(e.Avvertenze) > 0 {
		t.Errorf("il nome di allora: %+v", e)
	}
}

// TestCapoluoghiPerduti: Pola, Fiume and Zara were Italian until 15 September 1947.
func TestCapoluoghiPerduti(t *testing.T) {
	t.Parallel()
	s := servizio()
	for luogo, codice := range map[string]string{"Pola": "G778", "Pola (PL)": "G778", "Fiume": "D620", "Fiume (FU)": "D620", "ZARA (ZA)": "M149"} {
		for _, giorno := range []string{"1930-01-01", "1947-09-15"} {
			if e, campi := nata(t, s, "comune", luogo, giorno); e.CodiceCatastale != codice || len(e.Avvertenze) > 0 {
				t.Errorf("%s %s: %+v %+v", luogo, giorno, e, campi)
			}
		}
		if _, campi := nata(t, s, "comune", luogo, "1947-09-16"); len(campi) != 1 || !strings.Contains(campi[0].Messaggio, "al 15/09/1947") {
			t.Errorf("%s dopo il trattato di pace: %+v", luogo, campi)
		}
	}
	stato, risposta, err := chiedi(t, utilita.Risponde(s.ValidaCodiceFiscale), `{"codiceFiscale":"BNCLRA30A41G778U"}`)
	if stato != http.StatusOK || !strings.Contains(string(risposta), `"luogoNascita":"Pola (PL)"`) {
		t.Errorf("%d %s %v", stato, risposta, err)
	}
}

// TestStatiCessati: a State that is no more is remarked on for later births only, by code and by name alike.
func TestStatiCessati(t *testing.T) {
	t.Parallel()
	s := servizio()
	for _, c := range []struct{ codice, nome, prima, dopo string }{
		{"Z118", "Jugoslavia", "1960-01-01", "2010-01-01"}, {"Z135", "URSS", "1991-12-25", "1991-12-26"},
		{"Z111", "Germania Est", "1990-10-02", "1990-10-03"},
		{"Z105", "Cecoslovacchia", "1992-12-31", "1993-01-01"}, {"Z157", "Serbia e Montenegro", "2006-06-02", "2006-06-03"},
	} {
		for _, luogo := range [][2]string{{"codiceCatastale", c.codice}, {"comune", c.nome}} {
			prima, _ := nata(t, s, luogo[0], luogo[1], c.prima)
			dopo, _ := nata(t, s, luogo[0], luogo[1], c.dopo)
			if prima.CodiceCatastale != c.codice || len(prima.Avvertenze) > 0 || dopo.CodiceCatastale != c.codice || len(dopo.Avvertenze) != 1 {
				t.Errorf("%v: %+v %+v", luogo, prima, dopo)
			}
			for _, e := range []utilita.EsitoCalcoloCodiceFiscale{prima, dopo} {
				var v utilita.EsitoCodiceFiscale
				_, risposta, _ := chiedi(t, utilita.Risponde(s.ValidaCodiceFiscale), `{"codiceFiscale":"`+e.CodiceFiscale+`"}`)
				if err := json.Unmarshal(risposta, &v); err != nil || !v.Valido || !slices.Equal(v.Avvertenze, e.Avvertenze) {
					t.Errorf("%s: %+v, atteso %q", e.CodiceFiscale, v, e.Avvertenze)
				}
			}
		}
	}
	if e, _ := nata(t, s, "comune", "Francia", "2010-01-01"); e.CodiceCatastale != "Z110" || len(e.Avvertenze) > 0 {
		t.Errorf("uno Stato che c'è: %+v", e)
	}
}
