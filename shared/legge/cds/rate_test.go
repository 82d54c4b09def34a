package cds_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// richiestaRate is admitted: art. 193 c. 2 (866.00), income within the limit, asked in time.
func richiestaRate() cds.RichiestaRate {
	return cds.RichiestaRate{
		Violazioni:  []cds.Violazione{{Codice: "193-2", MinCent: 86600, MaxCent: 346400, Sconto30: true}},
		SpeseCent:   1200,
		RedditoCent: 1_062_816,
		Notifica:    calendario.MustParse("2026-09-10"),
		Richiesta:   calendario.MustParse("2026-09-21"),
	}
}

func TestPianoRateCondizioni(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola   string
		cambia   func(*cds.RichiestaRate)
		mancante string // empty: admitted
	}{
		{"tutte le condizioni valgono: art. 202-bis", func(*cds.RichiestaRate) {}, ""},
		{"200,00 esatti non superano la soglia: art. 202-bis c. 1", func(r *cds.RichiestaRate) { r.Violazioni[0].MinCent = 20000 }, "SOGLIA_RATE"},
		{"200,01 superano la soglia: art. 202-bis c. 1", func(r *cds.RichiestaRate) { r.Violazioni[0].MinCent = 20001 }, ""},
		{"le spese non contano per la soglia", func(r *cds.RichiestaRate) { r.Violazioni[0].MinCent, r.SpeseCent = 19900, 5000 }, "SOGLIA_RATE"},
		{"un centesimo oltre il reddito: art. 202-bis c. 2", func(r *cds.RichiestaRate) { r.RedditoCent++ }, "REDDITO"},
		{"1.032,91 in più per ciascun familiare: art. 202-bis c. 2", func(r *cds.RichiestaRate) { r.RedditoCent, r.Familiari = 1_062_816+2*103_291, 2 }, ""},
		{"un centesimo oltre il limite con due familiari", func(r *cds.RichiestaRate) { r.RedditoCent, r.Familiari = 1_062_816+2*103_291+1, 2 }, "REDDITO"},
		{"il trentesimo giorno è utile: art. 202-bis c. 5", func(r *cds.RichiestaRate) {
			r.Notifica, r.Richiesta = calendario.MustParse("2026-09-15"), calendario.MustParse("2026-10-15")
		}, ""},
		{"il trentunesimo è tardi: art. 202-bis c. 5", func(r *cds.RichiestaRate) {
			r.Notifica, r.Richiesta = calendario.MustParse("2026-09-15"), calendario.MustParse("2026-10-16")
		}, "TERMINE_RICHIESTA"},
		{"il trentesimo è sabato: il lunedì non è segnato tardivo", func(r *cds.RichiestaRate) { r.Richiesta = calendario.MustParse("2026-10-12") }, ""},
		{"il trentesimo è sabato: il martedì è tardi", func(r *cds.RichiestaRate) { r.Richiesta = calendario.MustParse("2026-10-13") }, "TERMINE_RICHIESTA"},
		{"chi ha fatto ricorso non divide: art. 202-bis c. 5", func(r *cds.RichiestaRate) { r.RicorsoPresentato = true }, "RINUNCIA_AI_RICORSI"},
		{"sconto e rate si escludono: art. 202 c. 1", func(r *cds.RichiestaRate) { r.PagatoScontato = true }, "NIENTE_SCONTO"},
		{"senza pagamento in misura ridotta non c'è somma", func(r *cds.RichiestaRate) { r.Violazioni[0].SenzaPagamentoRidotto = true }, "PAGAMENTO_RIDOTTO_AMMESSO"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			r := richiestaRate()
			c.cambia(&r)
			e, err := cds.PianoRate(r)
			if err != nil {
				t.Fatal(err)
			}
			prima := ""
			for _, x := range e.Condizioni {
				if x.Norma == "" || x.Testo == "" {
					t.Errorf("condizione incompleta: %+v", x)
				}
				if !x.Vale && prima == "" {
					prima = x.Regola
				}
			}
			if prima != c.mancante || e.Ammessa != (c.mancante == "") || e.Ammessa != (len(e.Rate) > 0) || e.Rate == nil {
				t.Errorf("manca %q, ammessa %v, %d rate", prima, e.Ammessa, len(e.Rate))
			}
			controllaSpiegazione(t, int64(e.TotaleCent), e.Spiegazione)
		})
	}
}

