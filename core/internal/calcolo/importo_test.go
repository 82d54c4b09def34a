package calcolo

import (
	"net/url"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

var oggi = calendario.MustParse("2026-11-20") // the day of every test here

// chiede fills a form: "campo=valore" pairs joined by "&", as in an address.
func chiede(t *testing.T, query string) *modulo {
	t.Helper()
	valori, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return nuovoModulo(valori)
}

// The worked amounts of the sheet (section 1.10), asked as an officer does at the desk.
func TestImportiDellaScheda(t *testing.T) {
	t.Parallel()
	const carrabile = "violazione=153-10&giorno=2026-09-01&notifica=2026-09-10&spese=12,00"
	tabella := sanzione.Iniziale()
	for _, c := range []struct {
		regola, query string
		cent          importo.Cent
		tipo          cds.Tipo
	}{
		{"art. 202 c. 1: day 4, 70 % of the minimum, expenses whole", carrabile + "&pagamento=2026-09-14", 7290, cds.Ridotto30},
		{"art. 202 c. 1: day 33, the minimum", carrabile + "&pagamento=2026-10-13", 9900, cds.Ridotto},
		{"art. 203 c. 3: day 61, half of the maximum", carrabile + "&pagamento=2026-11-10", 18400, cds.Intero},
		{"art. 203 c. 3: 60,90 paid too late are an advance", carrabile + "&pagamento=2026-11-19&versato=60,90", 12310, cds.Intero},
		{"not served yet: the price of day 0", "violazione=153-10&giorno=2026-09-01&pagamento=2026-11-20&spese=12", 7290, cds.Ridotto30},
		{"the band typed by hand gives the same", "minimo=87&massimo=344,00&sconto=si&giorno=2026-09-01&notifica=2026-09-10&pagamento=2026-09-14&spese=12.00", 7290, cds.Ridotto30},
		{"art. 195 c. 2-bis: 176 c. 1 lett. c at night, no discount for the suspension", "violazione=176-1-cd&giorno=2026-09-01&ora=23:10&notifica=2026-09-10&pagamento=2026-10-10&spese=11", 58433, cds.Ridotto},
		{"142 c. 11: a heavy vehicle, c. 7, day 5", "violazione=142-7-pes&giorno=2026-09-01&notifica=2026-09-10&pagamento=2026-09-15", 5880, cds.Ridotto30},
		{"L. 689/1981 art. 27 c. 6: 172 c. 10, four full half-years from day 61", "violazione=172-10&giorno=2022-01-10&notifica=2022-01-20&pagamento=2024-04-01&spese=10,50", 24290, cds.InteroMaggiorato},
		{"L. 177/2024: the increase stops at three fifths", "violazione=172-10&giorno=2022-01-10&notifica=2022-01-20&pagamento=2026-04-01&spese=10,50", 27610, cds.InteroMaggiorato},
		{"art. 204 c. 1: the prefect orders twice the minimum at least", carrabile + "&pagamento=2027-05-03&ordinanza=si", 18600, cds.Ordinanza},
		{"art. 204 c. 1: the prefect names the sum", carrabile + "&pagamento=2027-05-03&ordinanza=si&ordinata=200", 21200, cds.Ordinanza},
		{"art. 204 c. 2: the thirty days of an order end on 3 June, after a holiday: no half-year is full", carrabile + "&pagamento=2027-12-03&ordinanza=si&ordinata=200&notificaOrdinanza=2027-05-03", 21200, cds.Ordinanza},
		{"L. 689/1981 art. 27 c. 6: a day later the first half-year of the order is full", carrabile + "&pagamento=2027-12-04&ordinanza=si&ordinata=200&notificaOrdinanza=2027-05-03", 23200, cds.InteroMaggiorato},
		{"a codice of the earlier table prices its own days", "violazione=158-1&giorno=2024-12-13&pagamento=2024-12-13", 6090, cds.Ridotto30},
		{"art. 158 c. 5-bis: a junction the day after", "violazione=158-1-f&giorno=2024-12-14&pagamento=2024-12-14", 11550, cds.Ridotto30},
		{"art. 7 c. 14: three periods of parking", "violazione=7-14-p4&periodi=3&giorno=2026-09-01&pagamento=2026-09-01", 5460, cds.Ridotto30},
		{"art. 7 c. 15: half of the band and the whole tariff, undiscounted", "violazione=7-15-p3-b&tariffa=6,50&giorno=2026-09-01&pagamento=2026-09-01", 2120, cds.Ridotto30},
		{"art. 7 c. 14-bis: two days and two tariffs", "violazione=7-14-bis&periodi=2&tariffa=10&giorno=2026-09-01&pagamento=2026-09-01", 12620, cds.Ridotto30},
		{"a repeat loses the discount that is for the first violation", "violazione=172-10&recidiva=si&giorno=2026-09-01&notifica=2026-09-10&pagamento=2026-09-14", 8300, cds.Ridotto},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := calcolaImporto(chiede(t, c.query), tabella, oggi)
			if err != nil || p.Esito == nil {
				t.Fatalf("%v, faults %+v", err, p.guasti)
			}
			if p.Esito.Dovuto.DovutoCent != c.cent || p.Esito.Dovuto.Tipo != c.tipo {
				t.Errorf("%s, %s, want %s, %s", p.Esito.Dovuto.DovutoCent.Euro(), p.Esito.Dovuto.Tipo, c.cent.Euro(), c.tipo)
			}
			var somma importo.Cent
			for _, passo := range p.Esito.Spiegazione {
				if passo.ImportoCent != nil {
					somma += importo.Cent(*passo.ImportoCent)
				}
			}
			if somma != c.cent {
				t.Errorf("the steps add up to %s", somma.Euro())
			}
		})
	}
}

