package cds_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestAvvisi(t *testing.T) {
	t.Parallel()
	escluso := cds.Violazione{Codice: "176-19", MinCent: 204600, MaxCent: 818600, SenzaPagamentoRidotto: true}
	reato := cds.Violazione{Codice: "186-2-c", Reato: true}
	type riga struct {
		Tipo   cds.Tipo
		Cent   importo.Cent
		Spese  importo.Cent
		Giorni int
	}
	casi := []struct {
		regola     string
		violazioni []cds.Violazione
		spese      importo.Cent
		attesi     []riga
		escluse    []string
		avvertenze int
	}{
		{"una violazione con sconto: due avvisi", []cds.Violazione{c153()}, 0,
			[]riga{{cds.Ridotto30, 6090, 0, 5}, {cds.Ridotto, 8700, 0, 60}}, nil, 0},
		{"le spese entrano in ogni avviso e non si scontano", []cds.Violazione{c153()}, 1200,
			[]riga{{cds.Ridotto30, 7290, 1200, 5}, {cds.Ridotto, 9900, 1200, 60}}, nil, 0},
		{"senza sconto: il solo RIDOTTO", []cds.Violazione{c176()}, 0,
			[]riga{{cds.Ridotto, 57333, 0, 60}}, nil, 0},
		{"due violazioni con sconto si sommano", []cds.Violazione{c153(), c172()}, 0,
			[]riga{{cds.Ridotto30, 6090 + 5810, 0, 5}, {cds.Ridotto, 17000, 0, 60}}, nil, 0},
		{"caso misto: chi non ha sconto entra con il minimo", []cds.Violazione{c153(), c176()}, 0,
			[]riga{{cds.Ridotto30, 6090 + 57333, 0, 5}, {cds.Ridotto, 8700 + 57333, 0, 60}}, nil, 1},
		{"caso misto: chi non ammette la misura ridotta resta fuori", []cds.Violazione{c153(), escluso}, 0,
			[]riga{{cds.Ridotto30, 6090, 0, 5}, {cds.Ridotto, 8700, 0, 60}}, []string{"176-19"}, 2},
		{"nessuna violazione ammette la misura ridotta: nessun avviso", []cds.Violazione{escluso}, 1200,
			[]riga{}, []string{"176-19"}, 1},
		{"un reato non ha avvisi", []cds.Violazione{reato}, 0, []riga{}, []string{"186-2-c"}, 1},
		{"un reato accanto a una violazione pagabile resta fuori", []cds.Violazione{reato, c153()}, 0,
			[]riga{{cds.Ridotto30, 6090, 0, 5}, {cds.Ridotto, 8700, 0, 60}}, []string{"186-2-c"}, 2},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			got, err := cds.Avvisi(c.violazioni, c.spese)
			if err != nil {
				t.Fatal(err)
			}
			righe := []riga{}
			for _, a := range got.Avvisi {
				righe = append(righe, riga{a.Tipo, a.ImportoCent, a.SpeseCent, a.Giorni})
				controllaSpiegazione(t, int64(a.ImportoCent), a.Spiegazione)
			}
			if d := cmp.Diff(c.attesi, righe); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.escluse, got.Escluse); d != "" {
				t.Error(d)
			}
			if len(got.Avvertenze) != c.avvertenze {
				t.Errorf("avvertenze: %q", got.Avvertenze)
			}
		})
	}
}

// Art. 193 c. 2: the discounted payment closes nothing without a premium of six months.
func TestAvvisiAvverteDelPremio(t *testing.T) {
	t.Parallel()
	scoperto := cds.Violazione{Codice: "193-2", MinCent: 86600, MaxCent: 346400, Sconto30: true}
	avverte := func(avvertenze []string) bool { return strings.Contains(strings.Join(avvertenze, " "), "sei mesi") }
	esito, err := cds.Avvisi([]cds.Violazione{scoperto}, 0)
	if err != nil || !avverte(esito.Avvertenze) {
		t.Errorf("avvisi: %q, %v", esito.Avvertenze, err)
	}
	for giorno, atteso := range map[int]bool{5: true, 6: false, 61: false} {
		e, err := cds.Dovuto(cds.Situazione{Violazioni: []cds.Violazione{scoperto}}, &giorno)
		if err != nil || avverte(e.Avvertenze) != atteso {
			t.Errorf("giorno %d: %q, %v", giorno, e.Avvertenze, err)
		}
	}
	if esito, err = cds.Avvisi([]cds.Violazione{c153()}, 0); err != nil || avverte(esito.Avvertenze) {
		t.Errorf("153 c. 10: %q, %v", esito.Avvertenze, err)
	}
}

func BenchmarkAvvisi(b *testing.B) {
	violazioni := []cds.Violazione{c153()}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := cds.Avvisi(violazioni, 1200); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAvvisiRifiuta(t *testing.T) {
	t.Parallel()
	if _, err := cds.Avvisi(nil, 0); err == nil {
		t.Error("senza violazioni")
	}
	if _, err := cds.Avvisi([]cds.Violazione{c153()}, -1); err == nil {
		t.Error("spese negative")
	}
}

// A notice paid on its last plain day closes the debt to the cent.
func TestAvvisiChiudonoIlDebito(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		violazioni := rapid.SliceOfN(violazioneQualunque(), 1, 5).Draw(t, "violazioni")
		spese := importo.Cent(rapid.Int64Range(0, 5000).Draw(t, "spese"))
		esito, err := cds.Avvisi(violazioni, spese)
		if err != nil {
			t.Fatal(err)
		}
		controllaSpiegazione(t, 0, esito.Spiegazione)
		for _, a := range esito.Avvisi {
			controllaSpiegazione(t, int64(a.ImportoCent), a.Spiegazione)
			e, err := cds.Dovuto(cds.Situazione{Violazioni: violazioni, SpeseCent: spese, VersatoCent: a.ImportoCent}, &a.Giorni)
			if err != nil || e.DovutoCent != 0 || e.EccedenzaCent != 0 || e.Tipo != a.Tipo {
				t.Fatalf("avviso %+v: %+v, %v", a, e, err)
			}
		}
	})
}

func TestTipoValido(t *testing.T) {
	t.Parallel()
	for _, tipo := range []cds.Tipo{cds.Ridotto30, cds.Ridotto, cds.Intero, cds.InteroMaggiorato, cds.Ordinanza, cds.Rata} {
		if !tipo.Valido() {
			t.Errorf("%s", tipo)
		}
	}
	if cds.Tipo("ALTRO").Valido() {
		t.Error("ALTRO non è un tipo")
	}
}
