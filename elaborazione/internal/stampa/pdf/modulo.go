package pdf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/png"
	"slices"
	"strconv"
)

// Modulo is a drawing made once and shown, where it was drawn, by the pages of any number of documents: each file
// holds it compressed already, and files put together hold it once. It is read only.
type Modulo struct {
	dati  []byte
	altre uint16
	parti []disegno
}

// Modulo draws aside, and returns the drawing. No page may be added meanwhile.
func (d *Documento) Modulo(disegna func()) *Modulo {
	m := &Modulo{}
	prima, f := d.qui, &foglio{}
	f.vuota(&m.parti)
	d.qui = f
	disegna()
	d.qui = prima
	m.dati, m.altre = comprimi(f.b), f.altre
	return m
}

// Posa shows a module.
func (d *Documento) Posa(m *Modulo) {
	d.qui.mostra(m)
}

// Byte is how much memory the module takes.
func (m *Modulo) Byte() int { return len(m.dati) }

func (m *Modulo) scrivi(d *Documento) int {
	risorse := d.risorse(m.altre, m.parti)
	n := d.s.apri()
	d.s.b = append(d.s.b, "<</Type /XObject /Subtype /Form /BBox "+scatola+" /Resources "...)
	d.s.rimando(risorse)
	d.s.b = append(d.s.b, " /Filter /FlateDecode /Length "...)
	d.s.intero(len(m.dati))
	d.s.b = append(d.s.b, ">>\nstream\n"...)
	d.s.b = append(d.s.b, m.dati...)
	d.s.b = append(d.s.b, "\nendstream"...)
	d.s.chiudi()
	_, _ = d.impronta.Write(m.dati)
	return n
}

// Immagine is a picture ready to be written. It is read only.
type Immagine struct {
	colori, trasparenza []byte // compressed rows, each with its PNG filter; trasparenza is nil for an opaque picture
	w, h                int
}

// NuovaImmagine compresses a picture once for all documents.
func NuovaImmagine(disegno *image.NRGBA) (*Immagine, error) {
	w, h := disegno.Rect.Dx(), disegno.Rect.Dy()
	piano, velo := image.NewNRGBA(image.Rect(0, 0, w, h)), image.NewGray(image.Rect(0, 0, w, h))
	opaca := true
	for y := range h {
		for x := range w {
			c := disegno.NRGBAAt(disegno.Rect.Min.X+x, disegno.Rect.Min.Y+y)
			velo.Pix[y*velo.Stride+x] = c.A
			opaca = opaca && c.A == 0xff
			c.A = 0xff
			piano.SetNRGBA(x, y, c)
		}
	}
	i := &Immagine{w: w, h: h}
	var err error
	if i.colori, err = righe(piano); err != nil || opaca {
		return i, err
	}
	i.trasparenza, err = righe(velo)
	return i, err
}

// righe are the compressed rows of a picture: what PNG puts into its IDAT chunks is what FlateDecode with a
// predictor reads (PDF 1.7, 7.4.4.4).
func righe(i image.Image) ([]byte, error) {
	var b bytes.Buffer
	compressore := png.Encoder{CompressionLevel: png.BestCompression}
	if err := compressore.Encode(&b, i); err != nil {
		return nil, err
	}
	var dati []byte
	for resto := b.Bytes()[8:]; len(resto) >= 12; {
		n := int(binary.BigEndian.Uint32(resto))
		if len(resto) < n+12 {
			break
		}
		if string(resto[4:8]) == "IDAT" {
			dati = append(dati, resto[8:8+n]...)
		}
		resto = resto[n+12:]
	}
	if dati == nil {
		return nil, errors.New("pdf: immagine vuota")
	}
	return slices.Clip(dati), nil
}

// Mostra puts a picture, w by h mm.
func (d *Documento) Mostra(i *Immagine, x, y, w, h float64) {
	f := d.qui
	f.b = append(f.b, "q "...)
	f.b = append(numero(f.b, w*punti, 5), " 0 0 "...)
	f.b = append(numero(f.b, h*punti, 5), ' ')
	f.b = append(numero(f.b, x*punti, 5), ' ')
	f.b = append(numero(f.b, (Altezza-y-h)*punti, 5), " cm "...)
	f.mostra(i)
	f.b = append(f.b, "Q\n"...)
}

func (i *Immagine) scrivi(d *Documento) int {
	velo := ""
	if i.trasparenza != nil {
		velo = " /SMask " + rimando(i.piano(d, i.trasparenza, "/DeviceGray", 1, "")) + " "
	}
	return i.piano(d, i.colori, "/DeviceRGB", 3, velo)
}

// piano writes the rows of a picture.
func (i *Immagine) piano(d *Documento, dati []byte, spazio string, colori int, velo string) int {
	w := strconv.Itoa(i.w)
	_, _ = d.impronta.Write(dati)
	return d.s.flusso("/Type /XObject /Subtype /Image /Width "+w+" /Height "+strconv.Itoa(i.h)+" /ColorSpace "+spazio+
		" /BitsPerComponent 8 /DecodeParms <</Predictor 15 /Colors "+strconv.Itoa(colori)+" /Columns "+w+">>"+velo+" ", dati)
}
