package cds_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
)

// tutte lists every deadline, so that the properties cover each of them.
func tutte() []cds.TipoScadenza {
	return []cds.TipoScadenza{cds.PagamentoScontato5, cds.PagamentoRidotto60, cds.RicorsoPrefetto60, cds.RicorsoGiudice30,
		cds.RicorsoGiudiceEstero60, cds.Notifica90, cds.Notifica100, cds.Notifica360, cds.DatiConducente60, cds.Rateizzazione30,
		cds.PerfezionamentoDeposito, cds.PerfezionamentoSend, cds.PerfezionamentoSendSatura, cds.PerfezionamentoSendCartaceo,
		cds.OrdinanzaPrefetto180, cds.OrdinanzaPrefetto210, cds.PagamentoOrdinanza30, cds.OpposizioneOrdinanza30}
}

func TestScadenzaEsempiSvolti(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome     string
		tipo     cds.TipoScadenza
		da       string
		dopo21   bool
		anticipo string
		attesa   string
		avverte  bool
	}{
		{"notifica 10/9/2026, cinque giorni", cds.PagamentoScontato5, "2026-09-10", false, "", "2026-09-15", false},
		{"notifica 10/9/2026, sessanta giorni", cds.PagamentoRidotto60, "2026-09-10", false, "", "2026-11-09", false},
		{"notifica 3/12/2026, cinque giorni finiscono l'8/12", cds.PagamentoScontato5, "2026-12-03", false, "", "2026-12-09", false},
		{"notifica 12/4/2028, il quinto è il Lunedì dell'Angelo", cds.PagamentoScontato5, "2028-04-12", false, "", "2028-04-18", false},
		{"notifica 13/7/2026, giudice di pace: 18 giorni in luglio e 12", cds.RicorsoGiudice30, "2026-07-13", false, "", "2026-09-14", false},
		{"notifica 13/7/2026, prefetto", cds.RicorsoPrefetto60, "2026-07-13", false, "", "2026-09-11", false},
		{"violazione 5/2/2026, 90 giorni", cds.Notifica90, "2026-02-05", false, "", "2026-05-06", false},
		{"violazione 2/3/2026, 100 giorni", cds.Notifica100, "2026-03-02", false, "", "2026-06-10", false},
		{"violazione 16/1/2026, 360 giorni", cds.Notifica360, "2026-01-16", false, "", "2027-01-11", false},
		{"CAD spedita 13/3/2026, mai ritirata", cds.PerfezionamentoDeposito, "2026-03-13", false, "", "2026-03-23", false},
		{"avviso SEND 7/5/2026 alle 22:10", cds.PerfezionamentoSend, "2026-05-07", true, "", "2026-05-15", false},
		{"avviso SEND 7/5/2026 alle 20:00", cds.PerfezionamentoSend, "2026-05-07", false, "", "2026-05-14", false},
		{"ricorso presentato al comando 4/3/2026", cds.OrdinanzaPrefetto180, "2026-03-04", false, "", "2026-08-31", false},
		{"CAD ritirata prima del decimo giorno", cds.PerfezionamentoDeposito, "2026-03-13", false, "2026-03-17", "2026-03-17", false},
		{"CAD ritirata dopo: vale il decimo giorno", cds.PerfezionamentoDeposito, "2026-03-13", false, "2026-03-30", "2026-03-23", false},
		{"decimo giorno festivo: il giorno dopo, con avvertenza", cds.PerfezionamentoDeposito, "2026-04-15", false, "", "2026-04-27", true},
		{"SEND aperto prima", cds.PerfezionamentoSend, "2026-05-07", false, "2026-05-08", "2026-05-08", false},
		{"SEND non sposta i festivi, con avvertenza", cds.PerfezionamentoSend, "2026-04-26", false, "", "2026-05-03", true},
		{"SEND casella satura, 15 giorni", cds.PerfezionamentoSendSatura, "2026-05-07", false, "", "2026-05-22", false},
		{"SEND cartaceo, 10 giorni, le 21 non contano", cds.PerfezionamentoSendCartaceo, "2026-05-08", true, "", "2026-05-18", false},
		{"90 giorni che finiscono di domenica: nessuna proroga, con avvertenza", cds.Notifica90, "2026-02-09", false, "", "2026-05-10", true},
		{"prefetto di sabato: resta sabato, con avvertenza", cds.RicorsoPrefetto60, "2026-09-15", false, "", "2026-11-14", true},
		{"pagamento di sabato: giorno ordinario", cds.PagamentoRidotto60, "2026-09-15", false, "", "2026-11-14", false},
		{"opposizione all'ordinanza: agosto non conta", cds.OpposizioneOrdinanza30, "2026-07-31", false, "", "2026-09-30", false},
		{"giudice di pace dall'estero", cds.RicorsoGiudiceEstero60, "2026-01-08", false, "", "2026-03-09", false},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r := cds.RichiestaScadenza{Tipo: c.tipo, Decorrenza: calendario.MustParse(c.da), DopoLe21: c.dopo21}
			if c.anticipo != "" {
				r.Ritiro, r.Accesso = calendario.MustParse(c.anticipo), calendario.MustParse(c.anticipo)
			}
			got, err := cds.Scadenza(r)
			if err != nil || got.Scadenza.String() != c.attesa || (len(got.Avvertenze) > 0) != c.avverte {
				t.Fatalf("%s %q, %v; attesa %s, avvertenza %v", got.Scadenza, got.Avvertenze, err, c.attesa, c.avverte)
			}
			controllaSpiegazione(t, 0, got.Spiegazione)
		})
	}
}

