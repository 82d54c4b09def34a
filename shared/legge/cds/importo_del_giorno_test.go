package cds_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Violations of the worked amounts with the amounts in force since 2021.
func c7pedaggio() cds.Violazione {
	return cds.Violazione{Codice: "7-14-bis", MinCent: 8300, MaxCent: 33200, Sconto30: true, TariffaCent: 500}
}

func c7permanenza(periodi int) cds.Violazione {
	return cds.Violazione{Codice: "7-14-p4", MinCent: 2600, MaxCent: 10200, Sconto30: true, Periodi: periodi}
}

func c153() cds.Violazione {
	return cds.Violazione{Codice: "153-10", MinCent: 8700, MaxCent: 34400, Sconto30: true}
}

func c172() cds.Violazione {
	return cds.Violazione{Codice: "172-10", MinCent: 8300, MaxCent: 33200, Sconto30: true}
}

func c176() cds.Violazione {
	return cds.Violazione{Codice: "176-20", MinCent: 43000, MaxCent: 173100, Notturna: true}
}

func c142Autocarro() cds.Violazione {
	return cds.Violazione{Codice: "142-7-pes", MinCent: 4200, MaxCent: 17300, Sconto30: true, Moltiplicatore: cds.Doppio}
}

func giorni(n int) *int { return &n }

