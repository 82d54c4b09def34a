package comune_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

const (
	capBreve       = "il CAP non è di cinque cifre"
	altroIstat     = "il comune non è quello del suo codice ISTAT"
	altraProvincia = "la provincia non è quella del comune"
	senzaProvincia = "la sigla non è di una provincia"
)

// TestContrasti: CAP, comune and province are judged together, and what the table lacks contradicts nothing.
func TestContrasti(t *testing.T) {
	t.Parallel()
	tabella := comune.Iniziale()
	for nome, c := range map[string]struct {
		indirizzo comune.Indirizzo
		contrasti []string
		noto      bool
	}{
		"tutto torna":                         {comune.Indirizzo{Cap: "40121", Comune: "Bologna", CodiceIstat: "037006", Provincia: "BO"}, nil, true},
		"il solo comune":                      {comune.Indirizzo{Comune: "bologna"}, nil, true},
		"CAP 4012, comune Bolonia":            {comune.Indirizzo{Cap: "4012", Comune: "Bolonia"}, []string{capBreve}, false},
		"CAP con lettere":                     {comune.Indirizzo{Cap: "4O121", Comune: "Bologna"}, []string{capBreve}, true},
		"comune che la tabella non ha":        {comune.Indirizzo{Cap: "48018", Comune: "Faenza", Provincia: "RA"}, nil, false},
		"provincia di un altro comune":        {comune.Indirizzo{Cap: "40121", Comune: "Bologna", Provincia: "MI"}, []string{altraProvincia}, true},
		"provincia che non c'è":               {comune.Indirizzo{Cap: "48018", Comune: "Faenza", Provincia: "XX"}, []string{senzaProvincia}, false},
		"codice ISTAT di un altro comune":     {comune.Indirizzo{Comune: "Milano", CodiceIstat: "037006", Provincia: "MI"}, []string{altroIstat}, true},
		"la provincia che il comune lasciò":   {comune.Indirizzo{Cap: "20900", Comune: "Monza", Provincia: "MI"}, nil, true},
		"la provincia in cui il comune passò": {comune.Indirizzo{Cap: "20900", Comune: "Monza", Provincia: "MB"}, nil, true},
		"l'altra lingua":                      {comune.Indirizzo{Cap: "39100", Comune: "Bozen", Provincia: "BZ"}, nil, true},
		"il nome abbreviato":                  {comune.Indirizzo{Cap: "42121", Comune: "REGGIO EMILIA", Provincia: "RE"}, nil, true},
		"un indirizzo vuoto":                  {comune.Indirizzo{}, nil, false},
		"nulla torna": {comune.Indirizzo{Cap: "1", Comune: "Milano", CodiceIstat: "037006", Provincia: "NA"},
			[]string{capBreve, altroIstat, altraProvincia}, true},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			contrasti, noto := tabella.Contrasti(c.indirizzo)
			if d := cmp.Diff(c.contrasti, contrasti); d != "" || noto != c.noto {
				t.Errorf("noto %v\n%s", noto, d)
			}
		})
	}
}
