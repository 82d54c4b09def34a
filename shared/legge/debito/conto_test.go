package debito_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// conto is an account without what is zero.
func conto(prezzo, versato, eccedenza, residuo importo.Cent) lettura.Conto {
	return lettura.Conto{PrezzoCent: prezzo, VersatoCent: versato, EccedenzaCent: eccedenza, ResiduoCent: residuo}
}

func TestAccountOnADay(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, giorno string
		cambia         func(*lettura.Verbale)
		vuole          lettura.Conto
	}{
		{"before any payment the price of who was served first", "2026-03-20", nil, conto(5200, 0, 0, 5200)},
		{"before any service the least", "2026-02-20", func(v *lettura.Verbale) { v.Posizioni[0].GiornoZero = calendario.Giorno{} }, conto(2940, 0, 0, 2940)},
		{"an open appeal changes nothing", "2026-05-20", func(v *lettura.Verbale) { v.Ricorso = "PRESENTATO" }, conto(9650, 0, 0, 9650)},
		{"an annulled fine asks nothing: what was paid is excess", "2026-05-20", func(v *lettura.Verbale) {
			v.Procedura, v.Pagamenti = "ANNULLATO_AUTOTUTELA", []lettura.Pagamento{paga(5200, "2026-03-10", "a1")}
		}, conto(0, 5200, 5200, 0)},
		{"the day whose money sufficed closes it, whatever came first", "2026-12-01", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(1000, "2026-05-10", "a1"), paga(5200, "2026-03-10", "a1")}
		}, conto(5200, 6200, 1000, 0)},
		{"all the money of a day counts together, at the price of whom it cost least", "2026-12-01", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(1000, "2026-05-10", "a2"), paga(1940, "2026-05-10", "a1")}
		}, conto(2940, 2940, 0, 0)},
		{"while none sufficed, the price of the day asked for who paid last", "2026-05-20", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(1000, "2026-03-10", "a1")}
		}, conto(9650, 1000, 0, 8650)},
		{"what was refunded was not kept", "2026-03-20", func(v *lettura.Verbale) {
			v.RimborsatoCent = 500
			v.Pagamenti = []lettura.Pagamento{paga(1000, "2026-03-10", "a1")}
		}, lettura.Conto{PrezzoCent: 5200, VersatoCent: 1000, RimborsatoCent: 500, EccedenzaCent: 500, ResiduoCent: 4700}},
		{"what was given up is not asked again", "2026-03-20", func(v *lettura.Verbale) {
			v.SgravatoCent = 500
			v.Pagamenti = []lettura.Pagamento{paga(1000, "2026-03-10", "a1")}
		}, lettura.Conto{PrezzoCent: 5200, VersatoCent: 1000, SgravatoCent: 500, ResiduoCent: 3700}},
		{"a payment taken back counts nowhere", "2026-03-20", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(5200, "2026-03-10", "a1")}
			v.Pagamenti[0].Stornato = calendario.MustParse("2026-03-11")
		}, conto(5200, 0, 0, 5200)},
		{"expenses stay when the notices that said them are over", "2026-05-20", func(v *lettura.Verbale) {
			v.Avvisi[0].Stato = "SCADUTO"
		}, conto(9650, 0, 0, 9650)},
		{"expenses as charged to the position", "2026-03-20", func(v *lettura.Verbale) { v.Posizioni[0].SpeseCent = 1500 }, conto(5700, 0, 0, 5700)},
		{"without proof of the service the reduced measure goes on", "2026-12-20", func(v *lettura.Verbale) { v.Posizioni[0].ProvaDubbia = true }, conto(5200, 0, 0, 5200)},
		{"under a hold too, unless more was asked before it", "2026-12-20", func(v *lettura.Verbale) { v.Debito = "SOSPESO" }, conto(5200, 0, 0, 5200)},
		{"a hold after the term leaves what was asked then", "2026-12-20", func(v *lettura.Verbale) {
			v.Debito, v.PrezzoCent = "SOSPESO", 9650
		}, conto(9650, 0, 0, 9650)},
		{"a plan of instalments fixes the sum", "2026-12-20", func(v *lettura.Verbale) {
			v.Debito, v.PrezzoCent = "RATEIZZATO", 30000
			v.Pagamenti = []lettura.Pagamento{paga(10000, "2026-06-10", "")}
		}, conto(30000, 10000, 0, 20000)},
		{"money that was given back fixed no price: the order that came later is owed whole", "2026-09-01", func(v *lettura.Verbale) {
			v.Pagamenti, v.RimborsatoCent = []lettura.Pagamento{paga(3940, "2026-03-04", "")}, 3940
			v.Ricorso, v.Ricorsi = "RESPINTO", []lettura.Ricorso{{Posizione: suo("obbligato"), Autorita: "GIUDICE_DI_PACE", Stato: "RESPINTO",
				Deciso: calendario.MustParse("2026-08-30"), ImportoCent: 9000}}
		}, lettura.Conto{PrezzoCent: 10000, VersatoCent: 3940, EccedenzaCent: 3940, RimborsatoCent: 3940, ResiduoCent: 10000}},
		{"a rejected appeal: the sum that the decision names, from its day", "2026-07-01", func(v *lettura.Verbale) {
			v.Ricorso, v.Ricorsi = "RESPINTO", []lettura.Ricorso{{Posizione: suo("obbligato"), Autorita: "PREFETTO", Stato: "RESPINTO",
				Deciso: calendario.MustParse("2026-06-30"), ImportoCent: 9000}}
		}, conto(10000, 0, 0, 10000)},
		{"of the prefect's order that names none, twice the minimum", "2026-07-01", func(v *lettura.Verbale) {
			v.Ricorsi = []lettura.Ricorso{{Autorita: "PREFETTO", Stato: "RESPINTO", Deciso: calendario.MustParse("2026-06-30")}}
		}, conto(9400, 0, 0, 9400)},
		{"a payment of before the decision keeps its price", "2026-07-01", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(5200, "2026-04-20", "a1")}
			v.Ricorsi = []lettura.Ricorso{{Autorita: "PREFETTO", Stato: "RESPINTO", Deciso: calendario.MustParse("2026-06-30"), ImportoCent: 9000}}
		}, conto(5200, 5200, 0, 0)},
		{"an appeal that was not examined changes nothing", "2026-07-01", func(v *lettura.Verbale) {
			v.Ricorsi = []lettura.Ricorso{{Autorita: "PREFETTO", Stato: "INAMMISSIBILE", Deciso: calendario.MustParse("2026-06-30")}}
		}, conto(9650, 0, 0, 9650)},
		{"an imported fine: what it was entered with", "2026-07-01", func(v *lettura.Verbale) {
			v.Importato, v.Violazioni[0].MassimoCent, v.Avvisi = true, 0, nil
			v.Posizioni[0].SpeseCent = 700
		}, conto(4900, 0, 0, 4900)},
		{"an imported fine: its account", "2026-07-01", func(v *lettura.Verbale) {
			v.Importato, v.Conto = true, conto(8000, 0, 0, 8000)
			v.Pagamenti = []lettura.Pagamento{paga(3000, "2026-06-10", "")}
		}, conto(8000, 3000, 0, 5000)},
		{"death ends the duty and gives nothing back (art. 7 L. 689/1981)", "2026-12-20", func(v *lettura.Verbale) {
			v.Procedura, v.Conto = "ESTINTO_DECESSO", conto(5200, 2000, 0, 3200)
			v.Pagamenti = []lettura.Pagamento{paga(2000, "2026-03-10", "a1")}
		}, conto(2000, 2000, 0, 0)},
		{"so does prescription (art. 209 CdS)", "2031-12-20", func(v *lettura.Verbale) {
			v.Procedura, v.Conto = "ESTINTO_TERMINI", conto(9650, 4200, 0, 5450)
			v.Pagamenti = []lettura.Pagamento{paga(4200, "2026-06-10", "a1")}
		}, conto(4200, 4200, 0, 0)},
		{"what was not owed before death is given back", "2026-12-20", func(v *lettura.Verbale) {
			v.Procedura, v.Conto, v.Violazioni = "ESTINTO_DECESSO", conto(0, 2000, 2000, 0), senzaRidotto()
			v.Pagamenti = []lettura.Pagamento{paga(2000, "2026-03-10", "")}
		}, conto(0, 2000, 2000, 0)},
		{"who was served too late never owed: the account of that day says 0 (art. 201 c. 5 CdS)", "2026-12-20", func(v *lettura.Verbale) {
			v.Procedura, v.Conto = "ESTINTO_TERMINI", conto(0, 2000, 2000, 0)
			v.Pagamenti = []lettura.Pagamento{paga(2000, "2026-03-10", "a1")}
		}, conto(0, 2000, 2000, 0)},
		{"a plan of instalments fixes the sum of who was granted it, not that of the other", "2026-12-20", func(v *lettura.Verbale) {
			v.Debito, v.PrezzoCent, v.Avvisi = "RATEIZZATO", 30000, append(v.Avvisi, rata("obbligato"))
			v.Posizioni[1].GiornoZero = calendario.MustParse("2026-08-20")
			v.Pagamenti = []lettura.Pagamento{paga(2940, "2026-08-22", "a2")}
		}, conto(2940, 2940, 0, 0)},
		{"while it is in force the rest is the plan's, whoever paid a part", "2026-12-20", func(v *lettura.Verbale) {
			v.Debito, v.PrezzoCent, v.Avvisi = "RATEIZZATO", 30000, append(v.Avvisi, rata("obbligato"))
			v.Posizioni[1].GiornoZero = calendario.MustParse("2026-02-20")
			v.Pagamenti = []lettura.Pagamento{paga(1000, "2026-08-22", "a2")}
		}, conto(30000, 1000, 0, 29000)},
		{"money of before the decision, learned after it: the notice of the order did not exist yet", "2026-06-25", func(v *lettura.Verbale) {
			ordinato(v, "obbligato")
			v.Pagamenti = []lettura.Pagamento{paga(5200, "2026-03-16", "a1")}
		}, conto(5200, 5200, 0, 0)},
		{"from the day of the decision the notice says the sum", "2026-06-25", func(v *lettura.Verbale) {
			ordinato(v, "obbligato")
			v.Pagamenti = []lettura.Pagamento{paga(5200, "2026-06-20", "a1")}
		}, conto(9400, 5200, 0, 4200)},
		{"an order that was not served is never late", "2029-12-01", func(v *lettura.Verbale) { ordinato(v, "obbligato") }, conto(9400, 0, 0, 9400)},
		{"served on 1 July it is due until the 31st: half a year later one tenth (art. 27 c. 6 L. 689/1981)", "2027-02-01", func(v *lettura.Verbale) {
			ordinato(v, "obbligato")
			v.Ricorsi[0].Notificato = calendario.MustParse("2026-07-01")
		}, conto(9400+840, 0, 0, 9400+840)},
		{"not a day before", "2027-01-31", func(v *lettura.Verbale) {
			ordinato(v, "obbligato")
			v.Ricorsi[0].Notificato = calendario.MustParse("2026-07-01")
		}, conto(9400, 0, 0, 9400)},
		{"three fifths at most, on the ordered sum and not on the expenses", "2029-12-01", func(v *lettura.Verbale) {
			ordinato(v, "obbligato")
			v.Ricorsi[0].Notificato = calendario.MustParse("2026-07-01")
		}, conto(13440+1000, 0, 0, 13440+1000)},
		{"money of before the increase closed it", "2029-12-01", func(v *lettura.Verbale) {
			ordinato(v, "obbligato")
			v.Ricorsi[0].Notificato = calendario.MustParse("2026-07-01")
			v.Pagamenti = []lettura.Pagamento{paga(9400, "2026-07-20", "o")}
		}, conto(9400, 9400, 0, 0)},
		{"an order that took the place of another's counts from that decision", "2026-06-25", func(v *lettura.Verbale) {
			ordinato(v, "trasgressore")
			v.Pagamenti = []lettura.Pagamento{paga(5200, "2026-03-16", "a1")}
		}, conto(5200, 5200, 0, 0)},
		{"another's earlier decision says nothing of this order", "2026-06-25", func(v *lettura.Verbale) {
			v.Ricorsi = []lettura.Ricorso{{Posizione: suo("trasgressore"), Autorita: "PREFETTO", Stato: "RESPINTO",
				Deciso: calendario.MustParse("2026-03-10"), ImportoCent: 8400}}
			ordinato(v, "obbligato")
			v.Pagamenti = []lettura.Pagamento{paga(5200, "2026-03-16", "a1")}
		}, conto(5200, 5200, 0, 0)},
		{"without reduced payment nothing has a price before the order (art. 202 c. 3-bis CdS)", "2026-05-20", func(v *lettura.Verbale) {
			v.Violazioni = senzaRidotto()
			v.Pagamenti = []lettura.Pagamento{paga(100, "2026-03-10", "")}
		}, conto(0, 100, 100, 0)},
		{"the order then prices the fine: what came before is an advance", "2026-07-01", func(v *lettura.Verbale) {
			v.Violazioni = senzaRidotto()
			v.Pagamenti = []lettura.Pagamento{paga(100, "2026-03-10", "")}
			ordinato(v, "obbligato")
		}, conto(9400, 100, 0, 9300)},
		{"beside it, what the notices asked is paid; the order opens the rest", "2026-07-01", func(v *lettura.Verbale) {
			v.Violazioni = append(v.Violazioni, senzaRidotto()...)
			v.Pagamenti = []lettura.Pagamento{paga(3940, "2026-03-05", "a1")}
			ordinato(v, "obbligato")
		}, conto(9400, 3940, 0, 5460)},
		{"who is out of the fine prices nothing", "2026-12-20", func(v *lettura.Verbale) { v.Posizioni[1].Chiusa = "chiusa" }, conto(9650+865, 0, 0, 9650+865)},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			v := unVerbale()
			if c.cambia != nil {
				c.cambia(&v)
			}
			e, err := debito.Di(&v).ContoAl(calendario.MustParse(c.giorno))
			if d := cmp.Diff(c.vuole, e.Conto); err != nil || d != "" || len(e.Spiegazione) == 0 {
				t.Errorf("%v %s", err, d)
			}
		})
	}
}

