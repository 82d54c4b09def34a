//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/infows"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

const visureRest = "/ElaborazioneService/rest/VisuraAnagraficaElabRestService/visure"

// imposta gives a setting of a command a value from today on, as its administrator does.
func imposta(t *testing.T, comando, chiave string, valore any) {
	t.Helper()
	r := chiama(t, http.MethodPut, stack.url("core", baseCore+"rest/impostazioni/"+chiave), map[string]any{"valore": valore},
		conBasic("amministratore."+comando, passwordProva))
	if r.stato != http.StatusOK {
		t.Fatalf("%s of %s: %d %.400s", chiave, comando, r.stato, r.corpo)
	}
}

// collegaRegistri makes a command ask the registers of the State: vehicles over the registry's own wire, ANPR, INAD.
func collegaRegistri(t *testing.T, comando string) {
	t.Helper()
	for file, segreto := range map[string]string{"veicoli-password": infows.Password, "veicoli-pin": infows.Pin} {
		if err := os.WriteFile(filepath.Join(stack.dati, "segreti", comando, file), []byte("host: 127.0.0.1\n"+segreto), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	imposta(t, comando, "veicoli.infows", map[string]any{"indirizzo": stack.url("simulatori", "/infows/services"), "utente": infows.Utente,
		"password": "veicoli-password", "pin": "veicoli-pin", "passwordDal": tempo.Oggi().String(), "costoMillesimi": 406})
	imposta(t, comando, "veicoli.registri", []string{"INFOWS"})
	imposta(t, comando, "visura.residenza", true)
	imposta(t, comando, "visura.domicilio", true)
}

// scollegaRegistri makes it as it was.
func scollegaRegistri(t *testing.T, comando string) {
	t.Helper()
	for chiave, valore := range map[string]any{"visura.residenza": false, "visura.domicilio": false, "veicoli.registri": []string{"MOTORIZZAZIONE"}} {
		imposta(t, comando, chiave, valore)
	}
}

// targaDi finds a plate of a scenario (empty: an ordinary one) that somebody holds today of whom a rule is true.
func targaDi(t *testing.T, scenario string, vuole func([]motorizzazione.Intestatario) bool) (string, []motorizzazione.Intestatario) {
	t.Helper()
	registro, oggi := motorizzazione.Nuovo(motorizzazione.Opzioni{}), tempo.Oggi().String()
	const lettere = "ABCDEFGHJKLMNPRSTVWXYZ"
	primo := int(tempo.Macchina().Unix()) // other runs on the same stack have other plates
	for i := range len(lettere) * len(lettere) {
		n := primo + i
		targa := fmt.Sprintf("H%c%03d%c%c", lettere[n/22%22], n%1000, lettere[n%22], lettere[n/22%22])
		if scenario != "" {
			targa = motorizzazione.Targa(scenario, string([]byte{lettere[n%22], lettere[n/22%22]}))
		}
		if v, parola, _ := registro.Cerca(targa, oggi); parola == "" && vuole(v.Intestatari) {
			return targa, v.Intestatari
		}
	}
	t.Fatalf("no plate for scenario %q", scenario)
	return "", nil
}

// caso is a fine known by its plate, and where the law wants it.
type caso struct {
	nome, scenario string
	vuole          func([]motorizzazione.Intestatario) bool
	finisce        func(t *testing.T, c *caso)

	targa string
	chi   []motorizzazione.Intestatario
	esito esitoSOAP
}

func (c *caso) chiave() string { return "registri-" + c.targa }

// TestRegisters: from SOAP with only a plate, over the registry's own wire, ANPR and INAD, each fine ends where the law wants it,
// and its page says who said what and when. First the processes die while others go the same way, and their end is looked at last:
// what a dead process had in hand is taken up after some time.
func TestRegisters(t *testing.T) {
	collegaRegistri(t, "beta")
	defer scollegaRegistri(t, "beta")
	s := &sciame{serie: unico(), morti: map[string][]time.Time{}}
	if !t.Run("while connessione, vpn, elaborazione and NATS die", s.muoiono) {
		return
	}
	finiti := func() { t.Run("every fine has ended and each person was asked about once", s.unaVolta) }
	if *quanteMulte > 100 {
		finiti() // a long queue first: who comes after it would wait for it
	} else {
		defer finiti()
	}
	domiciliato := func(vuole bool) func([]motorizzazione.Intestatario) bool {
		return func(chi []motorizzazione.Intestatario) bool {
			cf := chi[len(chi)-1].CodiceFiscale
			return inad.Domiciliato(cf) == vuole && simulatore.PerCodice(simulatore.DelCodiceFiscale(cf)) == nil
		}
	}
	casi := []*caso{
		{nome: "a person with a digital domicile", vuole: domiciliato(true), finisce: conDomicilio},
		{nome: "a person without one", vuole: domiciliato(false), finisce: senzaDomicilio},
		{nome: "a mover", scenario: motorizzazione.Trasferito, vuole: domiciliato(false), finisce: trasferito},
		{nome: "who was dead before", scenario: motorizzazione.Morto, vuole: domiciliato(false), finisce: decideUno("VISURA_DECEDUTO_PRIMA", "per l'anagrafe è morto il 01/09/2026")},
		{nome: "a company with PEC", scenario: "010", vuole: domiciliato(true), finisce: societa},
		{nome: "a leased car", scenario: "030", vuole: domiciliato(false), finisce: senzaDomicilio},
		{nome: "a dead owner on the papers", scenario: "060", vuole: domiciliato(false), finisce: decideUno("INTESTATARIO_", "deceduto")},
		{nome: "an unknown plate", scenario: "404", finisce: decideUno("INTESTATARIO_SCONOSCIUTA", "non è nel registro nazionale")},
	}
	for i, c := range casi {
		if c.vuole != nil {
			c.targa, c.chi = targaDi(t, c.scenario, c.vuole)
		} else {
			c.targa = motorizzazione.Targa(c.scenario, "ZZ")
		}
		m := nuovaMulta(c.chiave(), 40_000+i)
		m.targa = c.targa
		testkit.Attendi(t, 30*time.Second, "the insertion of "+c.targa, func() bool { // the last of the dead may not be back with all the others
			var err error
			c.esito, err = stack.soap(t, "beta", busta11, m.corpo())
			return err == nil && c.esito.Errore == ""
		})
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) { c.finisce(t, c) })
	}
	t.Run("what is about to expire at PDND is told in one look", pdndScade)
}

