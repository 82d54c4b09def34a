// Package stampa renders the act of a fine (verbale di accertamento e contestazione) with its pagoPA
// notice page as a PDF. It is pure: the same Atto gives the same bytes, because the act is kept by
// its SHA-256 and never rendered again.
package stampa

import (
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/simbolo"
	"github.com/piattaforma-verbali/verbali/shared/codici/alfabeto"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
)

// Produttore is what a file says that wrote it.
const Produttore = "Piattaforma Verbali"

// Stampatore renders acts. It keeps the fonts in memory and is safe for concurrent use.
type Stampatore struct {
	facce     *pdf.Caratteri
	glifi     map[rune]bool   // what every face can draw
	pronti    []bool          // and what of it needs no look at its neighbours
	lettere   map[rune]string // Latin spellings
	dittonghi *strings.Replacer
	roma      *time.Location

	dataMatrix *simbolo.DataMatrix
}

// Nuovo reads the fonts of shared/spine/static (font/titillium-web-regular.ttf and so on).
// The error is a *FontMancante when one is not there or not usable.
func Nuovo(font fs.FS) (*Stampatore, error) {
	roma, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		return nil, fmt.Errorf("stampa: fuso orario: %w", err)
	}
	facce, comuni, err := caricaFont(font)
	if err != nil {
		return nil, err
	}
	glifi := make(map[rune]bool, len(comuni))
	for _, r := range comuni {
		glifi[r] = true
	}
	return &Stampatore{
		facce: facce, glifi: glifi, pronti: pronti(comuni), lettere: alfabeto.Lettere(), dittonghi: dittonghi(), roma: roma, dataMatrix: simbolo.NuovoDataMatrix(),
	}, nil
}

// Rendi prints the act, then the payment pages when there is a notice, then the form on which the
// addressee names the driver, when he must. Pages are even in number, the last one blank if need be,
// so that documents merged into a lot each begin on a front page. The error is an *AttoIncompleto when
// the act must not be printed as it is.
func (s *Stampatore) Rendi(a Atto) ([]byte, error) {
	if err := verifica(a, false); err != nil {
		return nil, err
	}
	f := s.foglio(a, "Verbale di accertamento e contestazione n. "+numeroVerbale(a))
	if err := s.paginaAtto(f, a); err != nil {
		return nil, err
	}
	if err := s.avvisi(f, a, debitore(a.Destinatario)); err != nil {
		return nil, err
	}
	if daDichiarare(a) {
		s.paginaConducente(f, a)
	}
	f.piedi(a)
	if f.pdf.Pagine()%2 == 1 {
		f.pdf.Pagina()
	}
	return f.pdf.Chiudi(f.dati), nil
}

// RendiAvvisoAnonimo prints the payment pages alone, for the debtor ANONIMO: Destinatario is not
// read, so nothing personal can reach the paper. It is read on a screen and goes into no envelope: there
// is no blank side. Errors are those of Rendi.
func (s *Stampatore) RendiAvvisoAnonimo(a Atto) ([]byte, error) {
	if err := verifica(a, true); err != nil {
		return nil, err
	}
	f := s.foglio(a, "Avviso di pagamento del verbale n. "+numeroVerbale(a))
	if err := s.avvisi(f, a, persona{codice: pagopa.Anonimo, nome: pagopa.Anonimo}); err != nil {
		return nil, err
	}
	f.piedi(a)
	return f.pdf.Chiudi(f.dati), nil
}

// foglio opens a document whose bytes depend on the act alone.
func (s *Stampatore) foglio(a Atto, titolo string) *foglio {
	return &foglio{pdf: s.facce.Apri(), s: s, stemma: a.Comando.Stemma, dati: pdf.Dati{
		Titolo: titolo, Autore: a.Comando.nome(), Produttore: Produttore, Creato: a.FormatoIl,
	}}
}
