package motorizzazione

import (
	"maps"
	"net/http"
	"strings"
)

func campiMancanti(m map[string]any) {
	delete(m, "intestatari")
	delete(m, "titolare")
}

func altraChiave(m map[string]any) {
	for campo, valore := range map[string]string{"targa": "AA000AA", "numero": "RM0000000A"} {
		if _, c := m[campo]; c {
			m[campo] = valore
		}
	}
}

func altroGiorno(m map[string]any) {
	if giorno, ok := m["data"].(string); ok {
		m["data"] = sposta(giorno, 0, -1)
	}
}

func nazioneInesistente(m map[string]any) { indirizzi(m, map[string]any{"nazione": "XX"}) }

func altroComune(m map[string]any) {
	indirizzi(m, map[string]any{"comune": "Roma", "provincia": "RM", "codiceIstat": "037006"})
}

// indirizzi writes other values into every address of an answer.
func indirizzi(m, valori map[string]any) {
	for _, p := range persone(m) {
		if i, ok := p["indirizzo"].(map[string]any); ok {
			maps.Copy(i, valori)
		}
	}
}

func ripetuto(m map[string]any) {
	for _, campo := range []string{"intestatari", "categorie"} {
		if elenco, ok := m[campo].([]any); ok && len(elenco) > 0 {
			m[campo] = append(elenco, elenco[0])
		}
	}
}

// persone gives the objects of an answer that hold a tax code.
func persone(m map[string]any) []map[string]any {
	var trovate []map[string]any
	if t, ok := m["titolare"].(map[string]any); ok {
		trovate = append(trovate, t)
	}
	elenco, _ := m["intestatari"].([]any)
	for _, voce := range elenco {
		if p, ok := voce.(map[string]any); ok {
			trovate = append(trovate, p)
		}
	}
	return trovate
}

// codiceErrato moves the check letter to the next one.
func codiceErrato(m map[string]any) {
	for _, p := range persone(m) {
		cf, _ := p["codiceFiscale"].(string)
		if cf == "" {
			continue
		}
		p["codiceFiscale"] = cf[:len(cf)-1] + string('A'+(cf[len(cf)-1]-'A'+1)%26)
	}
}

// nomeDiscorde writes a first name that no name of our lists shares a code with.
func nomeDiscorde(m map[string]any) {
	for _, p := range persone(m) {
		p["nome"] = "Zxq"
	}
}

// latino writes the answer in ISO-8859-1 with an accented street.
func latino(s *Simulatore, w http.ResponseWriter, r *http.Request, b risposta) {
	altera(func(m map[string]any) {
		for _, p := range persone(m) {
			if i, ok := p["indirizzo"].(map[string]any); ok {
				i["via"] = "Via della Libert\u00e0"
			}
		}
	})(s, scrittoreLatino{w}, r, b)
}

// scrittoreLatino turns each character of UTF-8 text into its one ISO-8859-1 byte.
type scrittoreLatino struct{ http.ResponseWriter }

// WriteHeader drops the length, which the other encoding shortens.
func (l scrittoreLatino) WriteHeader(stato int) {
	l.Header().Del("Content-Length")
	l.ResponseWriter.WriteHeader(stato)
}

// Write takes UTF-8 and reports as written what it took.
func (l scrittoreLatino) Write(b []byte) (int, error) {
	var testo strings.Builder
	for _, r := range string(b) {
		testo.WriteByte(byte(r)) // no character above U+00FF is written
	}
	if _, err := l.ResponseWriter.Write([]byte(testo.String())); err != nil {
		return 0, err
	}
	return len(b), nil
}
