package soap

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// The bounds of a request. A thousand fines have some 60,000 elements; a start tag of a client that
// declares every namespace it knows is under 2,000 bytes.
const (
	profonditaMassima = 32
	elementiMassimi   = 200_000
	tagMassimo        = 16 << 10
	attributiMassimi  = 64
	attributiTotali   = 250_000
	spaziMassimi      = 256 // namespaces in force at one point
)

// scansione reads XML 1.0 with namespaces in one pass over the bytes and builds the tree. It takes a
// subset, on purpose: no document type, no processing instruction, names of ASCII letters.
// Whatever it accepts is well formed, and encoding/xml gives the same tree (tested).
type scansione struct {
	s          string   // the document, or its beginning
	codifica   codifica // in which the document came
	i          int      // next byte to read
	ritorni    bool     // there are carriage returns in s
	profondita int
	elementi   int
	attributi  int
	spazi      []spazio    // namespaces in force, the innermost last
	grezzi     []attributo // of the start tag being read
	aperti     []Element   // children so far of the elements still open
	lastra     []Element   // room for the children of closed elements
}

// spazio is a prefix in force; the empty one is the default namespace.
type spazio struct{ prefisso, uri string }

// attributo is an attribute whose prefix is not resolved yet.
type attributo struct{ prefisso, nome, valore string }

// leggiAlbero parses a whole document.
func leggiAlbero(s string, c codifica) (*Element, *Fault) {
	d, f := nuovaScansione(s, c)
	if f == nil {
		f = d.prologo()
	}
	if f != nil {
		return nil, f
	}
	radice, f := d.elemento()
	if f != nil {
		return nil, f
	}
	if f = d.contorno(); f != nil {
		return nil, f
	}
	if d.i < len(d.s) {
		return nil, d.rotto("dopo la fine della busta c'è altro contenuto")
	}
	return &radice, nil
}

func nuovaScansione(s string, c codifica) (*scansione, *Fault) {
	if f := caratteri(s); f != nil {
		return nil, f
	}
	return &scansione{s: s, codifica: c, ritorni: strings.IndexByte(s, '\r') >= 0}, nil
}

// rotto is a document that is not well formed, with the line at which it stops being so.
func (d *scansione) rotto(perche string, args ...any) *Fault {
	riga := 1 + strings.Count(d.s[:min(d.i, len(d.s))], "\n")
	return rifiuto(XMLNonValido, fmt.Sprintf("XML mal formato alla riga %d: %s.", riga, fmt.Sprintf(perche, args...)))
}

// inizia reports whether the rest of the document begins so.
func (d *scansione) inizia(con string) bool { return strings.HasPrefix(d.s[d.i:], con) }

func (d *scansione) bianchi() {
	for d.i < len(d.s) && bianco(d.s[d.i]) {
		d.i++
	}
}

// elemento reads an element that begins here, with all that is in it. Depth is bounded, so recursion
// is safe.
func (d *scansione) elemento() (Element, *Fault) {
	prima := len(d.spazi)
	e, grezzo, chiuso, f := d.tag()
	if f != nil || chiuso {
		d.spazi = d.spazi[:prima]
		return e, f
	}
	d.profondita++
	f = d.contenuto(&e, grezzo)
	d.profondita--
	d.spazi = d.spazi[:prima]
	return e, f
}

// contenuto reads up to the end tag of e, whose name is written grezzo.
func (d *scansione) contenuto(e *Element, grezzo string) *Fault {
	base := len(d.aperti)
	var testi raccolta
	for {
		if f := d.testo(&testi, len(d.aperti) > base); f != nil {
			return f
		}
		switch {
		case d.i >= len(d.s):
			return d.rotto("l'elemento %q non è chiuso", breve(grezzo))
		case d.inizia("</"):
			if f := d.fine(grezzo); f != nil {
				return f
			}
			d.chiudi(e, base, &testi)
			return nil
		case d.inizia("<!") || d.inizia("<?"):
			if f := d.speciale(&testi); f != nil {
				return f
			}
		default:
			figlio, f := d.elemento()
			if f != nil {
				return f
			}
			d.aperti = append(d.aperti, figlio)
		}
	}
}

// chiudi moves the children of e to where they stay.
func (d *scansione) chiudi(e *Element, base int, testi *raccolta) {
	e.Testo = testi.testo()
	if n := len(d.aperti) - base; n > 0 {
		e.Figli = taglia(&d.lastra, n)
		copy(e.Figli, d.aperti[base:])
		d.aperti = d.aperti[:base]
		if vuoto(e.Testo) {
			e.Testo = ""
		}
	}
}

