package stampa

import (
	"fmt"

	"rsc.io/qr"
)

const (
	latoQR   = 25.0 // mm, notice guidelines
	moduliQR = 33   // version 4
	quieteQR = 4    // modules of white around, ISO/IEC 18004
)

// disegnaQR draws the symbol as vector rectangles, one for each run of dark modules in a row; runs
// that repeat in the rows below grow downwards, so no hairline splits a dark area when it is printed.
func disegnaQR(f *foglio, x, y float64, testo string) error {
	codice, err := qr.Encode(testo, qr.M)
	if err != nil {
		return fmt.Errorf("stampa: QR: %w", err)
	}
	if codice.Size != moduliQR {
		return &AttoIncompleto{Motivi: []string{fmt.Sprintf("il QR ha %d moduli invece di %d", codice.Size, moduliQR)}}
	}
	passo := latoQR / moduliQR
	f.pdf.SetFillColor(255, 255, 255)
	f.pdf.Rect(x-quieteQR*passo, y-quieteQR*passo, latoQR+2*quieteQR*passo, latoQR+2*quieteQR*passo, "F")
	f.pdf.SetFillColor(0, 0, 0)
	for _, r := range rettangoli(codice.Black, moduliQR) {
		f.pdf.Rect(x+float64(r.x)*passo, y+float64(r.y)*passo, float64(r.w)*passo, float64(r.h)*passo, "F")
	}
	return nil
}

// rettangolo is a dark area in modules.
type rettangolo struct{ x, y, w, h int }

// rettangoli covers the dark modules of a square symbol, each exactly once.
func rettangoli(nero func(x, y int) bool, lato int) []rettangolo {
	var tutti []rettangolo
	aperti := map[[2]int]int{} // run (start, length) of the row above -> its rectangle
	for y := range lato {
		seguenti := map[[2]int]int{}
		for x := 0; x < lato; x++ {
			inizio := x
			for x < lato && nero(x, y) {
				x++
			}
			if x == inizio {
				continue
			}
			tratto := [2]int{inizio, x - inizio}
			i, continua := aperti[tratto]
			if continua {
				tutti[i].h++
			} else {
				i = len(tutti)
				tutti = append(tutti, rettangolo{inizio, y, x - inizio, 1})
			}
			seguenti[tratto] = i
		}
		aperti = seguenti
	}
	return tutti
}
