package app_test

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestTrattenutiDaSoap: through the door of SOAP, a fine that breaks a rule of what must never leave is taken, waits for a
// person and says why; the office reads it, and cannot validate it towards a minor.
func TestTrattenutiDaSoap(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	s := &ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}
	const dispositivo = `<dispositivo><tipo>Misuratore</tipo><matricola>M1</matricola></dispositivo>`
	persona := func(dentro, indirizzo string) string {
		return `<obbligato><persona><cognome>Rossi</cognome><nome>Luca</nome>` + dentro + `</persona>` + indirizzo + `</obbligato>`
	}
	manda := func(t *testing.T, id string, cambia func(string) string) (string, string) {
		t.Helper()
		corpo := strings.Replace(inserimento(id, "AB123CD", ""), "<civico>12</civico>", "<civico>"+id+"</civico>", 1)
		stato, testo := b.soap(t, b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore), cambia(corpo))
		var e esito
		if err := xml.Unmarshal([]byte(testo), &e); err != nil || stato != http.StatusOK {
			t.Fatalf("%d %v: %s", stato, err, testo)
		}
		return e.IDVerbale, strings.ReplaceAll(testo, "&#39;", "'")
	}
	prima := func(dove, elemento string) func(string) string {
		return func(corpo string) string { return strings.Replace(corpo, dove, elemento+dove, 1) }
	}
	for nome, cognome := range map[string]string{"RUMENO": "Țepeș", "UNGHERESE": "Kőszegi", "VIETNAMITA": "Nguyễn", "GRECO": "Παπαδόπουλος", "ARMENO": "Պետրոսյան",
		"SERBO": "Ђорђевић", "GEORGIANO": "ბერიძე"} {
		obbligato := strings.Replace(persona("", ""), ">Rossi<", ">"+cognome+"<", 1)
		if _, risposta := manda(t, nome, prima("<agente>", obbligato)); strings.Contains(risposta, "NON_STAMPABILE") {
			t.Errorf("%s: %s", nome, risposta)
		}
	}
	var minorenne string
	for nome, c := range map[string]struct {
		cambia func(string) string
		dice   []string
	}{
		"MINORE": {prima("<agente>", persona(`<dataNascita>2016-05-20</dataNascita>`, "")), []string{"MINORENNE: l'obbligato in solido era minorenne", "art. 2 L. 689/1981"}},
		"INDIRIZZO": {prima("<agente>", persona(`<codiceFiscale>RSSMRA80A01H501U</codiceFiscale>`,
			`<indirizzo><via>Via Roma</via><cap>4012</cap><comune>Bolonia</comune></indirizzo>`)), []string{"CODICE_FISCALE_DISCORDE: ", "INDIRIZZO_DISCORDE: ", "il CAP non è di cinque cifre"}},
		"CINESE": {prima("<agente>", strings.Replace(persona("", ""), ">Rossi<", ">王<", 1)), []string{"NON_STAMPABILE: l'obbligato in solido ha cognome", "U+738B", ">DA_VALIDARE<"}},
		"PERSA":  {prima("<agente>", strings.Replace(persona("", ""), ">Rossi<", ">Nicol\ufffd<", 1)), []string{"NON_STAMPABILE: ", "U+FFFD"}},
		"FIGURA": {prima("<agente>", persona("", `<indirizzo><via>Via 🚗 Prove</via><cap>48121</cap><comune>Ravenna</comune></indirizzo>`)),
			[]string{"NON_STAMPABILE: l'obbligato in solido ha indirizzo", "U+1F697"}},
		"VELOCITA": {func(corpo string) string {
			i, j := strings.Index(corpo, "<violazione>"), strings.Index(corpo, "</violazione>")
			return corpo[:i] + `<violazione><articolo>142</articolo><comma>8</comma><velocitaRilevata>71</velocitaRilevata><limite>50</limite></violazione>` +
				dispositivo + corpo[j+len("</violazione>"):]
		}, []string{"DISPOSITIVO_INCOMPLETO: ", "approvazione o omologazione e taratura", "art. 142 c. 6 CdS"}},
		"MUTA": {func(corpo string) string {
			i, j := strings.Index(corpo, "<violazione>"), strings.Index(corpo, "</violazione>")
			return corpo[:i] + `<violazione><articolo>142</articolo><comma>8</comma></violazione><dispositivo><tipo>Misuratore</tipo><matricola>M1</matricola>` +
				`<approvazione>D.D. 1/2024</approvazione><taratura>2026-03-01</taratura></dispositivo>` + corpo[j+len("</violazione>"):]
		}, []string{"DISPOSITIVO_INCOMPLETO: ", "della misura non si dice: velocità rilevata e limite", "art. 142 c. 6 CdS"}},
	} {
		t.Run(nome, func(t *testing.T) {
			id, risposta := manda(t, nome, c.cambia)
			for _, dice := range append(c.dice, ">DA_VALIDARE<") {
				if !strings.Contains(risposta, dice) {
					t.Errorf("non dice %q: %s", dice, risposta)
				}
			}
			if nome == "MINORE" {
				minorenne = id
			}
		})
	}
	stato, e := s.chiede(t, minorenne, s.chi, eventoDi("VERBALE_VALIDATO", "", nil))
	if stato != http.StatusConflict || !strings.Contains(e.Detail, "art. 2 L. 689/1981") {
		t.Errorf("%d %+v", stato, e)
	}
	s.deve(t, minorenne, eventoDi("POSIZIONE_CHIUSA", "", nil))
	s.deve(t, minorenne, eventoDi("POSIZIONE_APERTA", "", map[string]any{"titolo": "OBBLIGATO", "persona": map[string]any{
		"persona": map[string]any{"cognome": "Rossi", "nome": "Anna", "dataNascita": "1985-08-01"}}}))
	s.deve(t, minorenne, eventoDi("VERBALE_VALIDATO", "", nil))
}

