// Package simbolo encodes the codes of the printed act that no library here writes fast: the
// DataMatrix of the postal slip and the bars of the judicial act. It is pure: shapes only, no drawing.
package simbolo

import "fmt"

// The one DataMatrix size (ECC 200, ISO/IEC 16022 table 7) that holds the 256 characters of a postal
// slip: 16 regions of 14×14 modules, two blocks of 140 data and 56 check codewords.
const (
	LatoDataMatrix = 64 // modules, finder patterns included

	regione   = 14
	mappa     = LatoDataMatrix / (regione + 2) * regione
	blocchi   = 2
	datiDM    = 280
	controllo = 56 // check codewords of a block
	parole    = datiDM + blocchi*controllo
	passoDM   = LatoDataMatrix / 8

	cifreDoppie = 130 // codeword of the digits 00
	riempitivo  = 129
	polinomio   = 0x12D // of the Galois field
)

// Griglia is a square symbol: a bit for each module, 1 dark, rows of whole bytes from the top.
type Griglia struct {
	Lato, Passo int // modules a side, bytes a row
	Bit         []byte
}

// Nero tells whether a module is dark.
func (g Griglia) Nero(x, y int) bool { return g.Bit[y*g.Passo+x/8]>>(7-x%8)&1 == 1 }

// DataMatrix encodes; what does not depend on the text is computed once. Safe for concurrent use.
type DataMatrix struct {
	vuoto    [LatoDataMatrix * passoDM]byte // finder patterns alone
	posti    [parole * 8]uint16             // module of each bit, the highest of each codeword first
	prodotti [256][controllo]byte           // generator polynomial times each value
}

// NuovoDataMatrix computes the tables.
func NuovoDataMatrix() *DataMatrix {
	d := &DataMatrix{}
	d.cornici()
	d.collocazione()
	d.generatore()
	return d
}

// Codifica writes an ASCII text in ASCII encodation, two digits a codeword. The error tells a text
// that is not ASCII or does not fit.
func (d *DataMatrix) Codifica(testo string) (Griglia, error) {
	var codici [parole]byte
	n := 0
	for i := 0; i < len(testo); n++ {
		c := testo[i]
		if c > 127 || n == datiDM {
			return Griglia{}, fmt.Errorf("simbolo: un testo di %d caratteri non entra nel DataMatrix, o non è ASCII", len(testo))
		}
		if i+1 < len(testo) && cifra(c) && cifra(testo[i+1]) {
			codici[n] = cifreDoppie + (c-'0')*10 + testo[i+1] - '0'
			i += 2
			continue
		}
		codici[n] = c + 1
		i++
	}
	riempi(codici[:datiDM], n)
	for b := range blocchi {
		d.correggi(&codici, b)
	}
	return d.disegna(&codici), nil
}

func cifra(c byte) bool { return c >= '0' && c <= '9' }

// riempi completes the data: the pad, then pads scrambled by their place (ISO/IEC 16022, B.1.1).
func riempi(dati []byte, n int) {
	for i := n; i < len(dati); i++ {
		dati[i] = riempitivo
		if i > n {
			pad := riempitivo + (149*(i+1))%253 + 1
			if pad > 254 {
				pad -= 254
			}
			dati[i] = byte(pad)
		}
	}
}

// correggi appends the check codewords of a block; blocks are interleaved.
func (d *DataMatrix) correggi(codici *[parole]byte, blocco int) {
	var resto [controllo]byte
	for i := blocco; i < datiDM; i += blocchi {
		riga := &d.prodotti[codici[i]^resto[0]]
		for j := range controllo - 1 {
			resto[j] = resto[j+1] ^ riga[j]
		}
		resto[controllo-1] = riga[controllo-1]
	}
	for j, c := range resto {
		codici[datiDM+j*blocchi+blocco] = c
	}
}

func (d *DataMatrix) disegna(codici *[parole]byte) Griglia {
	g := Griglia{Lato: LatoDataMatrix, Passo: passoDM, Bit: make([]byte, len(d.vuoto))}
	copy(g.Bit, d.vuoto[:])
	for i, c := range codici {
		for b := range 8 {
			if c>>(7-b)&1 == 1 {
				posto := d.posti[i*8+b]
				g.Bit[posto/8] |= 1 << (7 - posto%8)
			}
		}
	}
	return g
}

// cornici draws the finder patterns of every region: left and bottom sides dark, the others dotted.
func (d *DataMatrix) cornici() {
	const lato = regione + 2
	for y := range LatoDataMatrix {
		for x := range LatoDataMatrix {
			if x%lato == 0 || y%lato == lato-1 || y%lato == 0 && x%2 == 0 || x%lato == lato-1 && y%2 == 1 {
				d.vuoto[y*passoDM+x/8] |= 1 << (7 - x%8)
			}
		}
	}
}

// generatore multiplies (x - a)(x - a²)…(x - a⁵⁶) over the field, then each value by it.
func (d *DataMatrix) generatore() {
	var logaritmo, potenza [256]int
	for i, v := 0, 1; i < 255; i++ {
		potenza[i], logaritmo[v] = v, i
		if v <<= 1; v > 255 {
			v ^= polinomio
		}
	}
	per := func(a, b int) int {
		if a == 0 || b == 0 {
			return 0
		}
		return potenza[(logaritmo[a]+logaritmo[b])%255]
	}
	g := make([]int, controllo+1) // highest power first
	g[0] = 1
	for i := 1; i <= controllo; i++ {
		for j := i; j > 0; j-- {
			g[j] ^= per(g[j-1], potenza[i])
		}
	}
	for v := range d.prodotti {
		for j := range controllo {
			d.prodotti[v][j] = byte(per(v, g[j+1]))
		}
	}
}
