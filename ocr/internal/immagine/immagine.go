// Package immagine opens the files sent to be read: it judges a picture by its header before it spends memory on it, and gives its greys
// as the camera was held.
package immagine

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // formats that are read
	_ "image/jpeg" // "
	_ "image/png"  // "

	_ "golang.org/x/image/bmp"  // "
	_ "golang.org/x/image/tiff" // "
	_ "golang.org/x/image/webp" // "

	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// The most that a picture may have, by its header.
const (
	PuntiMassimi = 50_000_000
	LatoMassimo  = 30_000
)

// Pagina is a picture to be read.
type Pagina struct {
	grigio.Piano

	// Originale is the file as it came, Tipo its media type.
	Originale []byte
	Tipo      string
}

// Apri reads a picture. Errors name the field file.
func Apri(file []byte) (Pagina, error) {
	if len(file) == 0 {
		return Pagina{}, problem.CampoNonValido("file", "è vuoto")
	}
	tipo := contenuto.Tipo(file)
	misure, _, err := image.DecodeConfig(bytes.NewReader(file))
	switch {
	case err != nil:
		return Pagina{}, problem.CampoNonValido("file", "non è un'immagine che si possa leggere (JPEG, PNG, TIFF, WebP, GIF, BMP)").With(err)
	case misure.Width < 1 || misure.Height < 1:
		return Pagina{}, problem.CampoNonValido("file", "l'immagine non ha punti")
	case misure.Width > LatoMassimo || misure.Height > LatoMassimo || misure.Width*misure.Height > PuntiMassimi:
		return Pagina{}, problem.Nuovo(problem.Excessive, "IMMAGINE_TROPPO_GRANDE", "Immagine troppo grande",
			fmt.Sprintf("L'immagine dice di avere %d × %d punti: se ne leggono al più 50 milioni, e %d per lato.", misure.Width, misure.Height, LatoMassimo))
	}
	disegno, err := decodifica(file)
	if err != nil {
		return Pagina{}, problem.CampoNonValido("file", "l'immagine è rovinata: non si legge fino in fondo").With(err)
	}
	b := disegno.Bounds()
	if b.Dx() < 1 || b.Dy() < 1 || b.Dx() > misure.Width || b.Dy() > misure.Height {
		return Pagina{}, problem.CampoNonValido("file", "l'immagine non ha le misure che dichiara")
	}
	return Pagina{Piano: raddrizza(Grigi(disegno), contenuto.Verso(file)), Originale: file, Tipo: tipo}, nil
}

// decodifica turns a decoder's panic on a crafted file into an error.
func decodifica(file []byte) (im image.Image, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("immagine: %v", p)
		}
	}()
	im, _, err = image.Decode(bytes.NewReader(file))
	return im, err //nolint:wrapcheck // the caller's to tell
}

// Grigi gives the greys of a picture.
func Grigi(im image.Image) grigio.Piano {
	b := im.Bounds()
	p := grigio.Nuovo(b.Dx(), b.Dy())
	switch d := im.(type) {
	case *image.Gray:
		for y := range p.H {
			copy(p.P[y*p.W:][:p.W], d.Pix[d.PixOffset(b.Min.X, b.Min.Y+y):])
		}
	case *image.YCbCr:
		for y := range p.H {
			copy(p.P[y*p.W:][:p.W], d.Y[d.YOffset(b.Min.X, b.Min.Y+y):])
		}
	default:
		for y := range p.H {
			for x := range p.W {
				r, g, bl, a := im.At(b.Min.X+x, b.Min.Y+y).RGBA()
				// transparent pixels lie on white paper
				v := (19595*r+38470*g+7471*bl)>>16 + (0xffff - a)
				p.P[y*p.W+x] = uint8(min(v, 0xffff) >> 8)
			}
		}
	}
	return p
}

// raddrizza turns a picture as its EXIF orientation says; mirrored ones are turned back too.
func raddrizza(p grigio.Piano, verso uint16) grigio.Piano {
	switch verso {
	case 2, 4, 5, 7:
		for y := range p.H {
			riga := p.P[y*p.W:][:p.W]
			for i, j := 0, len(riga)-1; i < j; i, j = i+1, j-1 {
				riga[i], riga[j] = riga[j], riga[i]
			}
		}
	}
	return p.Gira([...]int{0, 0, 0, 2, 2, 3, 1, 1, 3}[verso])
}