// TestNomeSoloDaSoap: a person with one name is charged as any other, and what stands for the other name is never kept. A tax
// code that one reading of the name gives holds nothing; another one does.
func TestNomeSoloDaSoap(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	s := &ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}
	manda := func(t *testing.T, id, persona string) (int, string, string) {
		t.Helper()
		corpo := strings.Replace(inserimento(id, "AB123CD", ""), "<civico>12</civico>", "<civico>"+id+"</civico>", 1)
		corpo = strings.Replace(corpo, "<agente>", "<obbligato><persona>"+persona+"</persona></obbligato><agente>", 1)
		stato, testo := b.soap(t, b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore), corpo)
		var e esito
		_ = xml.Unmarshal([]byte(testo), &e)
		return stato, e.IDVerbale, testo
	}
	const codice = `<codiceFiscale>XXXSGH85C22Z222E</codiceFiscale>`
	for id, c := range map[string]struct{ persona, cognome, nome, avviso string }{
		"SOLO-1": {`<nome>Gurvinder Singh</nome>`, "", "Gurvinder Singh", ""},
		"SOLO-2": {`<cognome>Singh</cognome>`, "Singh", "", ""},
		"SOLO-3": {`<cognome></cognome><nome>Singh</nome>` + codice, "", "Singh", ""},
		"SOLO-4": {`<cognome>Singh</cognome>` + codice, "Singh", "", ""},
		"SOLO-5": {`<cognome>.</cognome><nome>Singh</nome>` + codice, "", "Singh", "NOME_SEGNAPOSTO"},
		"SOLO-6": {`<cognome>XXX</cognome><nome>Singh</nome>` + codice, "", "Singh", "NOME_SEGNAPOSTO"},
		"SOLO-7": {`<cognome>Singh</cognome><nome>N.D.</nome>`, "Singh", "", "NOME_SEGNAPOSTO"},
		"SOLO-8": {`<cognome>Singh</cognome><nome>Singh</nome>` + codice, "Singh", "Singh", ""},
		"SOLO-9": {`<cognome>Kaur</cognome><nome>Singh</nome>` + codice, "Kaur", "Singh", "CODICE_FISCALE_DISCORDE"},
		"SOLO-A": {`<nome>Kaur</nome>` + codice, "", "Kaur", "CODICE_FISCALE_DISCORDE"},
		"SOLO-B": {`<cognome>Betaña</cognome><nome>Carla</nome><codiceFiscale>BTECRL72D42H501A</codiceFiscale>`, "Betaña", "Carla", ""},
		"SOLO-C": {`<cognome>Betaña</cognome><nome>Carla</nome><codiceFiscale>BTNCRL72D42H501L</codiceFiscale>`, "Betaña", "Carla", ""},
	} {
		t.Run(id, func(t *testing.T) {
			stato, verbale, testo := manda(t, id, c.persona)
			if stato != http.StatusOK {
				t.Fatalf("%d: %s", stato, testo)
			}
			for _, avviso := range []string{"NOME_SEGNAPOSTO", "CODICE_FISCALE_DISCORDE"} {
				if strings.Contains(testo, avviso+": ") != (avviso == c.avviso) {
					t.Errorf("%s: %s", avviso, testo)
				}
			}
			posizioni, _ := s.verbale(t, verbale, s.chi)["posizioni"].([]any)
			p, _ := posizioni[0].(map[string]any)
			chi, _ := p["soggetto"].(map[string]any)
			cognome, _ := chi["cognome"].(string)
			if nome, _ := chi["nome"].(string); cognome != c.cognome || nome != c.nome {
				t.Errorf("%v", chi)
			}
			if stato, ancora, _ := manda(t, id, c.persona); stato != http.StatusOK || ancora != verbale {
				t.Errorf("the same again: %d %s", stato, ancora)
			}
		})
	}
	for id, persona := range map[string]string{"NESSUNO-1": "", "NESSUNO-2": "<cognome> </cognome><nome/>", "NESSUNO-3": "<cognome>.</cognome><nome>-</nome>"} {
		if stato, _, testo := manda(t, id, persona); stato == http.StatusOK || !strings.Contains(testo, "obbligato.persona.cognome") ||
			!strings.Contains(testo, "almeno uno tra cognome e nome") {
			t.Errorf("%s: %d %s", id, stato, testo)
		}
	}
}

