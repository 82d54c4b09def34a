package pdf

import (
	"encoding/binary"
	"errors"
	"slices"
)

// ErrFont reports a font file whose tables cannot be read.
var ErrFont = errors.New("tabelle dei caratteri illeggibili")

// Originale is a TrueType face as its file has it. It is read only.
type Originale struct {
	ttf    []byte
	glifi  map[rune]uint16 // of the basic plane
	avanzi []byte          // table hmtx
	unita  int             // of the em
	esteso int             // glyphs with a width of their own; the last width holds for the rest
	quanti int             // glyphs
	lunga  bool            // the offsets of loca have four bytes
}

// Leggi reads a TrueType file (OpenType: cmap format 4, glyf, head, hhea, hmtx, loca, maxp). The error wraps ErrFont.
func Leggi(ttf []byte) (*Originale, error) {
	glifi, err := leggiGlifi(tabella(ttf, "cmap"))
	if err != nil {
		return nil, err
	}
	o := &Originale{
		ttf: ttf, glifi: glifi, avanzi: tabella(ttf, "hmtx"),
		unita: int(u16(tabella(ttf, "head"), 18)), esteso: int(u16(tabella(ttf, "hhea"), 34)), quanti: int(u16(tabella(ttf, "maxp"), 4)),
		lunga: u16(tabella(ttf, "head"), 50) == 1,
	}
	posti := 2
	if o.lunga {
		posti = 4
	}
	if o.unita == 0 || o.esteso == 0 || o.quanti == 0 || len(o.avanzi) < 4*o.esteso || len(tabella(ttf, "loca")) < posti*(o.quanti+1) || tabella(ttf, "glyf") == nil {
		return nil, ErrFont
	}
	return o, nil
}

// Comuni returns the characters that every face can draw, in order.
func Comuni(facce []*Originale) []rune {
	var tutti []rune
	for r := range facce[0].glifi {
		if !slices.ContainsFunc(facce, func(o *Originale) bool { return o.glifi[r] == 0 }) {
			tutti = append(tutti, r)
		}
	}
	slices.Sort(tutti)
	return tutti
}

// largo is the width of a glyph in thousandths of the type size.
func (o *Originale) largo(glifo uint16) int {
	return (int(o.avanzo(glifo))*1000 + o.unita/2) / o.unita
}

// avanzo is the width of a glyph in units of the face.
func (o *Originale) avanzo(glifo uint16) uint16 {
	return u16(o.avanzi, 4*min(int(glifo), o.esteso-1))
}

// rientro is the left side bearing of a glyph in units of the face.
func (o *Originale) rientro(glifo uint16) uint16 {
	if int(glifo) < o.esteso {
		return u16(o.avanzi, 4*int(glifo)+2)
	}
	return u16(o.avanzi, 4*o.esteso+2*(int(glifo)-o.esteso))
}

// millesimi converts units of the face into thousandths of the type size.
func (o *Originale) millesimi(unita uint16) int { return int(int16(unita)) * 1000 / o.unita }

// contorno is the outline of a glyph, empty for a blank. The error tells an outline outside its table.
func (o *Originale) contorno(glifo uint16) ([]byte, error) {
	loca, glyf := tabella(o.ttf, "loca"), tabella(o.ttf, "glyf")
	var da, a int
	if o.lunga {
		da, a = int(u32(loca, 4*int(glifo))), int(u32(loca, 4*int(glifo)+4))
	} else {
		da, a = 2*int(u16(loca, 2*int(glifo))), 2*int(u16(loca, 2*int(glifo)+2))
	}
	if int(glifo) >= o.quanti || da > a || a > len(glyf) {
		return nil, ErrFont
	}
	return glyf[da:a], nil
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
	return nil, ErrFont
}

// segmenti expands a format 4 subtable.
func segmenti(t []byte) (map[rune]uint16, error) {
	doppio := int(u16(t, 6))
	if doppio == 0 || len(t) < 16+4*doppio {
		return nil, ErrFont
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
