package motorizzazione

import (
	"crypto/sha256"
	"encoding/binary"
	"time"
)

// dado draws numbers from a text: the same text gives the same numbers on every
// machine and with every Go version, which no generator of the standard library
// promises.
type dado struct {
	seme    [32]byte
	blocco  [32]byte
	contato uint64
	resto   int
}

// nuovoDado mixes parts with a separator that no plate or licence contains.
func nuovoDado(parti ...string) *dado {
	h := sha256.New()
	for _, p := range parti {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	d := &dado{}
	h.Sum(d.seme[:0])
	return d
}

// n draws from 0 to k-1. The bias of the modulo is below 2^-40 for our lists.
func (d *dado) n(k int) int {
	if d.resto == 0 {
		var b [40]byte
		copy(b[:], d.seme[:])
		binary.BigEndian.PutUint64(b[32:], d.contato)
		d.blocco = sha256.Sum256(b[:])
		d.contato++
		d.resto = 4
	}
	d.resto--
	return int(binary.BigEndian.Uint64(d.blocco[d.resto*8:]) % uint64(k))
}

// uno draws one of the entries.
func uno[T any](d *dado, voci []T) T { return voci[d.n(len(voci))] }

// cifre draws k decimal digits.
func (d *dado) cifre(k int) string {
	b := make([]byte, k)
	for i := range b {
		b[i] = byte('0' + d.n(10))
	}
	return string(b)
}

// giorno draws a day between the first of January of one year and the last of
// December of another.
func (d *dado) giorno(daAnno, aAnno int) string {
	primo := time.Date(daAnno, 1, 1, 0, 0, 0, 0, time.UTC)
	ultimo := time.Date(aAnno, 12, 31, 0, 0, 0, 0, time.UTC)
	giorni := int(ultimo.Sub(primo).Hours()/24) + 1
	return primo.AddDate(0, 0, d.n(giorni)).Format(time.DateOnly)
}

// sposta moves a day of the form YYYY-MM-DD.
func sposta(giorno string, anni, giorni int) string {
	t, err := time.Parse(time.DateOnly, giorno)
	if err != nil {
		return ""
	}
	return t.AddDate(anni, 0, giorni).Format(time.DateOnly)
}
