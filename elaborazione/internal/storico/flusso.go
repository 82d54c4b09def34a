package storico

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"sync/atomic"

	"golang.org/x/text/encoding/charmap"
)

const (
	rigaAlPiu = 1 << 20
	cuscino   = 256 << 10
)

// contati counts the bytes of the file as it is on disk, for the progress bar.
type contati struct {
	r io.Reader
	n *atomic.Int64
}

// Read reads and counts.
func (c contati) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// misurato refuses a line that never ends: its budget is filled up before each line.
type misurato struct {
	r     io.Reader
	resta int
}

// Read reads within the budget, in bytes; errTroppoLunga when it is spent.
func (m *misurato) Read(p []byte) (int, error) {
	if m.resta <= 0 {
		return 0, errTroppoLunga
	}
	n, err := m.r.Read(p)
	m.resta -= n
	return n, err
}

// apri gives the text of a file as UTF-8: gzip is known by its first bytes, a byte order mark is passed
// over.
func apri(r io.Reader, codifica string) (io.Reader, error) {
	b := bufio.NewReaderSize(r, cuscino)
	if testa, err := b.Peek(2); err == nil && testa[0] == 0x1f && testa[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, err
		}
		b = bufio.NewReaderSize(z, cuscino)
	}
	testa, err := b.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(testa, []byte{0xff, 0xfe}) || bytes.HasPrefix(testa, []byte{0xfe, 0xff}):
		return nil, errUTF16
	case bytes.Equal(testa, []byte("\uFEFF")):
		_, _ = b.Discard(3) // just peeked
		return b, nil       // whatever the mapping says: the file says that it is UTF-8
	}
	switch codifica {
	case codificaLatina:
		return charmap.ISO8859_1.NewDecoder().Reader(b), nil
	case codificaWindows:
		return charmap.Windows1252.NewDecoder().Reader(b), nil
	}
	return b, nil
}

func compressoGuasto(err error) bool {
	_, guasto := errors.AsType[flate.CorruptInputError](err)
	return guasto || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader)
}