// senzaRidotto is a violation that only the prefect's order prices (art. 97 c. 9 CdS).
func senzaRidotto() []lettura.Violazione {
	return []lettura.Violazione{{Codice: "97-9", MinimoCent: 7900, MassimoCent: 31600}}
}

func rata(posizione string) lettura.Avviso {
	return lettura.Avviso{ID: suo("r-" + posizione), Posizione: suo(posizione), Tipo: cds.Rata, ImportoCent: 10000, Stato: verbale.AvvisoEmesso}
}

// ordinato lets the prefect order 84.00 euro on 20 June 2026, upon the appeal of a position; the owner has
// the notice.
func ordinato(v *lettura.Verbale, posizione string) {
	v.Ricorsi = append(v.Ricorsi, lettura.Ricorso{Posizione: suo(posizione), Autorita: "PREFETTO", Stato: "RESPINTO",
		Deciso: calendario.MustParse("2026-06-20"), ImportoCent: 8400})
	v.Avvisi = append(v.Avvisi, lettura.Avviso{ID: suo("o"), Posizione: suo("obbligato"), Tipo: cds.Ordinanza, ImportoCent: 9400, SpeseCent: 1000, Stato: verbale.AvvisoEmesso})
}

func TestWaitsForAnOrder(t *testing.T) {
	t.Parallel()
	casi := map[string]struct {
		cambia func(*lettura.Verbale)
		vuole  bool
	}{
		"every violation admits the reduced payment":        {func(v *lettura.Verbale) { v.Violazioni = unVerbale().Violazioni }, false},
		"one does not: until the order (art. 202 c. 3-bis)": {nil, true},
		"the order was given":                               {func(v *lettura.Verbale) { ordinato(v, "obbligato") }, false},
		"an offence is not for the prefect":                 {func(v *lettura.Verbale) { v.Violazioni = []lettura.Violazione{{Codice: "186-2-c"}} }, false},
		"the fine is over":                                  {func(v *lettura.Verbale) { v.Procedura = "ARCHIVIATO" }, false},
		"another system priced it":                          {func(v *lettura.Verbale) { v.Importato = true }, false},
		"an appeal that was not examined orders nothing": {func(v *lettura.Verbale) {
			v.Ricorsi = []lettura.Ricorso{{Autorita: "PREFETTO", Stato: "INAMMISSIBILE", Deciso: calendario.MustParse("2026-06-20")}}
		}, true},
	}
	for regola, c := range casi {
		v := unVerbale()
		v.Violazioni = append(v.Violazioni, senzaRidotto()...)
		if c.cambia != nil {
			c.cambia(&v)
		}
		if debito.Di(&v).AttendeOrdinanza() != c.vuole {
			t.Errorf("%s: %t", regola, !c.vuole)
		}
	}
}

