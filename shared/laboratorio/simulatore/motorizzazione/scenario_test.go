package motorizzazione

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
)

const giornoDiProva = "2026-03-10"

func titoli(v Veicolo) []string {
	var elenco []string
	for _, i := range v.Intestatari {
		elenco = append(elenco, i.Tipo+" "+i.Titolo)
	}
	return elenco
}

func TestScenariDiVeicoloTrovato(t *testing.T) {
	t.Parallel()
	b, veicolo := nuovoBanco(t), schema(t, "veicolo")
	casi := map[string]struct {
		codice string
		titoli []string
	}{
		"un proprietario":                     {"001", []string{"PERSONA PROPRIETARIO"}},
		"nato all'estero":                     {"002", []string{"PERSONA PROPRIETARIO"}},
		"società":                             {"010", []string{"SOCIETA PROPRIETARIO"}},
		"due comproprietari":                  {"020", []string{"PERSONA PROPRIETARIO", "PERSONA PROPRIETARIO"}},
		"tre comproprietari":                  {"021", []string{"PERSONA PROPRIETARIO", "PERSONA PROPRIETARIO", "PERSONA PROPRIETARIO"}},
		"leasing di persona":                  {"030", []string{"SOCIETA PROPRIETARIO", "PERSONA LOCATARIO"}},
		"usufrutto":                           {"031", []string{"PERSONA PROPRIETARIO", "PERSONA USUFRUTTUARIO"}},
		"riserva di proprietà":                {"032", []string{"PERSONA PROPRIETARIO", "PERSONA ACQUIRENTE"}},
		"leasing di ditta":                    {"033", []string{"SOCIETA PROPRIETARIO", "SOCIETA LOCATARIO"}},
		"rubato":                              {"040", []string{"PERSONA PROPRIETARIO"}},
		"residente all'estero":                {"051", []string{"PERSONA PROPRIETARIO"}},
		"esportato, nessun intestatario":      {"052", nil},
		"deceduto":                            {"060", []string{"PERSONA PROPRIETARIO"}},
		"uno dei due deceduto":                {"061", []string{"PERSONA PROPRIETARIO", "PERSONA PROPRIETARIO"}},
		"minorenne":                           {"062", []string{"PERSONA PROPRIETARIO"}},
		"venduto":                             {"070", []string{"PERSONA PROPRIETARIO"}},
		"codice fuori tabella, come le altre": {"777", []string{"PERSONA PROPRIETARIO"}},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			r := b.veicolo(t, Targa(c.codice, "KT"), giornoDiProva)
			v := mustLeggi[Veicolo](t, r)
			rispetta(t, veicolo, r.corpo)
			if d := cmp.Diff(c.titoli, titoli(v)); d != "" || v.Data != giornoDiProva {
				t.Errorf("day %s, holders (-want +got):\n%s", v.Data, d)
			}
		})
	}
}

// TestTargaDiUnaSocieta: the tax code of the owner chooses a scenario elsewhere, each plate another company.
func TestTargaDiUnaSocieta(t *testing.T) {
	t.Parallel()
	b, viste := nuovoBanco(t), map[string]bool{}
	for _, targa := range []string{TargaSocieta("011", "AA"), TargaSocieta("011", "KT"), TargaSocieta("006", "AA")} {
		v := mustLeggi[Veicolo](t, b.veicolo(t, targa, giornoDiProva))
		cf := v.Intestatari[0].CodiceFiscale
		if simulatore.DelCodiceFiscale(cf) != targa[2:5] || !codicefiscale.Valida(cf).Valido || v.Intestatari[0].Tipo != "SOCIETA" || viste[cf] {
			t.Errorf("%s: %+v", targa, v.Intestatari)
		}
		viste[cf] = true
	}
}

func TestParticolariDegliScenari(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	leggi := func(codice, giorno string) Veicolo {
		return mustLeggi[Veicolo](t, b.veicolo(t, Targa(codice, "AA"), giorno))
	}
	prima, dopo := leggi("040", "2020-01-14"), leggi("040", "2020-01-15")
	if prima.Rubato || !dopo.Rubato || dopo.DataFurto != "2020-01-15" {
		t.Errorf("theft starts on its day: before %+v, after %+v", prima, dopo)
	}
	if v := leggi("052", "2021-05-31"); v.Cessazione != nil || len(v.Intestatari) != 1 {
		t.Errorf("the day before leaving the register: %+v", v)
	}
	if v := leggi("052", "2021-06-01"); v.Cessazione == nil || v.Cessazione.Nazione != "DE" || len(v.Intestatari) != 0 {
		t.Errorf("the day of leaving the register: %+v", v)
	}
	if i := leggi("051", giornoDiProva).Intestatari[0].Indirizzo; i.Nazione != "CH" || i.Provincia != "" || i.CodiceIstat != "" {
		t.Errorf("address abroad: %+v", i)
	}
	if i := leggi("060", giornoDiProva).Intestatari[0]; i.Decesso != giornoDecesso {
		t.Errorf("dead owner: %+v", i)
	}
	if i := leggi("061", giornoDiProva).Intestatari; i[0].Decesso == "" || i[1].Decesso != "" {
		t.Errorf("one of two is dead: %+v", i)
	}
	if i := leggi("062", giornoDiProva).Intestatari[0]; i.DataNascita != "2016-05-20" || i.CodiceFiscale[6:8] != "16" {
		t.Errorf("minor: %+v", i)
	}
	if i := leggi("002", giornoDiProva).Intestatari[0]; i.CodiceCatastaleNascita[0] != 'Z' || i.CodiceFiscale[11] != 'Z' {
		t.Errorf("born abroad: %+v", i)
	}
}

