// Package pdf writes the paper of the acts as PDF files (ISO 32000-1), and puts such files one after the other into
// one. It knows this paper and no other: A4, a few faces, text, rules, boxes, codes, a picture. The same calls give the
// same bytes.
package pdf

import (
	"crypto/sha256"
	"hash"
	"slices"
	"strconv"
	"time"

	"github.com/klauspost/compress/zlib"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/simbolo"
)

// Geometry of the sheet, mm.
const (
	Larghezza = 210.0
	Altezza   = 297.0
	punti     = 72 / 25.4 // in a mm
)

// Colore is an RGB colour.
type Colore struct{ R, G, B uint8 }

// Testo is how a line of text is set: face, size in points, colour.
type Testo struct {
	Carattere Carattere
	Corpo     float64
	Colore    Colore
}

// facceAlPiu is how many faces a paper may have: a bit each in foglio.altre, one digit each in their names.
const facceAlPiu = 10

// Dati are what a file says of itself to who opens it.
type Dati struct {
	Titolo, Autore, Produttore string
	Creato                     time.Time
}

// Documento is a file being drawn. Measures are mm from the upper left corner of the sheet. It belongs to one
// goroutine, until Chiudi.
type Documento struct {
	c      *Caratteri
	s      scrittore
	pagine []foglio
	qui    *foglio   // the page, or the module, drawn on
	parti  []disegno // what its pages show by name

	scritti []disegno       // drawings already in the file
	dove    []int           // and its objects
	seconde [facceAlPiu]int // objects of the second cuts, 0: not in the file
	numeri  []int

	deflate   *zlib.Writer
	compressi memoria
	impronta  hash.Hash // of the content streams
	somma     []byte
}

// foglio is a content stream being written, with the state of graphics that it has set.
type foglio struct {
	b         []byte
	carattere Carattere
	seconda   bool    // the second cut of the face is the current one
	corpo     float64 // 0: none set
	pieno     int32   // colour that fills, -1: none set
	segno     int32   // colour of lines, -1: none set
	spessore  float64
	altre     uint16 // faces whose second cut it uses, a bit each
	parti     *[]disegno
}

// disegno is what a page shows by name: a picture or a module.
type disegno interface{ scrivi(d *Documento) int }

// Apri begins a document without pages.
func (c *Caratteri) Apri() *Documento {
	return c.documenti.Get().(*Documento) //nolint:forcetypeassert // the pool holds nothing else
}

func nuovoDocumento(c *Caratteri) *Documento {
	d := &Documento{c: c, impronta: sha256.New()}
	d.deflate, _ = zlib.NewWriterLevel(&d.compressi, zlib.BestSpeed) // a slower one spares a hundredth of the bytes
	return d
}

// Pagina adds a page and draws on it from now.
func (d *Documento) Pagina() {
	n := len(d.pagine)
	if n < cap(d.pagine) {
		d.pagine = d.pagine[:n+1] // with the memory of a page before
	} else {
		d.pagine = append(d.pagine, foglio{})
	}
	d.qui = &d.pagine[n]
	d.qui.vuota(&d.parti)
}

// vuota makes a sheet as if nothing were written.
func (f *foglio) vuota(parti *[]disegno) {
	*f = foglio{b: f.b[:0], parti: parti, pieno: -1, segno: -1}
}

// Pagine counts the pages.
func (d *Documento) Pagine() int { return len(d.pagine) }

// Vai draws on page n from now, the first being 1.
func (d *Documento) Vai(n int) { d.qui = &d.pagine[n-1] }

