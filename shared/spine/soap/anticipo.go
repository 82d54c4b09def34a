package soap

import (
	"encoding/xml"
	"io"
	"strings"
)

// anticipoMassimo is how much of a request is read to find out who sends it.
const anticipoMassimo = 64 << 10

// ReadToken reads the UsernameToken that stands in the header of a request, and nothing after the
// header: at most the first 64 KiB. intero gives the whole request again, to be read
// by Read when the caller is let in. The error is a *Fault; without a token, and without an error, the
// token is nil.
func ReadToken(r io.Reader, contentType string) (token *UsernameToken, intero io.Reader, err error) {
	req, f := negozia(contentType, "")
	if f != nil {
		return nil, r, f
	}
	var inizio strings.Builder
	_, err = io.CopyBuffer(&inizio, io.LimitReader(r, anticipoMassimo), make([]byte, tampone))
	intero = io.MultiReader(strings.NewReader(inizio.String()), r)
	if err != nil {
		return nil, intero, &Fault{Codice: Client, Sigla: LetturaInterrotta, Messaggio: "La richiesta non è arrivata per intero.", Causa: err}
	}
	if f := req.soloIntestazione(inizio.String()); f != nil {
		return nil, intero, f
	}
	return req.Credenziali, intero, nil
}

// soloIntestazione reads the header of a request of which documento is the beginning.
func (r *Request) soloIntestazione(documento string) *Fault {
	documento, codifica, f := inUTF8(documento, r.charset, true)
	if f != nil {
		return f
	}
	// A '>' ends a character too: the part up to it is UTF-8 if the whole is.
	d, f := nuovaScansione(documento[:strings.LastIndexByte(documento, '>')+1], codifica)
	if f == nil {
		f = d.prologo()
	}
	if f != nil {
		return f
	}
	busta, _, chiusa, f := d.tag()
	if f != nil {
		return f
	}
	if f = r.stessaVersione(busta.Nome); f != nil || chiusa {
		return f
	}
	d.profondita++
	if f = d.contorno(); f != nil {
		return f
	}
	prima := *d
	testa, _, _, f := d.tag()
	if f != nil || (testa.Nome != xml.Name{Space: r.Versione.Spazio(), Local: "Header"}) {
		return f // no header: no token
	}
	*d = prima
	if testa, f = d.elemento(); f != nil {
		return f
	}
	return r.intestazioni(&testa)
}
