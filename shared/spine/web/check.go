package web

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	testo "unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// profonditaMassima of objects and lists one in another: no contract of ours comes near it.
const profonditaMassima = 100

// livello is an object or a list being read.
type livello struct {
	nomi   map[string]bool // of an object, as comeJSON gives them; nil: a list
	nome   string          // of the field being read
	valore bool            // in an object, a value comes next
	indice int             // in a list
}

// CheckJSON is what Decode asks of a body beside being JSON, for JSON that comes another way: a field of
// a form, an argument of a command.
func CheckJSON(corpo []byte) error { return controlla(corpo) }

// controlla finds what encoding/json lets through in silence: bytes that are not UTF-8, a field given
// twice, in any case, a NUL in a text, null for everything. A body that is not JSON at all is left to the decoder
// to refuse.
func controlla(corpo []byte) error {
	if !testo.Valid(corpo) {
		return problem.Malformata("Il contenuto non è in UTF-8.")
	}
	if bytes.Equal(bytes.TrimSpace(corpo), []byte("null")) {
		return problem.Malformata("Il contenuto JSON è vuoto.")
	}
	var aperti []*livello
	d := json.NewDecoder(bytes.NewReader(corpo))
	d.UseNumber()
	for {
		simbolo, err := d.Token()
		if err != nil {
			return nil //nolint:nilerr // the decoder that follows says it better
		}
		if aperti, err = passo(aperti, simbolo); err != nil || len(aperti) == 0 {
			return err
		}
		if len(aperti) > profonditaMassima {
			return problem.Malformata("Il contenuto JSON è troppo annidato.")
		}
	}
}

// passo takes one token in.
func passo(aperti []*livello, simbolo json.Token) ([]*livello, error) {
	if s, ok := simbolo.(string); ok && strings.ContainsRune(s, 0) {
		return aperti, problem.CampoNonValido(percorso(aperti), "carattere non ammesso")
	}
	if simbolo == json.Delim('}') || simbolo == json.Delim(']') {
		return concluso(aperti[:len(aperti)-1]), nil
	}
	if n := len(aperti); n > 0 && aperti[n-1].nomi != nil && !aperti[n-1].valore {
		cima := aperti[n-1]
		cima.nome, _ = simbolo.(string)
		uguale := comeJSON(cima.nome)
		if cima.nomi[uguale] {
			return aperti, problem.CampoNonValido(percorso(aperti), "campo ripetuto")
		}
		cima.nomi[uguale], cima.valore = true, true
		return aperti, nil
	}
	switch simbolo {
	case json.Delim('{'):
		return append(aperti, &livello{nomi: map[string]bool{}}), nil
	case json.Delim('['):
		return append(aperti, &livello{}), nil
	}
	return concluso(aperti), nil
}

// comeJSON gives names that encoding/json takes for one another, whatever their case, the same spelling: of two
// such members it would keep the last.
func comeJSON(nome string) string {
	return strings.Map(func(r rune) rune {
		minima := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			minima = min(minima, f)
		}
		return minima
	}, nome)
}

// concluso notes that a value has ended.
func concluso(aperti []*livello) []*livello {
	if n := len(aperti); n > 0 {
		aperti[n-1].valore = false
		aperti[n-1].indice++
	}
	return aperti
}

// percorso names the field being read: persona.indirizzi[2].via.
func percorso(aperti []*livello) string {
	var b strings.Builder
	for _, l := range aperti {
		if l.nomi == nil {
			b.WriteString("[" + strconv.Itoa(l.indice) + "]")
			continue
		}
		if b.Len() > 0 && l.nome != "" {
			b.WriteByte('.')
		}
		b.WriteString(l.nome)
	}
	return b.String()
}