func TestDovutoEsempiSvolti(t *testing.T) {
	t.Parallel()
	una := func(v cds.Violazione) []cds.Violazione { return []cds.Violazione{v} }
	casi := []struct {
		nome   string
		s      cds.Situazione
		giorni *int
		dovuto importo.Cent
		tipo   cds.Tipo
	}{
		{"153 c. 10, spese 12,00, giorno 4: art. 202 c. 1", cds.Situazione{Violazioni: una(c153()), SpeseCent: 1200}, giorni(4), 7290, cds.Ridotto30},
		{"153 c. 10, spese 12,00, giorno 33: art. 202 c. 1", cds.Situazione{Violazioni: una(c153()), SpeseCent: 1200}, giorni(33), 9900, cds.Ridotto},
		{"153 c. 10, spese 12,00, giorno 61: art. 203 c. 3", cds.Situazione{Violazioni: una(c153()), SpeseCent: 1200}, giorni(61), 18400, cds.Intero},
		{"176 c. 20 di notte, giorno 30, senza sconto: art. 195 c. 2-bis", cds.Situazione{Violazioni: una(c176()), SpeseCent: 1100}, giorni(30), 58433, cds.Ridotto},
		{"142 c. 7 autocarro, giorno 5: art. 142 c. 11", cds.Situazione{Violazioni: una(c142Autocarro())}, giorni(5), 5880, cds.Ridotto30},
		{"7 c. 14-bis, tariffa 5,00, giorno 4: la tariffa non si sconta", cds.Situazione{Violazioni: una(c7pedaggio())}, giorni(4), 6310, cds.Ridotto30},
		{"7 c. 14-bis, tariffa 5,00, giorno 33", cds.Situazione{Violazioni: una(c7pedaggio())}, giorni(33), 8800, cds.Ridotto},
		{"7 c. 14-bis, tariffa 5,00, giorno 61: la tariffa non si raddoppia", cds.Situazione{Violazioni: una(c7pedaggio())}, giorni(61), 17100, cds.Intero},
		{"7 c. 14-bis, 4 semestri: la tariffa non cresce", cds.Situazione{Violazioni: una(c7pedaggio()), SemestriInRitardo: 4}, giorni(900), 16600 + 6640 + 500, cds.InteroMaggiorato},
		{"7 c. 14-bis, ordinanza: il doppio del minimo e la tariffa una volta", cds.Situazione{Violazioni: una(c7pedaggio()), OrdinanzaPrefetto: true}, giorni(200), 17100, cds.Ordinanza},
		{"7 c. 14 p. 4, quattro periodi", cds.Situazione{Violazioni: una(c7permanenza(4))}, giorni(30), 10400, cds.Ridotto},
		{"7 c. 14 p. 4, quattro periodi, scontato", cds.Situazione{Violazioni: una(c7permanenza(4))}, giorni(3), 7280, cds.Ridotto30},
		{"172 c. 10, 4 semestri di ritardo: art. 27 L. 689/1981", cds.Situazione{Violazioni: una(c172()), SpeseCent: 1050, SemestriInRitardo: 4}, giorni(900), 24290, cds.InteroMaggiorato},
		{"172 c. 10, 8 semestri, limite di tre quinti: L. 177/2024", cds.Situazione{Violazioni: una(c172()), SpeseCent: 1050, SemestriInRitardo: 8}, giorni(1600), 27610, cds.InteroMaggiorato},
		{"153 c. 10, 60,90 versati il giorno 7, oggi giorno 70: art. 389 Reg.", cds.Situazione{Violazioni: una(c153()), SpeseCent: 1200, VersatoCent: 6090}, giorni(70), 12310, cds.Intero},
		{"non notificato: si paga come il giorno 0", cds.Situazione{Violazioni: una(c153())}, nil, 6090, cds.Ridotto30},
		{"senza sconto i primi cinque giorni valgono come gli altri", cds.Situazione{Violazioni: una(c176())}, giorni(0), 57333, cds.Ridotto},
		{"giorno 5 ancora scontato", cds.Situazione{Violazioni: una(c153())}, giorni(5), 6090, cds.Ridotto30},
		{"giorno 6 non più scontato", cds.Situazione{Violazioni: una(c153())}, giorni(6), 8700, cds.Ridotto},
		{"giorno 60 ancora ridotto", cds.Situazione{Violazioni: una(c153())}, giorni(60), 8700, cds.Ridotto},
		{"ordinanza: doppio del minimo, art. 204 c. 1", cds.Situazione{Violazioni: una(c153()), SpeseCent: 1200, OrdinanzaPrefetto: true}, giorni(200), 18600, cds.Ordinanza},
		{"ordinanza con somma indicata", cds.Situazione{Violazioni: una(c153()), SpeseCent: 1200, OrdinanzaPrefetto: true, OrdinataCent: 20000}, giorni(200), 21200, cds.Ordinanza},
		{"ordinanza con un semestre di ritardo", cds.Situazione{Violazioni: una(c153()), OrdinanzaPrefetto: true, SemestriInRitardo: 1}, giorni(500), 19140, cds.InteroMaggiorato},
		{"metà del massimo notturno di 173,00 arrotondata una volta", cds.Situazione{Violazioni: una(cds.Violazione{MinCent: 4200, MaxCent: 17300, Notturna: true})}, giorni(61), 11533, cds.Intero},
		{"193 c. 3 dimezzata e poi scontata", cds.Situazione{Violazioni: una(cds.Violazione{MinCent: 86600, MaxCent: 346400, Sconto30: true, Moltiplicatore: cds.Dimezzato})}, giorni(2), 30310, cds.Ridotto30},
		{"ordinanza su minimo notturno: doppio di 573,33…, arrotondato una volta: art. 204 c. 1", cds.Situazione{Violazioni: una(c176()), OrdinanzaPrefetto: true}, giorni(200), 114667, cds.Ordinanza},
		{"80 c. 14 omessa più volte, raddoppiata e scontata", cds.Situazione{Violazioni: una(cds.Violazione{MinCent: 17300, MaxCent: 69400, Sconto30: true, Moltiplicatore: cds.Doppio})}, giorni(3), 24220, cds.Ridotto30},
		{"142 c. 6-ter: la più grave aumentata di un terzo", cds.Situazione{Violazioni: una(cds.Violazione{MinCent: 17300, MaxCent: 69400, Sconto30: true, PiuVelocita: true})}, giorni(30), 23067, cds.Ridotto},
		{"142 c. 6-ter di notte: i due terzi si moltiplicano e si arrotonda una volta", cds.Situazione{Violazioni: una(cds.Violazione{MinCent: 17300, MaxCent: 69400, Notturna: true, PiuVelocita: true})}, giorni(30), 30756, cds.Ridotto},
		{"ordinanza con 8 semestri: la base è la somma ordinata, tre quinti al più", cds.Situazione{Violazioni: una(c153()), SpeseCent: 1200, OrdinanzaPrefetto: true, OrdinataCent: 20000, SemestriInRitardo: 8}, giorni(1800), 33200, cds.InteroMaggiorato},
		{"versato più del dovuto: nulla è dovuto", cds.Situazione{Violazioni: una(c153()), VersatoCent: 10000}, giorni(30), 0, cds.Ridotto},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			got, err := cds.Dovuto(c.s, c.giorni)
			if err != nil || got.DovutoCent != c.dovuto || got.Tipo != c.tipo {
				t.Fatalf("dovuto %s %s, %v; atteso %s %s", got.DovutoCent.Euro(), got.Tipo, err, c.dovuto.Euro(), c.tipo)
			}
			controllaSpiegazione(t, int64(got.DovutoCent), got.Spiegazione)
		})
	}
}

