package cds_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestScadenzaEsempiSvolti(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome     string
		tipo     cds.TipoScadenza
		da       string
		attesa   string
		avverte  bool
		anticipo string
	}{
		{nome: "art. 202 c. 1: notifica giovedì 10/9/2026, cinque giorni", tipo: cds.PagamentoScontato5, da: "2026-09-10", attesa: "2026-09-15"},
		{nome: "art. 202 c. 1: notifica giovedì 10/9/2026, sessanta giorni", tipo: cds.PagamentoRidotto60, da: "2026-09-10", attesa: "2026-11-09"},
		{nome: "art. 155 c. 4 c.p.c.: notifica 3/12/2026, cinque giorni finiscono l'8/12", tipo: cds.PagamentoScontato5, da: "2026-12-03", attesa: "2026-12-09"},
		{nome: "L. 260/1949: notifica 12/4/2028, il quinto è il Lunedì dell'Angelo", tipo: cds.PagamentoScontato5, da: "2028-04-12", attesa: "2028-04-18"},
		{nome: "art. 204-bis e L. 742/1969: notifica 13/7/2026, 18 giorni in luglio e 12, poi il sabato", tipo: cds.RicorsoGiudice30, da: "2026-07-13", attesa: "2026-09-14"},
		{nome: "art. 203: notifica 13/7/2026, prefetto senza sospensione feriale", tipo: cds.RicorsoPrefetto60, da: "2026-07-13", attesa: "2026-09-11"},
		{nome: "art. 201 c. 1: violazione 5/2/2026, 90 giorni", tipo: cds.Notifica90, da: "2026-02-05", attesa: "2026-05-06"},
		{nome: "art. 201 c. 1: violazione 22/8/2026, 90 giorni", tipo: cds.Notifica90, da: "2026-08-22", attesa: "2026-11-20"},
		{nome: "art. 201 c. 1: violazione 2/3/2026, 100 giorni", tipo: cds.Notifica100, da: "2026-03-02", attesa: "2026-06-10"},
		{nome: "art. 201 c. 1: violazione 16/1/2026, 360 giorni non un anno", tipo: cds.Notifica360, da: "2026-01-16", attesa: "2027-01-11"},
		{nome: "art. 8 L. 890/1982: CAD spedita 13/3/2026, mai ritirata", tipo: cds.PerfezionamentoDeposito, da: "2026-03-13", attesa: "2026-03-23"},
		{nome: "art. 8 L. 890/1982: CAD spedita 6/11/2026", tipo: cds.PerfezionamentoDeposito, da: "2026-11-06", attesa: "2026-11-16"},
		{nome: "art. 8 L. 890/1982: CAD spedita 21/12/2026", tipo: cds.PerfezionamentoDeposito, da: "2026-12-21", attesa: "2026-12-31"},
		{nome: "art. 26 c. 9 D.L. 76/2020: avviso SEND 7/5/2026 alle 22:10", tipo: cds.PerfezionamentoSend, da: "2026-05-07", attesa: "2026-05-15", anticipo: "dopo le 21"},
		{nome: "art. 26 c. 9 D.L. 76/2020: avviso SEND 7/5/2026 alle 20:00", tipo: cds.PerfezionamentoSend, da: "2026-05-07", attesa: "2026-05-14"},
		{nome: "art. 204 c. 1-bis: ricorso presentato al comando 4/3/2026", tipo: cds.OrdinanzaPrefetto180, da: "2026-03-04", attesa: "2026-08-31", avverte: true},
		{nome: "art. 204 c. 1-bis: ricorso presentato al prefetto 4/3/2026", tipo: cds.OrdinanzaPrefetto210, da: "2026-03-04", attesa: "2026-09-30", avverte: true},
		{nome: "art. 204 c. 2: ordinanza adottata 4/3/2026, 150 giorni", tipo: cds.NotificaOrdinanza150, da: "2026-03-04", attesa: "2026-08-01"},
		{nome: "art. 204 c. 2: ordinanza notificata 10/9/2026, 30 giorni per pagare", tipo: cds.PagamentoOrdinanza30, da: "2026-09-10", attesa: "2026-10-10"},
		{nome: "art. 204 c. 2: il pagamento dell'ordinanza non salta agosto", tipo: cds.PagamentoOrdinanza30, da: "2026-07-31", attesa: "2026-08-31"},
		{nome: "art. 8 L. 890/1982: CAD ritirata prima del decimo giorno", tipo: cds.PerfezionamentoDeposito, da: "2026-03-13", anticipo: "2026-03-17", attesa: "2026-03-17"},
		{nome: "art. 8 L. 890/1982: CAD ritirata dopo, vale il decimo giorno", tipo: cds.PerfezionamentoDeposito, da: "2026-03-13", anticipo: "2026-03-30", attesa: "2026-03-23"},
		{nome: "art. 8 L. 890/1982: decimo giorno festivo, il giorno dopo con avvertenza", tipo: cds.PerfezionamentoDeposito, da: "2026-04-15", attesa: "2026-04-27", avverte: true},
		{nome: "art. 8 L. 890/1982: CAD spedita 22/10/2026, il decimo è Ognissanti e domenica", tipo: cds.PerfezionamentoDeposito, da: "2026-10-22", attesa: "2026-11-02", avverte: true},
		{nome: "art. 26 c. 9 D.L. 76/2020: SEND aperto prima", tipo: cds.PerfezionamentoSend, da: "2026-05-07", anticipo: "2026-05-08", attesa: "2026-05-08"},
		{nome: "art. 26 c. 9 D.L. 76/2020: SEND aperto di domenica, nessuna avvertenza sul festivo", tipo: cds.PerfezionamentoSend, da: "2026-05-07", anticipo: "2026-05-10", attesa: "2026-05-10"},
		{nome: "art. 26 c. 9 D.L. 76/2020: SEND non sposta i festivi, con avvertenza", tipo: cds.PerfezionamentoSend, da: "2026-04-26", attesa: "2026-05-03", avverte: true},
		{nome: "art. 26 c. 9 D.L. 76/2020: SEND casella satura, 15 giorni", tipo: cds.PerfezionamentoSendSatura, da: "2026-05-07", attesa: "2026-05-22"},
		{nome: "art. 26 c. 9 D.L. 76/2020: SEND cartaceo, 10 giorni, le 21 non contano", tipo: cds.PerfezionamentoSendCartaceo, da: "2026-05-08", attesa: "2026-05-18", anticipo: "dopo le 21"},
		{nome: "art. 201 c. 1: 90 giorni che finiscono di domenica, nessuna proroga", tipo: cds.Notifica90, da: "2026-02-09", attesa: "2026-05-10", avverte: true},
		{nome: "art. 203: prefetto di sabato, resta sabato con avvertenza", tipo: cds.RicorsoPrefetto60, da: "2026-09-15", attesa: "2026-11-14", avverte: true},
		{nome: "art. 126-bis c. 2: dati del conducente di sabato, con avvertenza", tipo: cds.DatiConducente60, da: "2026-09-15", attesa: "2026-11-14", avverte: true},
		{nome: "art. 202-bis c. 4: rateizzazione di sabato, con avvertenza", tipo: cds.Rateizzazione30, da: "2026-10-15", attesa: "2026-11-14", avverte: true},
		{nome: "art. 202 c. 1: pagamento di sabato, giorno ordinario", tipo: cds.PagamentoRidotto60, da: "2026-09-15", attesa: "2026-11-14"},
		{nome: "art. 202 c. 1: notifica 16/11/2026, il quinto è sabato 21", tipo: cds.PagamentoScontato5, da: "2026-11-16", attesa: "2026-11-21"},
		{nome: "art. 202 c. 1: contestato sabato 20/12/2025, il 27 è sabato e vale", tipo: cds.PagamentoScontato5, da: "2025-12-20", attesa: "2025-12-27"},
		{nome: "art. 203: notifica 16/11/2026, prefetto a cavallo dell'anno", tipo: cds.RicorsoPrefetto60, da: "2026-11-16", attesa: "2027-01-15"},
		{nome: "L. 742/1969: notifica in agosto, primo giorno il 1º settembre", tipo: cds.RicorsoGiudice30, da: "2026-08-20", attesa: "2026-09-30"},
		{nome: "L. 742/1969: notifica il 31 luglio, primo giorno il 1º settembre", tipo: cds.RicorsoGiudice30, da: "2026-07-31", attesa: "2026-09-30"},
		{nome: "art. 205: opposizione all'ordinanza, agosto non conta", tipo: cds.OpposizioneOrdinanza30, da: "2026-07-31", attesa: "2026-09-30"},
		{nome: "art. 7 D.Lgs. 150/2011: giudice di pace dall'estero, 60 giorni", tipo: cds.RicorsoGiudiceEstero60, da: "2026-01-08", attesa: "2026-03-09"},
		{nome: "L. 151/2025: il quinto giorno è lunedì 4 ottobre 2027", tipo: cds.PagamentoScontato5, da: "2027-09-29", attesa: "2027-10-05"},
		{nome: "L. 151/2025: nel 2025 il 4 ottobre non sposta nulla", tipo: cds.PagamentoScontato5, da: "2025-09-29", attesa: "2025-10-04"},
		{nome: "art. 17-quinquies D.L. 18/2016: scadenza 9/11/2026, accredito in due giorni", tipo: cds.AccreditoBonifico2, da: "2026-11-09", attesa: "2026-11-11", avverte: true},
		{nome: "art. 17-quinquies D.L. 18/2016: il secondo giorno è festivo", tipo: cds.AccreditoBonifico2, da: "2026-12-06", attesa: "2026-12-09", avverte: true},
		{nome: "art. 209: cinque anni da un verbale notificato il 10/9/2026", tipo: cds.Prescrizione5Anni, da: "2026-09-10", attesa: "2031-09-10", avverte: true},
		{nome: "art. 2963 c. 5 c.c.: cinque anni dal 29 febbraio 2028", tipo: cds.Prescrizione5Anni, da: "2028-02-29", attesa: "2033-02-28", avverte: true},
		{nome: "art. 2963 c. 3 c.c.: cinque anni che finiscono di domenica", tipo: cds.Prescrizione5Anni, da: "2026-11-09", attesa: "2031-11-10", avverte: true},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			got, err := cds.Scadenza(conAnticipo(c.tipo, c.da, c.anticipo))
			if err != nil || got.Scadenza.String() != c.attesa || (len(got.Avvertenze) > 0) != c.avverte {
				t.Fatalf("%s %q, %v; attesa %s, avvertenza %v", got.Scadenza, got.Avvertenze, err, c.attesa, c.avverte)
			}
			controllaSpiegazione(t, 0, got.Spiegazione)
		})
	}
}

