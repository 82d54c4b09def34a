package soap

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// tampone is the size of one read.
const tampone = 8 << 10

// Read reads a request of at most limite bytes. contentType and soapAction are the headers of the
// same name. The error is always a *Fault; the Versione of the Richiesta is set even then, so that
// the fault can be answered in the caller's version.
func Read(r io.Reader, contentType, soapAction string, limite int64) (Request, error) {
	req, f := negozia(contentType, soapAction)
	if f != nil {
		return req, f
	}
	documento, f := leggiCorpo(r, limite)
	if f != nil {
		return req, f
	}
	documento, codifica, f := inUTF8(documento, req.charset, false)
	if f != nil {
		return req, f
	}
	busta, f := leggiAlbero(documento, codifica)
	if f != nil {
		return req, f
	}
	if f = req.apri(busta); f != nil {
		return req, f
	}
	return req, nil
}

// negozia finds the version: text/xml is 1.1 with the SOAPAction header, application/soap+xml is 1.2
// with the optional action parameter (RFC 3902).
func negozia(contentType, soapAction string) (Request, *Fault) {
	tipo, parametri, err := mime.ParseMediaType(contentType)
	req := Request{Azione: strings.Trim(strings.TrimSpace(soapAction), `"`)}
	switch {
	case err == nil && tipo == tipo11:
	case err == nil && tipo == tipo12:
		req.Versione, req.Azione = V12, parametri["action"]
	default:
		f := rifiuto(TipoNonAmmesso, "Il Content-Type deve essere text/xml (SOAP 1.1) o application/soap+xml (SOAP 1.2).")
		f.Stato = http.StatusUnsupportedMediaType
		return req, f
	}
	if req.charset = parametri["charset"]; req.charset != "" && !nota(req.charset) {
		return req, rifiuto(CodificaNonAmmessa, fmt.Sprintf("La codifica %q del Content-Type non è ammessa: serve UTF-8 o UTF-16.", breve(req.charset)))
	}
	return req, nil
}

// leggiCorpo reads the whole document into one string, of which the tree will hold pieces.
func leggiCorpo(r io.Reader, limite int64) (string, *Fault) {
	var b strings.Builder
	_, err := io.CopyBuffer(&b, io.LimitReader(r, limite+1), make([]byte, tampone))
	_, oltre := errors.AsType[*http.MaxBytesError](err)
	if oltre || err == nil && int64(b.Len()) > limite {
		f := rifiuto(CorpoTroppoGrande, fmt.Sprintf("La richiesta supera il limite di %d byte.", limite))
		f.Stato = http.StatusRequestEntityTooLarge
		return "", f
	}
	if err != nil {
		return "", &Fault{Codice: Client, Sigla: LetturaInterrotta, Messaggio: "La richiesta non è arrivata per intero.", Causa: err}
	}
	return b.String(), nil
}

// apri checks the envelope: an optional Header, then one Body with one child.
func (r *Request) apri(busta *Element) *Fault {
	if f := r.stessaVersione(busta.Nome); f != nil {
		return f
	}
	figli := busta.Figli
	if len(figli) > 0 && figli[0].Nome == r.nome("Header") {
		if f := r.intestazioni(&figli[0]); f != nil {
			return f
		}
		figli = figli[1:]
	}
	if len(figli) != 1 || figli[0].Nome != r.nome("Body") || !vuoto(busta.Testo) {
		return rifiuto(BustaNonValida, "La busta deve contenere un Header facoltativo e poi un solo Body, nello stesso namespace.")
	}
	corpo := &figli[0]
	if len(corpo.Figli) != 1 || !vuoto(corpo.Testo) {
		return rifiuto(BustaNonValida, fmt.Sprintf("Il Body deve contenere una sola operazione: ne contiene %d.", len(corpo.Figli)))
	}
	r.Corpo = &corpo.Figli[0]
	r.Operazione = r.Corpo.Nome
	return nil
}

func (r *Request) nome(locale string) xml.Name {
	return xml.Name{Space: r.Versione.Spazio(), Local: locale}
}

func (r *Request) stessaVersione(n xml.Name) *Fault {
	switch {
	case n == r.nome("Envelope"):
		return nil
	case n.Local != "Envelope":
		return rifiuto(BustaNonValida, fmt.Sprintf("L'elemento radice deve essere Envelope, non %q.", breve(n.Local)))
	case n.Space == spazioBusta11 || n.Space == spazioBusta12:
		return rifiuto(BustaNonValida, "La versione della busta non è quella del Content-Type: text/xml per SOAP 1.1, application/soap+xml per SOAP 1.2.")
	}
	return &Fault{Codice: VersionMismatch, Sigla: BustaNonValida,
		Messaggio: fmt.Sprintf("Il namespace %q della busta non è di SOAP 1.1 né di SOAP 1.2.", breve(n.Space))}
}
