package infows

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/infows"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// apri opens a request with the PIN, which comes first in every body.
func (c *Client) apri(w *soap.Writer, o parole.Operazione) {
	w.Radice(c.nomi.Nome("spazio"), o.Richiesta)
	pin, _ := c.pin() // chiedi has read it: a file that goes away meanwhile is refused by the register
	w.Apri(c.nomi.Nome("login"))
	w.Testo(c.nomi.Nome("codicePin"), pin)
	w.Chiudi(c.nomi.Nome("login"))
}

// scriviTarga asks by the plate alone, without the document.
func (c *Client) scriviTarga(w *soap.Writer, o parole.Operazione, chiave string) {
	c.apri(w, o)
	w.Apri(o.Input)
	w.Apri(c.nomi.Nome("targa"))
	w.Testo(c.nomi.Nome("numeroTarga"), chiave)
	w.Chiudi(c.nomi.Nome("targa"))
	w.Chiudi(o.Input)
	w.Booleano(c.nomi.Nome("pdf"), false)
	w.Chiudi(o.Richiesta)
}

func (c *Client) scriviPatente(w *soap.Writer, o parole.Operazione, chiave string) {
	c.apri(w, o)
	w.Apri(o.Input)
	w.Apri(c.nomi.Nome("patente"))
	w.Testo(c.nomi.Nome("numeroPatente"), chiave)
	w.Chiudi(c.nomi.Nome("patente"))
	w.Chiudi(o.Input)
	w.Booleano(c.nomi.Nome("pdf"), false)
	w.Booleano(c.nomi.Nome("pdfAnteprimaPatente"), false)
	w.Chiudi(o.Richiesta)
}

func (c *Client) scriviCopertura(w *soap.Writer, o parole.Operazione, chiave, tipo string, giorno calendario.Giorno) {
	c.apri(w, o)
	w.Testo(c.nomi.Nome("codiceTarga"), chiave)
	w.Testo(c.nomi.Nome("codiceTipoVeicolo"), tipo)
	w.Testo(c.nomi.Nome("dataRiferimento"), giorno.String())
	w.Chiudi(o.Richiesta)
}