// controllaSpiegazione checks that every step is complete and that the steps add up to the result.
func controllaSpiegazione(t interface{ Errorf(string, ...any) }, atteso int64, passi []cds.Passo) {
	var somma int64
	for _, p := range passi {
		if p.Regola == "" || p.Norma == "" || p.Testo == "" {
			t.Errorf("passo incompleto: %+v", p)
		}
		if p.ImportoCent != nil {
			somma += *p.ImportoCent
		}
	}
	if somma != atteso || len(passi) == 0 {
		t.Errorf("i %d passi sommano %d, il risultato è %d", len(passi), somma, atteso)
	}
}

func TestDovutoAlConTermineFestivo(t *testing.T) {
	t.Parallel()
	s := cds.Situazione{Violazioni: []cds.Violazione{c153()}}
	casi := []struct {
		regola, notifica, giorno string
		dovuto                   importo.Cent
	}{
		{"il quinto giorno è l'Immacolata: lo sconto vale il 9 dicembre", "2026-12-03", "2026-12-09", 6090},
		{"il 10 dicembre lo sconto è finito", "2026-12-03", "2026-12-10", 8700},
		{"il sessantesimo giorno è il 9 novembre", "2026-09-10", "2026-11-09", 8700},
		{"il 10 novembre si deve la metà del massimo", "2026-09-10", "2026-11-10", 17200},
		{"un pagamento prima della notifica vale come il giorno 0", "2026-09-10", "2026-09-01", 6090},
		{"senza notifica vale il giorno 0", "", "2026-09-01", 6090},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			var notifica calendario.Giorno
			if c.notifica != "" {
				notifica = calendario.MustParse(c.notifica)
			}
			got, err := cds.DovutoAl(s, notifica, calendario.MustParse(c.giorno))
			if err != nil || got.DovutoCent != c.dovuto {
				t.Fatalf("dovuto %s, %v; atteso %s", got.DovutoCent.Euro(), err, c.dovuto.Euro())
			}
			controllaSpiegazione(t, int64(got.DovutoCent), got.Spiegazione)
		})
	}
}

func TestDovutoSenzaPagamentoRidotto(t *testing.T) {
	t.Parallel()
	escluso := cds.Violazione{Codice: "216-6", MinCent: 204600, MaxCent: 818600, SenzaPagamentoRidotto: true}
	solo := cds.Situazione{Violazioni: []cds.Violazione{escluso}, SpeseCent: 1000}
	got, err := cds.Dovuto(solo, giorni(90))
	if err != nil || got.DovutoCent != 0 || got.Tipo != cds.Ordinanza || len(got.Avvertenze) == 0 {
		t.Errorf("prima dell'ordinanza non è dovuto nulla: %+v, %v", got, err)
	}
	solo.OrdinanzaPrefetto = true
	if got, err = cds.Dovuto(solo, giorni(90)); err != nil || got.DovutoCent != 410200 {
		t.Errorf("con l'ordinanza: %+v, %v", got, err)
	}
	reato := cds.Situazione{Violazioni: []cds.Violazione{{Codice: "187-1", Reato: true}}, OrdinanzaPrefetto: true}
	if got, err = cds.Dovuto(reato, giorni(90)); err != nil || got.DovutoCent != 0 {
		t.Errorf("un reato non ha importi: %+v, %v", got, err)
	}
	misto := cds.Situazione{Violazioni: []cds.Violazione{escluso, c153()}}
	if got, err = cds.Dovuto(misto, giorni(90)); err != nil || got.DovutoCent != 17200 || len(got.Avvertenze) != 2 {
		t.Errorf("le altre violazioni restano dovute: %+v, %v", got, err)
	}
}