// haAtto waits for the act and gives what is written on it.
func (c *caso) haAtto(t *testing.T) string {
	t.Helper()
	testkit.Attendi(t, 90*time.Second, "the act of "+c.nome, func() bool {
		return slices.Contains([]string{"ATTO_GENERATO", "IN_NOTIFICA"}, stack.leggiVerbale(t, "beta", c.chiave()).Procedura)
	})
	return testoPDF(t, scaricaAtto(t, c.esito.IDVerbale, stack.operatore(t, "beta")))
}

// visuraLetta is a question as the office reads it.
type visuraLetta struct{ ID, IDVerbale, Registro, Stato, Anomalia, Testo string }

// visure are the questions about the fine in some states.
func (c *caso) visure(t *testing.T, stati ...string) (mie []visuraLetta) {
	t.Helper()
	for cursore := ""; ; {
		r := chiama(t, http.MethodGet, stack.url("elaborazione", visureRest+"?stato="+strings.Join(stati, ",")+cursore), nil, conBasic("ufficio.beta", passwordProva))
		pagina := leggi[struct {
			Visure  []visuraLetta
			Cursore string
		}](t, r, http.StatusOK)
		for _, v := range pagina.Visure {
			if v.IDVerbale == c.esito.IDVerbale {
				mie = append(mie, v)
			}
		}
		if pagina.Cursore == "" {
			return mie
		}
		cursore = "&cursore=" + pagina.Cursore
	}
}

// piano is a text in capitals without accents and on one line: Info-ws and the acts write an accent as an apostrophe, and lines
// end where they are full.
func piano(testo string) string {
	senza := strings.NewReplacer("À", "A", "È", "E", "É", "E", "Ì", "I", "Ò", "O", "Ù", "U", "'", "")
	return strings.Join(strings.Fields(senza.Replace(strings.ToUpper(testo))), " ")
}

// abita checks that an act goes to an address.
func abita(t *testing.T, atto, via, comune string) {
	t.Helper()
	for _, parola := range []string{via, comune} {
		if !strings.Contains(piano(atto), piano(parola)) {
			t.Errorf("the act does not name %s:\n%.3000s", parola, atto)
		}
	}
}

func conDomicilio(t *testing.T, c *caso) {
	t.Helper()
	abita(t, c.haAtto(t), c.chi[0].Indirizzo.Via, c.chi[0].Indirizzo.Comune)
	if v := c.visure(t, "CONFORME", "TROVATA"); len(v) != 2 || v[0].Registro != "RESIDENZA" || v[1].Stato != "TROVATA" {
		t.Errorf("%+v", v)
	}
	f := apriFinestra(t)
	f.vai(baseCore + "verbali/" + c.esito.IDVerbale)
	f.attende(baseCore+"login", "Accesso")
	f.accede("ufficio.beta", passwordProva)
	f.attende(baseCore+"verbali/"+c.esito.IDVerbale, "Verbale")
	f.attendeParole("who said what", c.chi[0].CodiceFiscale, "(Motorizzazione (Info-ws))", "(Residenza (ANPR): Dati uguali a quelli del verbale)",
		"(Domicilio digitale (INAD): Domicilio digitale trovato)", "registrato il "+tempo.Oggi().Italiano())
	f.accessibile("registri")
}

