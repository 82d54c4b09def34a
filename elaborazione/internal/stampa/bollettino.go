package stampa

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// tipoBollettino is the payment phase that the slip of a notice shows.
const tipoBollettino = "P1"

// NomeDebitore is a name as the code of a slip may have it, which admits plain Latin letters only: spelled as
// the act spells it. What cannot be spelled is left out, and given in persi.
func (s *Stampatore) NomeDebitore(nome string) (scritto string, persi []rune) {
	nome = norm.NFC.String(nome)
	_, persi = s.Traslittera(nome)
	stampato, _ := s.Traslittera(strings.Map(func(r rune) rune {
		if slices.Contains(persi, r) {
			return -1
		}
		return r
	}, nome))
	var b strings.Builder
	for _, r := range stampato {
		switch latino, noto := s.alfabeti(r); {
		case pagopa.Ripulisci(string(r)) != " " || unicode.IsSpace(r) || unicode.IsPunct(r):
			b.WriteRune(r)
		case noto:
			b.WriteString(latino)
		default:
			persi = append(persi, r)
		}
	}
	return b.String(), persi
}

// testoDataMatrix is what the code of a slip says: the figures printed beside it.
func (s *Stampatore) testoDataMatrix(c Comando, v Avviso, p persona, oggetto string) (string, error) {
	nome, _ := s.NomeDebitore(p.nome)
	scritto, err := pagopa.ComponiDataMatrix(pagopa.DataMatrix{
		NumeroAvviso: v.NAV, ContoCorrente: c.ContoPostale, ImportoCent: importo.Cent(v.ImportoCent),
		CodiceFiscaleEnte: c.CodiceFiscale, CodiceFiscaleDebitore: p.codice, NomeDebitore: nome, Causale: oggetto,
	})
	if err != nil {
		return "", &AttoIncompleto{Motivi: []string{fmt.Sprintf("il bollettino dell'avviso %s non si compone: %s", v.Tipo, err)}}
	}
	return scritto, nil
}

// bollettino draws the postal slip of an amount in a band of its own.
func (s *Stampatore) bollettino(f *foglio, a Atto, v Avviso, p persona, y float64) error {
	oggetto := oggettoAvviso(a, s)
	dati, err := s.testoDataMatrix(a.Comando, v, p, oggetto)
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
