package stampa_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
)

func TestStemmaRifiutato(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, frase string
		dati          []byte
	}{
		{"a drawing is not an image", "PNG o JPEG", []byte("<svg/>")},
		{"nothing is not an image", "PNG o JPEG", nil},
		{"an image cut short is refused before it is printed", "illeggibile", disegno()[:60]},
		{"an image larger than paper can show is refused", "1001×10 punti", codifica(t, image.NewGray(image.Rect(0, 0, 1001, 10)))},
		{"an image that would weigh on every act is refused", "byte", codifica(t, rumore())},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if _, err := stampa.NuovoStemma(c.dati); err == nil || !strings.Contains(err.Error(), c.frase) {
				t.Errorf("NuovoStemma() = %v, want an error that says %q", err, c.frase)
			}
		})
	}
}

func TestStemmaStampato(t *testing.T) {
	t.Parallel()
	var foto bytes.Buffer
	if err := jpeg.Encode(&foto, image.NewRGBA(image.Rect(0, 0, 40, 90)), nil); err != nil {
		t.Fatal(err)
	}
	for formato, dati := range map[string][]byte{
		"PNG": disegno(), "JPEG": foto.Bytes(), "PNG of 16 bits": codifica(t, image.NewNRGBA64(image.Rect(0, 0, 30, 30))),
	} {
		s, err := stampa.NuovoStemma(dati)
		if err != nil {
			t.Fatalf("%s: %v", formato, err)
		}
		a := esempio()
		a.Comando.Stemma = s
		if pdf := rendi(t, a); bytes.Count(pdf, []byte("/Subtype /Image")) == 0 || len(pdf) > 120_000 {
			t.Errorf("%s: %d bytes, without an image or too many", formato, len(pdf))
		}
	}
}

func codifica(t *testing.T, i image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, i); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// rumore cannot be compressed.
func rumore() image.Image {
	i := image.NewNRGBA(image.Rect(0, 0, 200, 200))
	caso := rand.New(rand.NewPCG(1, 2))
	for n := range i.Pix {
		i.Pix[n] = byte(caso.UintN(256))
	}
	return i
}
