package motorizzazione

import "maps"

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

// accentata gives every address a street whose name is not ASCII.
func accentata(m map[string]any) { indirizzi(m, map[string]any{"via": "Via della Libert\u00e0"}) }
