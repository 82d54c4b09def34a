package tabella_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// riga is the JSON of a row, as a tablet reads it.
type riga = map[string]any

// lette reads a table of the document, by codice and first day.
func (b *banco) lette(t *testing.T, nome string) map[string]riga {
	t.Helper()
	var righe []riga
	testo := strings.TrimPrefix(string(b.testo(t, "alfa", nome)), `,"`+nome+`":`)
	if err := json.Unmarshal([]byte(testo), &righe); err != nil {
		t.Fatal(err)
	}
	tutte := map[string]riga{}
	for _, r := range righe {
		tutte[r["codice"].(string)+"/"+r["validoDa"].(string)] = r
	}
	return tutte
}

// The fields that tablets have always had stay, with what they have always meant; what the row says beyond is in fields of
// its own.
func TestITabletLeggonoComePrima(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(*testkit.Ambiente) {})
	violazioni, tariffe := b.lette(t, "violazioni"), b.lette(t, "tariffe")
	sole := func(r riga, campi ...string) riga {
		scelti := riga{}
		for _, c := range campi {
			if v, c2 := r[c]; c2 {
				scelti[c] = v
			}
		}
		return scelti
	}
	for chiave, attesa := range map[string]riga{
		"158-2-d/2024-12-14":     {"lettera": "d", "lettere": []any{"d"}},
		"158-1-altre/2021-01-01": {"lettere": []any{"a", "b", "c", "d", "e", "g", "h", "h-bis", "h-ter"}},
		"158-2-d-2r/2024-12-14": {"lettera": "d", "lettere": []any{"d"},
			"classi": []any{"CICLOMOTORE", "MOTOVEICOLO"}, "veicoli": []any{"CICLOMOTORE", "MOTOCICLO"}},
		"171-2/2021-01-01":    {"classi": []any{"CICLOMOTORE", "MOTOVEICOLO"}, "veicoli": []any{"CICLOMOTORE", "MOTOCICLO", "MOTOVEICOLO"}},
		"148-14/2021-01-01":   {"periodo": "2", "classi": []any{"PESANTE"}, "veicoli": []any{"AUTOCARRO", "AUTOBUS", "PESANTE"}},
		"68-6/2021-01-01":     {"veicoli": []any{"VELOCIPEDE"}},
		"85-4-bus/2024-12-18": {"classi": []any{"AUTOBUS"}, "veicoli": []any{"AUTOBUS"}},
		"7-14-p4/2024-12-14":  {"periodo": "4"},
	} {
		if d := cmp.Diff(attesa, sole(violazioni[chiave], "lettera", "lettere", "classi", "veicoli", "periodo")); d != "" {
			t.Errorf("%s: %s", chiave, d)
		}
	}
	for chiave, attesa := range map[string]riga{
		"6-14-p2/2021-01-01": {"testoBreve": "Sosta vietata con ordinanza fuori dai centri abitati", "dubbio": "Importo: il testo di Normattiva del 29/7/2026 riporta da 41 a 167 euro, le note alla L. 177/2024 da 42 a 173 euro."},
		"146-3/2021-01-01":   {"testoBreve": "Passaggio con il rosso o contro l'alt dell'agente", "sospensioneBreve": "si"},
		"41-11/2021-01-01":   {"testoBreve": "Passaggio con il semaforo rosso", "sospensioneBreve": "si", "articoloSanzione": "146"},
		"7-13/2021-01-01":    {"sostituitaDa": []any{"7-13-divieto", "7-14-p1"}},
	} {
		ha := sole(violazioni[chiave], "testoBreve", "dubbio", "sospensioneBreve", "articoloSanzione", "sostituitaDa", "puntiIgnoti")
		if d := cmp.Diff(attesa, ha); d != "" {
			t.Errorf("%s: %s", chiave, d)
		}
	}
	for chiave, attesa := range map[string]riga{
		"7-14-p4/2024-12-14":              {"modo": "PER_PERIODO", "periodiMassimi": float64(4)},
		"7-15-p1/2024-12-14":              {"modo": "PER_24_ORE", "tariffa": "PERIODO_INTERO"},
		"193-2/2021-01-01":                {"scontoSe": "CONFISCA"},
		"192-6-altri-obblighi/2025-04-12": {"scontoSe": "RIFIUTO", "ridottoSe": "RIFIUTO"},
		"153-10/2021-01-01":               {},
	} {
		if d := cmp.Diff(attesa, sole(tariffe[chiave], "modo", "periodiMassimi", "tariffa", "scontoSe", "ridottoSe")); d != "" {
			t.Errorf("%s: %s", chiave, d)
		}
	}
	if !slices.Equal(slices.Sorted(maps.Keys(violazioni)), slices.Sorted(maps.Keys(tariffe))) {
		t.Error("a violation has no tariff, or a tariff no violation")
	}
}

// Codes of the earlier table stay on tablets with their days: a fine that was begun with one can be sent.
func TestICodiciDivisiViaggianoAncora(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(*testkit.Ambiente) {})
	tariffe := b.lette(t, "tariffe")
	if r := tariffe["158-1/2021-01-01"]; r["minimoCent"] != float64(8700) || r["validoA"] != "2024-12-13" {
		t.Errorf("158-1: %v", r)
	}
	if r := tariffe["7-13/2021-01-01"]; r["minimoCent"] != float64(0) {
		t.Errorf("7-13: %v", r)
	}
}
