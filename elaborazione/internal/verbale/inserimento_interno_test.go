package verbale

import (
	"errors"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// TestSenzaNumeri: numbers come back only where no transaction can have written them and nobody was told.
func TestSenzaNumeri(t *testing.T) {
	t.Parallel()
	n := Nuovo{ID: nuovoID()}
	avvisi := Risposta{Avvisi: []AvvisoRisposto{{NumeroAvviso: "301"}}}
	for nome, c := range map[string]struct {
		r     Registrato
		err   error
		resti bool
	}{
		"la chiave è di un altro verbale":            {Registrato{Presente: true, ID: nuovoID(), Risposta: avvisi}, nil, true},
		"il numero è di un altro verbale":            {Registrato{}, problem.Conflitto("NUMERO_GIA_USATO", "preso"), true},
		"registrato, attende una persona":            {Registrato{ID: n.ID}, nil, true},
		"registrato con i suoi avvisi":               {Registrato{ID: n.ID, Risposta: avvisi}, nil, false},
		"la chiave è sua: un commit senza risposta":  {Registrato{Presente: true, ID: n.ID, Risposta: avvisi}, nil, false},
		"la banca dati è sparita, forse dopo averlo": {Registrato{}, problem.NonDisponibile("BANCA_DATI_NON_DISPONIBILE", "lontana"), false},
		"chi lavorava per lui si è fermato":          {Registrato{}, errInterrotta, false},
		"un guasto qualsiasi":                        {Registrato{}, errors.New("guasto"), false},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if n.senzaNumeri(c.r, c.err) != c.resti {
				t.Errorf("i numeri tornano: %t", !c.resti)
			}
		})
	}
}