// conAnticipo asks for a deadline with the day of collection or access, or "dopo le 21".
func conAnticipo(tipo cds.TipoScadenza, da, anticipo string) cds.RichiestaScadenza {
	r := cds.RichiestaScadenza{Tipo: tipo, Decorrenza: calendario.MustParse(da)}
	switch {
	case anticipo == "dopo le 21":
		r.DopoLe21 = true
	case anticipo != "" && tipo == cds.PerfezionamentoDeposito:
		r.Ritiro = calendario.MustParse(anticipo)
	case anticipo != "":
		r.Accesso = calendario.MustParse(anticipo)
	}
	return r
}

func TestScadenzaUltimoFerialeNellAvvertenza(t *testing.T) {
	t.Parallel()
	got, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: cds.Notifica90, Decorrenza: calendario.MustParse("2026-02-09")})
	if err != nil || len(got.Avvertenze) != 1 || !strings.Contains(got.Avvertenze[0], "sabato 9 maggio 2026") {
		t.Errorf("%q, %v", got.Avvertenze, err)
	}
}

// The JSON that a client of scadenze/calcola reads.
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
		`{"regola":"PROROGA_FESTIVI","norma":"art. 155 c. 4 c.p.c.","testo":"L'08/12/2026 (Immacolata Concezione) non è utile: ` +
		`il termine passa a mercoledì 9 dicembre 2026.","giorno":"2026-12-09"}],"avvertenze":[]}`
	if err != nil || string(dati) != atteso {
		t.Errorf("%s\n%v", dati, err)
	}
}

