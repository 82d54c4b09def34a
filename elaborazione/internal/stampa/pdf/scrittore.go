package pdf

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf16"

	"github.com/klauspost/compress/zlib"
)

// scrittore appends the objects of a file and remembers where each begins.
type scrittore struct {
	b     []byte
	primo int   // objects before the first of posti
	posti []int // offset of each object
}

// prossimo is the number that the next object will have.
func (s *scrittore) prossimo() int { return s.primo + len(s.posti) + 1 }

// apri begins an object and returns its number.
func (s *scrittore) apri() int {
	n := s.prossimo()
	s.posti = append(s.posti, len(s.b))
	s.b = strconv.AppendInt(s.b, int64(n), 10)
	s.b = append(s.b, " 0 obj\n"...)
	return n
}

// chiudi ends an object.
func (s *scrittore) chiudi() { s.b = append(s.b, "\nendobj\n"...) }

// oggetto writes a whole object and returns its number.
func (s *scrittore) oggetto(corpo string) int {
	n := s.apri()
	s.b = append(s.b, corpo...)
	s.chiudi()
	return n
}

// voci appends the lines of the objects in the cross-reference table (PDF 1.7, 7.5.4).
func (s *scrittore) voci(b []byte) []byte {
	for _, posto := range s.posti {
		b = voce(b, posto)
	}
	return b
}

func voce(b []byte, posto int) []byte {
	cifre := [10]byte{'0', '0', '0', '0', '0', '0', '0', '0', '0', '0'}
	for i := 9; posto > 0; i-- {
		cifre[i] = byte('0' + posto%10)
		posto /= 10
	}
	return append(append(b, cifre[:]...), " 00000 n \n"...)
}

// rimando appends a reference to an object.
func (s *scrittore) rimando(numero int) {
	s.b = strconv.AppendInt(s.b, int64(numero), 10)
	s.b = append(s.b, " 0 R"...)
}

// intero appends a whole number.
func (s *scrittore) intero(n int) { s.b = strconv.AppendInt(s.b, int64(n), 10) }

// testo appends a text for people, outside the pages (PDF 1.7, 7.9.2.2): big-endian UTF-16, in hexadecimal so
// that no byte needs an escape.
func (s *scrittore) testo(t string) {
	s.b = append(s.b, "<FEFF"...)
	for _, r := range t {
		if r < 0x10000 {
			s.b = esadecimale(s.b, byte(r>>8), byte(r))
			continue
		}
		alto, basso := utf16.EncodeRune(r)
		s.b = esadecimale(s.b, byte(alto>>8), byte(alto), byte(basso>>8), byte(basso))
	}
	s.b = append(s.b, '>')
}

// esadecimale appends bytes in hexadecimal.
func esadecimale(b []byte, dati ...byte) []byte {
	const cifre = "0123456789ABCDEF"
	for _, d := range dati {
		b = append(b, cifre[d>>4], cifre[d&15])
	}
	return b
}

// numero appends a number with at most so many decimals, without zeros at its end.
func numero(b []byte, v float64, decimali int) []byte {
	scala := int64(1)
	for range decimali {
		scala *= 10
	}
	n := int64(math.Round(v * float64(scala)))
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/scala, 10)
	if n %= scala; n == 0 {
		return b
	}
	b = append(b, '.')
	for n > 0 {
		scala /= 10
		b = append(b, byte('0'+n/scala))
		n %= scala
	}
	return b
}

// flusso writes an object with a compressed stream; voci end with a blank.
func (s *scrittore) flusso(voci string, compressi []byte) int {
	n := s.apri()
	s.b = append(append(s.b, "<<"...), voci...)
	s.b = append(s.b, "/Filter /FlateDecode /Length "...)
	s.intero(len(compressi))
	s.b = append(s.b, ">>\nstream\n"...)
	s.b = append(s.b, compressi...)
	s.b = append(s.b, "\nendstream"...)
	s.chiudi()
	return n
}

// albero appends the body of the tree of the pages.
func (s *scrittore) albero(pagine []int) {
	s.b = append(s.b, "<</Type /Pages /Count "...)
	s.intero(len(pagine))
	s.b = append(s.b, " /Kids ["...)
	for i, p := range pagine {
		if i > 0 {
			s.b = append(s.b, ' ')
		}
		s.rimando(p)
	}
	s.b = append(s.b, "]>>"...)
}

// catalogo appends the body of the catalogue.
func (s *scrittore) catalogo(albero int) {
	s.b = append(s.b, "<</Type /Catalog /Pages "...)
	s.rimando(albero)
	s.b = append(s.b, " /Lang (it-IT) /ViewerPreferences <</DisplayDocTitle true>>>>"...)
}

// coda writes the trailer and what comes after it; impronta is what the file's identifier is made of.
func (s *scrittore) coda(quanti, catalogo, informazioni, tabella int, impronta []byte) {
	s.b = append(s.b, "trailer\n<</Size "...)
	s.intero(quanti)
	s.b = append(s.b, " /Root "...)
	s.rimando(catalogo)
	s.b = append(s.b, " /Info "...)
	s.rimando(informazioni)
	s.b = append(s.b, " /ID [<"...)
	s.b = append(esadecimale(s.b, impronta[:16]...), "> <"...)
	s.b = append(esadecimale(s.b, impronta[:16]...), ">]>>\nstartxref\n"...)
	s.intero(tabella)
	s.b = append(s.b, "\n%%EOF\n"...)
}

// primaVoce begins the cross-reference table: the head of the list of free objects.
const primaVoce = "0000000000 65535 f \n"

// informazioni appends what the file says of itself; a zero time is not said.
func (s *scrittore) informazioni(d Dati) {
	s.b = append(s.b, "<</Title "...)
	s.testo(d.Titolo)
	s.b = append(s.b, " /Author "...)
	s.testo(d.Autore)
	s.b = append(s.b, " /Producer "...)
	s.testo(d.Produttore)
	if !d.Creato.IsZero() {
		for _, voce := range []string{" /CreationDate (D:", " /ModDate (D:"} {
			s.b = append(s.b, voce...)
			s.b = d.Creato.UTC().AppendFormat(s.b, "20060102150405")
			s.b = append(s.b, "Z)"...)
		}
	}
	s.b = append(s.b, ">>"...)
}

// comprimi deflates the objects written once, as small as can be.
func comprimi(dati []byte) []byte {
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
	if err != nil {
		return nil // cannot happen: the level is constant
	}
	_, _ = w.Write(dati) // a buffer never fails
	_ = w.Close()
	return b.Bytes()
}

// flusso is a stream with its dictionary; voci end with a blank.
func flusso(voci string, dati []byte) string {
	dati = comprimi(dati)
	return "<<" + voci + "/Filter /FlateDecode /Length " + strconv.Itoa(len(dati)) + ">>\nstream\n" + string(dati) + "\nendstream"
}
