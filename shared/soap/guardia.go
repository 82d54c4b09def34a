package soap

import (
	"bytes"
	"unicode/utf8"
)

// The bounds of a request. A thousand fines have some 60,000 elements; a start tag of a client that
// declares every namespace it knows is under 2,000 bytes.
const (
	profonditaMassima = 32
	elementiMassimi   = 200_000
	tagMassimo        = 16 << 10
	attributiMassimi  = 64
	attributiTotali   = 250_000
)

// guardia runs over the bytes before the XML parser does, so that what costs memory or is never
// wanted is refused without being parsed: other encodings, document types, entities declared in
// them, processing instructions, deep nesting, enormous tags, swarms of elements.
type guardia struct {
	resto      []byte
	primo      bool
	profondita int
	elementi   int
}

func controlla(b []byte) *Fault {
	if f := controllaCodifica(b); f != nil {
		return f
	}
	g := &guardia{resto: b, primo: true}
	for {
		i := bytes.IndexByte(g.resto, '<')
		if i < 0 {
			return nil
		}
		g.primo = g.primo && i == 0
		g.resto = g.resto[i:]
		if f := g.marcatore(); f != nil {
			return f
		}
		g.primo = false
	}
}

func controllaCodifica(b []byte) *Fault {
	for _, inizio := range []string{"\xfe\xff", "\xff\xfe", "\x00<", "<\x00", "\x00\x00\xfe\xff", "\x00\x00\x00<"} {
		if bytes.HasPrefix(b, []byte(inizio)) {
			return rifiuto(CodificaNonAmmessa, "La richiesta è in UTF-16 o UTF-32: serve UTF-8.")
		}
	}
	if !utf8.Valid(b) {
		return rifiuto(CodificaNonAmmessa, "La richiesta contiene byte che non sono UTF-8.")
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return rifiuto(XMLNonValido, "La richiesta contiene il carattere NUL.")
	}
	return nil
}

// marcatore takes one piece of markup off the front of g.resto.
func (g *guardia) marcatore() *Fault {
	switch {
	case bytes.HasPrefix(g.resto, []byte("<!--")):
		return g.salta("<!--", "-->")
	case bytes.HasPrefix(g.resto, []byte("<![CDATA[")):
		return g.salta("<![CDATA[", "]]>")
	case bytes.HasPrefix(g.resto, []byte("<!")):
		return rifiuto(DTDNonAmmessa, "La richiesta contiene una dichiarazione <!…> (DTD o entità): non è ammessa.")
	case bytes.HasPrefix(g.resto, []byte("<?")):
		return g.istruzione()
	case bytes.HasPrefix(g.resto, []byte("</")):
		g.profondita--
		return g.salta("</", ">")
	}
	return g.tag()
}

func (g *guardia) salta(inizio, fine string) *Fault {
	i := bytes.Index(g.resto[len(inizio):], []byte(fine))
	if i < 0 {
		return rifiuto(XMLNonValido, "XML mal formato: il documento finisce a metà di un marcatore.")
	}
	g.resto = g.resto[len(inizio)+i+len(fine):]
	return nil
}

func (g *guardia) istruzione() *Fault {
	dichiarazione := bytes.HasPrefix(g.resto, []byte("<?xml ")) || bytes.HasPrefix(g.resto, []byte("<?xml\t")) ||
		bytes.HasPrefix(g.resto, []byte("<?xml\n")) || bytes.HasPrefix(g.resto, []byte("<?xml\r"))
	if !g.primo || !dichiarazione {
		return rifiuto(IstruzioneNonAmmessa, "Le istruzioni di elaborazione <?…?> non sono ammesse, salvo la dichiarazione XML iniziale.")
	}
	return g.salta("<?", "?>")
}

// tag measures a start tag; a '>' between quotes does not end it.
func (g *guardia) tag() *Fault {
	fine := fineTag(g.resto)
	if fine < 0 {
		return rifiuto(XMLNonValido, "XML mal formato: un marcatore non finisce o supera i 16 KiB.")
	}
	g.elementi++
	if g.resto[fine-1] != '/' {
		g.profondita++
	}
	if g.profondita > profonditaMassima {
		return rifiuto(StrutturaEccessiva, "Gli elementi sono annidati oltre i 32 livelli.")
	}
	if g.elementi > elementiMassimi {
		return rifiuto(StrutturaEccessiva, "La richiesta contiene oltre 200.000 elementi.")
	}
	g.resto = g.resto[fine+1:]
	return nil
}

// fineTag gives the index of the '>' that ends the start tag at the front of b; -1 when there is none
// within tagMassimo bytes.
func fineTag(b []byte) int {
	var virgolette byte
	for i, c := range b[:min(len(b), tagMassimo)] {
		switch {
		case virgolette != 0:
			if c == virgolette {
				virgolette = 0
			}
		case c == '"' || c == '\'':
			virgolette = c
		case c == '>':
			return i
		}
	}
	return -1
}