func TestScadenzaRifiuta(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-05-07")
	fine := calendario.MustParse("9999-12-30")
	casi := []struct {
		regola, campo, motivo string
		r                     cds.RichiestaScadenza
	}{
		{"tipo sconosciuto", "tipo", `"ALTRA"`, cds.RichiestaScadenza{Tipo: "ALTRA", Decorrenza: g}},
		{"tipo in minuscolo", "tipo", `"notifica_90"`, cds.RichiestaScadenza{Tipo: "notifica_90", Decorrenza: g}},
		{"tipo che manca", "tipo", "manca", cds.RichiestaScadenza{Decorrenza: g}},
		{"un tipo lunghissimo non si ripete", "tipo", "scadenza sconosciuta", cds.RichiestaScadenza{Tipo: cds.TipoScadenza(strings.Repeat("A", 1e6)), Decorrenza: g}},
		{"decorrenza che manca", "decorrenza", "manca", cds.RichiestaScadenza{Tipo: cds.Notifica90}},
		{"decorrenza alla fine del calendario", "decorrenza", "9999", cds.RichiestaScadenza{Tipo: cds.Notifica90, Decorrenza: fine}},
		{"decorrenza alla fine del calendario, per anni", "decorrenza", "9999", cds.RichiestaScadenza{Tipo: cds.Prescrizione5Anni, Decorrenza: fine}},
		{"pagamento oltre la fine del calendario", "decorrenza", "9999", cds.RichiestaScadenza{Tipo: cds.AccreditoBonifico2, Decorrenza: fine, TermineGiorni: 60}},
		{"ritiro prima della CAD", "ritiro", "precede", cds.RichiestaScadenza{Tipo: cds.PerfezionamentoDeposito, Decorrenza: g, Ritiro: g.AddDays(-1)}},
		{"accesso prima dell'avviso", "accesso", "precede", cds.RichiestaScadenza{Tipo: cds.PerfezionamentoSend, Decorrenza: g, Accesso: g.AddDays(-1)}},
		{"su SEND non si ritira", "ritiro", "non riguarda", cds.RichiestaScadenza{Tipo: cds.PerfezionamentoSend, Decorrenza: g, Ritiro: g}},
		{"alla posta non si accede", "accesso", "non riguarda", cds.RichiestaScadenza{Tipo: cds.PerfezionamentoDeposito, Decorrenza: g, Accesso: g}},
		{"un pagamento non si ritira", "ritiro", "non riguarda", cds.RichiestaScadenza{Tipo: cds.PagamentoRidotto60, Decorrenza: g, Ritiro: g}},
		{"art. 202 c. 1: i giorni li fissa la legge", "termineGiorni", "la legge fissa", cds.RichiestaScadenza{Tipo: cds.PagamentoRidotto60, Decorrenza: g, TermineGiorni: 60}},
		{"D.L. 18/2016: solo 5 o 60 giorni", "termineGiorni", "5 o 60", cds.RichiestaScadenza{Tipo: cds.AccreditoBonifico2, Decorrenza: g, TermineGiorni: 30}},
		{"D.L. 18/2016: giorni negativi", "termineGiorni", "5 o 60", cds.RichiestaScadenza{Tipo: cds.AccreditoBonifico2, Decorrenza: g, TermineGiorni: -5}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			got, err := cds.Scadenza(c.r)
			var e *cds.Errore
			if !errors.As(err, &e) || e.Campo != c.campo || !strings.Contains(e.Motivo, c.motivo) || len(e.Motivo) > 120 || got.Spiegazione != nil {
				t.Errorf("%v; atteso %s: %s", err, c.campo, c.motivo)
			}
		})
	}
}

