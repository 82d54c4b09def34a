package stampa

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // the two formats a coat of arms may have
	"image/png"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
)

const (
	latoStemma  = 24.0   // mm, within the 30×30 of the notice guidelines
	puntiStemma = 1000   // the most pixels a side: more than 24 mm can show
	pesoStemma  = 60_000 // the most bytes: it goes into every act
)

// Stemma is a coat of arms ready to be printed. It is read only, and may be shared by many acts.
type Stemma struct {
	disegno *pdf.Immagine
	w, h    float64 // mm
}

// NuovoStemma reads a PNG or JPEG once for all the acts of a command. The error says in Italian why
// the image is refused: not an image, more than 1000 pixels a side, more than 60 KB once encoded.
func NuovoStemma(dati []byte) (*Stemma, error) {
	misure, _, err := image.DecodeConfig(bytes.NewReader(dati))
	if err != nil {
		return nil, fmt.Errorf("stampa: lo stemma non è un'immagine PNG o JPEG: %w", err)
	}
	lato := max(misure.Width, misure.Height)
	if lato > puntiStemma || min(misure.Width, misure.Height) == 0 {
		return nil, fmt.Errorf("stampa: lo stemma misura %d×%d punti, al massimo %d per lato", misure.Width, misure.Height, puntiStemma)
	}
	piano, err := spiana(dati)
	if err != nil {
		return nil, err
	}
	disegno, err := pdf.NuovaImmagine(piano)
	if err != nil {
		return nil, fmt.Errorf("stampa: stemma: %w", err)
	}
	scala := latoStemma / float64(lato)
	return &Stemma{disegno: disegno, w: scala * float64(misure.Width), h: scala * float64(misure.Height)}, nil
}

// spiana reads the image whatever its form, and refuses an image too heavy for every act.
func spiana(dati []byte) (*image.NRGBA, error) {
	disegno, _, err := image.Decode(bytes.NewReader(dati))
	if err != nil {
		return nil, fmt.Errorf("stampa: lo stemma è illeggibile: %w", err)
	}
	piano := image.NewNRGBA(image.Rect(0, 0, disegno.Bounds().Dx(), disegno.Bounds().Dy()))
	draw.Draw(piano, piano.Bounds(), disegno, disegno.Bounds().Min, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, piano); err != nil {
		return nil, fmt.Errorf("stampa: stemma: %w", err)
	}
	if b.Len() > pesoStemma {
		return nil, fmt.Errorf("stampa: lo stemma occupa %d byte, al massimo %d", b.Len(), pesoStemma)
	}
	return piano, nil
}

// disegnaStemma puts the coat of arms in its square and returns the width it takes, 0 without one.
func (f *foglio) disegnaStemma(x, y float64) float64 {
	if f.stemma == nil {
		return 0
	}
	f.pdf.Mostra(f.stemma.disegno, x+(latoStemma-f.stemma.w)/2, y+(latoStemma-f.stemma.h)/2, f.stemma.w, f.stemma.h)
	return latoStemma
}
