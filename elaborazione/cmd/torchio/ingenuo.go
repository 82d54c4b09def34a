package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"codeberg.org/go-pdf/fpdf"
	"rsc.io/qr"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/simbolo"
)

// righeIngenue is how many lines of text a naive act has, about those of the true one.
const righeIngenue = 60

// ingenuo is the same kind of act as somebody writes it with fpdf's tutorial in hand: two whole faces,
// lines of text, the codes as pictures. It is the peer of the printer (design section 10).
func (t *torchio) ingenuo(n int) (int, error) {
	a := campione(n, true)
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.AddUTF8FontFromBytes("titillium", "", bytes.Clone(t.facce[0]))
	pdf.AddUTF8FontFromBytes("titillium", "B", bytes.Clone(t.facce[1]))
	pdf.AddPage()
	pdf.SetFont("titillium", "B", 14)
	pdf.MultiCell(180, 7, a.Comando.Ente+" - "+a.Comando.Denominazione, "", "L", false)
	for i := range righeIngenue {
		if i == righeIngenue/2 {
			pdf.AddPage()
		}
		pdf.SetFont("titillium", "", 9)
		pdf.MultiCell(180, 5, fmt.Sprintf("%d. %s %s %s", i, a.Destinatario.Nome, a.Veicolo.Targa, a.Violazioni[0].Testo[:70]), "", "L", false)
	}
	for i, v := range a.Avvisi {
		c, err := qr.Encode(v.QR, qr.M)
		if err != nil {
			return 0, fmt.Errorf("QR: %w", err)
		}
		immagine(pdf, fmt.Sprint("qr", i), c.PNG(), [4]float64{20 + 60*float64(i), 220, 25, 25})
	}
	g, err := t.dataMatrix.Codifica(testoBollettino)
	if err != nil {
		return 0, err
	}
	disegno, err := disegnaPNG(g.Lato, g.Lato, g.Nero)
	if err != nil {
		return 0, err
	}
	immagine(pdf, "dm", disegno, [4]float64{140, 220, 25, 25})
	barre, err := simbolo.Interleaved25(a.CodiceAG)
	if err != nil {
		return 0, err
	}
	disegno, err = disegnaPNG(len(barre), 30, func(x, _ int) bool { return x%2 == 0 })
	if err != nil {
		return 0, err
	}
	immagine(pdf, "barre", disegno, [4]float64{20, 260, 60, 14})
	var b bytes.Buffer
	err = pdf.Output(&b)
	return b.Len(), err
}

// immagine puts a picture at a place: left, top, width and height in mm.
func immagine(pdf *fpdf.Fpdf, nome string, dati []byte, dove [4]float64) {
	opzioni := fpdf.ImageOptions{ImageType: "PNG"}
	pdf.RegisterImageOptionsReader(nome, opzioni, bytes.NewReader(dati))
	pdf.ImageOptions(nome, dove[0], dove[1], dove[2], dove[3], false, opzioni, 0, "")
}

// disegnaPNG draws a code four dots a module.
func disegnaPNG(larga, alta int, nero func(x, y int) bool) ([]byte, error) {
	const modulo = 4
	foto := image.NewGray(image.Rect(0, 0, larga*modulo, alta*modulo))
	for y := range alta * modulo {
		for x := range larga * modulo {
			if !nero(x/modulo, y/modulo) {
				foto.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, foto); err != nil {
		return nil, fmt.Errorf("disegno: %w", err)
	}
	return b.Bytes(), nil
}