// Art. 157 c. 7-bis (223,00 - 444,00) is cheaper after sixty days: the law says so, a person is told.
func TestDovutoMetaDelMassimoSottoIlMinimo(t *testing.T) {
	t.Parallel()
	s := cds.Situazione{Violazioni: []cds.Violazione{{Codice: "157-7-bis", MinCent: 22300, MaxCent: 44400, Sconto30: true}}}
	got, err := cds.Dovuto(s, giorni(61))
	if err != nil || got.DovutoCent != 22200 || len(got.Avvertenze) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// The JSON that a client of importi/calcola reads.
func TestEsitoDovutoJSON(t *testing.T) {
	t.Parallel()
	e, err := cds.Dovuto(cds.Situazione{Violazioni: []cds.Violazione{c153()}, SpeseCent: 1200}, giorni(4))
	if err != nil {
		t.Fatal(err)
	}
	dati, err := json.Marshal(e)
	const atteso = `{"dovutoCent":7290,"tipo":"RIDOTTO_30","sanzioneCent":6090,"maggiorazioneCent":0,"speseCent":1200,` +
		`"totaleCent":7290,"versatoCent":0,"eccedenzaCent":0,"spiegazione":[` +
		`{"regola":"GIORNI_DALLA_NOTIFICA","norma":"artt. 202 c. 1, 203 c. 3 CdS","testo":"Sono trascorsi 4 giorni dalla contestazione o notificazione."},` +
		`{"regola":"FASCIA_EDITTALE","norma":"art. 195 c. 1 CdS","testo":"Violazione 153-10: minimo 87,00 €, massimo 344,00 €."},` +
		`{"regola":"SCONTO_30","norma":"art. 202 c. 1 CdS","testo":"Violazione 153-10: minimo 87,00 € ridotto del 30 %: 60,90 €.","importoCent":6090},` +
		`{"regola":"SPESE","norma":"art. 201 c. 4 CdS","testo":"Spese di accertamento e notificazione, mai scontate: 12,00 €.","importoCent":1200}],` +
		`"avvertenze":[]}`
	if err != nil || string(dati) != atteso {
		t.Errorf("%s\n%v", dati, err)
	}
}

func BenchmarkDovuto(b *testing.B) {
	s := cds.Situazione{Violazioni: []cds.Violazione{c153()}, SpeseCent: 1200}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := cds.Dovuto(s, giorni(33)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSommaDovutaAl(b *testing.B) {
	s := cds.Situazione{Violazioni: []cds.Violazione{c153()}, SpeseCent: 1200}
	notifica, giorno := calendario.MustParse("2026-09-10"), calendario.MustParse("2026-10-10")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := cds.SommaDovutaAl(s, notifica, giorno); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDovutoAl(b *testing.B) {
	s := cds.Situazione{Violazioni: []cds.Violazione{c153()}, SpeseCent: 1200}
	notifica, giorno := calendario.MustParse("2026-09-10"), calendario.MustParse("2026-10-10")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := cds.DovutoAl(s, notifica, giorno); err != nil {
			b.Fatal(err)
		}
	}
}

func TestDovutoRifiuta(t *testing.T) {
	t.Parallel()
	con := func(muta func(*cds.Situazione)) cds.Situazione {
		s := cds.Situazione{Violazioni: []cds.Violazione{c153()}}
		muta(&s)
		return s
	}
	casi := []struct {
		campo  string
		s      cds.Situazione
		giorni *int
	}{
		{"violazioni", cds.Situazione{}, nil},
		{"giorniDallaNotifica", con(func(*cds.Situazione) {}), giorni(-1)},
		{"violazioni[0].minCent", con(func(s *cds.Situazione) { s.Violazioni[0].MinCent = -1 }), nil},
		{"violazioni[0].minCent", con(func(s *cds.Situazione) { s.Violazioni[0].MinCent = 50000 }), nil},
		{"violazioni[0].minCent", con(func(s *cds.Situazione) { s.Violazioni[0].MinCent = 0 }), nil},
		{"violazioni[0].maxCent", con(func(s *cds.Situazione) { s.Violazioni[0].MaxCent = 1 << 62 }), nil},
		{"violazioni[0].maxCent", con(func(s *cds.Situazione) { s.Violazioni[0].Reato = true }), nil},
		{"violazioni[0].moltiplicatore", con(func(s *cds.Situazione) { s.Violazioni[0].Moltiplicatore = "3" }), nil},
		{"speseCent", con(func(s *cds.Situazione) { s.SpeseCent = -1 }), nil},
		{"versatoCent", con(func(s *cds.Situazione) { s.VersatoCent = -1 }), nil},
		{"semestriInRitardo", con(func(s *cds.Situazione) { s.SemestriInRitardo = -1 }), giorni(70)},
		{"semestriInRitardo", con(func(s *cds.Situazione) { s.SemestriInRitardo = 1 }), giorni(30)},
		{"ordinataCent", con(func(s *cds.Situazione) { s.OrdinataCent = 50000 }), giorni(70)},
	}
	for _, c := range casi {
		_, err := cds.Dovuto(c.s, c.giorni)
		var e *cds.Errore
		if !errors.As(err, &e) || e.Campo != c.campo || e.Motivo == "" {
			t.Errorf("campo %s: %v", c.campo, err)
		}
	}
	if _, err := cds.DovutoAl(con(func(*cds.Situazione) {}), calendario.Giorno{}, calendario.Giorno{}); err == nil {
		t.Error("senza giorno non c'è importo")
	}
}

// violazioneQualunque draws a violation whose half maximum reaches the minimum, as every row of the
// table does.
func violazioneQualunque() *rapid.Generator[cds.Violazione] {
	return rapid.Custom(func(t *rapid.T) cds.Violazione {
		minimo := rapid.Int64Range(1, 1_000_000).Draw(t, "min")
		return cds.Violazione{
			Codice:         "x",
			MinCent:        importo.Cent(minimo),
			MaxCent:        importo.Cent(minimo*2 + rapid.Int64Range(0, 5_000_000).Draw(t, "oltre")),
			Sconto30:       rapid.Bool().Draw(t, "sconto"),
			Notturna:       rapid.Bool().Draw(t, "notturna"),
			Moltiplicatore: rapid.SampledFrom([]cds.Moltiplicatore{"", cds.Semplice, cds.Doppio, cds.Dimezzato}).Draw(t, "x"),
		}
	})
}

// Discounted ≤ reduced ≤ due after sixty days; never negative; paid - excess + due = total; the
// steps add up.
func TestDovutoProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := cds.Situazione{
			Violazioni:  rapid.SliceOfN(violazioneQualunque(), 1, 5).Draw(t, "violazioni"),
			SpeseCent:   importo.Cent(rapid.Int64Range(0, 5000).Draw(t, "spese")),
			VersatoCent: importo.Cent(rapid.Int64Range(0, 3_000_000).Draw(t, "versato")),
		}
		prima := importo.Cent(-1)
		for _, n := range []int{0, 5, 6, 60, 61} {
			e, err := cds.Dovuto(s, &n)
			if err != nil {
				t.Fatal(err)
			}
			if e.DovutoCent < 0 || e.TotaleCent < prima {
				t.Fatalf("giorno %d: dovuto %d, totale %d dopo %d", n, e.DovutoCent, e.TotaleCent, prima)
			}
			if e.VersatoCent-e.EccedenzaCent+e.DovutoCent != e.TotaleCent || e.SanzioneCent+e.SpeseCent != e.TotaleCent {
				t.Fatalf("giorno %d: i conti non tornano %+v", n, e)
			}
			controllaSpiegazione(t, int64(e.DovutoCent), e.Spiegazione)
			prima = e.TotaleCent
		}
	})
}

