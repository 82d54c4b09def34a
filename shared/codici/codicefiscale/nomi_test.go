package codicefiscale

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestUnNomeSolo(t *testing.T) {
	t.Parallel()
	for _, cognome := range []string{"", " ", ".", "-", "XXX", "N.D.", "//"} {
		codice, err := Calcola(Persona{cognome, "Singh", giorno(1985, 3, 22), Maschio, "Z222"})
		if err != nil || codice != "XXXSGH85C22Z222E" {
			t.Errorf("cognome %q: %q, %v", cognome, codice, err)
		}
	}
	codice, err := Calcola(Persona{"Singh", "", giorno(1985, 3, 22), Maschio, "Z222"})
	if err != nil || !strings.HasPrefix(codice, "SNGXXX85C22Z222C") {
		t.Errorf("senza nome: %q, %v", codice, err)
	}
	if note := Avvertenze(Persona{Cognome: "", Nome: "Singh"}); note != nil {
		t.Errorf("un nome solo è in regola: %v", note)
	}
	if note := Avvertenze(Persona{Cognome: ".", Nome: "Singh"}); len(note) != 1 || !strings.HasPrefix(note[0], "cognome: ") {
		t.Errorf("il segnaposto si dice: %v", note)
	}
}

// fuori are names with letters that the official table does not have, and what they leave in a code.
func fuori() map[string]string {
	return map[string]string{
		"Ţepeş": "TPS", "Țepeș": "TPS", "Răducanu": "RDC", "Erdő": "RDE", "Strøm": "STR", "Åberg": "BRG", "Đorđević": "DRD", "Łukasz": "LKS",
		"Wałęsa": "WLS", "Żak": "ZKA", "Þór": "THR", "Phạm": "PHM", "Nguyễn": "NGY", "Kaʻahumanu": "KHM", "ıpek": "PKI", "Betaña": "BTN",
		"Dvořák": "DVR", "Ģirts": "GRT", "Ŷ": "YXX", "Ħamrun": "HMR", "Ɓa": "BAX", "\ufb01ni": "FNI", "Qʼaraqʹ": "QRQ",
	}
}

func TestLeLettereFuoriTabellaSiLeggonoConAvvertenza(t *testing.T) {
	t.Parallel()
	for scritto, lettere := range fuori() {
		for _, forma := range []norm.Form{norm.NFC, norm.NFD} {
			persona := Persona{forma.String(scritto), "Ada", giorno(1980, 1, 1), Femmina, "H501"}
			codice, err := Calcola(persona)
			if err != nil || !strings.HasPrefix(codice, lettere) {
				t.Errorf("%+q: %q, %v", persona.Cognome, codice, err)
			}
			if note := Avvertenze(persona); len(note) != 1 || !strings.HasPrefix(note[0], "cognome: ") {
				t.Errorf("%+q: avvertenze %v", persona.Cognome, note)
			}
		}
	}
	for _, scritto := range []string{"Alù", "Müller", "Çelik", "Žan", "Weiß", "Bœuf", "Niccolo’", "De' Rossi", "D‘Amico", "Rossi‑Bo", "Noël"} {
		for _, forma := range []norm.Form{norm.NFC, norm.NFD} {
			if note := Avvertenze(Persona{Cognome: forma.String(scritto), Nome: "Ada"}); note != nil {
				t.Errorf("%+q è nella tabella: %v", scritto, note)
			}
		}
	}
}

func TestContanoINomiPrimaDellaVirgola(t *testing.T) {
	t.Parallel()
	for nome, tre := range map[string]string{"Lucia, Maria": "LCU", "Lucia,Maria": "LCU", "Lucia Maria": "LMR", "Lucia ,": "LCU", "Maria Anna, Pia": "MNN"} {
		persona := Persona{"Rossi", nome, giorno(1980, 1, 1), Femmina, "H501"}
		codice, err := Calcola(persona)
		if err != nil || codice[3:6] != tre {
			t.Errorf("%q: %q, %v", nome, codice, err)
		}
		if avvisa := len(Avvertenze(persona)) == 1; avvisa != strings.Contains(nome, ",") {
			t.Errorf("%q: avvertenze %v", nome, Avvertenze(persona))
		}
	}
}

// conCodice completes the code of a person born in Rome on 2 April 1972.
func conCodice(t *testing.T, sei string) string {
	t.Helper()
	return conLettera(t, sei+"72D42H501")
}

