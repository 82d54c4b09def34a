package mosse

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestAnomaliaMentreSiNotifica: the search is made again while the driver is being served; its useless answer waits
// for a person too, once.
func TestAnomaliaMentreSiNotifica(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, ignoto, conTrasgressore)
	p.fa(verbale.EventoValidato, `{}`)
	p.sistema(diObbligato, vita.IntestatarioAnomalo{Anomalia: idProva(71), Esito: event.IndagineAnomala, Motivo: "x"})
	p.rifiuta("si attende chi risponde", verbale.EventoAnomaliaRisolta, `{"anomalia":"`+idProva(71).String()+`","esito":"si cerca di nuovo"}`)
	p.sistema(0, vita.AnomaliaRisolta{Anomalia: idProva(71), Esito: "si cerca di nuovo"}) // of a log that was written before
	p.stampa()
	x := conseguenze.Indagine{ID: idProva(72), Esito: event.IndagineAnomala, Codice: "RUBATO", Motivo: "Il veicolo risulta rubato."}
	p.fa(verbale.EventoIntestatarioRichiesto, `{}`)
	p.stato.Procedura = verbale.InNotifica
	eventi, err := x.Decidi(p.stato)
	if err != nil || len(eventi) != 1 || eventi[0].Tipo() != verbale.EventoIntestatarioAnomalo {
		t.Fatalf("%v %v", eventi, err)
	}
	dopo, err := vita.Applica(p.stato, eventi[0])
	if err != nil || dopo.Procedura != verbale.InNotifica || len(dopo.Anomalie) != 1 || dopo.Anomalie[0].Testo != x.Motivo {
		t.Fatalf("%s %+v %v", dopo.Procedura, dopo.Anomalie, err)
	}
	if eventi, err := x.Decidi(dopo); len(eventi) != 0 || err != nil {
		t.Errorf("due anomalie: %v %v", eventi, err)
	}
	x.Superata = true
	if eventi, err := x.Decidi(p.stato); len(eventi) != 0 || err != nil {
		t.Errorf("una risposta superata: %v %v", eventi, err)
	}
}

// TestSiChiedeDiNuovo: who asks again without settling the anomaly gets the new answer in the place of the old one,
// and the fine does not wait for ever.
func TestSiChiedeDiNuovo(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, ignoto)
	p.fa(verbale.EventoValidato, `{}`)
	p.sistema(diObbligato, vita.IntestatarioAnomalo{Anomalia: idProva(71), Esito: event.IndagineAnomala, Motivo: "il primo"})
	p.fa(verbale.EventoIntestatarioRichiesto, `{}`)
	x := conseguenze.Indagine{ID: idProva(72), Esito: event.IndagineSconosciuta, Codice: "NON_PRESENTE", Motivo: "il secondo"}
	eventi, err := x.Decidi(p.stato)
	if err != nil || len(eventi) != 2 {
		t.Fatalf("%v %v", eventi, err)
	}
	dopo := p.stato
	for _, e := range eventi {
		if dopo, err = vita.Applica(dopo, e); err != nil {
			t.Fatal(err)
		}
	}
	if dopo.Procedura != verbale.IntestatarioIncerto || len(dopo.Anomalie) != 1 || dopo.Anomalie[0].Testo != "il secondo" {
		t.Errorf("%s %+v", dopo.Procedura, dopo.Anomalie)
	}
	if eventi, err := x.Decidi(dopo); len(eventi) != 0 || err != nil {
		t.Errorf("the same again: %v %v", eventi, err)
	}
}
