package storico

import (
	"encoding/json"
	"strconv"
)

// origine writes the lines of the case as they were, in the file's order, without what they say of people: it is kept in the event of the
// insertion, {"formato":"storico-eventi","caso":"A1","righe":[{"attivita":"Create Fine",…},…]}.
func (t *traduttore) origine() json.RawMessage {
	nomi := ruoli()
	buf := append(make([]byte, 0, 1024), `{"formato":`...)
	buf = append(testoJSON(buf, t.mappa.Formato), `,"caso":`...)
	buf = append(testoJSON(buf, t.storia.Caso.Chiave), `,"righe":[`...)
	for i := range t.storia.Caso.Righe {
		if i > 0 {
			buf = append(buf, ',')
		}
		prima := byte('{')
		for x := ruoloAttivita; x < ruoloCognome; x++ {
			cella := t.storia.Caso.Righe[i].celle[x]
			if cella == "" {
				continue
			}
			buf = append(testoJSON(append(buf, prima), nomi[x]), ':')
			buf = testoJSON(buf, cella)
			prima = ','
		}
		buf = append(buf, '}')
	}
	return append(buf, ']', '}')
}

// testoJSON appends a string; those of plain characters without looking further.
func testoJSON(buf []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			scritto, err := json.Marshal(s)
			if err != nil {
				return append(buf, `""`...) // a string never fails
			}
			return append(buf, scritto...)
		}
	}
	return append(append(append(buf, '"'), s...), '"')
}

func cifra(n int) string { return strconv.Itoa(n) }
