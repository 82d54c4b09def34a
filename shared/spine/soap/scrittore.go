package soap

import (
	"bytes"
	"encoding/xml"
	"net/http"
	"strconv"
)

// Document is what goes into the body of an answer or into the detail of a fault: one element that
// writes itself.
type Document interface {
	Scrivi(s *Writer)
}

// Writer writes prefixed elements of one namespace. It does no checks: names come from the code,
// values are escaped, characters that XML cannot carry become U+FFFD.
type Writer struct {
	b bytes.Buffer
}

// Radice opens the outermost element and declares its namespace.
func (s *Writer) Radice(spazio, nome string) {
	s.apri(nome)
	s.b.WriteString(` xmlns:v="`)
	s.scappa(spazio)
	s.b.WriteString(`">`)
}

// Apri opens an element.
func (s *Writer) Apri(nome string) {
	s.apri(nome)
	s.b.WriteByte('>')
}

// ApriCon opens an element with an attribute; without where its value is empty.
func (s *Writer) ApriCon(nome, attributo, valore string) {
	s.apri(nome)
	if valore != "" {
		s.b.WriteByte(' ')
		s.b.WriteString(attributo)
		s.b.WriteString(`="`)
		s.scappa(valore)
		s.b.WriteByte('"')
	}
	s.b.WriteByte('>')
}

func (s *Writer) apri(nome string) {
	s.b.WriteString("<v:")
	s.b.WriteString(nome)
}

// Chiudi closes the element opened with the same name.
func (s *Writer) Chiudi(nome string) {
	s.b.WriteString("</v:")
	s.b.WriteString(nome)
	s.b.WriteByte('>')
}

// Testo writes an element with a value.
func (s *Writer) Testo(nome, valore string) {
	s.Apri(nome)
	s.scappa(valore)
	s.Chiudi(nome)
}

// Opzionale writes an element unless its value is empty.
func (s *Writer) Opzionale(nome, valore string) {
	if valore != "" {
		s.Testo(nome, valore)
	}
}

// Intero writes an element with a whole number.
func (s *Writer) Intero(nome string, n int64) {
	s.Apri(nome)
	s.b.Write(strconv.AppendInt(s.b.AvailableBuffer(), n, 10))
	s.Chiudi(nome)
}

// Booleano writes an element with true or false.
func (s *Writer) Booleano(nome string, v bool) { s.Testo(nome, strconv.FormatBool(v)) }

// scappa writes most values as they are: those of letters, digits and harmless signs.
func (s *Writer) scappa(valore string) {
	if semplice(valore) {
		s.b.WriteString(valore)
		return
	}
	// EscapeText fails only when the writer does, and a bytes.Buffer does not.
	_ = xml.EscapeText(&s.b, []byte(valore))
}

func semplice(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c >= 0x7f, c == '<', c == '>', c == '&', c == '"', c == '\'':
			return false
		}
	}
	return true
}

// WriteAnswer answers 200 with corpo as the only child of the body.
func WriteAnswer(w http.ResponseWriter, v Version, corpo Document) error {
	return scriviBusta(w, v, http.StatusOK, corpo.Scrivi)
}

// WriteFault answers a fault in the caller's version, with the HTTP status that the version wants.
func WriteFault(w http.ResponseWriter, v Version, f *Fault) error {
	return scriviBusta(w, v, f.stato(v), func(s *Writer) {
		if v == V12 {
			f.scrivi12(s)
			return
		}
		f.scrivi11(s)
	})
}

func scriviBusta(w http.ResponseWriter, v Version, stato int, corpo func(*Writer)) error {
	s := &Writer{}
	s.b.Grow(1 << 10)
	s.b.WriteString(xml.Header + `<env:Envelope xmlns:env="` + v.Spazio() + `"><env:Body>`)
	corpo(s)
	s.b.WriteString("</env:Body></env:Envelope>\n")
	w.Header().Set("Content-Type", v.TipoMIME())
	w.Header().Set("Content-Length", strconv.Itoa(s.b.Len()))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(stato)
	_, err := w.Write(s.b.Bytes())
	return err
}

func (f *Fault) scrivi11(s *Writer) {
	s.b.WriteString("<env:Fault><faultcode>env:" + string(f.Codice) + "</faultcode><faultstring>")
	s.scappa(f.Messaggio)
	s.b.WriteString("</faultstring>")
	f.scriviDettaglio(s, "detail")
	s.b.WriteString("</env:Fault>")
}

func (f *Fault) scrivi12(s *Writer) {
	codice := map[FaultCode]string{Client: "Sender", Server: "Receiver"}[f.Codice]
	if codice == "" {
		codice = string(f.Codice)
	}
	s.b.WriteString("<env:Fault><env:Code><env:Value>env:" + codice + `</env:Value></env:Code><env:Reason><env:Text xml:lang="it">`)
	s.scappa(f.Messaggio)
	s.b.WriteString("</env:Text></env:Reason>")
	f.scriviDettaglio(s, "env:Detail")
	s.b.WriteString("</env:Fault>")
}

// scriviDettaglio leaves the detail out for faults of the header, as SOAP 1.1 section 4.4 wants.
func (f *Fault) scriviDettaglio(s *Writer, nome string) {
	if f.Dettaglio == nil || f.Codice == MustUnderstand || f.Codice == VersionMismatch {
		return
	}
	s.b.WriteString("<" + nome + ">")
	f.Dettaglio.Scrivi(s)
	s.b.WriteString("</" + nome + ">")
}