// Scrivi writes one line, baseline at y. Each character is one of those given to Componi; no other is drawn.
func (d *Documento) Scrivi(x, y float64, t Testo, riga string) {
	if riga == "" {
		return
	}
	f := d.qui
	f.riempie(t.Colore)
	f.b = append(f.b, "BT\n"...)
	codici := d.c.facce[t.Carattere].codici
	aperta, seconda, corpo := false, false, t.Corpo
	posta := false
	for _, r := range riga {
		if int(r) >= len(codici) || codici[r] == 0 {
			continue
		}
		codice := codici[r]
		if suo := codice&altrove != 0; !aperta || suo != seconda {
			if aperta {
				f.fineStringa(seconda)
			}
			seconda, aperta = suo, true
			f.usa(t.Carattere, seconda, corpo)
			if !posta {
				f.coppia(x*punti, (Altezza-y)*punti)
				f.b, posta = append(f.b, "Td\n"...), true
			}
			f.inizioStringa(seconda)
		}
		f.codice(codice, seconda)
	}
	if aperta {
		f.fineStringa(seconda)
	}
	f.b = append(f.b, "ET\n"...)
}

func (f *foglio) inizioStringa(seconda bool) {
	if seconda {
		f.b = append(f.b, '<')
		return
	}
	f.b = append(f.b, '(')
}

func (f *foglio) fineStringa(seconda bool) {
	if seconda {
		f.b = append(f.b, ">Tj\n"...)
		return
	}
	f.b = append(f.b, ")Tj\n"...)
}

func (f *foglio) codice(codice uint16, seconda bool) {
	switch {
	case seconda:
		f.b = esadecimale(f.b, byte(codice>>8&^(altrove>>8)), byte(codice))
	case codice == '(' || codice == ')' || codice == '\\':
		f.b = append(f.b, '\\', byte(codice))
	default:
		f.b = append(f.b, byte(codice))
	}
}

// usa selects a cut of a face and its size.
func (f *foglio) usa(c Carattere, seconda bool, corpo float64) {
	if f.corpo == corpo && f.carattere == c && f.seconda == seconda {
		return
	}
	f.carattere, f.seconda, f.corpo = c, seconda, corpo
	nome := byte('F')
	if seconda {
		nome = 'G'
		f.altre |= 1 << c
	}
	f.b = append(f.b, '/', nome, '0'+byte(c), ' ')
	f.b = numero(f.b, corpo, 2)
	f.b = append(f.b, " Tf\n"...)
}

// coppia appends two measures in points.
func (f *foglio) coppia(x, y float64) {
	f.b = numero(f.b, x, 2)
	f.b = append(f.b, ' ')
	f.b = numero(f.b, y, 2)
	f.b = append(f.b, ' ')
}

// riempie sets the colour of text and of filled boxes.
func (f *foglio) riempie(c Colore) {
	if f.pieno != c.numero() {
		f.pieno = c.numero()
		f.colore(c, "g\n", "rg\n")
	}
}

// traccia sets colour and width, mm, of lines.
func (f *foglio) traccia(c Colore, spessore float64) {
	if f.segno != c.numero() {
		f.segno = c.numero()
		f.colore(c, "G\n", "RG\n")
	}
	if f.spessore != spessore {
		f.spessore = spessore
		f.b = append(numero(f.b, spessore*punti, 2), " w\n"...)
	}
}

func (c Colore) numero() int32 { return int32(c.R)<<16 | int32(c.G)<<8 | int32(c.B) }

func (f *foglio) colore(c Colore, diGrigio, diColore string) {
	f.b = append(numero(f.b, float64(c.R)/255, 3), ' ')
	if c.R == c.G && c.G == c.B {
		f.b = append(f.b, diGrigio...)
		return
	}
	f.b = append(numero(f.b, float64(c.G)/255, 3), ' ')
	f.b = append(numero(f.b, float64(c.B)/255, 3), ' ')
	f.b = append(f.b, diColore...)
}

// Linea draws a horizontal rule from x to fine.
func (d *Documento) Linea(x, y, fine float64, c Colore, spessore float64) {
	f := d.qui
	f.traccia(c, spessore)
	f.coppia(x*punti, (Altezza-y)*punti)
	f.b = append(f.b, "m "...)
	f.coppia(fine*punti, (Altezza-y)*punti)
	f.b = append(f.b, "l S\n"...)
}

// Tratteggio makes the lines that follow of dashes so long, mm; 0 makes them whole again.
func (d *Documento) Tratteggio(lungo float64) {
	f := d.qui
	f.b = append(f.b, '[')
	if lungo > 0 {
		f.coppia(lungo*punti, lungo*punti)
	}
	f.b = append(f.b, "]0 d\n"...)
}

