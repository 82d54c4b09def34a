package strada

import (
	"io"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// leggi reads header and rows, each with its line.
func leggi(r io.Reader) ([]voce, error) {
	var voci []voce
	err := foglio.Forma{Colonne: Colonne()}.Leggi(r, func(c *foglio.Celle) {
		letta := Strada{
			Codice: c.Testo("codice"), Nome: c.Testo("nome"), ComuneIstat: c.Testo("comuneIstat"), Localita: c.Testo("localita"),
			Ente: c.Testo("ente"), ValidoDa: c.Giorno("validoDa"), ValidoA: c.Giorno("validoA"),
		}
		c.Aggiungi(letta.difetti())
		voci = append(voci, voce{Riga: letta, Linea: c.Linea()})
	})
	return voci, err
}

// difetti is what a single row cannot be, by column.
func (s Strada) difetti() foglio.Difetti {
	var d foglio.Difetti
	d.Esigi(foglio.CodiceValido(s.Codice, 20), "codice", "deve avere da 1 a 20 lettere, cifre o trattini")
	d.Esigi(foglio.TestoPulito(s.Nome, 100) && utf8.RuneCountInString(s.Nome) >= 2, "nome", "deve avere da 2 a 100 caratteri, tutti visibili")
	d.Esigi(comune.IstatValido(s.ComuneIstat), "comuneIstat", "deve avere sei cifre")
	d.Esigi(foglio.TestoPulito(s.Localita, 100), "localita", "contiene caratteri invisibili o supera 100 caratteri")
	d.Esigi(enteValido(s.Ente), "ente", "deve essere COMUNE, PROVINCIA, REGIONE, STATO, AUTOSTRADA o PRIVATO, o restare vuoto")
	d.Esigi(!s.ValidoDa.IsZero(), "validoDa", "manca")
	d.Esigi(s.ValidoA.IsZero() || !s.ValidoA.Before(s.ValidoDa), "validoA", "precede validoDa")
	return d
}

func enteValido(ente string) bool {
	switch ente {
	case "", "COMUNE", "PROVINCIA", "REGIONE", "STATO", "AUTOSTRADA", "PRIVATO":
		return true
	}
	return false
}