// TestSosteDaSoap: two papers under the wiper of one vehicle on one day go through, each in its place; the second one in
// the same place waits, and says by which rule.
func TestSosteDaSoap(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	manda := func(id, ora, via string) string {
		corpo := inserimento(id, "AB123CD", "")
		for _, x := range [][2]string{{"T10:20:00", ora}, {"Via Roma", via},
			{"<articolo>158</articolo><comma>2</comma><lettera>d</lettera>", "<articolo>7</articolo><comma>14</comma><codice>7-14-p1</codice>"}} {
			corpo = strings.Replace(corpo, x[0], x[1], 1)
		}
		stato, testo := b.soap(t, b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore), corpo)
		if stato != http.StatusOK {
			t.Fatalf("%d: %s", stato, testo)
		}
		return testo
	}
	for _, c := range []struct{ id, ora, via string }{{"S-1", "T09:00:00", "Via Roma"}, {"S-2", "T11:00:00", "Via Po"}, {"S-1", "T09:00:00", "Via Roma"}} {
		if testo := manda(c.id, c.ora, c.via); strings.Contains(testo, "DA_VALIDARE") || strings.Contains(testo, "CONCORSO") {
			t.Errorf("%s: una sosta trovata da un agente aspetta: %s", c.id, testo)
		}
	}
	testo := manda("S-3", "T18:00:00", "Via Roma")
	if !strings.Contains(testo, ">DA_VALIDARE<") || !strings.Contains(testo, "per ogni periodo di ventiquattro ore") {
		t.Errorf("la stessa sosta: %s", testo)
	}
}
