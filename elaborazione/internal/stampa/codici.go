package stampa

import (
	"fmt"

	"rsc.io/qr"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/simbolo"
)

const (
	latoQR         = 25.0 // mm, notice guidelines
	moduliQR       = 33   // version 4
	quieteQR       = 4    // modules of white around, ISO/IEC 18004
	latoDataMatrix = 25.0 // mm, notice guidelines
)

// The bars of the judicial act, mm.
const (
	moduloBarre = 0.3
	largoBarre  = 2.5 // wide elements, in modules
	altoBarre   = 14.0
	quieteBarre = 10 * moduloBarre
)

// disegnaQR draws the code of a notice.
func disegnaQR(f *foglio, x, y float64, testo string) error {
	codice, err := qr.Encode(testo, qr.M)
	if err != nil {
		return fmt.Errorf("stampa: QR: %w", err)
	}
	if codice.Size != moduliQR {
		return &AttoIncompleto{Motivi: []string{fmt.Sprintf("il QR ha %d moduli invece di %d", codice.Size, moduliQR)}}
	}
	passo := latoQR / moduliQR
	f.fascia(x-quieteQR*passo, y-quieteQR*passo, latoQR+2*quieteQR*passo, latoQR+2*quieteQR*passo, bianco())
	f.pdf.Maschera(x, y, latoQR, simbolo.Griglia{Lato: codice.Size, Passo: codice.Stride, Bit: codice.Bitmap})
	return nil
}

// disegnaDataMatrix draws the code of a postal slip; the layout leaves white around it.
func (s *Stampatore) disegnaDataMatrix(f *foglio, x, y float64, testo string) error {
	g, err := s.dataMatrix.Codifica(testo)
	if err != nil {
		return fmt.Errorf("stampa: %w", err)
	}
	f.pdf.Maschera(x, y, latoDataMatrix, g)
	return nil
}

// disegnaBarre draws digits in Interleaved 2 of 5 and returns the width of the bars, without the
// white that they need on both sides.
func (f *foglio) disegnaBarre(x, y float64, cifre string) (float64, error) {
	elementi, err := simbolo.Interleaved25(cifre)
	if err != nil {
		return 0, fmt.Errorf("stampa: %w", err)
	}
	var larghe [7 + 5*cifreAG]float64
	w := larghe[:0]
	totale := 0.0
	for _, largo := range elementi {
		uno := moduloBarre
		if largo {
			uno *= largoBarre
		}
		w, totale = append(w, uno), totale+uno
	}
	f.pdf.Barre(x, y, altoBarre, w)
	return totale, nil
}
