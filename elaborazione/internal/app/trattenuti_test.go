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
	var minorenne string
	for nome, c := range map[string]struct {
		cambia func(string) string
		dice   []string
	}{
		"MINORE": {prima("<agente>", persona(`<dataNascita>2016-05-20</dataNascita>`, "")), []string{"MINORENNE: l'obbligato in solido era minorenne", "art. 2 L. 689/1981"}},
		"INDIRIZZO": {prima("<agente>", persona(`<codiceFiscale>RSSMRA80A01H501U</codiceFiscale>`,
			`<indirizzo><via>Via Roma</via><cap>4012</cap><comune>Bolonia</comune></indirizzo>`)), []string{"CODICE_FISCALE_DISCORDE: ", "INDIRIZZO_DISCORDE: ", "il CAP non è di cinque cifre"}},
		"VELOCITA": {func(corpo string) string {
			i, j := strings.Index(corpo, "<violazione>"), strings.Index(corpo, "</violazione>")
			return corpo[:i] + `<violazione><articolo>142</articolo><comma>8</comma><velocitaRilevata>71</velocitaRilevata><limite>50</limite></violazione>` +
				dispositivo + corpo[j+len("</violazione>"):]
		}, []string{"DISPOSITIVO_INCOMPLETO: ", "approvazione o omologazione e taratura", "art. 142 c. 6 CdS"}},
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