func senzaDomicilio(t *testing.T, c *caso) {
	t.Helper()
	chi := c.chi[len(c.chi)-1] // of a leased car the lessee answers (art. 196 c. 1 CdS)
	abita(t, c.haAtto(t), chi.Indirizzo.Via, chi.Indirizzo.Comune)
	if v := c.visure(t, "CONFORME", "NON_TROVATA"); len(v) != 2 || v[1].Registro != "DOMICILIO_DIGITALE" {
		t.Errorf("%+v", v)
	}
}

// trasferito: an officer sees both sides and has the register's address written; the act goes there.
func trasferito(t *testing.T, c *caso) {
	t.Helper()
	var aspetta []visuraLetta
	testkit.Attendi(t, 90*time.Second, "the contradiction", func() bool { aspetta = c.visure(t, "CONFLITTO"); return len(aspetta) == 1 })
	if v := aspetta[0]; v.Anomalia != "VISURA_TRASFERITO" || !strings.Contains(v.Testo, "VESPUCCI") || !strings.Contains(piano(v.Testo), piano(c.chi[0].Indirizzo.Via)) {
		t.Errorf("%+v", v)
	}
	r := chiama(t, http.MethodPost, stack.url("elaborazione", visureRest+"/"+aspetta[0].ID+"/applica"), map[string]string{"motivo": "residenza nuova"},
		conBasic("ufficio.beta", passwordProva))
	if r.stato != http.StatusCreated {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
	abita(t, c.haAtto(t), "VIA AMERIGO VESPUCCI", "MODENA")
}

// decideUno is a fine that a person must decide: with that anomaly of a question, or none, and words on its page's data.
func decideUno(anomalia, parole string) func(*testing.T, *caso) {
	return func(t *testing.T, c *caso) {
		t.Helper()
		var r risposta
		defer func() {
			if t.Failed() {
				t.Logf("the fine: %.3000s", r.corpo)
			}
		}()
		testkit.Attendi(t, 90*time.Second, "the anomaly", func() bool {
			r = chiama(t, http.MethodGet, stack.url("elaborazione", verbaliRest+"/verbali/"+c.esito.IDVerbale), nil, conBasic("ufficio.beta", passwordProva))
			return r.stato == http.StatusOK && strings.Contains(string(r.corpo), anomalia) && strings.Contains(string(r.corpo), parole)
		})
		if p := stack.leggiVerbale(t, "beta", c.chiave()).Procedura; strings.Contains(p, "ATTO") {
			t.Errorf("it went on: %s", p)
		}
	}
}

// societa: ANPR has no companies; the act is for the seat, and the domicile is found.
func societa(t *testing.T, c *caso) {
	t.Helper()
	abita(t, c.haAtto(t), c.chi[0].Indirizzo.Via, c.chi[0].Indirizzo.Comune)
	if v := c.visure(t, "CONFORME", "TROVATA"); len(v) != 1 || v[0].Registro != "DOMICILIO_DIGITALE" {
		t.Errorf("%+v", v)
	}
	if n := ricevute(t, "anpr"); slices.ContainsFunc(n, func(r simulatore.Ricevuta) bool { return r.Chiave == c.chi[0].CodiceFiscale }) {
		t.Error("ANPR was asked about a company")
	}
}

// ricevute is what a simulated register has received, as it judged it.
func ricevute(t *testing.T, sistema string) []simulatore.Ricevuta {
	t.Helper()
	r := chiama(t, http.MethodGet, stack.url("simulatori", "/controllo/"+sistema+"/ricevute"), nil)
	return leggi[struct{ Ricevute []simulatore.Ricevuta }](t, r, http.StatusOK).Ricevute
}

// pdndScade: a key that ends in twenty days is on the page's first lines.
func pdndScade(t *testing.T) {
	r := chiama(t, http.MethodGet, stack.url("core", baseCore+"rest/impostazioni/pdnd.client"), nil, conBasic("amministratore.beta", passwordProva))
	letta := leggi[struct {
		InVigore struct{ Valore map[string]map[string]any }
	}](t, r, http.StatusOK).InVigore
	giorno := tempo.Oggi().AddDays(20)
	for _, c := range letta.Valore {
		for _, k := range c["chiavi"].([]any) {
			k.(map[string]any)["scade"] = giorno.String()
		}
	}
	imposta(t, "beta", "pdnd.client", letta.Valore)
	f := apriFinestra(t)
	f.vai(baseCore + "pdnd")
	f.attende(baseCore+"login", "Accesso")
	f.accede("amministratore.beta", passwordProva)
	f.attende(baseCore+"pdnd", "PDND")
	f.attendeParole("what expires and what works", "scade il "+giorno.Italiano(), "anpr-c001", "inad", "La PDND dà il voucher.")
	f.accessibile("pdnd-scadenze")
}
