package cds_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestScadenzeDiUnDestinatario(t *testing.T) {
	t.Parallel()
	sosta := cds.Violazione{MinCent: 8700, MaxCent: 34400, Sconto30: true}
	grave := cds.Violazione{MinCent: 43000, MaxCent: 173100}
	prefetto := cds.Violazione{MinCent: 43000, MaxCent: 173100, SenzaPagamentoRidotto: true}
	reato := cds.Violazione{Reato: true}
	for nome, caso := range map[string]struct {
		d      cds.Destinatario
		attesi []cds.TipoScadenza
	}{
		"art. 202 c. 1: discount, reduced payment, appeals": {
			cds.Destinatario{Violazioni: []cds.Violazione{sosta}},
			[]cds.TipoScadenza{cds.PagamentoScontato5, cds.PagamentoRidotto60, cds.RicorsoPrefetto60, cds.RicorsoGiudice30},
		},
		"art. 126-bis c. 2: who answers with the driver names him": {
			cds.Destinatario{Violazioni: []cds.Violazione{sosta}, Punti: true, Obbligato: true},
			[]cds.TipoScadenza{cds.PagamentoScontato5, cds.PagamentoRidotto60, cds.RicorsoPrefetto60, cds.RicorsoGiudice30, cds.DatiConducente60},
		},
		"art. 126-bis c. 2: the driver names nobody": {
			cds.Destinatario{Violazioni: []cds.Violazione{sosta}, Punti: true},
			[]cds.TipoScadenza{cds.PagamentoScontato5, cds.PagamentoRidotto60, cds.RicorsoPrefetto60, cds.RicorsoGiudice30},
		},
		"art. 202-bis c. 1: instalments above 200 euro; no discount": {
			cds.Destinatario{Violazioni: []cds.Violazione{grave}},
			[]cds.TipoScadenza{cds.PagamentoRidotto60, cds.RicorsoPrefetto60, cds.RicorsoGiudice30, cds.Rateizzazione30},
		},
		"art. 7 D.Lgs. 150/2011: sixty days from abroad": {
			cds.Destinatario{Violazioni: []cds.Violazione{sosta}, Estero: true},
			[]cds.TipoScadenza{cds.PagamentoScontato5, cds.PagamentoRidotto60, cds.RicorsoPrefetto60, cds.RicorsoGiudiceEstero60},
		},
		"art. 202 c. 3-bis: no reduced payment": {
			cds.Destinatario{Violazioni: []cds.Violazione{prefetto}},
			[]cds.TipoScadenza{cds.RicorsoPrefetto60, cds.RicorsoGiudice30},
		},
		"art. 220: nothing to pay for an offence": {
			cds.Destinatario{Violazioni: []cds.Violazione{reato}},
			[]cds.TipoScadenza{cds.RicorsoPrefetto60, cds.RicorsoGiudice30},
		},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(caso.attesi, caso.d.Termini()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLeRateComincianoOltre looks at the sum of art. 202-bis c. 1 to the cent: night third included.
func TestLeRateComincianoOltre(t *testing.T) {
	t.Parallel()
	for nome, caso := range map[string]struct {
		violazioni []cds.Violazione
		ammesse    bool
	}{
		"200 euro exactly":       {[]cds.Violazione{{MinCent: 20000, MaxCent: 80000}}, false},
		"a cent more":            {[]cds.Violazione{{MinCent: 20001, MaxCent: 80000}}, true},
		"two violations":         {[]cds.Violazione{{MinCent: 15000, MaxCent: 80000}, {MinCent: 5001, MaxCent: 80000}}, true},
		"the night third counts": {[]cds.Violazione{{MinCent: 17300, MaxCent: 69400, Notturna: true}}, true},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			termini := cds.Destinatario{Violazioni: caso.violazioni}.Termini()
			if ultima := termini[len(termini)-1] == cds.Rateizzazione30; ultima != caso.ammesse {
				t.Errorf("%v", termini)
			}
		})
	}
}

func TestAvvisiCheScadono(t *testing.T) {
	t.Parallel()
	for tipo, attesa := range map[cds.Tipo]cds.TipoScadenza{
		cds.Ridotto30: cds.PagamentoScontato5, cds.Ridotto: cds.PagamentoRidotto60, cds.Intero: "", cds.Ordinanza: "",
	} {
		if s, scade := tipo.Scadenza(); s != attesa || scade != (attesa != "") {
			t.Errorf("%s: %s, %v", tipo, s, scade)
		}
	}
	if cds.PagamentoScontato5.Giorni() != 5 || cds.Notifica360.Giorni() != 360 || cds.TipoScadenza("MAI").Giorni() != 0 {
		t.Error("days of a deadline")
	}
}

func TestEtaEAnni(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse
	for nome, caso := range map[string]struct{ avuto, atteso bool }{
		"art. 2 c.c.: eighteen on the day is of age":             {cds.Minorenne(g("2008-11-22"), g("2026-11-22")), false},
		"art. 2 c.c.: the day before is a minor":                 {cds.Minorenne(g("2008-11-22"), g("2026-11-21")), true},
		"born on 29 February, of age on the 28th":                {cds.Minorenne(g("2008-02-29"), g("2026-02-28")), false},
		"no day of birth":                                        {cds.Minorenne(calendario.Giorno{}, g("2026-11-21")), false},
		"art. 209: five years to the day are not over":           {cds.Prescritta(g("2021-11-22"), g("2026-11-22")), false},
		"art. 209: a day more":                                   {cds.Prescritta(g("2021-11-21"), g("2026-11-22")), true},
		"Corte cost. 113/2015: calibrated a year before":         {cds.TaraturaValida(g("2025-11-22"), g("2026-11-22")), true},
		"Corte cost. 113/2015: a day too long ago":               {cds.TaraturaValida(g("2025-11-21"), g("2026-11-22")), false},
		"Corte cost. 113/2015: calibrated after the measurement": {cds.TaraturaValida(g("2026-11-23"), g("2026-11-22")), false},
	} {
		if caso.avuto != caso.atteso {
			t.Errorf("%s: %v", nome, caso.avuto)
		}
	}
}