func TestUnaLetturaCheTornaBasta(t *testing.T) {
	t.Parallel()
	casi := []struct{ cognome, nome, sei string }{
		{"Betaña", "Carla", "BTECRL"}, {"Betaña", "Carla", "BTNCRL"}, {"Betan\u0303a", "Carla", "BTECRL"},
		{"Alù", "Carla", "LAXCRL"}, {"Alù", "Carla", "LAUCRL"}, {"Alu'", "Carla", "LAXCRL"}, {"Alu\u0300", "Carla", "LAXCRL"},
		{"Köb", "Carla", "KBOCRL"}, {"Jö", "Carla", "JOXCRL"}, {"Jö", "Carla", "JOECRL"}, {"Bø", "Carla", "BOXCRL"}, {"Bø", "Carla", "BOECRL"},
		{"Đukić", "Carla", "DKCCRL"}, {"Đukić", "Carla", "DJKCRL"}, {"Đukić", "Carla", "KUICRL"},
		{"Rossi (detto Gigi)", "Carla", "RSSCRL"}, {"Bianchi (nata Rossi)", "Carla", "RSSCRL"}, {"Rossi / Bianchi", "Carla", "BNCCRL"},
		{"Rossi", "Lucia, Maria", "RSSLCU"}, {"Rossi", "Lucia, Maria", "RSSLMR"},
		{"", "Carla", "XXXCRL"}, {"Carla", "", "XXXCRL"}, {".", "Carla", "XXXCRL"}, {"Carla", "Carla", "XXXCRL"}, {"Carla", "Carla", "CRLXXX"},
		{"Carla", "CARLA", "CRLCRL"}, {"Rossi Carla", "", "RSSCRL"}, {"", "Carla Rossi", "RSSCRL"}, {"Иванов", "Carla", "VNVCRL"},
	}
	for _, c := range casi {
		if note := Discordanze(conCodice(t, c.sei), Persona{Cognome: c.cognome, Nome: c.nome}); note != nil {
			t.Errorf("%q %q: %v", c.cognome, c.nome, note)
		}
	}
}

func TestUnNomeDiversoDiscorda(t *testing.T) {
	t.Parallel()
	casi := []struct{ cognome, nome, sei, campo string }{
		{"Betaña", "Carla", "RSSCRL", "cognome"}, {"Betaña", "Carla", "BNTCRL", "cognome"}, {"Alù", "Carla", "LUXCRL", "cognome"},
		{"Đukić", "Carla", "BKCCRL", "cognome"}, {"Rossi (detto Gigi)", "Carla", "BNCCRL", "cognome"}, {"Rossi / Bianchi", "Carla", "VRDCRL", "cognome"},
		{"Rossi", "Lucia, Maria", "RSSMRA", "nome"}, {"", "Carla", "RSSCRL", "cognome"}, {"Rossi", "", "RSSCRL", "nome"},
		{"", "Carla", "XXXSGH", "nome"}, {"Carla", "Carla", "XXXSGH", "nome"}, {"Rossi", "Carla", "XXXCRL", "cognome"},
		{"Rossi", "Mario", "MRARSS", "cognome"},
	}
	for _, c := range casi {
		campi := CampiDiscordi(conCodice(t, c.sei), Persona{Cognome: c.cognome, Nome: c.nome})
		if len(campi) == 0 || !strings.Contains(strings.Join(campi, " "), c.campo) {
			t.Errorf("%q %q con %s: %v", c.cognome, c.nome, c.sei, campi)
		}
	}
}

func TestIlNomeSiLeggeUgualeInOgniForma(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		nome := rapid.StringMatching(`[A-Z][a-zñãõșțăőøåđłżþạễūģ' -]{0,24}`).Draw(t, "nome")
		persona := func(f norm.Form) Persona { return Persona{f.String(nome), "Ada", giorno(1980, 1, 1), Femmina, "H501"} }
		uno, errUno := Calcola(persona(norm.NFC))
		due, errDue := Calcola(persona(norm.NFD))
		if uno != due || (errUno == nil) != (errDue == nil) {
			t.Fatalf("%q: %q e %q, %v e %v", nome, uno, due, errUno, errDue)
		}
		if errUno == nil && Discordanze(uno, persona(norm.NFD)) != nil {
			t.Fatalf("%q discorda dal suo codice %s", nome, uno)
		}
	})
}
