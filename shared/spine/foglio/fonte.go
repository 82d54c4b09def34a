package foglio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

const (
	// testaAlPiu is how far a header is looked for.
	testaAlPiu = 16 << 10
	// codaAlPiu bounds the padding after the last row.
	codaAlPiu = 64 << 10
	fineDOS   = 0x1a
)

// fonte is the text of a CSV without what spreadsheets and old programs put around it: the byte order mark, also before a row
// where files were joined; a first line sep=;, which is left empty so that lines keep their numbers; the ends of line of a
// Macintosh; ="00123" around a cell; a final 0x1A with its padding. Inside quotation marks nothing is touched.
type fonte struct {
	b           *bufio.Reader
	separatore  rune
	soloCR      bool // lines end with a carriage return alone
	virgolette  bool // within a quoted cell
	chiuse      bool // right after a closing mark: another one there is a mark of the text
	cella, riga bool // at the beginning of a cell, of a row
	salta       int  // bytes of the line sep=; still to be passed over
	coda        []byte
	err         error
}

// nuovaFonte finds out what the file looks like. separatore zero: the header tells it, ; before the comma.
func nuovaFonte(r io.Reader, separatore rune) *fonte {
	f := &fonte{b: bufio.NewReaderSize(r, testaAlPiu), separatore: separatore, cella: true, riga: true}
	f.segno()
	testa, _ := f.b.Peek(testaAlPiu)
	f.soloCR = bytes.IndexByte(testa, '\n') < 0 && bytes.IndexByte(testa, '\r') >= 0
	fine := bytes.IndexAny(testa, "\r\n")
	if fine < 0 {
		fine = len(testa)
	}
	prima := strings.Trim(strings.ToLower(string(testa[:fine])), `" `)
	if detto, c := strings.CutPrefix(prima, "sep="); c && len(detto) <= 1 {
		if f.salta = fine; separatore == 0 && detto != "" {
			f.separatore = rune(detto[0])
		}
		testa = bytes.TrimLeft(testa[fine:], "\r\n")
	}
	if f.separatore == 0 {
		f.separatore = trova(testa)
	}
	return f
}

// trova is the separator of a header.
func trova(testa []byte) rune {
	if fine := bytes.IndexAny(testa, "\r\n"); fine >= 0 {
		testa = testa[:fine]
	}
	for _, c := range []byte{';', ','} {
		if bytes.IndexByte(testa, c) >= 0 {
			return rune(c)
		}
	}
	return ','
}

// segno passes over a byte order mark.
func (f *fonte) segno() {
	if inizio, err := f.b.Peek(len(segno)); err == nil && string(inizio) == segno {
		_, _ = f.b.Discard(len(segno)) // just peeked
	}
}

// Read gives the text that is left.
func (f *fonte) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	for n < len(p) {
		if n > 0 && f.b.Buffered() == 0 && len(f.coda) == 0 {
			return n, nil // what has come is given before more is waited for
		}
		c, ok := f.prossimo()
		if !ok {
			break
		}
		p[n] = c
		n++
	}
	if n == 0 {
		return 0, f.err
	}
	return n, nil
}

// prossimo is the next byte; false at the end, of which err is the reason.
func (f *fonte) prossimo() (byte, bool) {
	if len(f.coda) > 0 {
		c := f.coda[0]
		f.coda = f.coda[1:]
		return f.segue(c), true
	}
	for ; f.salta > 0; f.salta-- {
		_, _ = f.b.Discard(1) // in the buffer
	}
	if f.riga && !f.virgolette {
		f.segno()
	}
	c, err := f.b.ReadByte()
	if err != nil {
		f.err = err
		return 0, false
	}
	if f.cella && !f.virgolette && c == '=' {
		if dopo, err := f.b.Peek(1); err == nil && dopo[0] == '"' {
			c, _ = f.b.ReadByte()
		}
	}
	if !f.virgolette && (c == fineDOS || c == 0) && f.finita(c) {
		f.err = io.EOF
		return 0, false
	}
	return f.segue(c), true
}

// segue follows where in the row a byte stands.
func (f *fonte) segue(c byte) byte {
	if f.soloCR && c == '\r' {
		c = '\n'
	}
	chiuse := f.chiuse
	f.chiuse = false
	switch {
	case c == '"' && (f.virgolette || f.cella || chiuse):
		f.virgolette, f.chiuse, f.cella, f.riga = !f.virgolette, f.virgolette, false, false
	case f.virgolette:
	default:
		f.riga = c == '\n'
		f.cella = f.riga || rune(c) == f.separatore
	}
	return c
}

// finita reports that after this byte comes nothing but the padding of a file that ends there; else the bytes examined are kept.
func (f *fonte) finita(primo byte) bool {
	coda := []byte{primo}
	for len(coda) < codaAlPiu {
		c, err := f.b.ReadByte()
		if errors.Is(err, io.EOF) {
			return true
		}
		if err != nil {
			break
		}
		if coda = append(coda, c); c != fineDOS && c != 0 && c != '\r' && c != '\n' && c != ' ' {
			break
		}
	}
	f.coda = coda[1:]
	return false
}