// A fine not paid never gets cheaper with a later day, holidays and half-years included.
func TestDovutoAlUnGiornoDopoNonCostaMeno(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := cds.Situazione{
			Violazioni: rapid.SliceOfN(violazioneQualunque(), 1, 3).Draw(t, "violazioni"),
			SpeseCent:  importo.Cent(rapid.Int64Range(0, 5000).Draw(t, "spese")),
		}
		notifica := calendario.MustParse("2020-01-01").AddDays(rapid.IntRange(0, 5000).Draw(t, "notifica"))
		giorno := notifica.AddDays(rapid.IntRange(-10, 2500).Draw(t, "giorno"))
		oggi, domani := alGiorno(t, s, notifica, giorno), alGiorno(t, s, notifica, giorno.AddDays(1))
		if domani.DovutoCent < oggi.DovutoCent {
			t.Fatalf("dal %s al giorno dopo: %d e poi %d", giorno, oggi.DovutoCent, domani.DovutoCent)
		}
		controllaSpiegazione(t, int64(oggi.DovutoCent), oggi.Spiegazione)
		s.VersatoCent = oggi.DovutoCent
		if pagato := alGiorno(t, s, notifica, giorno); pagato.DovutoCent != 0 || pagato.EccedenzaCent != 0 {
			t.Fatalf("pagato il dovuto restano %d, eccedono %d", pagato.DovutoCent, pagato.EccedenzaCent)
		}
	})
}