func TestVenduto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	di := func(giorno string) Intestatario {
		return mustLeggi[Veicolo](t, b.veicolo(t, Targa("070", "AA"), giorno)).Intestatari[0]
	}
	giugno, luglio := di("2026-06-30"), di("2026-07-01")
	if giugno.CodiceFiscale == luglio.CodiceFiscale {
		t.Error("the owner is the same on both sides of the sale")
	}
	if giugno.Al != "2026-06-30" || luglio.Dal != "2026-07-01" || luglio.Al != "" {
		t.Errorf("spans: %s–%s, %s–%s; a sale still to come is not known", giugno.Dal, giugno.Al, luglio.Dal, luglio.Al)
	}
	if d := cmp.Diff(di("2026-07-02"), luglio); d != "" {
		t.Errorf("the owner changes between two days of one span:\n%s", d)
	}
}

func TestRifiuti(t *testing.T) {
	t.Parallel()
	b, problema := nuovoBanco(t), schema(t, "problema")
	senza := func(nome string) func(*http.Request) { return func(r *http.Request) { r.Header.Del(nome) } }
	con := func(nome, valore string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(nome, valore) }
	}
	const veicolo = "/motorizzazione/v1/veicoli/"
	casi := map[string]struct {
		percorso string
		cambia   func(*http.Request)
		stato    int
		codice   string
	}{
		"targa sconosciuta":           {veicolo + "ZS404AA?data=2026-03-10", nil, 404, "NON_PRESENTE"},
		"targa di un altro Stato":     {veicolo + "ZS050AA?data=2026-03-10", nil, 404, "TARGA_ESTERA"},
		"prima dell'immatricolazione": {veicolo + "AB123CD?data=1990-01-01", nil, 404, "NON_IMMATRICOLATO"},
		"forma che nessuna targa ha":  {veicolo + "QQQ?data=2026-03-10", nil, 400, "TARGA_NON_VALIDA"},
		"data assente":                {veicolo + "AB123CD", nil, 400, "DATA_NON_VALIDA"},
		"data che non esiste":         {veicolo + "AB123CD?data=2026-02-30", nil, 400, "DATA_NON_VALIDA"},
		"senza richiedente":           {veicolo + "AB123CD?data=2026-03-10", senza("X-Richiedente"), 400, "RICHIEDENTE_MANCANTE"},
		"senza motivo":                {veicolo + "AB123CD?data=2026-03-10", senza("X-Motivo"), 400, "MOTIVO_MANCANTE"},
		"motivo di 201 caratteri":     {veicolo + "AB123CD?data=2026-03-10", con("X-Motivo", strings.Repeat("m", 201)), 400, "MOTIVO_MANCANTE"},
		"motivo con un tabulatore":    {veicolo + "AB123CD?data=2026-03-10", con("X-Motivo", "a\tb"), 400, "MOTIVO_MANCANTE"},
		"patente sconosciuta":         {"/motorizzazione/v1/patenti/U10000404A", nil, 404, "NON_PRESENTE"},
		"patente di forma ignota":     {"/motorizzazione/v1/patenti/12345678", nil, 404, "NON_PRESENTE"},
		"patente impossibile":         {"/motorizzazione/v1/patenti/A$", nil, 400, "PATENTE_NON_VALIDA"},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			var cambia []func(*http.Request)
			if c.cambia != nil {
				cambia = append(cambia, c.cambia)
			}
			r := b.chiedi(t, c.percorso, cambia...)
			rispetta(t, problema, r.corpo)
			var p struct {
				Codice string `json:"codice"`
			}
			if err := json.Unmarshal(r.corpo, &p); err != nil || r.stato != c.stato || p.Codice != c.codice || r.tipo != "application/problem+json" {
				t.Errorf("got %d %s %s (%v)", r.stato, p.Codice, r.tipo, err)
			}
		})
	}
}

func TestScenariDiPatente(t *testing.T) {
	t.Parallel()
	b, s := nuovoBanco(t), schema(t, "patente")
	for codice, atteso := range map[string]string{"610": "SOSPESA", "611": "REVOCATA", "612": "SCADUTA", "613": "VALIDA", "614": "VALIDA", "050": "VALIDA"} {
		r := b.patente(t, NumeroPatente(codice, "A"))
		p := mustLeggi[Patente](t, r)
		rispetta(t, s, r.corpo)
		if p.Stato != atteso || (codice == "613") != (p.Punti == 0) || (codice == "614") != (p.Titolare.Decesso != "") {
			t.Errorf("scenario %s: %+v", codice, p)
		}
	}
}

func TestOgniScenarioHaUnaTargaValidaEUnCodiceSolo(t *testing.T) {
	t.Parallel()
	for _, elenco := range [][]Scenario{ScenariVeicolo(), ScenariPatente()} {
		visti := map[string]bool{}
		for _, s := range elenco {
			if visti[s.Codice] || s.Nome == "" {
				t.Errorf("scenario %s twice or without a name", s.Codice)
			}
			visti[s.Codice] = true
			if !slices.Contains(targa.Tipi(Targa(s.Codice, "AA")), targa.Autoveicolo) {
				t.Errorf("%s is no car plate", Targa(s.Codice, "AA"))
			}
		}
	}
}
