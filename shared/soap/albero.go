package soap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Elemento is one element of a request with its namespaces resolved. Declarations of namespaces are
// not among its attributes; comments are gone; CDATA and references are part of Testo.
type Elemento struct {
	Nome      xml.Name
	Attributi []xml.Attr
	Testo     string // character data of the element itself, of all its pieces
	Figli     []Elemento
}

// Attributo gives the value of an attribute and whether it is there.
func (e *Elemento) Attributo(spazio, nome string) (string, bool) {
	for _, a := range e.Attributi {
		if a.Name.Space == spazio && a.Name.Local == nome {
			return a.Value, true
		}
	}
	return "", false
}

// vuoto reports whether a text is only XML white space.
func vuoto(s string) bool { return strings.Trim(s, " \t\r\n") == "" }

// costruttore builds the tree from the tokens of encoding/xml, which checks that the document is well
// formed; what that parser lets pass (undeclared prefixes, repeated attributes, trailing content) is
// checked here. Depth is bounded by guardia, so recursion is safe.
type costruttore struct {
	d     *xml.Decoder
	spazi map[string]int // namespaces in force, with how many times

	attributiLetti int
}

// costruisci parses a whole document that guardia has let pass.
func costruisci(b []byte) (*Elemento, *Fault) {
	c := &costruttore{d: xml.NewDecoder(bytes.NewReader(b)), spazi: map[string]int{spazioXML: 1}}
	c.d.CharsetReader = soloUTF8
	radice, err := c.radice()
	if err == nil {
		return radice, nil
	}
	if f := Come(err); f != nil {
		return nil, f
	}
	riga, _ := c.d.InputPos()
	return nil, &Fault{Codice: Client, Sigla: XMLNonValido, Messaggio: fmt.Sprintf("XML mal formato alla riga %d: %s.", riga, ragione(err)), Causa: err}
}

func soloUTF8(codifica string, r io.Reader) (io.Reader, error) {
	if strings.EqualFold(codifica, "us-ascii") {
		return r, nil
	}
	return nil, rifiuto(CodificaNonAmmessa, fmt.Sprintf("La codifica dichiarata %q non è ammessa: serve UTF-8.", breve(codifica)))
}

// ragione gives the parser's own words, which are English but name the place.
func ragione(err error) string {
	if sintassi, trovato := errors.AsType[*xml.SyntaxError](err); trovato {
		return breve(sintassi.Msg)
	}
	return breve(err.Error())
}

// breve cuts what comes from the caller before it goes into a message.
func breve(s string) string {
	const massimo = 80
	if r := []rune(s); len(r) > massimo {
		return string(r[:massimo]) + "…"
	}
	return s
}

func (c *costruttore) radice() (*Elemento, error) {
	var radice *Elemento
	for {
		t, err := c.d.Token()
		if errors.Is(err, io.EOF) && radice != nil {
			return radice, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if radice != nil {
				return nil, rifiuto(XMLNonValido, "Dopo la fine della busta c'è altro contenuto.")
			}
			e, err := c.elemento(t)
			if err != nil {
				return nil, err
			}
			radice = &e
		case xml.CharData:
			if !vuoto(string(t)) {
				return nil, rifiuto(XMLNonValido, "C'è del testo fuori dalla busta.")
			}
		}
	}
}

func (c *costruttore) elemento(inizio xml.StartElement) (Elemento, error) {
	e := Elemento{Nome: inizio.Name}
	dichiarati, err := c.attributi(&e, inizio.Attr)
	if err != nil {
		return e, err
	}
	err = c.contenuto(&e)
	for _, uri := range dichiarati {
		c.spazi[uri]--
	}
	return e, err
}

func (c *costruttore) contenuto(e *Elemento) error {
	var testo []byte
	for {
		t, err := c.d.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			figlio, err := c.elemento(t)
			if err != nil {
				return err
			}
			e.Figli = append(e.Figli, figlio)
		case xml.CharData:
			testo = append(testo, t...)
		case xml.EndElement:
			e.Testo = string(testo)
			return nil
		}
	}
}

// attributi keeps the attributes that are not declarations of namespaces, and gives the namespaces
// that the element declares.
func (c *costruttore) attributi(e *Elemento, attributi []xml.Attr) (dichiarati []string, err error) {
	c.attributiLetti += len(attributi)
	if len(attributi) > attributiMassimi || c.attributiLetti > attributiTotali {
		return nil, rifiuto(StrutturaEccessiva, "Gli attributi sono troppi: al massimo 64 in un elemento e 250.000 in tutto.")
	}
	for _, a := range attributi {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			if a.Name.Space == "xmlns" && a.Value == "" {
				return nil, rifiuto(XMLNonValido, fmt.Sprintf("Il prefisso %q è dichiarato senza namespace.", breve(a.Name.Local)))
			}
			dichiarati = append(dichiarati, a.Value)
			c.spazi[a.Value]++
			continue
		}
		if _, doppio := e.Attributo(a.Name.Space, a.Name.Local); doppio {
			return nil, rifiuto(XMLNonValido, fmt.Sprintf("L'attributo %q è ripetuto.", breve(a.Name.Local)))
		}
		e.Attributi = append(e.Attributi, a)
	}
	return dichiarati, c.prefissi(e)
}

func (c *costruttore) prefissi(e *Elemento) error {
	nomi := []xml.Name{e.Nome}
	for _, a := range e.Attributi {
		nomi = append(nomi, a.Name)
	}
	for _, n := range nomi {
		if n.Space != "" && c.spazi[n.Space] <= 0 {
			return rifiuto(XMLNonValido, fmt.Sprintf("Il prefisso %q non è dichiarato.", breve(n.Space)))
		}
	}
	return nil
}
