package stampa

import (
	"encoding/hex"
	"fmt"
	"strings"

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
	f.maschera(x, y, latoQR, simbolo.Griglia{Lato: codice.Size, Passo: codice.Stride, Bit: codice.Bitmap})
	return nil
}

// disegnaDataMatrix draws the code of a postal slip; what is around it is white by layout.
func (s *Stampatore) disegnaDataMatrix(f *foglio, x, y float64, testo string) error {
	g, err := s.dataMatrix.Codifica(testo)
	if err != nil {
		return fmt.Errorf("stampa: %w", err)
	}
	f.maschera(x, y, latoDataMatrix, g)
	return nil
}

// maschera paints the dark modules of a symbol lato mm wide in black as an inline image mask: a tenth
// of the bytes of as many rectangles, and no hairline between two of them. It is written in
// hexadecimal, so that no byte of it looks like the end of the image to a reader in a hurry.
func (f *foglio) maschera(x, y, lato float64, g simbolo.Griglia) {
	var b strings.Builder
	fmt.Fprintf(&b, "q 0 g %.2f 0 0 %.2f %.2f %.2f cm BI /W %d /H %d /BPC 1 /IM true /D [1 0] /F /AHx ID\n",
		lato/mmPunto, lato/mmPunto, x/mmPunto, (altezza-y-lato)/mmPunto, g.Lato, g.Lato)
	passo := (g.Lato + 7) / 8
	for riga := range g.Lato {
		b.WriteString(hex.EncodeToString(g.Bit[riga*g.Passo : riga*g.Passo+passo]))
	}
	b.WriteString("> EI Q")
	f.pdf.RawWriteStr(b.String())
}

// disegnaBarre draws digits in Interleaved 2 of 5 and returns the width of the bars, without the
// white that they need on both sides.
func (f *foglio) disegnaBarre(x, y float64, cifre string) (float64, error) {
	elementi, err := simbolo.Interleaved25(cifre)
	if err != nil {
		return 0, fmt.Errorf("stampa: %w", err)
	}
	var b strings.Builder
	b.WriteString("q 0 g ")
	a := x
	for i, largo := range elementi {
		w := moduloBarre
		if largo {
			w *= largoBarre
		}
		if i%2 == 0 {
			fmt.Fprintf(&b, "%.3f %.3f %.3f %.3f re ", a/mmPunto, (altezza-y-altoBarre)/mmPunto, w/mmPunto, altoBarre/mmPunto)
		}
		a += w
	}
	b.WriteString("f Q")
	f.pdf.RawWriteStr(b.String())
	return a - x, nil
}
