package mosse

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestIlRegistroNonSiGiudica: an event that an earlier rule let pass happens again, though today's refuse it.
func TestIlRegistroNonSiGiudica(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t)
	senzaDocumento := vita.Evento{Sequenza: 3, Posizione: idProva(diObbligato), DataLegale: p.oggi, Registrato: p.storia[0].Registrato, Dati: vita.AttoGenerato{}}
	p.storia = append(p.storia, vita.Evento{Sequenza: 2, DataLegale: p.oggi, Registrato: p.storia[0].Registrato, Dati: vita.Fatto{Quale: verbale.EventoValidato},
		Deciso: vita.Assi{Procedura: verbale.Validato}}, senzaDocumento)
	storia := p.storia
	stato, err := vita.Rivivi(idProva(9), storia)
	if err != nil || stato.Procedura != verbale.ConAtto || stato.Sequenza != 3 {
		t.Fatalf("%+v, %v", stato.Assi, err)
	}
	if prima, err := vita.Rivivi(idProva(9), storia[:2]); err != nil {
		t.Fatal(err)
	} else if _, err := vita.Applica(prima, senzaDocumento); err == nil {
		t.Error("un atto senza documento è ammesso")
	}
	if _, err := vita.Rivivi(idProva(9), append(storia, vita.Evento{Sequenza: 4, Dati: vita.Fatto{Quale: verbale.EventoPuntiComunicati}})); err == nil {
		t.Error("rivive un passo che la tabella non conosce")
	}
}
