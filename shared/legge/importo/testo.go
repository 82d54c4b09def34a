package importo

import "strconv"

// Cifre writes the sum the Italian way, dots between thousands and a comma before the cents:
// "1.234,56", "-0,05".
func (c Cent) Cifre() string {
	segno, n := "", uint64(c)
	if c < 0 {
		segno, n = "-", -n
	}
	interi := strconv.FormatUint(n/100, 10)
	buf := make([]byte, 0, len(segno)+len(interi)+len(interi)/3+3)
	buf = append(buf, segno...)
	for i := range len(interi) {
		if i > 0 && (len(interi)-i)%3 == 0 {
			buf = append(buf, '.')
		}
		buf = append(buf, interi[i])
	}
	resto := n % 100
	buf = append(buf, ',', byte('0'+resto/10), byte('0'+resto%10))
	return string(buf)
}

// Euro is Cifre followed by the sign of the currency: "1.234,56 €".
func (c Cent) Euro() string { return c.Cifre() + " €" }

// InLettere writes the sum in words as acts do, the euro in words and the cents in figures after a slash:
// "centoventitré/10", "milleduecento/00", "un milione duecentomila/05". The number is that of [Cardinale], its
// accent included: no record of a payment slip takes it. A debt below zero starts with "meno". The cents always
// have two figures.
func (c Cent) InLettere() string {
	segno, n := "", uint64(c)
	if c < 0 {
		segno, n = "meno ", -n
	}
	resto := n % 100
	return segno + Cardinale(n/100) + "/" + string([]byte{byte('0' + resto/10), byte('0' + resto%10)})
}