// Fascia fills a rectangle.
func (d *Documento) Fascia(x, y, w, h float64, c Colore) {
	f := d.qui
	f.riempie(c)
	f.rettangolo(x, y, w, h)
	f.b = append(f.b, "f\n"...)
}

// Riquadro draws the sides of a square.
func (d *Documento) Riquadro(x, y, lato float64, c Colore, spessore float64) {
	f := d.qui
	f.traccia(c, spessore)
	f.rettangolo(x, y, lato, lato)
	f.b = append(f.b, "S\n"...)
}

func (f *foglio) rettangolo(x, y, w, h float64) {
	f.coppia(x*punti, (Altezza-y)*punti)
	f.coppia(w*punti, -h*punti)
	f.b = append(f.b, "re "...)
}

// Barre fills bars as high as each other, from x to the right: the widths of bars and spaces by turns.
func (d *Documento) Barre(x, y, alte float64, larghe []float64) {
	f := d.qui
	f.riempie(Colore{})
	for i, w := range larghe {
		if i%2 == 0 {
			f.b = append(numero(f.b, x*punti, 3), ' ')
			f.b = append(numero(f.b, (Altezza-y-alte)*punti, 3), ' ')
			f.b = append(numero(f.b, w*punti, 3), ' ')
			f.b = append(numero(f.b, alte*punti, 3), " re\n"...)
		}
		x += w
	}
	f.b = append(f.b, "f\n"...)
}

// Maschera paints in black the modules of a square symbol lato mm wide. It is an inline image: a tenth of the bytes of
// as many rectangles, and no hairline between two of them. It is written in hexadecimal, so that no byte of it looks
// like the end of the image to a reader in a hurry.
func (d *Documento) Maschera(x, y, lato float64, g simbolo.Griglia) {
	f := d.qui
	f.riempie(Colore{})
	f.b = append(numero(append(f.b, "q "...), lato*punti, 2), " 0 0 "...)
	f.b = append(numero(f.b, lato*punti, 2), ' ')
	f.coppia(x*punti, (Altezza-y-lato)*punti)
	f.b = append(f.b, "cm BI /W "...)
	f.b = append(strconv.AppendInt(f.b, int64(g.Lato), 10), " /H "...)
	f.b = append(strconv.AppendInt(f.b, int64(g.Lato), 10), " /BPC 1 /IM true /D [1 0] /F /AHx ID\n"...)
	for riga := range g.Lato {
		f.b = esadecimale(f.b, g.Bit[riga*g.Passo:riga*g.Passo+(g.Lato+7)/8]...)
	}
	f.b = append(f.b, "> EI Q\n"...)
}

// mostra shows a picture or a module by name.
func (f *foglio) mostra(x disegno) {
	i := slices.Index(*f.parti, x)
	if i < 0 {
		i = len(*f.parti)
		*f.parti = append(*f.parti, x)
	}
	f.b = strconv.AppendInt(append(f.b, "/X"...), int64(i), 10)
	f.b = append(f.b, " Do\n"...)
}

// Chiudi writes the file. The document is no more: another one may be drawn with its memory.
func (d *Documento) Chiudi(dati Dati) []byte {
	d.s = scrittore{b: append(d.s.b[:0], d.c.testa...), primo: d.c.quanti, posti: d.s.posti[:0]}
	d.impronta.Reset()
	var altre uint16
	for i := range d.pagine {
		altre |= d.pagine[i].altre
	}
	risorse := d.risorse(altre, d.parti)
	d.numeri = d.numeri[:0]
	for i := range d.pagine {
		d.numeri = append(d.numeri, d.flusso("", d.pagine[i].b))
	}
	albero := d.s.prossimo() + len(d.pagine)
	for i, n := range d.numeri {
		d.numeri[i] = d.s.apri()
		d.s.b = append(d.s.b, "<</Type /Page /Parent "...)
		d.s.rimando(albero)
		d.s.b = append(d.s.b, " /MediaBox "+scatola+" /Resources "...)
		d.s.rimando(risorse)
		d.s.b = append(d.s.b, " /Contents "...)
		d.s.rimando(n)
		d.s.b = append(d.s.b, ">>"...)
		d.s.chiudi()
	}
	d.fine(dati)
	file := slices.Clone(d.s.b)
	d.lascia()
	return file
}