func TestAvvisiDaEmettere(t *testing.T) {
	t.Parallel()
	for query, attesi := range map[string]string{
		"violazione=153-10&giorno=2026-09-01&pagamento=2026-11-20&spese=12":              "RIDOTTO_30 72,90 RIDOTTO 99,00",
		"violazione=176-1-cd&giorno=2026-09-01&pagamento=2026-11-20&ora=12:00":           "RIDOTTO 430,00",
		"violazione=153-10&giorno=2026-09-01&pagamento=2026-11-20&spese=12&ordinanza=si": "",
		"violazione=168-8&giorno=2026-09-01&pagamento=2026-11-20":                        "",
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			p, err := calcolaImporto(chiede(t, query), sanzione.Iniziale(), oggi)
			if err != nil || p.Esito == nil {
				t.Fatalf("%v, faults %+v", err, p.guasti)
			}
			var avvisi []string
			for _, a := range p.Esito.Avvisi {
				avvisi = append(avvisi, string(a.Tipo), a.ImportoCent.Cifre())
			}
			if ha := strings.Join(avvisi, " "); ha != attesi {
				t.Errorf("%q, want %q", ha, attesi)
			}
		})
	}
}

// Every row costs at the desk what the table says, on its first day and on its last.
func TestOgniRigaCostaQuelloCheDice(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	calcolate := 0
	for _, x := range tabella.Intervalli() {
		for _, giorno := range []calendario.Giorno{x.Dal, x.Al} {
			if giorno.IsZero() || x.Riga.Penale {
				continue
			}
			calcolate++
			query := "violazione=" + x.Riga.Codice + "&giorno=" + giorno.String() + "&notifica=" + giorno.String() + "&pagamento="
			for giorni, atteso := range map[int]importo.Cent{0: x.Riga.MinCent * 7 / 10, 12: x.Riga.MinCent} {
				if !x.Riga.AmmetteSconto(false) {
					atteso = x.Riga.MinCent
				}
				p, err := calcolaImporto(chiede(t, query+giorno.AddDays(giorni).String()), tabella, oggi)
				switch {
				case err != nil || p.Esito == nil:
					t.Errorf("%s on %s: %v, faults %+v", x.Riga.Codice, giorno, err, p.guasti)
				case !x.Riga.PagamentoRidotto:
					if len(p.Esito.Avvisi) > 0 {
						t.Errorf("%s: notices of a violation without reduced payment", x.Riga.Codice)
					}
				case p.Esito.Dovuto.DovutoCent != atteso || p.Esito.Riga.ValidoDa != x.Riga.ValidoDa:
					t.Errorf("%s on %s, day %d: %s, want %s", x.Riga.Codice, giorno, giorni, p.Esito.Dovuto.DovutoCent.Euro(), atteso.Euro())
				}
			}
		}
	}
	if calcolate < 350 {
		t.Errorf("%d rows", calcolate)
	}
}