func TestAccreditoBonificoDallaNotifica(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome, notifica string
		giorni         int
		dovuto, attesa string
	}{
		{"art. 202 c. 1: cinque giorni dal 10/9/2026, poi due", "2026-09-10", 5, "2026-09-15", "2026-09-17"},
		{"art. 202 c. 1: sessanta giorni dal 10/9/2026, poi due", "2026-09-10", 60, "2026-11-09", "2026-11-11"},
		{"art. 155 c. 4 c.p.c.: il quinto giorno è l'Immacolata, i due partono dal 9", "2026-12-03", 5, "2026-12-09", "2026-12-11"},
		{"art. 155 c. 4 c.p.c.: anche i due giorni possono finire di domenica", "2026-09-13", 5, "2026-09-18", "2026-09-21"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			e, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: cds.AccreditoBonifico2, Decorrenza: calendario.MustParse(c.notifica), TermineGiorni: c.giorni})
			if err != nil || e.Scadenza.String() != c.attesa || len(e.Avvertenze) != 1 || !strings.Contains(e.Avvertenze[0], "pagoPA") {
				t.Fatalf("%s %q, %v; attesa %s", e.Scadenza, e.Avvertenze, err, c.attesa)
			}
			if !stabilisce(e.Spiegazione, c.dovuto) {
				t.Errorf("nessun passo stabilisce la scadenza del pagamento %s: %+v", c.dovuto, e.Spiegazione)
			}
		})
	}
}