// fine writes what comes after the pages, whose objects numeri are.
func (d *Documento) fine(dati Dati) {
	s := &d.s
	albero := s.apri()
	s.albero(d.numeri)
	s.chiudi()
	informazioni := s.apri()
	s.informazioni(dati)
	s.chiudi()
	catalogo := s.apri()
	s.catalogo(albero)
	s.chiudi()
	tabella := len(s.b)
	s.b = append(s.b, "xref\n0 "...)
	s.intero(s.prossimo())
	s.b = append(append(s.b, "\n"+primaVoce...), d.c.voci...)
	s.b = s.voci(s.b)
	d.somma = d.impronta.Sum(d.somma[:0])
	s.coda(s.prossimo(), catalogo, informazioni, tabella, d.somma)
}

// Abbandona gives back a document that will have no file.
func (d *Documento) Abbandona() { d.lascia() }

// lascia keeps the memory of the document for another one, and nothing of its drawings.
func (d *Documento) lascia() {
	clear(d.parti)
	clear(d.scritti)
	d.qui, d.pagine, d.parti, d.scritti, d.dove, d.seconde = nil, d.pagine[:0], d.parti[:0], d.scritti[:0], d.dove[:0], [facceAlPiu]int{}
	d.c.documenti.Put(d)
}

// scatola is the sheet in points.
const scatola = "[0 0 595.28 841.89]"

// risorse writes what a content stream names, and returns its object.
func (d *Documento) risorse(altre uint16, parti []disegno) int {
	if altre == 0 && len(parti) == 0 {
		return d.c.risorse
	}
	for i := range d.c.facce {
		if altre>>i&1 == 1 && d.seconde[i] == 0 {
			d.seconde[i] = d.c.facce[i].scriviAltre(&d.s)
		}
	}
	for _, x := range parti {
		d.numero(x)
	}
	n := d.s.apri()
	d.s.b = append(d.s.b, "<</Font <<"...)
	for i, f := range d.c.facce {
		d.nome('F', i, f.oggetto)
		if altre>>i&1 == 1 {
			d.nome('G', i, d.seconde[i])
		}
	}
	d.s.b = append(d.s.b, ">> /XObject <<"...)
	for i, x := range parti {
		d.nome('X', i, d.numero(x))
	}
	d.s.b = append(d.s.b, ">>>>"...)
	d.s.chiudi()
	return n
}

// nome appends a name and the object it stands for.
func (d *Documento) nome(lettera byte, i, oggetto int) {
	d.s.b = strconv.AppendInt(append(d.s.b, '/', lettera), int64(i), 10)
	d.s.b = append(d.s.b, ' ')
	d.s.rimando(oggetto)
}

// numero is the object of a picture or module, written the first time it is asked for.
func (d *Documento) numero(x disegno) int {
	if i := slices.Index(d.scritti, x); i >= 0 {
		return d.dove[i]
	}
	n := x.scrivi(d)
	d.scritti, d.dove = append(d.scritti, x), append(d.dove, n)
	return n
}

// flusso writes a content stream, compressed.
func (d *Documento) flusso(voci string, dati []byte) int {
	d.compressi.b = d.compressi.b[:0]
	d.deflate.Reset(&d.compressi)
	_, _ = d.deflate.Write(dati) // memory never fails
	_ = d.deflate.Close()
	_, _ = d.impronta.Write(d.compressi.b)
	return d.s.flusso(voci, d.compressi.b)
}

// memoria is a writer that keeps what it is given.
type memoria struct{ b []byte }

// Write appends; it never fails.
func (m *memoria) Write(p []byte) (int, error) {
	m.b = append(m.b, p...)
	return len(p), nil
}
