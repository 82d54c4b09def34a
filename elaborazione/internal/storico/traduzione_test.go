package storico_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/storie"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
)

// traduci turns the lines of one case into its history.
func traduci(t testing.TB, r ...string) (*storico.Storia, error) {
	t.Helper()
	m := mappa(t)
	tutti, err := casi(m, []byte(righe(r...)))
	if err != nil || len(tutti) != 1 {
		t.Fatalf("%v %v", tutti, err)
	}
	return m.Traduci(tutti[0], adesso())
}

func datiInserito(t testing.TB, s *storico.Storia) vita.Inserito {
	t.Helper()
	d, ok := s.Eventi[0].Dati.(vita.Inserito)
	if !ok {
		t.Fatalf("the first event is %s", s.Eventi[0].Tipo())
	}
	return d
}

// Steps of a case of 36.00 euro, 13.00 of expenses, served on 1 August 2007: day 60 is 30 September.
const (
	c0 = "A7;Create Fine;2007-03-19;36.00;NIL;A;0.00;157;0;;;;"
	c1 = "A7;Send Fine;2007-07-17;;;;;;;13.00;;;"
	c2 = "A7;Insert Fine Notification;2007-08-02;;;;;;;;P;P;"
	c3 = "A7;Add penalty;2007-10-01;74.00;;;;;;;;;"
	ru = "A7;Send for Credit Collection;2009-03-30;;;;;;;;;;"
)

func paga(giorno, totale, cent string) string {
	return "A7;Payment;" + giorno + ";;;;" + totale + ";;;;;;" + cent
}