func TestAvvertenzeDellImporto(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ regola, query, dice string }{
		{"art. 195 c. 2-bis: without a time the night is not looked at", "violazione=142-8", "L'ora della violazione non è indicata"},
		{"art. 195 c. 2-bis: 22:00 sharp", "violazione=142-8&ora=22:00", "in punto"},
		{"art. 202 c. 1: a conditional discount", "violazione=172-10", "non è una recidiva"},
		{"art. 195 c. 3: beyond the known horizon of the amounts", "violazione=153-10&giorno=2027-03-01&pagamento=2027-03-02", "31/12/2026"},
		{"a doubt of the sheet is read by whoever picks the row", "violazione=6-14-p2", "da 41 a 167 euro"},
		{"the letters under the row", "violazione=158-1-altre", "lettere a, b, c, d, e, g, h, h-bis e h-ter"},
		{"how often the band applies", "violazione=7-14-p4", "per ogni periodo intero trascorso, al massimo 4 volte"},
		{"the tariff that is added", "violazione=7-15-p1", "si aggiunge la tariffa dell'intero periodo tariffario del giorno, senza sconto"},
		{"the tariff that is not typed", "violazione=7-15-p1", "La tariffa evasa non è indicata"},
		{"art. 218-ter: the short suspension", "violazione=146-3", "sospensione breve della patente"},
		{"art. 202 c. 1: a discount that a confiscation takes away", "violazione=193-2", "non spetta se il veicolo è confiscato"},
		{"art. 202 c. 3: a reduced payment that a refusal takes away", "violazione=192-6-altri-obblighi", "non spetta a chi non si è fermato"},
		{"a codice that was divided", "violazione=158-1&giorno=2024-06-01", "è stata divisa"},
		{"an order whose service is not known", "violazione=153-10&ordinanza=si", "notificazione dell'ordinanza"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			m := chiede(t, c.query)
			for campo, valore := range map[string]string{"giorno": "2026-09-01", "pagamento": "2026-11-20"} {
				if m.valore(campo) == "" {
					m.proponi(campo, valore)
				}
			}
			p, err := calcolaImporto(m, sanzione.Iniziale(), oggi)
			if err != nil || p.Esito == nil {
				t.Fatalf("%v, faults %+v", err, p.guasti)
			}
			if tutte := strings.Join(p.Esito.Avvertenze, "\n"); !strings.Contains(tutte, c.dice) {
				t.Errorf("warnings:\n%s", tutte)
			}
		})
	}
}

func TestImportoSbagliatoDiceIlCampo(t *testing.T) {
	t.Parallel()
	const buona = "violazione=153-10&giorno=2026-09-01&pagamento=2026-11-20"
	for _, c := range []struct{ regola, query, campo string }{
		{"no violation", "giorno=2026-09-01&pagamento=2026-11-20", "violazione"},
		{"unknown violation", "violazione=xyz&giorno=2026-09-01&pagamento=2026-11-20", "violazione"},
		{"several violations", "violazione=145&giorno=2026-09-01&pagamento=2026-11-20", "violazione"},
		{"violation and band together", buona + "&minimo=87&massimo=344", "violazione"},
		{"impossible date", "violazione=153-10&giorno=2026-02-30&pagamento=2026-11-20", "giorno"},
		{"no date of the violation", "violazione=153-10&pagamento=2026-11-20", "giorno"},
		{"no day of payment", "violazione=153-10&giorno=2026-09-01", "pagamento"},
		{"payment before the violation", "violazione=153-10&giorno=2026-09-01&pagamento=2026-08-31", "pagamento"},
		{"service before the violation", buona + "&notifica=2026-08-31", "notifica"},
		{"impossible time", buona + "&ora=25:00", "ora"},
		{"expenses that are no sum", buona + "&spese=dodici", "spese"},
		{"negative expenses", buona + "&spese=-1", "spese"},
		{"paid sum that is none", buona + "&versato=1,234", "versato"},
		{"more than there is money", buona + "&versato=99.999.999.999,00", "versato"},
		{"minimum above maximum", "minimo=344&massimo=87&giorno=2026-09-01&pagamento=2026-11-20", "minimo"},
		{"no minimum", "massimo=87&giorno=2026-09-01&pagamento=2026-11-20", "minimo"},
		{"unknown multiplier", "minimo=87&massimo=344&moltiplicatore=3&giorno=2026-09-01&pagamento=2026-11-20", "moltiplicatore"},
		{"times of a violation that counts once", buona + "&periodi=2", "periodi"},
		{"more times than the law counts", "violazione=7-14-p4&giorno=2026-09-01&pagamento=2026-11-20&periodi=5", "periodi"},
		{"times that are no number", buona + "&periodi=due", "periodi"},
		{"a tariff where the law adds none", buona + "&tariffa=5", "tariffa"},
		{"an absurd tariff", "violazione=7-15-p1&giorno=2026-09-01&pagamento=2026-11-20&tariffa=1000,01", "tariffa"},
		{"a negative tariff", "violazione=7-15-p1&giorno=2026-09-01&pagamento=2026-11-20&tariffa=-1", "tariffa"},
		{"a codice that was divided, from then on", "violazione=158-1&giorno=2026-09-01&pagamento=2026-11-20", "violazione"},
		{"an ordered sum without an order", buona + "&ordinata=200", "ordinata"},
		{"service of an order that is not", buona + "&notificaOrdinanza=2026-10-01", "notificaOrdinanza"},
		{"a text too long", "violazione=" + strings.Repeat("a", 101) + "&giorno=2026-09-01&pagamento=2026-11-20", "violazione"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := calcolaImporto(chiede(t, c.query), sanzione.Iniziale(), oggi)
			if err != nil || p.Esito != nil || p.guasto(c.campo) == "" {
				t.Errorf("error %v, answer %v, faults %+v", err, p.Esito != nil, p.guasti)
			}
		})
	}
}

