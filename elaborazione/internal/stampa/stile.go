package stampa

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
)

// colore is an RGB colour.
type colore = pdf.Colore

// The few colours of the sheet: they must stay readable on a black and white printer.
func nero() colore   { return colore{R: 26, G: 26, B: 26} }
func blu() colore    { return colore{R: 23, G: 50, B: 77} }
func grigio() colore { return colore{R: 92, G: 100, B: 110} }
func tenue() colore  { return colore{R: 214, G: 219, B: 225} }
func chiaro() colore { return colore{R: 240, G: 243, B: 246} }
func bianco() colore { return colore{R: 255, G: 255, B: 255} }

// stile is a face with size and colour.
type stile struct {
	faccia pdf.Carattere
	punti  float64
	colore colore
}

// interlinea is the distance between baselines, mm.
func (st stile) interlinea() float64 { return st.punti * mmPunto * 1.2 }

// con returns the same style with another size.
func (st stile) con(punti float64) stile {
	st.punti = punti
	return st
}

// tinto returns the same style with another colour.
func (st stile) tinto(c colore) stile {
	st.colore = c
	return st
}

// posto is the style as the file has it.
func (st stile) posto() pdf.Testo {
	return pdf.Testo{Carattere: st.faccia, Corpo: st.punti, Colore: st.colore}
}

func stileTesto() stile  { return stile{tondo, 8, nero()} }
func stileMedio() stile  { return stile{medio, 8, nero()} }
func stileForte() stile  { return stile{neretto, 8, nero()} }
func stileTitolo() stile { return stile{neretto, 8.2, blu()} }
func stileCodice() stile { return stile{fisso, 8, nero()} }
func stilePiede() stile  { return stile{tondo, 7, grigio()} }

// paginaDi writes "pagina 1 di 2".
func paginaDi(n, totale int) string {
	return "pagina " + strconv.Itoa(n) + " di " + strconv.Itoa(totale)
}