func TestTheStateThatAHistoryLeaves(t *testing.T) {
	t.Parallel()
	const ricorso, invio = "A7;Insert Date Appeal to Prefecture;2007-08-20;;;;;;;;;;", "A7;Send Appeal to Prefecture;2007-10-01;;%;;;;;;;;"
	type atteso struct {
		procedura   verbale.Procedura
		debito      verbale.Debito
		ricorso     verbale.Ricorso
		riscossione verbale.Riscossione
		residuo     int64
		anomalie    string
	}
	attesi := map[string]struct {
		righe  []string
		atteso atteso
	}{
		"sent and nothing else: nothing is due before the service": {[]string{c0, c1}, atteso{verbale.InNotifica, verbale.NonEsigibile, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, ""}},
		"paid before any service":                                  {[]string{c0, paga("2007-03-21", "36.00", "36.00")}, atteso{verbale.Definito, verbale.Pagato, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, ""}},
		"paid in full on day 60, below the increase of that day in the file": {[]string{c0, c1, c2, c3, paga("2007-10-01", "49.00", "49.00")},
			atteso{verbale.Definito, verbale.Pagato, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, ""}},
		"the minimum a day late": {[]string{c0, c1, c2, c3, paga("2007-10-02", "49.00", "49.00")}, atteso{verbale.Notificato, verbale.PagatoParziale, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 3800, ""}},
		"too little, too late, then the rest": {[]string{c0, c1, c2, c3, paga("2007-10-02", "49.00", "49.00"), paga("2007-10-31", "87.00", "38.00")},
			atteso{verbale.Definito, verbale.Pagato, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, ""}},
		"only the minimum, not the expenses": {[]string{c0, c1, paga("2007-08-30", "36.00", "36.00")}, atteso{verbale.InNotifica, verbale.PagatoParziale, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 1300, ""}},
		"to collection":                      {[]string{c0, c1, c2, c3, ru}, atteso{verbale.Notificato, verbale.DebitoIntero, verbale.RicorsoNessuno, verbale.InRuolo, 8700, ""}},
		"to collection, then paid":           {[]string{c0, c1, c2, c3, ru, paga("2010-01-01", "87.00", "87.00")}, atteso{verbale.Definito, verbale.Pagato, verbale.RicorsoNessuno, verbale.Riscosso, 0, ""}},
		"paid too much":                      {[]string{c0, paga("2007-03-21", "40.00", "40.00")}, atteso{verbale.Definito, verbale.Eccedenza, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, "PAGATO_IN_PIU"}},
		"cancelled by the prefect, written back on the sending": {[]string{c0, c1, c2, ricorso, strings.Replace(invio, "%", "#", 1), c3},
			atteso{verbale.Archiviato, verbale.Sgravato, verbale.RicorsoAccolto, verbale.RiscossioneNessuna, 0, ""}},
		"cancelled by the judge": {[]string{c0, c1, c2, "A7;Appeal to Judge;2007-08-20;;G;;;;;;;;", c3}, atteso{verbale.Archiviato, verbale.Sgravato, verbale.RicorsoAccolto, verbale.RiscossioneNessuna, 0, ""}},
		"an appeal that waits":   {[]string{c0, c1, c2, ricorso, strings.Replace(invio, "%", "NIL", 1), c3}, atteso{verbale.Notificato, verbale.DebitoIntero, verbale.RicorsoTrasmesso, verbale.RiscossioneNessuna, 8700, ""}},
		"an appeal lost, and the judge asked against the order": {[]string{c0, c1, c2, ricorso, strings.Replace(invio, "%", "NIL", 1), c3,
			"A7;Receive Result Appeal from Prefecture;2008-01-10;;;;;;;;;;", "A7;Notify Result Appeal to Offender;2008-02-10;;;;;;;;;;", "A7;Appeal to Judge;2008-02-20;;NIL;;;;;;;;"},
			atteso{verbale.Notificato, verbale.DebitoIntero, verbale.RicorsoImpugnato, verbale.RiscossioneNessuna, 8700, ""}},
		"paid while an appeal was open": {[]string{c0, c1, c2, ricorso, paga("2007-09-14", "49.00", "49.00"), c3, strings.Replace(invio, "%", "NIL", 1)},
			atteso{verbale.Definito, verbale.Pagato, verbale.RicorsoTrasmesso, verbale.RiscossioneNessuna, 0, ""}},
		"paid and cancelled": {[]string{c0, c1, c2, ricorso, paga("2007-09-14", "49.00", "49.00"), c3, strings.Replace(invio, "%", "#", 1)},
			atteso{verbale.Archiviato, verbale.Pagato, verbale.RicorsoAccolto, verbale.RiscossioneNessuna, 0, "ANNULLATO_E_PAGATO"}},
		"cancelled, then paid: it opens nothing, and is for a person to refund": {[]string{c0, c1, c2, ricorso, strings.Replace(invio, "%", "#", 1),
			"A7;Receive Result Appeal from Prefecture;2008-01-10;;;;;;;;;;", paga("2008-02-01", "10.00", "10.00")},
			atteso{verbale.Archiviato, verbale.Eccedenza, verbale.RicorsoAccolto, verbale.RiscossioneNessuna, 0, "ANNULLATO_E_PAGATO"}},
		"paid twice": {[]string{c0, paga("2007-03-21", "36.00", "36.00"), paga("2007-03-22", "72.00", "36.00")},
			atteso{verbale.Definito, verbale.Eccedenza, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, "PAGATO_IN_PIU"}},
		"an outcome that nobody explains":    {[]string{strings.Replace(c0, "NIL", "5", 1), c1}, atteso{verbale.InNotifica, verbale.NonEsigibile, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, "ESITO_SCONOSCIUTO"}},
		"a total that the lines do not make": {[]string{c0, c1, c2, c3, paga("2007-10-02", "60.00", "49.00")}, atteso{verbale.Notificato, verbale.PagatoParziale, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 3800, "TOTALE_DIVERSO"}},
		"a total that holds the other payment of the day": {[]string{c0, paga("2007-03-21", "36.00", "20.00"), paga("2007-03-21", "36.00", "16.00")},
			atteso{verbale.Definito, verbale.Pagato, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, ""}},
		"lines out of order":                 {[]string{c0, c2, c1, c3, ru}, atteso{verbale.Notificato, verbale.DebitoIntero, verbale.RicorsoNessuno, verbale.InRuolo, 8700, "RIGHE_NON_IN_ORDINE"}},
		"expenses after the debt was closed": {[]string{c0, paga("2007-03-21", "36.00", "36.00"), c1}, atteso{verbale.Definito, verbale.Pagato, verbale.RicorsoNessuno, verbale.RiscossioneNessuna, 0, "SPESE_DOPO_CHIUSURA"}},
		"a service twice":                    {[]string{c0, c1, c2, strings.Replace(c2, "08-02", "08-09", 1), c3, ru}, atteso{verbale.Notificato, verbale.DebitoIntero, verbale.RicorsoNessuno, verbale.InRuolo, 8700, "NOTIFICA_RIPETUTA"}},
		"an addressee that nobody explains":  {[]string{c0, c1, strings.Replace(c2, "P;P", "X;P", 1), c3, ru}, atteso{verbale.Notificato, verbale.DebitoIntero, verbale.RicorsoNessuno, verbale.InRuolo, 8700, "DESTINATARIO_SCONOSCIUTO"}},
	}
	for regola, c := range attesi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			s, err := traduci(t, c.righe...)
			if err != nil {
				t.Fatal(err)
			}
			var anomalie []string
			for _, a := range s.Anomalie {
				anomalie = append(anomalie, string(a.Tipo))
			}
			avuto := atteso{s.Stato.Procedura, s.Stato.Debito, s.Stato.Ricorso, s.Stato.Riscossione, int64(s.Stato.Conto.ResiduoCent), strings.Join(anomalie, " ")}
			if diff := cmp.Diff(c.atteso, avuto, cmp.AllowUnexported(atteso{})); diff != "" {
				t.Error(diff)
			}
			if !s.Stato.Conto.Torna() {
				t.Errorf("the account does not add up: %+v", s.Stato.Conto)
			}
		})
	}
}