// A payer who names no notice pays at the position that is known to be due, not at the cheapest day
// zero of somebody who was never served.
func TestWhoPays(t *testing.T) {
	t.Parallel()
	casi := map[string]struct {
		giorno string
		cambia func(*lettura.Verbale)
		vuole  string
	}{
		"served first":                           {"2026-12-01", nil, "obbligato"},
		"before that day the one who owes least": {"2026-03-01", nil, "trasgressore"},
		"never one that is out of the fine":      {"2026-12-01", func(v *lettura.Verbale) { v.Posizioni[0].Chiusa = "chiusa" }, "trasgressore"},
		"who pays by instalments": {"2026-12-01", func(v *lettura.Verbale) {
			v.Debito, v.Avvisi = "RATEIZZATO", append(v.Avvisi, rata("trasgressore"))
		}, "trasgressore"},
		"a plan that lapsed is none": {"2026-12-01", func(v *lettura.Verbale) { v.Avvisi = append(v.Avvisi, rata("trasgressore")) }, "obbligato"},
	}
	for regola, c := range casi {
		v := unVerbale()
		if c.cambia != nil {
			c.cambia(&v)
		}
		if p, err := debito.Di(&v).Pagante(calendario.MustParse(c.giorno)); err != nil || p != suo(c.vuole) {
			t.Errorf("%s: %s %v", regola, p, err)
		}
	}
}

