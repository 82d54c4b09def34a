// Package impostazione is how a setting of a command is declared: which service reads it, what its value must look like (JSON
// Schema), how it is called in Italian, what holds where it is not set. Each is declared beside what it governs, and
// shared/impostazioni lists them all. Services read values through shared/spine/anagrafe; core checks and keeps them.
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
	Membri      string // pattern of the keys of a family; empty: Chiave alone
}

// Famiglia reports whether the declaration is of many keys.
func (d Dichiarazione) Famiglia() bool { return d.Membri != "" }

// Vale reports whether a key is of this declaration.
func (d Dichiarazione) Vale(chiave string) bool {
	if d.Famiglia() {
		return regexp.MustCompile(d.Membri).MatchString(chiave)
	}
	return chiave == d.Chiave
}

// Lista is the settings that are declared, those of one subject together, in the order in which a page shows them.
type Lista []Dichiarazione

// Di gives the settings that a service reads.
func (l Lista) Di(modulo string) Lista {
	return slices.DeleteFunc(slices.Clone(l), func(d Dichiarazione) bool { return d.Modulo != modulo })
}

// Cerca gives the declaration of a key; false for a key that nobody reads.
func (l Lista) Cerca(chiave string) (Dichiarazione, bool) {
	i := slices.IndexFunc(l, func(d Dichiarazione) bool { return d.Vale(chiave) })
	if i < 0 {
		return Dichiarazione{}, false
	}
	return l[i], true
}

// Vicina returns the declared key most like an undeclared one.
func (l Lista) Vicina(chiave string) string {
	return slices.MinFunc(l, func(a, b Dichiarazione) int {
		return distanza(chiave, a.Chiave) - distanza(chiave, b.Chiave)
	}).Chiave
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

// Forms of text that several settings have.
const (
	FormaIndirizzo   = `^https?://[^\s/?#@]+(/[^\s?#]*)?$`
	FormaSenzaSpazio = `^[^\x00-\x20\x7f]+$`
)

// Testo is the schema of a line of text of at most so many characters, with a pattern if it has one.
func Testo(massimo int, forma string) string {
	if forma == "" {
		forma = `^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$`
	}
	return Schema(map[string]any{"type": "string", "maxLength": massimo, "pattern": forma})
}

// Intero is the schema of a whole number within bounds.
func Intero(minimo, massimo int) string {
	return Schema(map[string]any{"type": "integer", "minimum": minimo, "maximum": massimo})
}

// Scelta is the schema of one word of several.
func Scelta(parole ...string) string {
	return Schema(map[string]any{"type": "string", "enum": parole})
}

// Elenco is the schema of a list of some of these words, each once.
func Elenco(parole ...string) string {
	return Schema(map[string]any{"type": "array", "items": map[string]any{"type": "string", "enum": parole}, "uniqueItems": true})
}

// Testi is the schema of a list of texts, each once.
func Testi(quanti, massimo int, forma string) string {
	return Schema(map[string]any{"type": "array", "maxItems": quanti, "uniqueItems": true,
		"items": map[string]any{"type": "string", "maxLength": massimo, "pattern": forma}})
}

// Schema writes a JSON Schema.
func Schema(s map[string]any) string {
	dati, err := json.Marshal(s)
	if err != nil {
		return "false" // cannot happen: words and numbers; no value would pass
	}
	return string(dati)
}

// CampoTesto is the schema of a text of at most 300 characters within a value, with its pattern.
func CampoTesto(forma string) map[string]any {
	return map[string]any{"type": "string", "maxLength": 300, "pattern": forma}
}

// CampoNumero is the schema of a whole number within a value and bounds.
func CampoNumero(minimo, massimo int) map[string]any {
	return map[string]any{"type": "integer", "minimum": minimo, "maximum": massimo}
}