// alGiorno prices the fine with its half-years of delay, and checks the figures without words against it.
func alGiorno(t *rapid.T, s cds.Situazione, notifica, giorno calendario.Giorno) cds.EsitoDovuto {
	n, err := s.SemestriAl(notifica, giorno)
	if err != nil {
		t.Fatal(err)
	}
	s.SemestriInRitardo = n
	e, err := cds.DovutoAl(s, notifica, giorno)
	cifre, err2 := cds.SommaDovutaAl(s, notifica, giorno)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if e.VersatoCent-e.EccedenzaCent+e.DovutoCent != e.TotaleCent || e.SanzioneCent+e.MaggiorazioneCent+e.SpeseCent != e.TotaleCent {
		t.Fatalf("i conti non tornano: %+v", e)
	}
	senzaParole := e
	senzaParole.Spiegazione, senzaParole.Avvertenze, senzaParole.Note = nil, nil, nil
	if d := cmp.Diff(senzaParole, cifre); d != "" {
		t.Fatal(d)
	}
	return e
}

// The terms of the payments are those of Scadenza, on every day.
func TestDovutoAlSegueScadenza(t *testing.T) {
	t.Parallel()
	s := cds.Situazione{Violazioni: []cds.Violazione{c153()}}
	for notifica := calendario.MustParse("2025-01-01"); notifica.Anno() < 2029; notifica = notifica.AddDays(1) {
		for tipo, prezzo := range map[cds.TipoScadenza]importo.Cent{cds.PagamentoScontato5: 6090, cds.PagamentoRidotto60: 8700} {
			fine, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: tipo, Decorrenza: notifica})
			if err != nil {
				t.Fatal(err)
			}
			ultimo, err := cds.SommaDovutaAl(s, notifica, fine.Scadenza)
			dopo, err2 := cds.SommaDovutaAl(s, notifica, fine.Scadenza.AddDays(1))
			if err != nil || err2 != nil || ultimo.DovutoCent != prezzo || dopo.DovutoCent <= prezzo {
				t.Fatalf("notifica %s, %s il %s: %d e poi %d", notifica, tipo, fine.Scadenza, ultimo.DovutoCent, dopo.DovutoCent)
			}
		}
	}
}

// TestOrdineSottoIlMinimo: what the order writes is owed, and whoever typed it is warned (art. 204 c. 1 CdS).
func TestOrdineSottoIlMinimo(t *testing.T) {
	t.Parallel()
	for ordinata, avverte := range map[importo.Cent]bool{17399: true, 17400: false} {
		e, err := cds.Dovuto(cds.Situazione{Violazioni: []cds.Violazione{c153()}, OrdinanzaPrefetto: true, OrdinataCent: ordinata}, giorni(70))
		if err != nil || e.DovutoCent != ordinata {
			t.Errorf("%d: %+v, %v", ordinata, e, err)
		}
		if detto := strings.Contains(strings.Join(e.Avvertenze, " "), "inferiore al doppio"); detto != avverte {
			t.Errorf("%d: %v", ordinata, e.Avvertenze)
		}
	}
}
