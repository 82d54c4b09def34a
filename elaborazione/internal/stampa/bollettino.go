package stampa

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// tipoBollettino is the payment phase that the slip of a notice shows.
const tipoBollettino = "P1"

// testoDataMatrix is what the code of a slip says: the figures printed beside it.
func testoDataMatrix(c Comando, v Avviso, p persona, oggetto string) (string, error) {
	scritto, err := pagopa.ComponiDataMatrix(pagopa.DataMatrix{
		NumeroAvviso: v.NAV, ContoCorrente: c.ContoPostale, ImportoCent: importo.Cent(v.ImportoCent),
		CodiceFiscaleEnte: c.CodiceFiscale, CodiceFiscaleDebitore: p.codice, NomeDebitore: p.nome, Causale: oggetto,
	})
	if err != nil {
		return "", &AttoIncompleto{Motivi: []string{fmt.Sprintf("il bollettino dell'avviso %s non si compone: %s", v.Tipo, err)}}
	}
	return scritto, nil
}

// bollettino draws the postal slip of an amount in a band of its own.
func (s *Stampatore) bollettino(f *foglio, a Atto, v Avviso, p persona, y float64) error {
	oggetto := oggettoAvviso(a, s)
	dati, err := testoDataMatrix(a.Comando, v, p, oggetto)
	if err != nil {
		return err
	}
	f.testaBanda(a, v, "BOLLETTINO POSTALE PA", y)
	const codiceX = larghezza - margine - 3 - latoDataMatrix
	if err := s.disegnaDataMatrix(f, codiceX, y+16, dati); err != nil {
		return err
	}
	c := a.Comando
	col := colonnaBanda{x: margine, y: y, w: codiceX - 6 - margine}
	somma := euro(v.ImportoCent) + " Euro"
	f.destra(col.x+col.w, y+17.6, f.entro(stileForte().con(15), somma, 44), somma)
	f.riga(col.x, y+17, stileTesto().con(7).tinto(grigio()), "sul C/C n.")
	f.riga(col.x+25, y+17, stileCodice().con(11), c.ContoPostale)
	col.riga(f, 22, "Intestato a", c.intestatarioConto())
	col.nome(f, 27, p.nome, col.w-25)
	col.riga(f, 32, "Oggetto", oggetto)
	f.linea(col.x, y+35.5, col.x+col.w, grigio(), 0.2)
	col.codice(f, 0, 40, "Codice Avviso", gruppi(v.NAV))
	col.codice(f, 66, 40, "Tipo", tipoBollettino)
	col.codice(f, 86, 40, "Cod. Fiscale Ente Creditore", c.CodiceFiscale)
	if c.AutorizzazioneStampa != "" {
		autorizzazione := "AUT. " + c.AutorizzazioneStampa
		f.riga(col.x, y+51, f.entro(stileTesto().con(6.6), autorizzazione, col.w), autorizzazione)
	}
	return nil
}

// intestatarioConto is the holder of the postal account: the creditor, when no other is named.
func (c Comando) intestatarioConto() string {
	if c.IntestatarioConto == "" {
		return c.Ente
	}
	return c.IntestatarioConto
}