func TestModuloMaiInviatoProponeOggi(t *testing.T) {
	t.Parallel()
	p, err := calcolaImporto(chiede(t, ""), sanzione.Iniziale(), oggi)
	if err != nil || !p.buono() || p.Esito != nil || p.valore("giorno") != "2026-11-20" || p.valore("pagamento") != "2026-11-20" {
		t.Errorf("error %v, form %+v", err, p.modulo)
	}
	if len(p.Elenco) < 100 {
		t.Errorf("%d violations to choose from", len(p.Elenco))
	}
}

// A candidate is chosen by a link that keeps all the rest.
func TestUnaCandidataTieneIlResto(t *testing.T) {
	t.Parallel()
	p, err := calcolaImporto(chiede(t, "violazione=145&giorno=2026-09-01&pagamento=2026-11-20&spese=12"), sanzione.Iniziale(), oggi)
	if err != nil || len(p.Candidate) != 2 {
		t.Fatalf("error %v, candidates %v", err, codici(p.Candidate))
	}
	u, err := url.Parse(string(p.scegliendo(p.Candidate[0].Codice)))
	if err != nil {
		t.Fatal(err)
	}
	scelta, err := calcolaImporto(nuovoModulo(u.Query()), sanzione.Iniziale(), oggi)
	if err != nil || scelta.Esito == nil || scelta.Esito.Riga.Codice != p.Candidate[0].Codice || scelta.Esito.Dovuto.SpeseCent != 1200 {
		t.Errorf("error %v, answer %+v", err, scelta.Esito)
	}
	if p.valore("violazione") != "145" {
		t.Errorf("the form was changed: %q", p.valore("violazione"))
	}
}

// An act without reduced payment names no sum, an offence neither; the prefect's order does (art. 202 c. 3-bis, art. 204 c. 1).
func TestSenzaPagamentoRidottoNonCeUnaSomma(t *testing.T) {
	t.Parallel()
	for query, attesi := range map[string][2]string{
		"violazione=192-6-bis&spese=12":                           {"Nessuna somma", cds.SenzaRidotto},
		"violazione=192-6-bis&spese=12&ordinanza=si&ordinata=500": {"512,00 €", "Ordinanza"},
		"violazione=186-2-b":                                      {"Nessuna somma", "reato"},
		"violazione=153-10":                                       {"60,90 €", "Entro 5 giorni"},
	} {
		p, err := calcolaImporto(chiede(t, query+"&giorno=2026-09-01&pagamento=2026-09-02"), sanzione.Iniziale(), oggi)
		if err != nil || p.Esito == nil {
			t.Fatalf("%s: %v, faults %+v", query, err, p.guasti)
		}
		if html := disegna(t, importoDovuto(p)); !strings.Contains(html, attesi[0]) || !strings.Contains(p.Esito.significato(), attesi[1]) {
			t.Errorf("%s: %q, %q", query, p.Esito.somma(), p.Esito.significato())
		}
	}
}