// A closed account says what it was, with every sum in its place.
func TestAClosedAccountSaysWhatItWas(t *testing.T) {
	t.Parallel()
	v := unVerbale()
	v.Pagamenti = []lettura.Pagamento{paga(3000, "2026-03-20", "a1")}
	v.Conto = lettura.Conto{PrezzoCent: 5200, VersatoCent: 3000, SgravatoCent: 2200}
	e, err := debito.Di(&v).Dovuto(suo("obbligato"), calendario.MustParse("2026-12-01"))
	var regole []string
	for _, p := range e.Spiegazione {
		regole = append(regole, p.Regola)
	}
	if err != nil || e.DovutoCent != 0 || e.TotaleCent != 5200 || e.VersatoCent != 3000 || e.EccedenzaCent != 0 ||
		!slices.Equal(regole, []string{"DEBITO_CHIUSO", "SGRAVIO"}) {
		t.Errorf("%+v %v", e, err)
	}
	v.Pagamenti = append(v.Pagamenti, paga(1000, "2026-03-21", "a1"))
	v.VersatoCent, v.EccedenzaCent = 4000, 1000
	if e, err = debito.Di(&v).Dovuto(suo("obbligato"), calendario.MustParse("2026-12-01")); err != nil || e.DovutoCent != 0 || e.EccedenzaCent != 1000 || e.VersatoCent != 4000 {
		t.Errorf("money of after the closing: %+v %v", e, err)
	}
}

