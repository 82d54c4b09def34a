// Command ingenuo prints acts as somebody writes them with fpdf's tutorial in hand, and says how many a second: the
// peer of elaborazione's printer in make bench. It is part of nothing that is shipped.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"rsc.io/qr"

	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

func main() {
	if err := esegui(os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "ingenuo:", err)
		os.Exit(1)
	}
}

// misura are the results in torchio's form: documents a second, and of each its bytes and allocations.
type misura struct {
	AlSecondo   float64 `json:"alSecondo"`
	Byte        float64 `json:"byte"`
	Allocazioni float64 `json:"allocazioni"`
}

// esegui prints the measure as JSON.
func esegui(argomenti []string, uscita, diario io.Writer) error {
	f := flag.NewFlagSet("ingenuo", flag.ContinueOnError)
	f.SetOutput(diario)
	durata := f.Duration("durata", 2*time.Second, "tempo della misura")
	if err := f.Parse(argomenti); err != nil {
		return err
	}
	var facce [2][]byte
	for i, nome := range []string{static.FontRegular, static.FontBold} {
		var err error
		if facce[i], err = fs.ReadFile(static.FS(), nome); err != nil {
			return fmt.Errorf("font %s: %w", nome, err)
		}
	}
	m, err := ripeti(*durata, facce)
	if err != nil {
		return err
	}
	return json.NewEncoder(uscita).Encode(m)
}

// ripeti prints for a while, at least once.
func ripeti(durata time.Duration, facce [2][]byte) (m misura, err error) {
	runtime.GC()
	var prima, dopo runtime.MemStats
	runtime.ReadMemStats(&prima)
	inizio, scritti, volte := time.Now(), 0, 0.0
	for n := 0; n == 0 || time.Since(inizio) < durata; n++ {
		pdf, err := stampa(n, facce)
		if err != nil {
			return m, err
		}
		scritti, volte = scritti+len(pdf), volte+1
	}
	passati := time.Since(inizio)
	runtime.ReadMemStats(&dopo)
	return misura{AlSecondo: volte / passati.Seconds(), Byte: float64(scritti) / volte, Allocazioni: float64(dopo.Mallocs-prima.Mallocs) / volte}, nil
}

// righe is how many lines of text an act has, about those of the true one.
const righe = 60

// stampa makes act number n: two whole faces, lines of text, the codes as pictures.
func stampa(n int, facce [2][]byte) ([]byte, error) {
	targa := fmt.Sprintf("AB%03dCD", n%1000)
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.AddUTF8FontFromBytes("titillium", "", bytes.Clone(facce[0])) // fpdf writes into the bytes it is given
	pdf.AddUTF8FontFromBytes("titillium", "B", bytes.Clone(facce[1]))
	pdf.AddPage()
	pdf.SetFont("titillium", "B", 14)
	pdf.MultiCell(180, 7, "Comune di Alfa - Corpo di Polizia Locale", "", "L", false)
	for i := range righe {
		if i == righe/2 {
			pdf.AddPage()
		}
		pdf.SetFont("titillium", "", 9)
		pdf.MultiCell(180, 5, fmt.Sprintf("%d. ROSSI MARIO %s Superava di oltre 10 km/h e di non oltre 40 km/h il limite massimo", i, targa), "", "L", false)
	}
	testi := []string{
		fmt.Sprintf("PAGOPA|002|3122611200%08d|01234567897|13310", n), fmt.Sprintf("PAGOPA|002|3122611201%08d|01234567897|18500", n),
		strings.Repeat("codfase=NBPA;18311261120000471164", 7) + strings.Repeat(" ", 25), // the slip's, as large
	}
	for i, testo := range testi {
		c, err := qr.Encode(testo, qr.M)
		if err != nil {
			return nil, fmt.Errorf("QR: %w", err)
		}
		immagine(pdf, fmt.Sprint("codice", i), c.PNG(), [4]float64{20 + 60*float64(i), 220, 25, 25})
	}
	barre, err := disegnaBarre()
	if err != nil {
		return nil, err
	}
	immagine(pdf, "barre", barre, [4]float64{20, 260, 60, 14})
	var b bytes.Buffer
	err = pdf.Output(&b)
	return b.Bytes(), err
}

// immagine puts a picture at a place: left, top, width and height in mm.
func immagine(pdf *fpdf.Fpdf, nome string, dati []byte, dove [4]float64) {
	opzioni := fpdf.ImageOptions{ImageType: "PNG"}
	pdf.RegisterImageOptionsReader(nome, opzioni, bytes.NewReader(dati))
	pdf.ImageOptions(nome, dove[0], dove[1], dove[2], dove[3], false, opzioni, 0, "")
}

// disegnaBarre draws bars as a picture, four dots a module.
func disegnaBarre() ([]byte, error) {
	const modulo, larga, alta = 4, 67, 30
	foto := image.NewGray(image.Rect(0, 0, larga*modulo, alta*modulo))
	for y := range alta * modulo {
		for x := range larga * modulo {
			if x/modulo%2 == 1 {
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
