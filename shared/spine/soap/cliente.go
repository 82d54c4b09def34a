package soap

import (
	"encoding/xml"
	"errors"
	"strings"
)

// MediaTypes are those of an answer: 1.1 and 1.2.
func MediaTypes() []string { return []string{tipo11, tipo12} }

// WriteRequest writes a request of SOAP 1.1 with body as the only child of the body; a token, where there is one, goes into
// wsse:Security, with the password in clear (PasswordText), without nonce and time.
func WriteRequest(token *UsernameToken, body Document) []byte {
	s := &Writer{}
	s.b.Grow(1 << 10)
	s.b.WriteString(xml.Header + `<env:Envelope xmlns:env="` + spazioBusta11 + `">`)
	if token != nil {
		s.b.WriteString(`<env:Header><wsse:Security env:mustUnderstand="1" xmlns:wsse="` + spazioWSSE + `"><wsse:UsernameToken><wsse:Username>`)
		s.scappa(token.Utente)
		s.b.WriteString(`</wsse:Username><wsse:Password Type="` + passwordTesto + `">`)
		s.scappa(token.Password)
		s.b.WriteString(`</wsse:Password></wsse:UsernameToken></wsse:Security></env:Header>`)
	}
	s.b.WriteString("<env:Body>")
	body.Scrivi(s)
	s.b.WriteString("</env:Body></env:Envelope>")
	return s.b.Bytes()
}

// RemoteFault is a fault that the other side answered.
type RemoteFault struct {
	Code   string // of SOAP, without prefix: Client, Server …
	Text   string // in the other side's words: it may quote the question
	Detail *Element
}

// Error names the code alone.
func (f *RemoteFault) Error() string { return "SOAP Fault " + f.Code }

// ErrAnswer is an answer that is no SOAP: broken, or something else.
var ErrAnswer = errors.New("soap: la risposta non è una busta SOAP 1.1")

// ReadAnswer gives the only child of the body of an answer of SOAP 1.1; a *RemoteFault where that is a fault, ErrAnswer where
// there is none.
func ReadAnswer(documento []byte) (*Element, error) {
	testo, codifica, f := inUTF8(string(documento), "", false)
	if f != nil {
		return nil, ErrAnswer
	}
	busta, f := leggiAlbero(testo, codifica)
	if f != nil || (busta.Nome != xml.Name{Space: spazioBusta11, Local: "Envelope"}) {
		return nil, ErrAnswer
	}
	var corpo *Element
	for i := range busta.Figli {
		if (busta.Figli[i].Nome == xml.Name{Space: spazioBusta11, Local: "Body"}) {
			corpo = &busta.Figli[i]
		}
	}
	if corpo == nil || len(corpo.Figli) != 1 {
		return nil, ErrAnswer
	}
	contenuto := &corpo.Figli[0]
	if (contenuto.Nome != xml.Name{Space: spazioBusta11, Local: "Fault"}) {
		return contenuto, nil
	}
	fault := &RemoteFault{Detail: contenuto.Figlio("detail")}
	if c := contenuto.Figlio("faultcode"); c != nil {
		_, dopo, prefisso := strings.Cut(strings.TrimSpace(c.Testo), ":")
		if fault.Code = dopo; !prefisso {
			fault.Code = strings.TrimSpace(c.Testo)
		}
	}
	if t := contenuto.Figlio("faultstring"); t != nil {
		fault.Text = strings.TrimSpace(t.Testo)
	}
	return nil, fault
}

// Figlio gives the first child of a local name, whatever its namespace; nil when there is none.
func (e *Element) Figlio(nome string) *Element {
	if e == nil {
		return nil
	}
	for i := range e.Figli {
		if e.Figli[i].Nome.Local == nome {
			return &e.Figli[i]
		}
	}
	return nil
}

// TuttiFigli gives the children of a local name.
func (e *Element) TuttiFigli(nome string) (figli []*Element) {
	if e == nil {
		return nil
	}
	for i := range e.Figli {
		if e.Figli[i].Nome.Local == nome {
			figli = append(figli, &e.Figli[i])
		}
	}
	return figli
}

// TestoDi gives the text of the first child of a local name, without blanks around it; empty when there is none.
func (e *Element) TestoDi(nome string) string {
	if f := e.Figlio(nome); f != nil {
		return strings.TrimSpace(f.Testo)
	}
	return ""
}
