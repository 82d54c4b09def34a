// Package permutazione orders the numbers of a range so that nobody can guess the next one: a number in sequence, whose check
// digits are arithmetic, would let a stranger list the fines of a plate. The counter of a range counts positions; a keyed
// permutation of the range gives each position its number, and each number its position. Pure.
//
// The permutation is a balanced Feistel network over the least even number of bits that holds the range, with AES-256 as round
// function; a result outside the range is permuted again until it is inside (cycle walking: Black and Rogaway, Ciphers with
// Arbitrary Finite Domains, 2002).
package permutazione

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
)

const (
	giri = 16 // of the network; FF1 of NIST SP 800-38G has 10
	// riservaMassima is how many numbers after the old order are never given by the new one, and which part of the
	// range they may be: see Intervallo.Dal.
	riservaMassima = 1_000_000
	parteRiservata = 1000
	cifreMassime   = 18
)

// The kinds of ranges: each kind of one identifier has an order of its own.
const (
	Avvisi = "avviso"
	AG     = "raccomandata_ag"
)

// Intervallo is what the order of a range depends on; it never changes, or numbers would be given twice.
type Intervallo struct {
	Tipo  string
	ID    int64
	Cifre int // after the prefix: its numbers are from 1 to 10^Cifre-1
	// Dal is the last position whose number is the position itself: a range in use before there were permutations
	// permutes the rest of it. A million numbers after Dal, or a thousandth of the range when that is less, are left to
	// replicas of the earlier release that were still running, and to what they printed after a copy was taken. Nil: the
	// counter was made by such a replica, and every number so far is its position.
	Dal *int64
}

// Ordine is the order in which the numbers of a range are taken.
type Ordine struct {
	dal, riserva int64
	quanti       uint64 // the permuted numbers are 1+dal+riserva+[0, quanti)
	meta         uint   // bits of a half
	cifra        cipher.Block
}

// Nuovo is the order of a range under the tenant's key of 32 bytes.
func Nuovo(chiave []byte, i Intervallo) (Ordine, error) {
	if len(chiave) != sha256.Size || i.Cifre < 1 || i.Cifre > cifreMassime || i.Dal != nil && *i.Dal < 0 {
		return Ordine{}, fmt.Errorf("permutazione: intervallo %s %d di %d cifre, chiave di %d byte", i.Tipo, i.ID, i.Cifre, len(chiave))
	}
	ultimo := int64(1)
	for range i.Cifre {
		ultimo *= 10
	}
	ultimo--
	if i.Dal == nil || *i.Dal >= ultimo {
		return Ordine{dal: ultimo}, nil
	}
	o := Ordine{dal: *i.Dal}
	if o.dal > 0 {
		o.riserva = min(riservaMassima, (ultimo-o.dal)/parteRiservata)
	}
	o.quanti = uint64(ultimo - o.dal - o.riserva)
	o.meta = max(1, uint(bits.Len64(o.quanti-1)+1)/2)
	sua := hmac.New(sha256.New, chiave)
	sua.Write(fmt.Appendf(nil, "%s %d %d %d", i.Tipo, i.ID, i.Cifre, o.dal))
	cifra, err := aes.NewCipher(sua.Sum(nil))
	o.cifra = cifra
	return o, err
}

// Ultima is the last position that has a number.
func (o Ordine) Ultima() int64 { return o.dal + int64(o.quanti) }

// Numero gives the number of a position, from 1; false when the range has no room for it.
func (o Ordine) Numero(posizione int64) (int64, bool) {
	switch {
	case posizione < 1 || posizione > o.Ultima():
		return 0, false
	case posizione <= o.dal:
		return posizione, true
	}
	return 1 + o.dal + o.riserva + o.cammina(posizione-o.dal-1, o.avanti), true
}

// Posizione gives the position of a number; false when the range never gives it.
func (o Ordine) Posizione(numero int64) (int64, bool) {
	switch {
	case numero < 1 || numero > o.Ultima()+o.riserva:
		return 0, false
	case numero <= o.dal+o.riserva:
		return numero, true
	}
	return 1 + o.dal + o.cammina(numero-o.dal-o.riserva-1, o.indietro), true
}

// Sparso reports that a position's number is not the position itself.
func (o Ordine) Sparso(posizione int64) bool { return posizione > o.dal }

// cammina permutes until the result is in the range: the walk of a permutation comes back to where it began.
func (o Ordine) cammina(x int64, passo func(uint64, *[aes.BlockSize]byte) uint64) int64 {
	var blocco [aes.BlockSize]byte
	y := passo(uint64(x), &blocco)
	for y >= o.quanti {
		y = passo(y, &blocco)
	}
	return int64(y)
}

func (o Ordine) avanti(x uint64, blocco *[aes.BlockSize]byte) uint64 {
	maschera := uint64(1)<<o.meta - 1
	s, d := x>>o.meta, x&maschera
	for giro := range byte(giri) {
		s, d = d, s^o.funzione(giro, d, blocco)&maschera
	}
	return s<<o.meta | d
}

func (o Ordine) indietro(x uint64, blocco *[aes.BlockSize]byte) uint64 {
	maschera := uint64(1)<<o.meta - 1
	s, d := x>>o.meta, x&maschera
	for giro := range byte(giri) {
		s, d = d^o.funzione(giri-1-giro, s, blocco)&maschera, s
	}
	return s<<o.meta | d
}

// funzione is the round function: AES of the half and of the round.
func (o Ordine) funzione(giro byte, meta uint64, blocco *[aes.BlockSize]byte) uint64 {
	*blocco = [aes.BlockSize]byte{aes.BlockSize - 1: giro}
	binary.BigEndian.PutUint64(blocco[:8], meta)
	o.cifra.Encrypt(blocco[:], blocco[:])
	return binary.BigEndian.Uint64(blocco[:8])
}
