package impostazione

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// The ways in which a form asks for a value, by its schema.
const (
	comeTesto  = "testo"
	comeNumero = "numero"
	comeSiNo   = "siNo"
	comeScelta = "scelta"
	comeElenco = "elenco" // one text a line
	comeJSON   = "json"
)

// tipo is what a form needs to know of a schema.
type tipo struct {
	Type      string   `json:"type"`
	Enum      []string `json:"enum"`
	MaxLength int      `json:"maxLength"`
	Items     struct {
		Type string `json:"type"`
	} `json:"items"`
}

func (v Voce) tipo() (t tipo) {
	if json.Unmarshal(v.Schema, &t) != nil {
		return tipo{} // the words of an enumeration are not texts: the form asks for JSON
	}
	return t
}

// Come is the way in which a form asks for the value.
func (v Voce) Come() string {
	switch t := v.tipo(); {
	case t.Type == "string" && len(t.Enum) > 0:
		return comeScelta
	case t.Type == "string":
		return comeTesto
	case t.Type == "integer":
		return comeNumero
	case t.Type == "boolean":
		return comeSiNo
	case t.Type == "array" && t.Items.Type == "string":
		return comeElenco
	}
	return comeJSON
}

// Leggi turns the text typed into the JSON of the value; a text that cannot be one goes on as it is, and the
// schema refuses it.
func (v Voce) Leggi(scritto string) string {
	scritto = strings.TrimSpace(strings.ReplaceAll(scritto, "\r\n", "\n"))
	switch v.Come() {
	case comeScelta, comeTesto:
		return testoJSON(scritto)
	case comeElenco:
		righe := []string{}
		for r := range strings.SplitSeq(scritto, "\n") {
			if r = strings.TrimSpace(r); r != "" {
				righe = append(righe, r)
			}
		}
		return testoJSON(righe)
	}
	return scritto
}

func testoJSON[T string | []string](v T) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "" // cannot happen: texts
	}
	return strings.TrimSpace(b.String())
}

// Scrivi turns the JSON of a value into what a form shows.
func (v Voce) Scrivi(valore json.RawMessage) string {
	var uno string
	var molti []string
	switch {
	case valore == nil:
		return ""
	case json.Unmarshal(valore, &uno) == nil:
		return uno
	case v.Come() == comeElenco && json.Unmarshal(valore, &molti) == nil:
		return strings.Join(molti, "\n")
	}
	return string(valore)
}

// Detto is a value as a page says it.
func (v Voce) Detto(valore json.RawMessage) string {
	switch testo := v.Scrivi(valore); {
	case v.Come() == comeSiNo && testo == "true":
		return "sì"
	case v.Come() == comeSiNo && testo == "false":
		return "no"
	default:
		return strings.ReplaceAll(testo, "\n", ", ")
	}
}

// Attuale is what holds today, in words.
func (v Voce) Attuale() string {
	switch {
	case v.InVigore != nil:
		return v.Detto(v.InVigore.Valore)
	case v.Usuale != nil:
		return v.Detto(v.Usuale) + " (di norma)"
	case v.Altrimenti != "":
		return "non impostato: " + v.Altrimenti
	}
	return "non impostato"
}

// massimo is how many characters may be typed.
func (v Voce) massimo() int {
	if n := v.tipo().MaxLength; n > 0 {
		return n
	}
	return valoreMassimo
}

// quanti says how many values are still to come.
func (v Voce) quanti() string {
	if len(v.Futuri) == 0 {
		return ""
	}
	return strconv.Itoa(len(v.Futuri)) + " in arrivo, dal " + dal(v.Futuri[0].ValidaDa)
}

// dal is a day as a page says it.
func dal(giorno string) string {
	p := strings.Split(giorno, "-")
	if giorno == DaSempre || len(p) != 3 {
		return "da sempre"
	}
	return p[2] + "/" + p[1] + "/" + p[0]
}

// radice is a key of a family without its variable part.
func radice(chiave string) string {
	prima, _, _ := strings.Cut(chiave, "<")
	return prima
}

// guasto is the fault of a value, also inside it.
func guasto(tutti pagine.Guasti) string {
	var frasi []string
	for _, g := range tutti {
		if g.Campo == campoValore {
			frasi = append(frasi, g.Messaggio)
		} else if dentro, sotto := strings.CutPrefix(g.Campo, campoValore+"."); sotto {
			frasi = append(frasi, dentro+": "+g.Messaggio)
		}
	}
	return strings.Join(frasi, "; ")
}

// detta is the change in words.
func (c Cambio) detta() string {
	return map[string]string{"CREATO": "impostato", "CAMBIATO": "sostituito", "RITIRATO": "ritirato"}[c.Azione]
}
