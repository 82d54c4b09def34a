package pdf

import (
	"encoding/binary"
	"slices"
)

// Flags of a component of a composite glyph (OpenType, glyf).
const (
	argomentiLunghi = 0x0001
	unaScala        = 0x0008
	altriComponenti = 0x0020
	dueScale        = 0x0040
	quattroScale    = 0x0080
)

// taglio is a face cut to the glyphs of some characters and to those that they are composed of.
type taglio struct {
	o      *Originale
	ordine []uint16          // old glyph of each new one
	nuovi  map[uint16]uint16 // and the other way round
	glifi  map[rune]uint16   // new glyph of each character
}

// taglia numbers the glyphs of the cut: the missing glyph, the characters in their order, then components.
func (o *Originale) taglia(lettere []rune) (*taglio, error) {
	t := &taglio{o: o, nuovi: map[uint16]uint16{}, glifi: map[rune]uint16{}}
	t.prendi(0)
	for _, r := range lettere {
		t.glifi[r] = t.prendi(o.glifi[r])
	}
	for fatti := 0; fatti < len(t.ordine); { // it grows while it is walked
		contorno, err := o.contorno(t.ordine[fatti])
		fatti++
		if err != nil {
			return nil, err
		}
		err = componenti(contorno, func(posto int) { t.prendi(u16(contorno, posto)) })
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

// prendi gives a glyph its new number.
func (t *taglio) prendi(glifo uint16) uint16 {
	if n, preso := t.nuovi[glifo]; preso {
		return n
	}
	n := uint16(len(t.ordine))
	t.nuovi[glifo] = n
	t.ordine = append(t.ordine, glifo)
	return n
}

// componenti calls f with the place of each glyph number in the outline of a composite glyph.
func componenti(contorno []byte, f func(posto int)) error {
	if len(contorno) == 0 || int16(u16(contorno, 0)) >= 0 {
		return nil
	}
	for i := 10; ; {
		if i+4 > len(contorno) {
			return ErrFont
		}
		segni := u16(contorno, i)
		f(i + 2)
		i += 6
		if segni&argomentiLunghi != 0 {
			i += 2
		}
		switch {
		case segni&unaScala != 0:
			i += 2
		case segni&dueScale != 0:
			i += 4
		case segni&quattroScale != 0:
			i += 8
		}
		if segni&altriComponenti == 0 {
			return nil
		}
	}
}

// file writes the cut as a TrueType file. Its character map is written for a simple font only: a composite
// font asks for glyphs by number.
func (t *taglio) file(conMappa bool) ([]byte, error) {
	glyf, loca, err := t.contorni()
	if err != nil {
		return nil, err
	}
	n := len(t.ordine)
	var hmtx []byte
	for _, g := range t.ordine {
		hmtx = binary.BigEndian.AppendUint16(hmtx, t.o.avanzo(g))
		hmtx = binary.BigEndian.AppendUint16(hmtx, t.o.rientro(g))
	}
	head, hhea, maxp := slices.Clone(tabella(t.o.ttf, "head")), slices.Clone(tabella(t.o.ttf, "hhea")), slices.Clone(tabella(t.o.ttf, "maxp"))
	if len(head) < 54 || len(hhea) < 36 || len(maxp) < 6 {
		return nil, ErrFont
	}
	binary.BigEndian.PutUint32(head[8:], 0)  // the sum of the file, at the end
	binary.BigEndian.PutUint16(head[50:], 1) // offsets of four bytes
	binary.BigEndian.PutUint16(hhea[34:], uint16(n))
	binary.BigEndian.PutUint16(maxp[4:], uint16(n))
	tabelle := []tavola{{"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", hmtx}, {"loca", loca}, {"maxp", maxp}}
	for _, nome := range []string{"cvt ", "fpgm", "prep"} {
		if dati := tabella(t.o.ttf, nome); dati != nil {
			tabelle = append(tabelle, tavola{nome, dati})
		}
	}
	if conMappa {
		tabelle = append(tabelle, tavola{"cmap", mappa(t.glifi)})
	}
	slices.SortFunc(tabelle, func(a, b tavola) int { return slices.Compare([]byte(a.nome), []byte(b.nome)) })
	return assembla(tabelle), nil
}

// contorni writes the outlines, with the new numbers in composite ones, and their offsets.
func (t *taglio) contorni() (glyf, loca []byte, err error) {
	for _, g := range t.ordine {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		contorno, err := t.o.contorno(g)
		if err != nil {
			return nil, nil, err
		}
		contorno = slices.Clone(contorno)
		err = componenti(contorno, func(posto int) { binary.BigEndian.PutUint16(contorno[posto:], t.nuovi[u16(contorno, posto)]) })
		if err != nil {
			return nil, nil, err
		}
		glyf = append(glyf, contorno...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
	}
	return glyf, binary.BigEndian.AppendUint32(loca, uint32(len(glyf))), nil
}

// tavola is a table of a TrueType file.
type tavola struct {
	nome string
	dati []byte
}

// mappa writes a character map with one subtable of format 4, Windows Unicode.
func mappa(glifi map[rune]uint16) []byte {
	var lettere []rune
	for r := range glifi {
		lettere = append(lettere, r)
	}
	slices.Sort(lettere)
	type segmento struct{ primo, ultimo, delta uint16 }
	var segmenti []segmento
	for _, r := range lettere {
		c, delta := uint16(r), glifi[r]-uint16(r)
		if n := len(segmenti) - 1; n >= 0 && segmenti[n].ultimo+1 == c && segmenti[n].delta == delta {
			segmenti[n].ultimo = c
			continue
		}
		segmenti = append(segmenti, segmento{c, c, delta})
	}
	segmenti = append(segmenti, segmento{0xffff, 0xffff, 1})
	n := uint16(len(segmenti))
	potenza, esponente := uint16(1), uint16(0)
	for potenza*2 <= n {
		potenza, esponente = potenza*2, esponente+1
	}
	b := []byte{0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12}
	for _, v := range []uint16{4, 16 + 8*n, 0, 2 * n, 2 * potenza, esponente, 2*n - 2*potenza} {
		b = binary.BigEndian.AppendUint16(b, v)
	}
	colonna := func(valore func(segmento) uint16) {
		for _, s := range segmenti {
			b = binary.BigEndian.AppendUint16(b, valore(s))
		}
	}
	colonna(func(s segmento) uint16 { return s.ultimo })
	b = append(b, 0, 0)
	colonna(func(s segmento) uint16 { return s.primo })
	colonna(func(s segmento) uint16 { return s.delta })
	colonna(func(segmento) uint16 { return 0 })
	return b
}

// assembla writes a TrueType file of tables that are in order.
func assembla(tabelle []tavola) []byte {
	n := uint16(len(tabelle))
	potenza, esponente := uint16(1), uint16(0)
	for potenza*2 <= n {
		potenza, esponente = potenza*2, esponente+1
	}
	b := []byte{0, 1, 0, 0}
	for _, v := range []uint16{n, 16 * potenza, esponente, 16*n - 16*potenza} {
		b = binary.BigEndian.AppendUint16(b, v)
	}
	posto, testa := len(b)+16*len(tabelle), 0
	for _, t := range tabelle {
		if t.nome == "head" {
			testa = posto
		}
		b = append(b, t.nome...)
		for _, v := range []uint32{somma(t.dati), uint32(posto), uint32(len(t.dati))} {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		posto += (len(t.dati) + 3) / 4 * 4
	}
	for _, t := range tabelle {
		b = append(b, t.dati...)
		for len(b)%4 != 0 {
			b = append(b, 0)
		}
	}
	binary.BigEndian.PutUint32(b[testa+8:], 0xB1B0AFBA-somma(b))
	return b
}

// somma is the checksum of a table.
func somma(b []byte) (s uint32) {
	for i := 0; i < len(b); i += 4 {
		var quattro [4]byte
		copy(quattro[:], b[i:])
		s += binary.BigEndian.Uint32(quattro[:])
	}
	return s
}
