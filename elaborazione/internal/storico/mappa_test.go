package storico_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
)

func TestEveryReadyMappingIsValidAndNamedAfterItsFormat(t *testing.T) {
	t.Parallel()
	if len(storico.Pronte()) == 0 {
		t.Fatal("no ready mapping")
	}
	for _, nome := range storico.Pronte() {
		if m, err := storico.CaricaMappa(nome); err != nil || m.Formato != nome {
			t.Errorf("%s: %v %v", nome, m, err)
		}
	}
}

// buona is a mapping of another layout, valid.
const buona = `formato: altro
separatore: ","
codifica: windows-1252
data: GG/MM/AAAA
decimali: "."
numero: '^([A-Z]?)([0-9]+)$'
colonne: {caso: Pratica, attivita: Fase, giorno: Data, importo: Importo, spese: Spese, versato: Versato, targa: Targa, indirizzo: Luogo, ora: Ora}
ignorate: [Note interne]
attivita: {Apertura: VERBALE_INSERITO, Spese: SPESE_ADDEBITATE, Incasso: PAGAMENTO_REGISTRATO, Notifica: NOTIFICA_PERFEZIONATA}
esiti: {"-": DOVUTO}
destinatari: {D: TRASGRESSORE}
`

func TestABadMappingNamesItsKey(t *testing.T) {
	t.Parallel()
	if _, err := storico.LeggiMappa(strings.NewReader(buona)); err != nil {
		t.Fatal(err)
	}
	casi := map[string]struct{ da, a, chiave string }{
		"an unknown key":                        {"ignorate:", "saltate:", "saltate"},
		"a format that is no name":              {"formato: altro", "formato: Altro mio", "formato"},
		"a separator of two characters":         {`separatore: ","`, `separatore: ";;"`, "separatore"},
		"a separator that quotes":               {`separatore: ","`, `separatore: '"'`, "separatore"},
		"an unknown encoding":                   {"windows-1252", "ebcdic", "codifica"},
		"a day without a month":                 {"GG/MM/AAAA", "GG/AAAA", "data"},
		"a day with two years":                  {"GG/MM/AAAA", "GGMMAAAAAAAA", "data"},
		"a decimal sign that is none":           {`decimali: "."`, `decimali: x`, "decimali"},
		"a decimal sign that separates cells":   {`decimali: "."`, `decimali: ","`, "decimali"},
		"a number that is no expression":        {"^([A-Z]?)([0-9]+)$", "^([A-Z]?)([0-9]+$", "numero"},
		"a number with one group":               {"^([A-Z]?)([0-9]+)$", "^[A-Z]?([0-9]+)$", "numero"},
		"no column of the case":                 {"caso: Pratica, ", "", "colonne.caso"},
		"a column that says something unknown":  {"targa:", "colore:", "colonne.colore"},
		"two meanings of one column":            {"spese: Spese", "spese: Importo", "colonne.spese"},
		"a column both read and passed over":    {"Note interne", "Targa", "ignorate"},
		"an activity that is nothing of ours":   {"Incasso: PAGAMENTO_REGISTRATO", "Incasso: PAGATO", "attivita.Incasso"},
		"an activity whose column is not there": {", versato: Versato", "", "colonne.versato"},
		"no activity that begins":               {"Apertura: VERBALE_INSERITO, ", "", "attivita"},
		"an outcome that is nothing of ours":    {`"-": DOVUTO`, `"-": FORSE`, "esiti.-"},
		"an addressee that is nothing of ours":  {"D: TRASGRESSORE", "D: PASSEGGERO", "destinatari.D"},
		"a list where a text is due":            {"formato: altro", "formato: [altro]", "mappa"},
		"a key written twice":                   {"ignorate:", "formato: x\nignorate:", "mappa"},
		"what is not YAML":                      {"formato: altro", "\tformato", "mappa"},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			testo := strings.Replace(buona, c.da, c.a, 1)
			if testo == buona {
				t.Fatal("nothing was changed")
			}
			_, err := storico.LeggiMappa(strings.NewReader(testo))
			p := problem.As(err)
			if p == nil || len(p.Campi) == 0 || p.Campi[0].Campo != c.chiave {
				t.Errorf("%v", err)
			}
		})
	}
	if _, err := storico.LeggiMappa(strings.NewReader("")); !problem.Is(err, "DATI_NON_VALIDI") {
		t.Errorf("an empty mapping: %v", err)
	}
}

func TestAMappingIsAlsoAFile(t *testing.T) {
	t.Parallel()
	percorso := filepath.Join(t.TempDir(), "altro.yaml")
	if err := os.WriteFile(percorso, []byte(buona), 0o600); err != nil {
		t.Fatal(err)
	}
	if m, err := storico.CaricaMappa(percorso); err != nil || m.Formato != "altro" {
		t.Errorf("%v %v", m, err)
	}
	if _, err := storico.CaricaMappa(percorso + "x"); !problem.Is(err, "DATI_NON_VALIDI") || !strings.Contains(err.Error(), "storico-eventi") {
		t.Errorf("a file that is not there: %v", err)
	}
}

func FuzzMappa(f *testing.F) {
	f.Add(buona)
	f.Add("formato: [")
	f.Add("a: &a [*a]")
	f.Fuzz(func(t *testing.T, testo string) {
		m, err := storico.LeggiMappa(strings.NewReader(testo))
		if (m == nil) == (err == nil) || err != nil && problem.As(err) == nil {
			t.Errorf("%v %v", m, err)
		}
	})
}
