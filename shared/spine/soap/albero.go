package soap

import (
	"encoding/xml"
	"strings"
)

// Element is one element of a request with its namespaces resolved. Declarations of namespaces are
// not among its attributes; comments are gone; CDATA and references are part of Testo. Its texts are
// pieces of the request itself: who keeps one of them for long keeps the whole request in memory.
type Element struct {
	Nome      xml.Name
	Attributi []xml.Attr
	Testo     string // character data of the element itself, of all its pieces; blanks beside children are left out
	Figli     []Element
}

// Attributo gives the value of an attribute and whether it is there.
func (e *Element) Attributo(spazio, nome string) (string, bool) {
	for i := range e.Attributi {
		if a := &e.Attributi[i]; a.Name.Local == nome && a.Name.Space == spazio {
			return a.Value, true
		}
	}
	return "", false
}

// bianco reports the white space of XML.
func bianco(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// vuoto reports whether a text is only XML white space.
func vuoto(s string) bool {
	for i := range len(s) {
		if !bianco(s[i]) {
			return false
		}
	}
	return true
}

// taglia cuts n cells off a slab, which is renewed when it is used up: trees of many small slices cost
// few allocations.
func taglia[T any](lastra *[]T, n int) []T {
	const misura = 32
	if len(*lastra) < n {
		*lastra = make([]T, max(n, misura))
	}
	pezzo := (*lastra)[:n:n]
	*lastra = (*lastra)[n:]
	return pezzo
}

// raccolta joins the pieces of a text; a single piece is not copied.
type raccolta struct {
	uno string
	piu strings.Builder
}

func (r *raccolta) aggiungi(pezzo string) {
	switch {
	case r.piu.Len() > 0:
		r.piu.WriteString(pezzo)
	case r.uno == "":
		r.uno = pezzo
	default:
		r.piu.WriteString(r.uno)
		r.piu.WriteString(pezzo)
	}
}

func (r *raccolta) testo() string {
	if r.piu.Len() > 0 {
		return r.piu.String()
	}
	return r.uno
}

// breve cuts what comes from the caller before it goes into a message.
func breve(s string) string {
	const massimo = 80
	if len(s) <= massimo {
		return s
	}
	if r := []rune(s[:min(len(s), 4*massimo)]); len(r) > massimo {
		return string(r[:massimo]) + "…"
	}
	return s
}
