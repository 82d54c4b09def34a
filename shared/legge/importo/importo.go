// Package importo holds sums of money in whole euro cents and the one rounding rule of the platform.
//
// The biennial decree of art. 195 c. 3-bis CdS rounds the statutory amounts to the euro; nothing
// computed from them is rounded to the euro again. Shares (70 % of the minimum, one third more by
// night, half of the maximum) are exact fractions, multiplied together first and rounded once.
package importo

// Cent is a sum of money in euro cents. It is a plain integer in JSON and in the database.
type Cent int64

// Meno subtracts b from a and stops at zero: a debt is never negative.
func (c Cent) Meno(b Cent) Cent {
	if b >= c {
		return 0
	}
	return c - b
}

// Per takes the given shares of the sum, one of another (4/3, then 7/10), and rounds the exact
// product once with ArrotondaMetaInSu. It fails with ErrFrazione on a denominator below one and
// with ErrTroppoGrande when the exact product leaves 64 bits.
func (c Cent) Per(quote ...Frazione) (Cent, error) {
	f := Frazione{Num: 1, Den: 1}
	for _, q := range quote {
		var err error
		if f, err = f.per(q); err != nil {
			return 0, err
		}
	}
	num, ok := moltiplica(int64(c), f.Num)
	if !ok {
		return 0, ErrTroppoGrande
	}
	return ArrotondaMetaInSu(num, f.Den)
}
