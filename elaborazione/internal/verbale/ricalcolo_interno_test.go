package verbale

import "testing"

// TestIlRegistroNonSiGiudica: an event that an earlier rule let pass happens again, though today's refuse it.
func TestIlRegistroNonSiGiudica(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t)
	senzaDocumento := Evento{Sequenza: 3, Posizione: idProva(diObbligato), DataLegale: p.oggi, Registrato: p.storia[0].Registrato, Dati: AttoGenerato{}}
	p.storia = append(p.storia, Evento{Sequenza: 2, DataLegale: p.oggi, Registrato: p.storia[0].Registrato, Dati: Fatto{Quale: EventoValidato},
		Deciso: Assi{Procedura: Validato}}, senzaDocumento)
	storia := p.storia
	stato, err := Rivivi(idProva(9), storia)
	if err != nil || stato.Procedura != ConAtto || stato.Sequenza != 3 {
		t.Fatalf("%+v, %v", stato.Assi, err)
	}
	if prima, err := Rivivi(idProva(9), storia[:2]); err != nil {
		t.Fatal(err)
	} else if _, err := Applica(prima, senzaDocumento); err == nil {
		t.Error("un atto senza documento è ammesso")
	}
	if _, err := Rivivi(idProva(9), append(storia, Evento{Sequenza: 4, Dati: Fatto{Quale: EventoPuntiComunicati}})); err == nil {
		t.Error("rivive un passo che la tabella non conosce")
	}
}