// A fine that is over says why, by its own article.
func TestWhyNothingIsOwed(t *testing.T) {
	t.Parallel()
	for procedura, vuole := range map[verbale.Procedura]string{"SCARTATO": "", "ARCHIVIATO": "art. 386 Reg.", "ESTINTO_TERMINI": "artt. 201 c. 5 e 209 CdS",
		"ESTINTO_DECESSO": "art. 7 L. 689/1981", "ANNULLATO_AUTOTUTELA": "art. 21-nonies L. 241/1990"} {
		v := unVerbale()
		v.Procedura = procedura
		e, err := debito.Di(&v).Dovuto(suo("obbligato"), calendario.MustParse("2026-12-01"))
		if err != nil || e.DovutoCent != 0 || len(e.Spiegazione) != 1 || e.Spiegazione[0].Norma != vuole ||
			procedura == "SCARTATO" && strings.Contains(e.Spiegazione[0].Testo, "archiviato") {
			t.Errorf("%s: %+v %v", procedura, e.Spiegazione, err)
		}
	}
}

// A debt that was closed when the account was drawn up stays closed, whatever became known later.
func TestAClosedAccountIsNotReopened(t *testing.T) {
	t.Parallel()
	v := unVerbale()
	v.Pagamenti = []lettura.Pagamento{paga(3940, "2026-03-20", "a1")} // recorded before the service was proved
	v.Conto = conto(3940, 3940, 0, 0)
	e, err := debito.Di(&v).Dovuto(suo("obbligato"), calendario.MustParse("2026-12-01"))
	if err != nil || e.DovutoCent != 0 || len(e.Spiegazione) == 0 {
		t.Errorf("%d %v", e.DovutoCent, err)
	}
	v.Pagamenti, v.Conto = nil, lettura.Conto{PrezzoCent: 9650, SgravatoCent: 9650}
	if e, err = debito.Di(&v).Dovuto(suo("obbligato"), calendario.MustParse("2026-12-01")); err != nil || e.DovutoCent != 0 {
		t.Errorf("given up: %d %v", e.DovutoCent, err)
	}
}