func TestTheRecordedFigureOfTheIncreaseIsKept(t *testing.T) {
	t.Parallel()
	s, err := traduci(t, strings.Replace(c0, "36.00", "33.60", 1), c1, c2, strings.Replace(c3, "74.00", "68.77", 1), ru)
	if err != nil || s.Stato.Conto.PrezzoCent != 6877+1300 || s.Stato.ImportoCent != 3360 {
		t.Errorf("%v %+v", err, s.Stato.Conto)
	}
}

func TestHandedOverOnTheStreetWhenServedOnTheDayWithoutExpenses(t *testing.T) {
	t.Parallel()
	const fermato = "A7;Insert Fine Notification;2007-03-19;;;;;;;;C;;"
	attesi := map[string]struct {
		righe  []string
		tipo   verbale.TipoEvento
		titolo verbale.Titolo
	}{
		"no expenses, the same day, the driver": {[]string{c0, "A7;Send Fine;2007-03-19;;;;;;;0.00;;;", fermato}, verbale.EventoContestato, verbale.Trasgressore},
		"expenses, the same day":                {[]string{c0, "A7;Send Fine;2007-03-19;;;;;;;13.00;;;", fermato}, verbale.EventoNotificaPerfezionata, verbale.Trasgressore},
		"later":                                 {[]string{c0, c1, c2}, verbale.EventoNotificaPerfezionata, verbale.Obbligato},
	}
	for regola, c := range attesi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			s, err := traduci(t, c.righe...)
			if err != nil || s.Eventi[2].Tipo() != c.tipo || s.Stato.Posizioni[0].Titolo != c.titolo || s.Stato.DataNotifica != s.Eventi[2].DataLegale {
				t.Errorf("%v %+v", err, s)
			}
		})
	}
}

