package stampa

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
)

// Geometry of the A4 sheet, mm.
const (
	larghezza = pdf.Larghezza
	altezza   = pdf.Altezza
	margine   = 15.0
	mmPunto   = 25.4 / 72
	fondo     = altezza - 15.5 // last line of text; the footer is below
	testata   = 24.0           // first line of a page that continues
	utile     = larghezza - 2*margine
)

// foglio is a document being drawn: a cursor that goes down, and pages that are added when needed.
type foglio struct {
	pdf    *pdf.Documento
	s      *Stampatore
	y      float64
	stemma *Stemma
	dati   pdf.Dati
	segue  string // running head of the pages that continue; empty: none
}

// pagina adds a page and puts the cursor at y.
func (f *foglio) pagina(y float64) {
	f.pdf.Pagina()
	f.y = y
}

// continua adds a page that continues the one before, with its running head.
func (f *foglio) continua() {
	f.pagina(testata)
	if f.segue == "" {
		return
	}
	f.riga(margine, margine, f.entro(stilePiede(), f.segue, utile), f.segue)
	f.linea(margine, margine+1.8, larghezza-margine, grigio(), 0.2)
}

// spazio makes sure that h mm are left on the page.
func (f *foglio) spazio(h float64) {
	if f.y+h > fondo {
		f.continua()
	}
}

// riga writes one line without breaking it, baseline at y.
func (f *foglio) riga(x, y float64, st stile, testo string) {
	f.pdf.Scrivi(x, y, st.posto(), f.stampato(testo))
}

// destra writes one line that ends at x.
func (f *foglio) destra(x, y float64, st stile, testo string) {
	f.riga(x-f.largo(st, f.stampato(testo)), y, st, testo)
}

// stampato spells a text with the characters of the fonts.
func (f *foglio) stampato(testo string) string {
	scritto, _ := f.s.Traslittera(testo)
	return scritto
}

// largo measures a text already spelled with the characters of the fonts, mm.
func (f *foglio) largo(st stile, scritto string) float64 {
	return float64(f.s.facce.Largo(st.faccia, scritto)) * st.punti * mmPunto / 1000
}

// linea draws a horizontal rule.
func (f *foglio) linea(x, y, fine float64, c colore, spessore float64) {
	f.pdf.Linea(x, y, fine, c, spessore)
}

// fascia fills a rectangle.
func (f *foglio) fascia(x, y, w, h float64, c colore) {
	f.pdf.Fascia(x, y, w, h, c)
}

// piedi numbers the pages: "pagina 1 di 2" can be written only at the end.
func (f *foglio) piedi(a Atto) {
	totale := f.pdf.Pagine()
	testo := unisci(" · ", "Verbale n. "+numeroVerbale(a), "targa "+a.Veicolo.Targa, a.SiglaDocumento)
	for n := 1; n <= totale; n++ {
		f.pdf.Vai(n)
		f.linea(margine, altezza-12.5, larghezza-margine, grigio(), 0.2)
		f.riga(margine, altezza-9, f.entro(stilePiede(), testo, utile-25), testo)
		f.destra(larghezza-margine, altezza-9, stilePiede(), paginaDi(n, totale))
	}
}

// parole splits a text at its spaces.
func parole(testo string) []string { return strings.Fields(testo) }
