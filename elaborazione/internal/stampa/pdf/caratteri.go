package pdf

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
)

// Faccia is a face of the paper.
type Faccia struct {
	Nome      string // PostScript name, as TitilliumWeb-Bold
	Originale *Originale
	// Usuali are the characters that texts are made of, all of the code page Windows-1252: they are in every
	// file, one byte each. The other letters of the paper are in a second cut, two bytes each, which only the
	// files that need it hold.
	Usuali string
}

// Carattere names a face: its place among those given to Componi.
type Carattere uint8

// Caratteri are the faces of the paper, cut and compressed once for all documents. Safe for concurrent use.
type Caratteri struct {
	facce     []*faccia
	testa     []byte // header and first objects of each file: those that no document changes
	voci      []byte // their lines in the cross-reference table
	quanti    int    // how many they are
	risorse   int    // the object that names the usual faces
	documenti sync.Pool
}

// altrove marks a code of the second cut.
const altrove = 0x8000

// faccia is a face ready to be written.
type faccia struct {
	larghi  []uint16 // of each character, thousandths of the type size
	codici  []uint16 // byte of a usual character, altrove and the glyph of another; 0: none
	oggetto int      // of the usual cut
	altre   [pezziAltre]string
}

// Componi cuts the faces to some characters, each of which every face can draw. The error wraps ErrFont.
func Componi(facce []Faccia, lettere []rune) (*Caratteri, error) {
	c := &Caratteri{}
	s := &scrittore{b: []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")}
	var risorse strings.Builder
	risorse.WriteString("<</Font <<")
	for i, f := range facce {
		una, err := componi(s, f, lettere)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Nome, err)
		}
		c.facce = append(c.facce, una)
		fmt.Fprintf(&risorse, "/F%d %d 0 R", i, una.oggetto)
	}
	c.risorse = s.oggetto(risorse.String() + ">>>>")
	c.testa, c.quanti = s.b, len(s.posti)
	c.voci = s.voci(nil)
	c.documenti.New = func() any { return nuovoDocumento(c) }
	return c, nil
}

// Largo is the width of a text in thousandths of the type size.
func (c *Caratteri) Largo(f Carattere, testo string) int {
	larghi, somma := c.facce[f].larghi, 0
	for _, r := range testo {
		if int(r) < len(larghi) {
			somma += int(larghi[r])
		}
	}
	return somma
}

// componi writes the usual cut of a face and keeps the other one.
func componi(s *scrittore, f Faccia, lettere []rune) (*faccia, error) {
	una := &faccia{larghi: make([]uint16, slices.Max(lettere)+1), codici: make([]uint16, slices.Max(lettere)+1)}
	var usuali, altre []rune
	for _, r := range lettere {
		una.larghi[r] = uint16(f.Originale.largo(f.Originale.glifi[r]))
		if codice, ok := windows1252(r); ok && strings.ContainsRune(f.Usuali, r) {
			una.codici[r] = uint16(codice)
			usuali = append(usuali, r)
			continue
		}
		altre = append(altre, r)
	}
	primo, err := f.Originale.taglia(usuali)
	if err != nil {
		return nil, err
	}
	if err := una.scriviUsuali(s, f.Nome, primo); err != nil {
		return nil, err
	}
	secondo, err := f.Originale.taglia(altre)
	if err != nil {
		return nil, err
	}
	for _, r := range altre {
		una.codici[r] = altrove | secondo.glifi[r]
	}
	una.altre, err = pezzi(f.Nome, secondo)
	return una, err
}

// scriviUsuali writes a simple font of the characters of Windows-1252.
func (una *faccia) scriviUsuali(s *scrittore, nome string, t *taglio) error {
	ttf, err := t.file(true)
	if err != nil {
		return err
	}
	var larghi [256]int
	unicode := map[int]rune{}
	for r, g := range t.glifi {
		codice, _ := windows1252(r)
		larghi[codice] = t.o.largo(t.ordine[g])
		unicode[int(codice)] = r
	}
	nome = sigla(ttf) + "+" + nome
	file := s.oggetto(fileFont(ttf))
	descrizione := s.oggetto(descrittore(nome, t.o, 32, file)) // Nonsymbolic
	testo := s.oggetto(flusso("", []byte(toUnicode(unicode, 1))))
	var b strings.Builder
	fmt.Fprintf(&b, "<</Type /Font /Subtype /TrueType /BaseFont /%s /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /FontDescriptor %d 0 R /ToUnicode %d 0 R /Widths [",
		nome, descrizione, testo)
	for i, l := range larghi[32:] {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(l))
	}
	b.WriteString("]>>")
	una.oggetto = s.oggetto(b.String())
	return nil
}

// The objects of the second cut, in this order: each names the next ones by number.
const (
	altreFile = iota
	altreDescrizione
	altreTesto
	altreDiscendente
	altreFont
	pezziAltre
)