func TestACaseThatCannotBeTakenIn(t *testing.T) {
	t.Parallel()
	for regola, r := range map[string][]string{
		"without a report":                  {c1, c2},
		"with two reports":                  {c0, c0},
		"whose key has no number":           {strings.Replace(c0, "A7", "A", 1)},
		"whose key has a long series":       {strings.Replace(c0, "A7", "ABCD7", 1)},
		"whose number is zero":              {strings.Replace(c0, "A7", "A0", 1)},
		"whose number is beyond ten digits": {strings.Replace(c0, "A7", "A12345678901", 1)},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			_, err := traduci(t, r...)
			var x *storico.Rifiuto
			if !errors.As(err, &x) || x.Riga != 2 {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestTodaysRulesAreToldNotEnforced(t *testing.T) {
	t.Parallel()
	s, err := traduci(t, c0, c1, c2, "A7;Insert Date Appeal to Prefecture;2007-08-20;;;;;;;;;;", c3, ru)
	if err != nil || s.Stato.Debito != verbale.DebitoIntero || s.Stato.Riscossione != verbale.InRuolo {
		t.Fatalf("%v %+v", err, s)
	}
	for _, attesa := range []string{"TERMINE_RIDOTTO_DECORSO: pende o è stato accolto un ricorso", "ISCRITTO_A_RUOLO: pende o è stato accolto un ricorso"} {
		if !slices.Contains(s.Obiezioni, attesa) {
			t.Errorf("%q is not in %q", attesa, s.Obiezioni)
		}
	}
}

// Any history gives an event a line and perhaps the decision that was deduced, in an order where no day
// goes back; its account adds up; replaying gives the same; its lines come back as they were.
func TestAnyHistory(t *testing.T) {
	t.Parallel()
	m := mappa(t)
	rapid.Check(t, func(t *rapid.T) {
		var testo []string
		var versato int64
		for _, r := range storie.Caso(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seme"), 0))) {
			testo = append(testo, r.Testo("A12"))
			versato += max(r.Versato, 0)
		}
		tutti, err := casi(m, []byte(righe(testo...)))
		if err != nil || len(tutti) != 1 {
			t.Fatalf("%v", err)
		}
		s, err := m.Traduci(tutti[0], adesso())
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.Eventi) - len(testo); n != 0 && (n != 1 || s.Stato.Ricorso != verbale.RicorsoAccolto) {
			t.Fatalf("%d events of %d lines", len(s.Eventi), len(testo))
		}
		for i := 1; i < len(s.Eventi); i++ {
			if s.Eventi[i].DataLegale.Before(s.Eventi[i-1].DataLegale) {
				t.Fatalf("event %d goes back", i)
			}
		}
		if int64(s.Stato.VersatoCent()) != versato || !s.Stato.Conto.Torna() {
			t.Fatalf("paid %d: %+v", versato, s.Stato.Conto)
		}
		rifatto, err := vita.Rivivi(s.Stato.ID, s.Eventi)
		if diff := cmp.Diff(s.Stato, rifatto); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
		if diff := cmp.Diff(testo, tornate(t, s.Eventi[0].Dati.(vita.Inserito).Origine)); diff != "" {
			t.Fatal(diff)
		}
	})
}

type fallisce interface {
	Helper()
	Fatal(args ...any)
}

// tornate are the lines of a case out of its origine, as the file had them.
func tornate(t fallisce, origine []byte) (testo []string) {
	t.Helper()
	var letta struct {
		Caso  string              `json:"caso"`
		Righe []map[string]string `json:"righe"`
	}
	if err := json.Unmarshal(origine, &letta); err != nil {
		t.Fatal(err)
	}
	for _, r := range letta.Righe {
		r["caso"] = letta.Caso
		var celle []string
		for _, ruolo := range []string{"caso", "attivita", "giorno", "importo", "esito", "veicolo", "versatoTotale", "articolo",
			"punti", "spese", "destinatario", "ultimoInvio", "versato"} {
			celle = append(celle, r[ruolo])
		}
		testo = append(testo, strings.Join(celle, ";"))
	}
	return testo
}