// fine reads an end tag, which must be that of the element written grezzo.
func (d *scansione) fine(grezzo string) *Fault {
	dopo := d.i + len("</")
	if strings.HasPrefix(d.s[dopo:], grezzo) {
		d.i = dopo + len(grezzo)
		d.bianchi()
		if d.i < len(d.s) && d.s[d.i] == '>' {
			d.i++
			return nil
		}
	}
	return d.rotto("qui ci si aspetta la chiusura </%s>", breve(grezzo))
}

// tag reads a start tag: the element with its attributes, its name as written, whether it is empty.
func (d *scansione) tag() (e Element, grezzo string, chiuso bool, f *Fault) {
	inizio := d.i
	if d.elementi++; d.elementi > elementiMassimi {
		return e, "", false, rifiuto(StrutturaEccessiva, "La richiesta contiene oltre 200.000 elementi.")
	}
	if d.profondita >= profonditaMassima {
		return e, "", false, rifiuto(StrutturaEccessiva, "Gli elementi sono annidati oltre i 32 livelli.")
	}
	if !d.inizia("<") {
		return e, "", false, d.rotto("ci si aspetta un elemento")
	}
	d.i++
	prefisso, locale, f := d.nome()
	if f != nil {
		return e, "", false, f
	}
	grezzo = d.s[inizio+1 : d.i]
	if chiuso, f = d.grezziDelTag(inizio + tagMassimo); f != nil {
		return e, "", false, f
	}
	if f = d.dichiara(); f != nil {
		return e, "", false, f
	}
	if e.Nome, f = d.risolvi(prefisso, locale); f != nil {
		return e, "", false, f
	}
	return e, grezzo, chiuso, d.assegna(&e)
}

// grezziDelTag reads the attributes and the end of a start tag that must end before limite.
func (d *scansione) grezziDelTag(limite int) (chiuso bool, f *Fault) {
	d.grezzi = d.grezzi[:0]
	for {
		prima := d.i
		d.bianchi()
		switch {
		case d.i >= len(d.s) || d.i >= limite:
			return false, d.rotto("un marcatore non finisce o supera i 16 KiB")
		case d.s[d.i] == '>':
			d.i++
			return false, nil
		case d.inizia("/>"):
			d.i += len("/>")
			return true, nil
		case d.i == prima:
			return false, d.rotto("tra un attributo e il successivo serve uno spazio")
		}
		if d.attributi++; len(d.grezzi) == attributiMassimi || d.attributi > attributiTotali {
			return false, rifiuto(StrutturaEccessiva, "Gli attributi sono troppi: al massimo 64 in un elemento e 250.000 in tutto.")
		}
		if f := d.attributo(limite); f != nil {
			return false, f
		}
	}
}

// attributo reads name="value".
func (d *scansione) attributo(limite int) *Fault {
	prefisso, nome, f := d.nome()
	if f != nil {
		return f
	}
	d.bianchi()
	uguale := d.inizia("=")
	if uguale {
		d.i++
		d.bianchi()
	}
	if !uguale || !d.inizia(`"`) && !d.inizia(`'`) {
		return d.rotto("l'attributo %q non ha un valore tra virgolette", breve(nome))
	}
	virgolette := d.s[d.i]
	d.i++
	k := strings.IndexByte(d.s[d.i:max(d.i, min(limite, len(d.s)))], virgolette)
	if k < 0 {
		return d.rotto("un marcatore non finisce o supera i 16 KiB")
	}
	valore := d.s[d.i : d.i+k]
	if strings.IndexByte(valore, '<') >= 0 {
		return d.rotto("il valore dell'attributo %q contiene il carattere <", breve(nome))
	}
	if valore, f = d.sciogli(valore); f != nil {
		return f
	}
	d.i += k + 1
	d.grezzi = append(d.grezzi, attributo{prefisso, nome, valore})
	return nil
}

// assegna gives e its attributes, resolved.
func (d *scansione) assegna(e *Element) *Fault {
	n := 0
	for _, a := range d.grezzi {
		if !a.dichiarazione() {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	e.Attributi = make([]xml.Attr, 0, n)
	for _, a := range d.grezzi {
		if a.dichiarazione() {
			continue
		}
		nome := xml.Name{Local: a.nome} // without a prefix: in no namespace
		if a.prefisso != "" {
			var f *Fault
			if nome, f = d.risolvi(a.prefisso, a.nome); f != nil {
				return f
			}
		}
		if _, doppio := e.Attributo(nome.Space, nome.Local); doppio {
			return d.rotto("l'attributo %q è ripetuto", breve(a.nome))
		}
		e.Attributi = append(e.Attributi, xml.Attr{Name: nome, Value: a.valore})
	}
	return nil
}