// stabilisce says that some step establishes the day.
func stabilisce(passi []cds.Passo, giorno string) bool {
	return slices.ContainsFunc(passi, func(p cds.Passo) bool { return p.Giorno != nil && p.Giorno.String() == giorno })
}

// The warnings that a person reads where the law is open or adds something: a piece of the sentence
// for each.
func TestScadenzaAvvertenze(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		tipo   cds.TipoScadenza
		da     string
		frase  string
	}{
		{"art. 203: il sabato vale, il lunedì lo decide una persona", cds.RicorsoPrefetto60, "2026-09-15", "entro lunedì 16 novembre 2026"},
		{"art. 203: dopo il sabato la domenica e una festa", cds.RicorsoPrefetto60, "2027-01-26", "entro martedì 30 marzo 2027"},
		{"art. 201 c. 1: mai sulla proroga", cds.Notifica90, "2026-02-09", "agire entro sabato 9 maggio 2026"},
		{"art. 204 c. 2: i 150 giorni dell'ufficio, mai sulla proroga", cds.NotificaOrdinanza150, "2026-03-05", "agire entro sabato 1º agosto 2026"},
		{"art. 204 c. 1-ter: l'audizione sospende", cds.OrdinanzaPrefetto180, "2026-03-04", "art. 204 c. 1-ter"},
		{"art. 204 c. 1-ter: l'audizione sospende anche i 210 giorni", cds.OrdinanzaPrefetto210, "2026-03-04", "art. 204 c. 1-ter"},
		{"art. 8 L. 890/1982: il decimo giorno festivo", cds.PerfezionamentoDeposito, "2026-04-15", "più favorevole al destinatario"},
		{"D.L. 76/2020: SEND non sposta", cds.PerfezionamentoSendSatura, "2026-04-25", "SEND non sposta la data"},
		{"D.L. 18/2016: pagoPA", cds.AccreditoBonifico2, "2026-11-09", "ricevuta"},
		{"art. 2943 c.c.: ogni atto notificato interrompe", cds.Prescrizione5Anni, "2026-09-10", "ricominciano cinque anni"},
		{"art. 2963 c. 3 c.c.: l'ufficio agisce prima della festa", cds.Prescrizione5Anni, "2026-11-09", "entro sabato 8 novembre 2031"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			e, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: c.tipo, Decorrenza: calendario.MustParse(c.da)})
			if err != nil || !strings.Contains(strings.Join(e.Avvertenze, "\n"), c.frase) {
				t.Errorf("%s %q, %v: manca %q", e.Scadenza, e.Avvertenze, err, c.frase)
			}
		})
	}
}

