package cds_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestRegolarizzata(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regola       string
		caso         cds.CasoRegolarizzazione
		dal, il      string
		nei, rifiuta bool
	}{
		{"la copertura il trentesimo giorno dalla fine della polizza", cds.CoperturaRipresa, "2026-01-25", "2026-02-24", true, false},
		{"il trentunesimo", cds.CoperturaRipresa, "2026-01-25", "2026-02-25", false, false},
		{"lo stesso giorno", cds.CoperturaRipresa, "2026-01-25", "2026-01-25", true, false},
		{"il veicolo demolito nei trenta giorni", cds.VeicoloDemolito, "2026-01-25", "2026-02-24", true, false},
		{"il veicolo demolito dopo", cds.VeicoloDemolito, "2026-01-25", "2026-02-25", false, false},
		{"prima di ciò da cui si conta", cds.CoperturaRipresa, "2026-01-25", "2026-01-24", false, true},
		{"un altro caso", "ALTRO", "2026-01-25", "2026-01-26", false, true},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			_, nei, err := cds.Regolarizzata(c.caso, calendario.MustParse(c.dal), calendario.MustParse(c.il))
			if nei != c.nei || (err != nil) != c.rifiuta {
				t.Errorf("%v, %v", nei, err)
			}
		})
	}
}