// pezzi are the objects of a composite font; the numbers of other objects are left as %d.
func pezzi(nome string, t *taglio) (tutti [pezziAltre]string, err error) {
	ttf, err := t.file(false)
	if err != nil {
		return tutti, err
	}
	unicode := map[int]rune{}
	for r, g := range t.glifi {
		unicode[int(g)] = r
	}
	var larghi []string
	for _, g := range t.ordine {
		larghi = append(larghi, strconv.Itoa(t.o.largo(g)))
	}
	nome = sigla(ttf) + "+" + nome
	tutti[altreFile] = fileFont(ttf)
	tutti[altreDescrizione] = descrittore(nome, t.o, 4, 0) // Symbolic
	tutti[altreTesto] = flusso("", []byte(toUnicode(unicode, 2)))
	tutti[altreDiscendente] = fmt.Sprintf("<</Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /CIDToGIDMap /Identity /W [0 [%s]] /FontDescriptor ",
		nome, strings.Join(larghi, " "))
	tutti[altreFont] = fmt.Sprintf("<</Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [", nome)
	return tutti, nil
}

// scriviAltre writes the second cut and returns its number.
func (una *faccia) scriviAltre(s *scrittore) int {
	file := s.oggetto(una.altre[altreFile])
	descrizione := s.oggetto(una.altre[altreDescrizione] + rimando(file) + ">>")
	testo := s.oggetto(una.altre[altreTesto])
	discendente := s.oggetto(una.altre[altreDiscendente] + rimando(descrizione) + ">>")
	return s.oggetto(una.altre[altreFont] + rimando(discendente) + "] /ToUnicode " + rimando(testo) + ">>")
}

// rimando writes a reference to an object.
func rimando(numero int) string { return strconv.Itoa(numero) + " 0 R" }

// sigla is the tag of a cut: six letters that say which (PDF 1.7, 9.6.4).
func sigla(ttf []byte) string {
	impronta := sha256.Sum256(ttf)
	lettere := make([]byte, 6)
	for i := range lettere {
		lettere[i] = 'A' + impronta[i]%26
	}
	return string(lettere)
}

func fileFont(ttf []byte) string { return flusso(fmt.Sprintf("/Length1 %d ", len(ttf)), ttf) }

// descrittore is the font descriptor; with file 0 its end is left to who knows the number.
func descrittore(nome string, o *Originale, segni, file int) string {
	testa, linee, os2 := tabella(o.ttf, "head"), tabella(o.ttf, "hhea"), tabella(o.ttf, "OS/2")
	ascesa, maiuscole := o.millesimi(u16(linee, 4)), o.millesimi(u16(os2, 88))
	if maiuscole == 0 {
		maiuscole = ascesa
	}
	peso := int(u16(os2, 4))
	scritto := fmt.Sprintf("<</Type /FontDescriptor /FontName /%s /Ascent %d /Descent %d /CapHeight %d /Flags %d /FontBBox [%d %d %d %d] /ItalicAngle 0 /StemV %d /FontFile2 ",
		nome, ascesa, o.millesimi(u16(linee, 6)), maiuscole, segni, o.millesimi(u16(testa, 36)), o.millesimi(u16(testa, 38)),
		o.millesimi(u16(testa, 40)), o.millesimi(u16(testa, 42)), 50+peso*peso/65/65)
	if file == 0 {
		return scritto
	}
	return scritto + rimando(file) + ">>"
}

// toUnicode is the character map that gives codes of so many bytes back their text, for who copies it or has
// it read aloud.
func toUnicode(lettere map[int]rune, byteCodice int) string {
	var codici []int
	for c := range lettere {
		codici = append(codici, c)
	}
	slices.Sort(codici)
	var b strings.Builder
	fmt.Fprintf(&b, "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"+
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<%0*x> <%s>\nendcodespacerange\n", 2*byteCodice, 0, strings.Repeat("ff", byteCodice))
	for alcuni := range slices.Chunk(codici, 100) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(alcuni))
		for _, c := range alcuni {
			fmt.Fprintf(&b, "<%0*x> <", 2*byteCodice, c)
			for _, u := range utf16.Encode([]rune{lettere[c]}) {
				fmt.Fprintf(&b, "%04x", u)
			}
			b.WriteString(">\n")
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
	return b.String()
}

// windows1252 is the code of a character in that code page; the hard blank, which a simple font would make a
// plain one, has none.
func windows1252(r rune) (byte, bool) {
	switch {
	case r >= ' ' && r <= '~', r > 0xa0 && r <= 0xff && r != 0xad:
		return byte(r), true
	}
	const alti = "€\x00‚ƒ„…†‡ˆ‰Š‹Œ\x00Ž\x00\x00‘’“”•–—˜™š›œ\x00žŸ"
	codice := byte(0x80)
	for _, x := range alti {
		if x == r && r != 0 {
			return codice, true
		}
		codice++
	}
	return 0, false
}