func TestPianoRateNumero(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		minimo importo.Cent
		rate   int
	}{
		{"878,00: otto rate di almeno 100 euro", 87800, 8},
		{"fino a 2.000: dodici, art. 202-bis c. 4", 200000, 12},
		{"oltre 2.000: quante ne ammette il minimo di 100 euro", 200001, 20},
		{"fino a 5.000: ventiquattro, art. 202-bis c. 4", 500000, 24},
		{"oltre 5.000: quante ne ammette il minimo di 100 euro", 500001, 50},
		{"oltre 6.000: sessanta, art. 202-bis c. 4", 610000, 60},
		{"201,00: due rate", 20100, 2},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			r := richiestaRate()
			r.SpeseCent, r.Violazioni[0].MinCent, r.Violazioni[0].MaxCent = 0, c.minimo, 4*c.minimo
			e, err := cds.PianoRate(r)
			if err != nil || e.MassimoRate != c.rate || len(e.Rate) != c.rate {
				t.Fatalf("%d ammesse, %d nel piano, %v; attese %d", e.MassimoRate, len(e.Rate), err, c.rate)
			}
			r.Rate = c.rate + 1
			_, err = cds.PianoRate(r)
			var errore *cds.Errore
			if !errors.As(err, &errore) || errore.Campo != "rate" {
				t.Errorf("una rata in più: %v", err)
			}
		})
	}
}

// 878.00 euro in three instalments from 1 October 2026: 292.66, 292.66 and 292.68, with 4.5 % a year on
// what was owed, by the day; the first of November and the second a Sunday move nothing twice.
func TestPianoRateEsempioSvolto(t *testing.T) {
	t.Parallel()
	r := richiestaRate()
	r.Rate, r.Accoglimento = 3, calendario.MustParse("2026-10-01")
	e, err := cds.PianoRate(r)
	if err != nil {
		t.Fatal(err)
	}
	attese := []cds.RataPiano{
		{Numero: 1, Scadenza: calendario.MustParse("2026-11-02"), CapitaleCent: 29266, InteressiCent: 346, ImportoCent: 29612}, // 87800 × 0.045 × 32/365
		{Numero: 2, Scadenza: calendario.MustParse("2026-12-01"), CapitaleCent: 29266, InteressiCent: 209, ImportoCent: 29475}, // 58534 × 0.045 × 29/365
		{Numero: 3, Scadenza: calendario.MustParse("2027-01-02"), CapitaleCent: 29268, InteressiCent: 115, ImportoCent: 29383}, // 29268 × 0.045 × 32/365
	}
	if d := cmp.Diff(attese, e.Rate); d != "" {
		t.Error(d)
	}
	if e.CapitaleCent != 87800 || e.InteressiCent != 670 || e.TotaleCent != 88470 || e.DecisioneEntro != calendario.MustParse("2026-12-20") {
		t.Errorf("%+v", e)
	}
	controllaSpiegazione(t, int64(e.TotaleCent), e.Spiegazione)
	var righe []string
	for _, p := range e.Spiegazione {
		righe = append(righe, p.Testo)
	}
	testi := strings.Join(righe, "\n")
	for _, frase := range []string{"Interessi del 4,5 % annuo", "metà del massimo (1.732,00 €)", "entro il 20/12/2026"} {
		if !strings.Contains(testi, frase) {
			t.Errorf("manca %q in\n%s", frase, testi)
		}
	}
}

func TestPianoRateRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		campo  string
		cambia func(*cds.RichiestaRate)
	}{
		{"violazioni", func(r *cds.RichiestaRate) { r.Violazioni = nil }},
		{"violazioni[0].minCent", func(r *cds.RichiestaRate) { r.Violazioni[0].MinCent = -1 }},
		{"speseCent", func(r *cds.RichiestaRate) { r.SpeseCent = -1 }},
		{"redditoCent", func(r *cds.RichiestaRate) { r.RedditoCent = -1 }},
		{"familiari", func(r *cds.RichiestaRate) { r.Familiari = -1 }},
		{"rate", func(r *cds.RichiestaRate) { r.Rate = -1 }},
		{"notifica", func(r *cds.RichiestaRate) { r.Notifica = calendario.Giorno{} }},
		{"richiesta", func(r *cds.RichiestaRate) { r.Richiesta = calendario.Giorno{} }},
		{"richiesta", func(r *cds.RichiestaRate) { r.Richiesta = r.Notifica.AddDays(-1) }},
		{"richiesta", func(r *cds.RichiestaRate) { // before the law
			r.Notifica, r.Richiesta = calendario.MustParse("2010-08-01"), calendario.MustParse("2010-08-12")
		}},
		{"accoglimento", func(r *cds.RichiestaRate) { r.Accoglimento = r.Richiesta.AddDays(-1) }},
		{"primaRata", func(r *cds.RichiestaRate) { r.PrimaRata = r.Richiesta.AddDays(-1) }},
		{"primaRata", func(r *cds.RichiestaRate) { r.PrimaRata = r.Richiesta.AddDays(400) }},
	}
	for _, c := range casi {
		r := richiestaRate()
		c.cambia(&r)
		_, err := cds.PianoRate(r)
		var e *cds.Errore
		if !errors.As(err, &e) || e.Campo != c.campo || e.Motivo == "" {
			t.Errorf("campo %s: %v", c.campo, err)
		}
	}
}

// The capitals add up to the sum, no instalment falls below 100 euro, days only go forward, interest is
// what one rounding per instalment gives, totals are exact.
func TestPianoRateProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := richiestaRate()
		r.Violazioni = rapid.SliceOfN(violazioneQualunque(), 1, 4).Draw(t, "violazioni")
		r.SpeseCent = importo.Cent(rapid.Int64Range(0, 5000).Draw(t, "spese"))
		r.Accoglimento = r.Richiesta.AddDays(rapid.IntRange(0, 120).Draw(t, "accoglimento"))
		r.PrimaRata = r.Accoglimento.AddDays(rapid.IntRange(0, 366).Draw(t, "prima"))
		e, err := cds.PianoRate(r)
		if err != nil {
			t.Fatal(err)
		}
		controllaSpiegazione(t, int64(e.TotaleCent), e.Spiegazione)
		var capitale, interessi importo.Cent
		da := r.Accoglimento
		for i, x := range e.Rate {
			giorni := int64(x.Scadenza.DiffDays(da))
			atteso, err := importo.ArrotondaMetaInSu(int64(e.CapitaleCent-capitale)*45*giorni, 365_000)
			if err != nil || x.Numero != i+1 || giorni < 0 || x.CapitaleCent < 10000 || x.InteressiCent != atteso || x.ImportoCent != x.CapitaleCent+x.InteressiCent {
				t.Fatalf("rata %+v, interessi attesi %d, %v", x, atteso, err)
			}
			capitale, interessi, da = capitale+x.CapitaleCent, interessi+x.InteressiCent, x.Scadenza
		}
		if capitale != e.CapitaleCent || interessi != e.InteressiCent || e.TotaleCent != capitale+interessi {
			t.Fatalf("i totali non tornano: %+v", e)
		}
	})
}

func TestDecaduta(t *testing.T) {
	t.Parallel()
	r := richiestaRate()
	r.Rate, r.Accoglimento = 4, calendario.MustParse("2026-10-01")
	e, err := cds.PianoRate(r)
	if err != nil {
		t.Fatal(err)
	}
	casi := []struct {
		regola   string
		pagate   map[int]bool
		giorno   string
		decaduta bool
	}{
		{"la prima scade oggi: ancora in tempo", nil, "2026-11-02", false},
		{"la prima non è pagata: art. 202-bis c. 7", nil, "2026-11-03", true},
		{"una sola delle successive manca", map[int]bool{1: true}, "2026-12-31", false},
		{"due delle successive mancano, anche non di seguito", map[int]bool{1: true, 3: true}, "2027-02-15", true},
		{"pagate tutte", map[int]bool{1: true, 2: true, 3: true, 4: true}, "2028-01-01", false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			decaduta, passo := cds.Decaduta(e.Rate, c.pagate, calendario.MustParse(c.giorno))
			if decaduta != c.decaduta || passo.Testo == "" || passo.Norma == "" {
				t.Errorf("%v, %+v", decaduta, passo)
			}
		})
	}
}