func TestScadenzaSpiegaLeProroghe(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		tipo   cds.TipoScadenza
		da     string
		frase  string
	}{
		{"L. 260/1949: Natale, Santo Stefano e la domenica", cds.PagamentoScontato5, "2026-12-20",
			"Il 25/12/2026 (Natale), il 26/12/2026 (Santo Stefano), il 27/12/2026 (domenica) non sono utili: il termine passa a lunedì 28 dicembre 2026."},
		{"L. 742/1969: da sabato 31 luglio al 1º settembre", cds.RicorsoGiudice30, "2027-07-01",
			"Il 31/07/2027 (sabato), il 01/08/2027 e i giorni seguenti (sospensione feriale) non sono utili: il termine passa a mercoledì 1º settembre 2027."},
		{"L. 742/1969: i giorni di agosto si contano", cds.RicorsoGiudice30, "2026-07-13", "senza contare 31 giorni di agosto"},
		{"art. 204 c. 1-bis: i termini si sommano", cds.OrdinanzaPrefetto210, "2026-03-04", "si sommano: 210 giorni"},
		{"art. 8 L. 890/1982: ritirata proprio il decimo giorno", cds.PerfezionamentoDeposito, "2026-03-13", "Il ritiro del 23/03/2026 non viene prima"},
		{"art. 26 c. 9 D.L. 76/2020: aperto prima su SEND", cds.PerfezionamentoSend, "2026-03-20", "L'accesso del 23/03/2026 viene prima"},
		{"art. 2963 c. 5 c.c.: nel mese finale manca il 29", cds.Prescrizione5Anni, "2028-02-29", "manca il 29"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			anticipo := ""
			if c.tipo == cds.PerfezionamentoDeposito || c.tipo == cds.PerfezionamentoSend {
				anticipo = "2026-03-23"
			}
			e, err := cds.Scadenza(conAnticipo(c.tipo, c.da, anticipo))
			if err != nil || !slices.ContainsFunc(e.Spiegazione, func(p cds.Passo) bool { return strings.Contains(p.Testo, c.frase) }) {
				t.Errorf("%+v, %v: manca %q", e.Spiegazione, err, c.frase)
			}
		})
	}
}

func TestScadenzaNelGiornoDelPatrono(t *testing.T) {
	t.Parallel()
	roma, err := calendario.LeggiLocale("29/06 Santi Pietro e Paolo")
	if err != nil {
		t.Fatal(err)
	}
	r := cds.RichiestaScadenza{Tipo: cds.PagamentoScontato5, Decorrenza: calendario.MustParse("2026-06-24"), Patrono: roma}
	e, err := cds.Scadenza(r)
	if err != nil || e.Scadenza.String() != "2026-06-29" || len(e.Avvertenze) != 1 || !strings.Contains(e.Avvertenze[0], "Santi Pietro e Paolo") {
		t.Errorf("il patrono non sposta e avverte: %s %q, %v", e.Scadenza, e.Avvertenze, err)
	}
	r.Decorrenza = r.Decorrenza.AddDays(1)
	if e, err = cds.Scadenza(r); err != nil || len(e.Avvertenze) != 0 {
		t.Errorf("il giorno dopo non c'è nulla da dire: %q, %v", e.Avvertenze, err)
	}
	r.Tipo, r.Decorrenza = cds.Notifica90, calendario.MustParse("2025-03-31")
	if e, err = cds.Scadenza(r); err != nil || e.Scadenza.String() != "2025-06-29" || len(e.Avvertenze) != 1 || strings.Contains(e.Avvertenze[0], "patronale") {
		t.Errorf("se è domenica basta dirlo una volta: %s %q, %v", e.Scadenza, e.Avvertenze, err)
	}
	r.Tipo, r.Decorrenza = cds.PerfezionamentoDeposito, calendario.MustParse("2026-06-19")
	if e, err = cds.Scadenza(r); err != nil || e.Scadenza.String() != "2026-06-29" || len(e.Avvertenze) != 0 {
		t.Errorf("il perfezionamento non dipende dagli uffici: %s %q, %v", e.Scadenza, e.Avvertenze, err)
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
