package comune

import (
	"io"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

type voce = foglio.Voce[Comune]

// ErroreRiga is a fault of a table that is being loaded: with the line of the file, or with the key of the
// row (codiceIstat and validoDa) where it comes from no file.
type ErroreRiga = foglio.ErroreRiga

// Colonne is the header of the CSV, separated by semicolons.
func Colonne() []string {
	return []string{"codiceIstat", "nome", "altroNome", "provincia", "codiceCatastale", "validoDa", "validoA"}
}

// leggi reads header and rows, each with its line.
func leggi(r io.Reader) ([]voce, error) {
	var voci []voce
	err := foglio.Forma{Colonne: Colonne()}.Leggi(r, func(c *foglio.Celle) {
		letto := Comune{
			CodiceIstat: c.Testo("codiceIstat"), Nome: c.Testo("nome"), AltroNome: c.Testo("altroNome"), Provincia: c.Testo("provincia"),
			CodiceCatastale: c.Testo("codiceCatastale"), ValidoDa: c.Giorno("validoDa"), ValidoA: c.Giorno("validoA"),
		}
		c.Aggiungi(letto.difetti())
		voci = append(voci, voce{Riga: letto, Linea: c.Linea()})
	})
	return voci, err
}

// difetti is what a single row cannot be, by column.
func (c Comune) difetti() foglio.Difetti {
	var d foglio.Difetti
	d.Esigi(IstatValido(c.CodiceIstat), "codiceIstat", "deve avere sei cifre")
	d.Esigi(chiaveNome(c.Nome) != "" && foglio.TestoPulito(c.Nome, 100), "nome", "manca, contiene caratteri invisibili o supera 100 caratteri")
	d.Esigi(foglio.TestoPulito(c.AltroNome, 100), "altroNome", "contiene caratteri invisibili o supera 100 caratteri")
	d.Esigi(siglaValida(c.Provincia), "provincia", "deve avere due lettere maiuscole")
	d.Esigi(CatastaleValido(c.CodiceCatastale), "codiceCatastale", "deve avere una lettera maiuscola e tre cifre")
	d.Esigi(!c.ValidoDa.IsZero(), "validoDa", "manca")
	d.Esigi(c.ValidoA.IsZero() || !c.ValidoA.Before(c.ValidoDa), "validoA", "precede validoDa")
	return d
}

// Scrivi writes the table as CSV: what Carica reads, in the order of Tutte.
func (t *Tabella) Scrivi(w io.Writer) error { return foglio.Scrivi(w, Colonne(), t.righe) }

// Campi are the cells of the row in the CSV, in the order of Colonne.
func (c Comune) Campi() []string {
	return []string{c.CodiceIstat, c.Nome, c.AltroNome, c.Provincia, c.CodiceCatastale, c.ValidoDa.String(), c.ValidoA.String()}
}

// Chiave tells the row from every other of the table.
func (c Comune) Chiave() string { return c.CodiceIstat + "/" + c.ValidoDa.String() }

// Decorrenza is the first day on which the row holds.
func (c Comune) Decorrenza() calendario.Giorno { return c.ValidoDa }
