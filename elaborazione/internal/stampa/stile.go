package stampa

import "fmt"

// colore is an RGB colour.
type colore struct{ r, g, b int }

// The few colours of the sheet: they must stay readable on a black and white printer.
func nero() colore   { return colore{26, 26, 26} }
func blu() colore    { return colore{23, 50, 77} }
func grigio() colore { return colore{92, 100, 110} }
func chiaro() colore { return colore{240, 243, 246} }
func bianco() colore { return colore{255, 255, 255} }

// stile is a face with size and colour.
type stile struct {
	famiglia, peso string
	punti          float64
	colore         colore
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

func stileTesto() stile  { return stile{"titilliumweb", "", 8, nero()} }
func stileMedio() stile  { return stile{"titilliumwebsemibold", "", 8, nero()} }
func stileForte() stile  { return stile{"titilliumweb", "B", 8, nero()} }
func stileTitolo() stile { return stile{"titilliumweb", "B", 8.2, blu()} }
func stileCodice() stile { return stile{"robotomono", "", 8, nero()} }
func stilePiede() stile  { return stile{"titilliumweb", "", 7, grigio()} }

// paginaDi writes "pagina 1 di 2".
func paginaDi(n, totale int) string { return fmt.Sprintf("pagina %d di %d", n, totale) }
