package verbale

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
)

// TestSpeedOnTheAct: Reg. art. 345 c. 2, five per cent and no less than five km/h, nothing rounded before.
func TestSpeedOnTheAct(t *testing.T) {
	t.Parallel()
	for nome, caso := range map[string]struct{ rilevata, limite, netta int64 }{
		"148 km/h: five per cent":    {1480, 1300, 1406},
		"66 km/h: five km/h":         {660, 500, 610},
		"66,5 km/h: the decimal too": {665, 500, 615},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			avuta := ViolazioneLetta{VelocitaDecimi: &caso.rilevata, LimiteDecimi: &caso.limite}.velocita()
			attesa := &stampa.Velocita{RilevataDecimi: caso.rilevata, NettaDecimi: caso.netta, LimiteDecimi: caso.limite}
			if diff := cmp.Diff(attesa, avuta); diff != "" {
				t.Error(diff)
			}
		})
	}
	if v := (ViolazioneLetta{}).velocita(); v != nil {
		t.Errorf("a violation without a measure has %+v", v)
	}
}

// TestPointsOnTheAct: art. 126-bis c. 1-bis CdS.
func TestPointsOnTheAct(t *testing.T) {
	t.Parallel()
	const sospensione = "Sospensione della patente da uno a tre mesi"
	for nome, caso := range map[string]struct {
		violazioni []ViolazioneLetta
		attesi     int
	}{
		"they add up":              {[]ViolazioneLetta{{Punti: 5}, {Punti: 6}}, 11},
		"fifteen at most":          {[]ViolazioneLetta{{Punti: 10}, {Punti: 8}}, 15},
		"no cap with a suspension": {[]ViolazioneLetta{{Punti: 10, Accessoria: sospensione}, {Punti: 8}}, 18},
		"a suspension of the repeat only": {
			[]ViolazioneLetta{{Punti: 10, Accessoria: "In caso di seconda violazione nel biennio, sospensione della patente da uno a tre mesi"}, {Punti: 8}}, 15,
		},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			var a stampa.Atto
			(&Service{}).violazioniScritte(&a, Completo{Violazioni: caso.violazioni, Contestato: true}, PosizioneLetta{})
			if a.PuntiTotali != caso.attesi {
				t.Errorf("%d points, expected %d", a.PuntiTotali, caso.attesi)
			}
		})
	}
}

// TestCountryOnTheAct: an envelope that leaves Italy names the country, not its code.
func TestCountryOnTheAct(t *testing.T) {
	t.Parallel()
	for nazione, atteso := range map[string]string{
		"IT": "", "": "", "DE": "GERMANIA", "SM": "SAN MARINO", "CI": "COSTA D’AVORIO", "GERMANIA": "GERMANIA", "QQ": "QQ", "EU": "EU",
	} {
		if d := destinatario(PosizioneLetta{soggetto: Soggetto{Nazione: nazione}}); d.Stato != atteso {
			t.Errorf("%q is printed as %q, expected %q", nazione, d.Stato, atteso)
		}
	}
}

// TestReducedPaymentsOnTheAct: an act offers the reduced payments issued last, whatever became of them since.
func TestReducedPaymentsOnTheAct(t *testing.T) {
	t.Parallel()
	avviso := func(tipo, numero string, stato StatoAvviso) AvvisoLetto {
		return AvvisoLetto{Tipo: tipo, NumeroAvviso: numero, Stato: stato}
	}
	for nome, caso := range map[string]struct {
		avvisi []AvvisoLetto
		attesi string
	}{
		"as they were issued":   {[]AvvisoLetto{avviso("RIDOTTO_30", "1", AvvisoEmesso), avviso("RIDOTTO", "2", AvvisoEmesso)}, "12"},
		"one alone":             {[]AvvisoLetto{avviso("RIDOTTO", "1", AvvisoEmesso)}, "1"},
		"after their terms":     {[]AvvisoLetto{avviso("RIDOTTO_30", "1", AvvisoScaduto), avviso("RIDOTTO", "2", AvvisoScaduto), avviso("INTERO", "3", AvvisoEmesso)}, "12"},
		"replaced by a pair":    {[]AvvisoLetto{avviso("RIDOTTO_30", "1", AvvisoSostituito), avviso("RIDOTTO", "2", AvvisoSostituito), avviso("RIDOTTO_30", "3", AvvisoEmesso), avviso("RIDOTTO", "4", AvvisoEmesso)}, "34"},
		"replaced by one":       {[]AvvisoLetto{avviso("RIDOTTO_30", "1", AvvisoSostituito), avviso("RIDOTTO", "2", AvvisoSostituito), avviso("RIDOTTO", "3", AvvisoEmesso)}, "3"},
		"without any":           {nil, ""},
		"when all was annulled": {[]AvvisoLetto{avviso("RIDOTTO_30", "1", AvvisoAnnullato), avviso("RIDOTTO", "2", AvvisoAnnullato)}, ""},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			var avuti string
			for _, x := range ridotti(caso.avvisi) {
				avuti += x.NumeroAvviso
			}
			if avuti != caso.attesi {
				t.Errorf("notices %q, expected %q", avuti, caso.attesi)
			}
		})
	}
}

// TestDayAndRuleOnTheAct: what was decided of a violation, and the day of service, reach the paper.
func TestDayAndRuleOnTheAct(t *testing.T) {
	t.Parallel()
	var a stampa.Atto
	(&Service{}).violazioniScritte(&a, Completo{Contestato: true, Violazioni: []ViolazioneLetta{
		{Sconto30: true, PagamentoRidotto: true}, {PagamentoRidotto: true}, {}}}, PosizioneLetta{})
	var avute []bool
	for _, v := range a.Violazioni {
		avute = append(avute, v.SenzaSconto, v.SenzaRidotto)
	}
	if diff := cmp.Diff([]bool{false, false, true, false, true, true}, avute); diff != "" {
		t.Error(diff)
	}
}
