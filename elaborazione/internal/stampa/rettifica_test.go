package stampa_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// rettificata is the usual act, whose speed was of another paragraph: it is still to be paid.
func rettificata() stampa.Rettifica {
	r := stampa.Rettifica{Atto: esempio(), Il: calendario.MustParse("2026-12-09"), Norma: "in autotutela (art. 21-nonies della legge 7 agosto 1990, n. 241)",
		Motivo: "la velocità al netto della tolleranza è di un altro comma.", RidottoPrimaCent: 55500, RidottoDopoCent: 18500, PuntiPrima: 6, PuntiDopo: 3, ResiduoCent: 18500,
		Vigenti: []stampa.Vigente{{Nome: "Misura ridotta", NAV: nav60, ImportoCent: 18500}}}
	r.Servito = calendario.MustParse("2026-12-01")
	r.Dopo = r.Violazioni[0]
	r.Prima = stampa.Violazione{Articolo: "142", Comma: "9", Testo: "Superava di oltre 40 km/h il limite massimo di velocità.",
		Edittale: stampa.Edittale{MinCent: 54300, MaxCent: 217000}, Punti: 6}
	return r
}

func TestRettificaStampata(t *testing.T) {
	t.Parallel()
	pagata := rettificata()
	pagata.Avvisi, pagata.Vigenti, pagata.VersatoCent, pagata.ResiduoCent, pagata.EccedenzaCent = nil, nil, 55500, 0, 37000
	chiusa := pagata
	chiusa.VersatoCent, chiusa.EccedenzaCent, chiusa.Chiuso = 18500, 0, true
	for file, c := range map[string]struct {
		rettifica stampa.Rettifica
		pagine    int
	}{"rettifica.txt": {rettificata(), 2}, "rettifica_pagata.txt": {pagata, 2}, "rettifica_chiusa.txt": {chiusa, 2}} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			pdf, err := stampatore(t).RendiRettifica(c.rettifica)
			if err != nil {
				t.Fatal(err)
			}
			confronta(t, file, testo(t, pdf))
			if n := len(parole(t, pdf)); n != c.pagine {
				t.Errorf("%d pages, want %d", n, c.pagine)
			}
			altro, err := stampatore(t).RendiRettifica(c.rettifica)
			if err != nil || !slices.Equal(altro, pdf) {
				t.Errorf("printed twice it differs: %v", err)
			}
		})
	}
	senza := rettificata()
	senza.Motivo = ""
	if _, err := stampatore(t).RendiRettifica(senza); !errors.As(err, new(*stampa.AttoIncompleto)) {
		t.Errorf("without its reason: %v", err)
	}
}
