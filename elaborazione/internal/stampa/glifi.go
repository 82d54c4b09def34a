package stampa

import (
	"encoding/binary"
	"errors"
)

// errGlifi reports a font file whose tables cannot be read.
var errGlifi = errors.New("tabelle dei caratteri illeggibili")

// metrica is the width of each character of the basic plane that a face can draw, in thousandths of
// the type size. Measuring here leaves the document alone: fpdf writes to the page at each change of font.
type metrica map[rune]int

// comuni returns the characters that every face can draw.
func comuni(font []fontCaricato) map[rune]bool {
	tutti := map[rune]bool{}
	for r := range font[0].metrica {
		presente := true
		for _, f := range font[1:] {
			_, c := f.metrica[r]
			presente = presente && c
		}
		if presente {
			tutti[r] = true
		}
	}
	return tutti
}

// leggiMetrica reads character map and advances of a TrueType font (OpenType, cmap and hmtx).
func leggiMetrica(ttf []byte) (metrica, error) {
	glifi, err := leggiGlifi(tabella(ttf, "cmap"))
	if err != nil {
		return nil, err
	}
	unita := int(u16(tabella(ttf, "head"), 18))
	distinte := int(u16(tabella(ttf, "hhea"), 34))
	avanzi := tabella(ttf, "hmtx")
	if unita == 0 || distinte == 0 || len(avanzi) < 4*distinte {
		return nil, errGlifi
	}
	m := metrica{}
	for r, g := range glifi {
		i := min(int(g), distinte-1) // the last width holds for the rest
		m[r] = (int(u16(avanzi, 4*i))*1000 + unita/2) / unita
	}
	return m, nil
}

// leggiGlifi reads the Windows Unicode subtable, format 4.
func leggiGlifi(cmap []byte) (map[rune]uint16, error) {
	for i := range int(u16(cmap, 2)) {
		voce := 4 + 8*i
		if u16(cmap, voce) != 3 || u16(cmap, voce+2) != 1 {
			continue
		}
		inizio := int(u32(cmap, voce+4))
		if inizio < len(cmap) && u16(cmap, inizio) == 4 {
			return segmenti(cmap[inizio:])
		}
	}
	return nil, errGlifi
}

// segmenti expands a format 4 subtable.
func segmenti(t []byte) (map[rune]uint16, error) {
	doppio := int(u16(t, 6))
	if doppio == 0 || len(t) < 16+4*doppio {
		return nil, errGlifi
	}
	tutti := map[rune]uint16{}
	for i := 0; i < doppio; i += 2 {
		fine, primo := int(u16(t, 14+i)), int(u16(t, 16+doppio+i))
		delta, posizione := u16(t, 16+2*doppio+i), 16+3*doppio+i
		scarto := int(u16(t, posizione))
		for c := primo; c <= fine && c < 0xffff; c++ {
			glifo := uint16(c) + delta
			if scarto != 0 {
				glifo = u16(t, posizione+scarto+2*(c-primo))
			}
			if glifo != 0 {
				tutti[rune(c)] = glifo
			}
		}
	}
	return tutti, nil
}

// tabella returns a table of the font, nil when it is not there.
func tabella(ttf []byte, nome string) []byte {
	for i := range int(u16(ttf, 4)) {
		voce := 12 + 16*i
		if voce+16 > len(ttf) || string(ttf[voce:voce+4]) != nome {
			continue
		}
		inizio, lunghezza := int(u32(ttf, voce+8)), int(u32(ttf, voce+12))
		if inizio+lunghezza <= len(ttf) {
			return ttf[inizio : inizio+lunghezza]
		}
	}
	return nil
}

// u16 reads a big-endian number, 0 past the end.
func u16(b []byte, i int) uint16 {
	if i < 0 || i+2 > len(b) {
		return 0
	}
	return binary.BigEndian.Uint16(b[i:])
}

// u32 reads a big-endian number, 0 past the end.
func u32(b []byte, i int) uint32 {
	if i < 0 || i+4 > len(b) {
		return 0
	}
	return binary.BigEndian.Uint32(b[i:])
}
