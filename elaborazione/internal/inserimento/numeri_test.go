package inserimento

import (
	"errors"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// TestSenzaNumeri: numbers come back only where no transaction can have written them and nobody was told.
func TestSenzaNumeri(t *testing.T) {
	t.Parallel()
	n := conseguenze.Nuovo{ID: vita.NuovoID()}
	avvisi := scrittura.Risposta{Avvisi: []scrittura.AvvisoRisposto{{NumeroAvviso: "301"}}}
	for nome, c := range map[string]struct {
		r     scrittura.Registrato
		err   error
		resti bool
	}{
		"la chiave è di un altro verbale":            {scrittura.Registrato{Presente: true, ID: vita.NuovoID(), Risposta: avvisi}, nil, true},
		"il numero è di un altro verbale":            {scrittura.Registrato{}, problem.Conflitto("NUMERO_GIA_USATO", "preso"), true},
		"registrato, attende una persona":            {scrittura.Registrato{ID: n.ID}, nil, true},
		"registrato con i suoi avvisi":               {scrittura.Registrato{ID: n.ID, Risposta: avvisi}, nil, false},
		"la chiave è sua: un commit senza risposta":  {scrittura.Registrato{Presente: true, ID: n.ID, Risposta: avvisi}, nil, false},
		"la banca dati è sparita, forse dopo averlo": {scrittura.Registrato{}, problem.NonDisponibile("BANCA_DATI_NON_DISPONIBILE", "lontana"), false},
		"chi lavorava per lui si è fermato":          {scrittura.Registrato{}, scrittura.ErrInterrotta, false},
		"un guasto qualsiasi":                        {scrittura.Registrato{}, errors.New("guasto"), false},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if senzaNumeri(n, c.r, c.err) != c.resti {
				t.Errorf("i numeri tornano: %t", !c.resti)
			}
		})
	}
}