func TestTheSmallerAmount(t *testing.T) {
	t.Parallel()
	v := unVerbale()
	oggi := calendario.MustParse("2026-12-01")
	for regola, c := range map[string]struct {
		scelta    func(lettura.Posizione) bool
		cambia    func(*lettura.Verbale)
		posizione string
	}{
		"none picked: the one that owes least": {nil, nil, "trasgressore"},
		"the one picked":                       {func(p lettura.Posizione) bool { return p.ID == suo("obbligato") }, nil, "obbligato"},
		"never one that is out of the fine":    {nil, func(v *lettura.Verbale) { v.Posizioni[1].Chiusa = "chiusa" }, "obbligato"},
	} {
		x := v
		x.Posizioni = append([]lettura.Posizione{}, v.Posizioni...)
		if c.cambia != nil {
			c.cambia(&x)
		}
		if p, _, err := debito.Di(&x).Minore(c.scelta, oggi); err != nil || p.ID != suo(c.posizione) {
			t.Errorf("%s: %s %v", regola, p.ID, err)
		}
	}
}

// TestWhatIsAskedIsTheAccount: for any payments, some taken back or refunded, what a reader shows to a person who
// paid last is what the account leaves, and the steps add up to it.
func TestWhatIsAskedIsTheAccount(t *testing.T) {
	t.Parallel()
	ripreso := calendario.MustParse("2026-06-30")
	rapid.Check(t, func(t *rapid.T) {
		v := unVerbale()
		for range rapid.IntRange(1, 6).Draw(t, "payments") {
			v.Pagamenti = append(v.Pagamenti, lettura.Pagamento{Posizione: suo("obbligato"), Avviso: suo("a1"),
				ImportoCent: importo.Cent(rapid.IntRange(1, 6000).Draw(t, "cents")), Stornato: rapid.SampledFrom([]calendario.Giorno{ripreso, {}, {}, {}}).Draw(t, "taken back"),
				Data: calendario.MustParse("2026-02-20").AddDays(rapid.IntRange(0, 120).Draw(t, "day"))})
		}
		oggi := calendario.MustParse("2026-07-01").AddDays(rapid.IntRange(0, 700).Draw(t, "today"))
		prima, err := debito.Di(&v).ContoAl(oggi)
		if err != nil {
			t.Fatal(err)
		}
		v.RimborsatoCent = importo.Cent(rapid.Int64Range(0, int64(prima.Conto.EccedenzaCent)).Draw(t, "refunded"))
		if len(v.Pagamenti) > 1 && rapid.Bool().Draw(t, "then taken back") {
			v.Pagamenti[0].Stornato = ripreso
		}
		c, err := debito.Di(&v).ContoAl(oggi)
		if err != nil {
			t.Fatal(err)
		}
		x := c.Conto
		if x.PrezzoCent != x.VersatoCent-x.EccedenzaCent+x.ResiduoCent+x.SgravatoCent || x.RimborsatoCent > x.EccedenzaCent {
			t.Fatalf("%+v", x)
		}
		v.Conto = x
		e, err := debito.Di(&v).Dovuto(suo("obbligato"), oggi)
		var somma importo.Cent
		for _, p := range e.Spiegazione {
			if p.ImportoCent != nil {
				somma += importo.Cent(*p.ImportoCent)
			}
		}
		if err != nil || e.DovutoCent != x.ResiduoCent || somma != e.DovutoCent {
			t.Fatalf("asked %d, left %d, steps %d: %v", e.DovutoCent, x.ResiduoCent, somma, err)
		}
	})
}
