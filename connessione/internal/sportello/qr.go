package sportello

import (
	"fmt"
	"strconv"
	"strings"

	"rsc.io/qr"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
)

// quiete is the white around a code, in modules (ISO/IEC 18004).
const quiete = 4

// simbolo is a QR code to be drawn: the side in modules, white included, and the path of the dark ones.
type simbolo struct {
	Lato     int
	Percorso string
}

// riquadro is the frame of the drawing.
func (s simbolo) riquadro() string { return fmt.Sprintf("0 0 %d %d", s.Lato, s.Lato) }

// disegna draws a text with the correction that pagoPA asks for (level M), one stroke for each run of dark
// modules in a row.
func disegna(testo string) (simbolo, error) {
	codice, err := qr.Encode(testo, qr.M)
	if err != nil {
		return simbolo{}, fmt.Errorf("sportello: QR: %w", err)
	}
	var p strings.Builder
	for y := range codice.Size {
		for x := 0; x < codice.Size; x++ {
			inizio := x
			for x < codice.Size && codice.Black(x, y) {
				x++
			}
			if n := strconv.Itoa(x - inizio); x > inizio {
				p.WriteString("M" + strconv.Itoa(inizio+quiete) + " " + strconv.Itoa(y+quiete) + "h" + n + "v1h-" + n + "z")
			}
		}
	}
	return simbolo{codice.Size + 2*quiete, p.String()}, nil
}

// ente is the tax code of the creditor, which a notice is paid with by hand; the text of the QR has it.
func ente(testo string) string {
	q, err := pagopa.LeggiQR(testo)
	if err != nil {
		return ""
	}
	return q.CodiceFiscaleEnte
}

// fondo is the path of the white below the code.
func (s simbolo) fondo() string { return fmt.Sprintf("M0 0h%dv%dh-%dz", s.Lato, s.Lato, s.Lato) }