func TestScadenzaUltimoFerialeNellAvvertenza(t *testing.T) {
	t.Parallel()
	got, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: cds.Notifica90, Decorrenza: calendario.MustParse("2026-02-09")})
	if err != nil || len(got.Avvertenze) != 1 || !strings.Contains(got.Avvertenze[0], "sabato 9 maggio 2026") {
		t.Errorf("%q, %v", got.Avvertenze, err)
	}
}

// What a client of scadenze/calcola reads.
func TestEsitoScadenzaJSON(t *testing.T) {
	t.Parallel()
	e, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: cds.PagamentoScontato5, Decorrenza: calendario.MustParse("2026-12-03")})
	if err != nil {
		t.Fatal(err)
	}
	dati, err := json.Marshal(e)
	const atteso = `{"tipo":"PAGAMENTO_SCONTATO_5","scadenza":"2026-12-09","spiegazione":[` +
		`{"regola":"TERMINE_A_GIORNI","norma":"art. 155 c. 1 c.p.c.; art. 2963 c.c.; art. 202 c. 1 CdS","testo":"Pagamento con riduzione del 30 %: ` +
		`5 giorni dal 03/12/2026, escluso il giorno iniziale e compreso il finale: martedì 8 dicembre 2026.","giorno":"2026-12-08"},` +
		`{"regola":"PROROGA_FESTIVI","norma":"art. 155 c. 4 c.p.c.","testo":"Il 08/12/2026 (Immacolata Concezione) non è utile: ` +
		`il termine passa a mercoledì 9 dicembre 2026.","giorno":"2026-12-09"}],"avvertenze":[]}`
	if err != nil || string(dati) != atteso {
		t.Errorf("%s\n%v", dati, err)
	}
}

func BenchmarkScadenza(b *testing.B) {
	r := cds.RichiestaScadenza{Tipo: cds.RicorsoGiudice30, Decorrenza: calendario.MustParse("2026-07-13")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := cds.Scadenza(r); err != nil {
			b.Fatal(err)
		}
	}
}

func TestScadenzaRifiuta(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-05-07")
	casi := map[string]cds.RichiestaScadenza{
		"tipo":       {Tipo: "ALTRA", Decorrenza: g},
		"decorrenza": {Tipo: cds.Notifica90},
		"ritiro":     {Tipo: cds.PerfezionamentoDeposito, Decorrenza: g, Ritiro: g.AddDays(-1)},
		"accesso":    {Tipo: cds.PerfezionamentoSend, Decorrenza: g, Accesso: g.AddDays(-1)},
	}
	for campo, r := range casi {
		_, err := cds.Scadenza(r)
		var e *cds.Errore
		if !errors.As(err, &e) || e.Campo != campo {
			t.Errorf("campo %s: %v", campo, err)
		}
	}
}

func TestDopoLe21(t *testing.T) {
	t.Parallel()
	casi := map[string]bool{
		"2026-05-07T19:00:00Z": false, // le 21 in punto
		"2026-05-07T19:00:01Z": true,
		"2026-05-07T20:10:00Z": true,
		"2026-05-07T18:00:00Z": false,
		"2026-01-07T19:30:00Z": false, // ora solare: le 20:30
		"2026-05-07T22:10:00Z": false, // è già il giorno dopo
	}
	for s, atteso := range casi {
		istante, err := time.Parse(time.RFC3339, s)
		if err != nil || cds.DopoLe21(istante) != atteso {
			t.Errorf("%s: atteso %v, %v", s, atteso, err)
		}
	}
}

// A later start never gives an earlier end; citizens' terms never end on a holiday; the end is never
// before the start.
func TestScadenzaProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tipo := rapid.SampledFrom(tutte()).Draw(t, "tipo")
		da := calendario.MustParse("2015-01-01").AddDays(rapid.IntRange(0, 10000).Draw(t, "da"))
		oggi, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: tipo, Decorrenza: da})
		domani, err2 := cds.Scadenza(cds.RichiestaScadenza{Tipo: tipo, Decorrenza: da.AddDays(1)})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if domani.Scadenza.Before(oggi.Scadenza) || !oggi.Scadenza.After(da) {
			t.Fatalf("%s dal %s: %s, poi %s", tipo, da, oggi.Scadenza, domani.Scadenza)
		}
		_, festivo := calendario.Festivo(oggi.Scadenza)
		if festivo && len(oggi.Avvertenze) == 0 {
			t.Fatalf("%s finisce in un giorno festivo senza avvertenza: %s", tipo, oggi.Scadenza)
		}
		controllaSpiegazione(t, 0, oggi.Spiegazione)
	})
}
