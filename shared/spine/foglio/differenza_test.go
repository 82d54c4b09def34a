package foglio_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// rigaDatata is a codice, a day and two further cells.
type rigaDatata struct{ codice, da, importo, nota string }

func (r rigaDatata) Chiave() string { return r.codice + "/" + r.da }

func (r rigaDatata) Campi() []string { return []string{r.codice, r.da, r.importo, r.nota} }

func (r rigaDatata) Decorrenza() calendario.Giorno { return calendario.MustParse(r.da) }

func colonneDatate() []string { return []string{"codice", "validoDa", "importo", "nota"} }

func TestTra(t *testing.T) {
	t.Parallel()
	prima := []rigaDatata{{"c", "2021-01-01", "10", ""}, {"b", "2021-01-01", "20", "x"}, {"a", "2021-01-01", "30", ""}, {"z", "2021-01-01", "1", "via"}}
	dopo := []rigaDatata{{"d", "2027-01-01", "40", ""}, {"a", "2021-01-01", "30", ""}, {"b", "2021-01-01", "25", ""},
		{"a", "2027-01-01", "31", "nuova"}, {"c", "2021-01-01", "11", ""}}
	del2021, del2027 := calendario.MustParse("2021-01-01"), calendario.MustParse("2027-01-01")
	atteso := foglio.Rapporto{
		Aggiunte: []foglio.Variazione{
			{Chiave: "a/2027-01-01", Decorrenza: del2027, Campi: []foglio.Campo{{"codice", "", "a"}, {"validoDa", "", "2027-01-01"}, {"importo", "", "31"}, {"nota", "", "nuova"}}},
			{Chiave: "d/2027-01-01", Decorrenza: del2027, Campi: []foglio.Campo{{"codice", "", "d"}, {"validoDa", "", "2027-01-01"}, {"importo", "", "40"}}},
		},
		Modificate: []foglio.Variazione{
			{Chiave: "b/2021-01-01", Decorrenza: del2021, Campi: []foglio.Campo{{"importo", "20", "25"}, {"nota", "x", ""}}},
			{Chiave: "c/2021-01-01", Decorrenza: del2021, Campi: []foglio.Campo{{"importo", "10", "11"}}},
		},
		Tolte: []foglio.Variazione{
			{Chiave: "z/2021-01-01", Decorrenza: del2021, Campi: []foglio.Campo{{"codice", "z", ""}, {"validoDa", "2021-01-01", ""}, {"importo", "1", ""}, {"nota", "via", ""}}},
		},
		Invariate: 1,
	}
	if d := cmp.Diff(atteso, foglio.Tra(colonneDatate(), prima, dopo)); d != "" {
		t.Error(d)
	}
}

func TestTraTabelleUguali(t *testing.T) {
	t.Parallel()
	righe := []rigaDatata{{"a", "2021-01-01", "1", ""}, {"b", "2021-01-01", "2", ""}}
	rovesciate := []rigaDatata{righe[1], righe[0]}
	for _, r := range []foglio.Rapporto{foglio.Tra(colonneDatate(), righe, rovesciate), foglio.Tra[rigaDatata](colonneDatate(), nil, nil)} {
		if !r.Vuoto() {
			t.Errorf("%+v", r)
		}
		dati, err := json.Marshal(r)
		if atteso := fmt.Sprintf(`{"aggiunte":[],"modificate":[],"tolte":[],"invariate":%d}`, r.Invariate); err != nil || string(dati) != atteso {
			t.Errorf("le liste vuote sono liste: %s", dati)
		}
	}
	if foglio.Tra(colonneDatate(), righe, nil).Vuoto() || foglio.Tra(colonneDatate(), nil, righe).Vuoto() {
		t.Error("tutto tolto o tutto aggiunto è una differenza")
	}
}

// The report is all there is between two versions: put upon the rows of the first it gives those of the second,
// and every row of the second is counted once.
func TestTraProprieta(t *testing.T) {
	t.Parallel()
	cella := rapid.SampledFrom([]string{"", "1", "2"})
	tabella := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) rigaDatata {
		return rigaDatata{rapid.StringMatching(`[a-d]{1,2}`).Draw(t, "codice"), "2021-01-01", cella.Draw(t, "importo"), cella.Draw(t, "nota")}
	}), 0, 20, rigaDatata.Chiave)
	rapid.Check(t, func(t *rapid.T) {
		prima, dopo := tabella.Draw(t, "prima"), tabella.Draw(t, "dopo")
		r := foglio.Tra(colonneDatate(), prima, dopo)
		if n := len(r.Aggiunte) + len(r.Modificate) + r.Invariate; n != len(dopo) {
			t.Fatalf("%d righe contate di %d", n, len(dopo))
		}
		if n := len(r.Tolte) + len(r.Modificate) + r.Invariate; n != len(prima) {
			t.Fatalf("%d righe contate di %d", n, len(prima))
		}
		if d := cmp.Diff(celle(dopo), applica(t, celle(prima), r)); d != "" {
			t.Fatal(d)
		}
		for _, elenco := range [][]foglio.Variazione{r.Aggiunte, r.Modificate, r.Tolte} {
			if !slices.IsSortedFunc(elenco, func(a, b foglio.Variazione) int { return strings.Compare(a.Chiave, b.Chiave) }) {
				t.Fatalf("non in ordine di chiave: %+v", elenco)
			}
		}
	})
}

func BenchmarkTra(b *testing.B) {
	prima := make([]rigaDatata, 20_000)
	for i := range prima {
		prima[i] = rigaDatata{fmt.Sprintf("c%05d", i), "2021-01-01", "100", "nota"}
	}
	dopo := slices.Clone(prima)
	for i := 0; i < len(dopo); i += 100 {
		dopo[i].importo = "101"
	}
	b.ReportAllocs()
	for b.Loop() {
		if r := foglio.Tra(colonneDatate(), prima, dopo); len(r.Modificate) != 200 {
			b.Fatal(len(r.Modificate))
		}
	}
}

func celle(righe []rigaDatata) map[string]map[string]string {
	tutte := map[string]map[string]string{}
	for _, r := range righe {
		tutte[r.Chiave()] = map[string]string{}
		for i, c := range r.Campi() {
			if c != "" {
				tutte[r.Chiave()][colonneDatate()[i]] = c
			}
		}
	}
	return tutte
}

func applica(t *rapid.T, righe map[string]map[string]string, r foglio.Rapporto) map[string]map[string]string {
	for _, v := range slices.Concat(r.Aggiunte, r.Modificate, r.Tolte) {
		if righe[v.Chiave] == nil {
			righe[v.Chiave] = map[string]string{}
		}
		for _, c := range v.Campi {
			if righe[v.Chiave][c.Nome] != c.Prima {
				t.Fatalf("%s %s: prima era %q, il rapporto dice %q", v.Chiave, c.Nome, righe[v.Chiave][c.Nome], c.Prima)
			}
			righe[v.Chiave][c.Nome] = c.Dopo
			if c.Dopo == "" {
				delete(righe[v.Chiave], c.Nome)
			}
		}
		if len(righe[v.Chiave]) == 0 {
			delete(righe, v.Chiave)
		}
	}
	return righe
}
