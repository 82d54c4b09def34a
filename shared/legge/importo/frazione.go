package importo

import (
	"errors"
	"math"
)

// ErrFrazione reports a fraction whose denominator is not positive.
var ErrFrazione = errors.New("importo: il denominatore deve essere maggiore di zero")

// ErrTroppoGrande reports a product that does not fit in 64 bits.
var ErrTroppoGrande = errors.New("importo: la somma è troppo grande")

// Frazione is an exact share of a sum. Den must be positive.
type Frazione struct {
	Num int64
	Den int64
}

// ArrotondaMetaInSu rounds the exact quotient num/den to the nearest whole cent; an exact half goes
// up (towards plus infinity). It is the only rounding of money in the platform.
func ArrotondaMetaInSu(num, den int64) (Cent, error) {
	if den <= 0 {
		return 0, ErrFrazione
	}
	quoziente, resto := num/den, num%den
	if resto < 0 {
		quoziente--
		resto += den
	}
	if resto >= den-resto {
		quoziente++
	}
	return Cent(quoziente), nil
}

// per multiplies two fractions and reduces the result.
func (f Frazione) per(q Frazione) (Frazione, error) {
	if f.Den <= 0 || q.Den <= 0 {
		return Frazione{}, ErrFrazione
	}
	num, okNum := moltiplica(f.Num, q.Num)
	den, okDen := moltiplica(f.Den, q.Den)
	if !okNum || !okDen {
		return Frazione{}, ErrTroppoGrande
	}
	d := divisoreComune(num, den)
	return Frazione{Num: num / d, Den: den / d}, nil
}

// moltiplica says whether the product fits in 64 bits.
func moltiplica(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	if a == math.MinInt64 || b == math.MinInt64 {
		return 0, false
	}
	p := a * b
	return p, p/b == a && p != math.MinInt64
}

// divisoreComune is the greatest common divisor of |a| and the positive b.
func divisoreComune(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	for a != 0 {
		a, b = b%a, a
	}
	return b
}
