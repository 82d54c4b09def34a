package voce

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Bounds of a page of a list.
const (
	dimensioneUsuale  = 50
	dimensioneMassima = 200
	cercaMassima      = 100 // characters
)

// Filtro is what a list is asked for: entries that contain Cerca, after the key Dopo, at most
// Dimensione of them.
type Filtro struct {
	Cerca, Dopo string
	Dimensione  int
}

// LeggiFiltro reads the parameters cerca, cursore and dimensione of a list.
func LeggiFiltro(parametro func(string) string) (Filtro, error) {
	f := Filtro{Cerca: parametro("cerca"), Dimensione: dimensioneUsuale}
	var g Guasti
	g.Testo("cerca", f.Cerca, cercaMassima)
	if testo := parametro("dimensione"); testo != "" {
		n, err := strconv.Atoi(testo)
		g.Se(err != nil || n < 1 || n > dimensioneMassima, "dimensione", "da 1 a "+strconv.Itoa(dimensioneMassima))
		f.Dimensione = n
	}
	f, valido := f.dopo(parametro("cursore"))
	g.Se(!valido, "cursore", "non è un cursore di questo elenco")
	return f, Raccogli(g)
}

// dopo is the filter of the page that a cursor opens; false for a cursor that no list gave.
func (f Filtro) dopo(cursore string) (Filtro, bool) {
	chiave, err := base64.RawURLEncoding.DecodeString(cursore)
	f.Dopo = string(chiave)
	return f, err == nil && stampabile(f.Dopo)
}

// Simile is the pattern of ILIKE that finds Cerca anywhere, its special characters taken as they are.
func (f Filtro) Simile() string {
	return "%" + regexp.MustCompile(`[%_\\]`).ReplaceAllString(f.Cerca, `\$0`) + "%"
}

// Pagina is a page of a list; Cursore is empty on the last one.
type Pagina[T any] struct {
	Elementi []T    `json:"elementi"`
	Cursore  string `json:"cursore,omitempty"`
}

// Impagina makes a page of the entries read, one more than were asked for if there are others.
func Impagina[T any](letti []T, f Filtro, chiave func(T) string) Pagina[T] {
	if letti == nil {
		letti = []T{}
	}
	if len(letti) <= f.Dimensione {
		return Pagina[T]{Elementi: letti}
	}
	letti = letti[:f.Dimensione]
	return Pagina[T]{Elementi: letti, Cursore: base64.RawURLEncoding.EncodeToString([]byte(chiave(letti[f.Dimensione-1])))}
}

// Guasti gathers the faults of the fields of an entry.
type Guasti []problem.Campo

// Se notes a fault of a field if there is one.
func (g *Guasti) Se(male bool, campo, messaggio string) {
	if male {
		*g = append(*g, problem.Campo{Campo: campo, Messaggio: messaggio})
	}
}

// Forma notes a value that does not match a pattern.
func (g *Guasti) Forma(campo, valore, schema, messaggio string) {
	g.Se(!regexp.MustCompile(schema).MatchString(valore), campo, messaggio)
}

// Testo notes a text that has more characters than massimo, is not UTF-8 or has control characters.
func (g *Guasti) Testo(campo, valore string, massimo int) {
	g.Se(utf8.RuneCountInString(valore) > massimo, campo, "è troppo lungo: al più "+strconv.Itoa(massimo)+" caratteri")
	g.Se(!stampabile(valore), campo, "contiene caratteri non ammessi")
}

// Chiave refuses, as not found, a key that no entry of this kind can have: the database, which takes
// not every byte, is not asked.
func Chiave(tipo, valore, schema string) error {
	if regexp.MustCompile(schema).MatchString(valore) {
		return nil
	}
	return problem.NonTrovato(tipo, valore)
}
