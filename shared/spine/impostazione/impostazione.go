// Package impostazione is the list of the settings of a tenant: which service reads each, what its
// value must look like (JSON Schema), how it is called in Italian, what holds where it is not set.
// Services read values through shared/spine/anagrafe; core checks and keeps them.
package impostazione

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// Dichiarazione is a setting as its owner declares it.
type Dichiarazione struct {
	Chiave      string // as it is written; of a family, with the variable part in angle brackets: serie.<lettera>
	Modulo      string // the service that reads it
	Gruppo      string // the subject under which a page shows it
	Titolo      string
	Descrizione string
	Schema      string // JSON Schema of the value
	Forma       string // the pattern of the schema in words; empty: it has none
	Usuale      string // JSON of what holds where it is not set; empty: Altrimenti says it
	Altrimenti  string // what holds where it is not set, in words; empty: nothing
	Esempio     string // JSON of a good value
	Accesso     bool   // says who is let in, and as what, or where secrets go: only who may give the role AMMINISTRATORE changes it
	famiglia    string // pattern of the keys of a family; empty: Chiave alone
}

// Famiglia reports whether the declaration is of many keys.
func (d Dichiarazione) Famiglia() bool { return d.famiglia != "" }

// Vale reports whether a key is of this declaration.
func (d Dichiarazione) Vale(chiave string) bool {
	if d.Famiglia() {
		return regexp.MustCompile(d.famiglia).MatchString(chiave)
	}
	return chiave == d.Chiave
}

// Tutte gives every setting, those of one subject together, in the order in which a page shows them.
func Tutte() []Dichiarazione {
	tutte := slices.Concat(elaborazione(), pdnd(), tenantapi(), core(), accesso(), vpn(), connessione())
	for i := range tutte {
		parola, _, _ := strings.Cut(tutte[i].Chiave, ".")
		tutte[i].Accesso = tutte[i].Accesso || slices.Contains(porte(), parola)
	}
	return tutte
}

// porte are the words that begin the settings of a command's doors: to which servers its questions and its secrets go, and from
// where others may search its fines.
func porte() []string {
	return []string{"veicoli", "domicilio", "pdnd", "ricerca", "send", "posta", "pec", "archivio"}
}

// Di gives the settings that a service reads.
func Di(modulo string) []Dichiarazione {
	return slices.DeleteFunc(Tutte(), func(d Dichiarazione) bool { return d.Modulo != modulo })
}

// Cerca gives the declaration of a key; false for a key that nobody reads.
func Cerca(chiave string) (Dichiarazione, bool) {
	tutte := Tutte()
	i := slices.IndexFunc(tutte, func(d Dichiarazione) bool { return d.Vale(chiave) })
	if i < 0 {
		return Dichiarazione{}, false
	}
	return tutte[i], true
}

// Vicina returns the declared key most like an undeclared one.
func Vicina(chiave string) string {
	tutte := Tutte()
	vicina := slices.MinFunc(tutte, func(a, b Dichiarazione) int {
		return distanza(chiave, a.Chiave) - distanza(chiave, b.Chiave)
	})
	return vicina.Chiave
}

// distanza counts the letters to add, drop or change between two keys, upper and lower case the same
// (Levenshtein). Keys are short: who calls bounds them.
func distanza(a, b string) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	riga := make([]int, len(y)+1)
	for j := range riga {
		riga[j] = j
	}
	for i := range x {
		prima := riga[0]
		riga[0] = i + 1
		for j := range y {
			costo := prima
			if x[i] != y[j] {
				costo = 1 + min(prima, riga[j], riga[j+1])
			}
			prima, riga[j+1] = riga[j+1], costo
		}
	}
	return riga[len(y)]
}

// testo is the schema of a line of text of at most so many characters, with a pattern if it has one.
func testo(massimo int, forma string) string {
	if forma == "" {
		forma = `^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$`
	}
	return schema(map[string]any{"type": "string", "maxLength": massimo, "pattern": forma})
}

// intero is the schema of a whole number within bounds.
func intero(minimo, massimo int) string {
	return schema(map[string]any{"type": "integer", "minimum": minimo, "maximum": massimo})
}

// scelta is the schema of one word of several.
func scelta(parole ...string) string {
	return schema(map[string]any{"type": "string", "enum": parole})
}

// elenco is the schema of a list of some of these words, each once.
func elenco(parole ...string) string {
	return schema(map[string]any{"type": "array", "items": map[string]any{"type": "string", "enum": parole}, "uniqueItems": true})
}

// testi is the schema of a list of texts, each once.
func testi(quanti, massimo int, forma string) string {
	return schema(map[string]any{"type": "array", "maxItems": quanti, "uniqueItems": true,
		"items": map[string]any{"type": "string", "maxLength": massimo, "pattern": forma}})
}

func schema(s map[string]any) string {
	dati, err := json.Marshal(s)
	if err != nil {
		return "false" // cannot happen: words and numbers; no value would pass
	}
	return string(dati)
}
