package simbolo

// collocatore walks the mapping matrix as ISO/IEC 16022 annex F does.
type collocatore struct {
	posti  *[parole * 8]uint16
	presi  [mappa * mappa]bool
	parola int
}

// collocazione finds where each bit of each codeword lies. This size has no corner to treat apart,
// other than those of the walk itself.
func (d *DataMatrix) collocazione() {
	c := &collocatore{posti: &d.posti}
	riga, colonna := 4, 0
	for riga < mappa || colonna < mappa {
		c.angoli(riga, colonna)
		for ; riga >= 0 && colonna < mappa; riga, colonna = riga-2, colonna+2 {
			c.utah(riga, colonna, riga < mappa && colonna >= 0)
		}
		riga, colonna = riga+1, colonna+3
		for ; riga < mappa && colonna >= 0; riga, colonna = riga+2, colonna-2 {
			c.utah(riga, colonna, riga >= 0 && colonna < mappa)
		}
		riga, colonna = riga+3, colonna+1
	}
}

// angoli places the codewords that lie across the corners.
func (c *collocatore) angoli(riga, colonna int) {
	const n = mappa
	switch {
	case riga == n && colonna == 0:
		c.metti([8][2]int{{n - 1, 0}, {n - 1, 1}, {n - 1, 2}, {0, n - 2}, {0, n - 1}, {1, n - 1}, {2, n - 1}, {3, n - 1}})
	case riga == n-2 && colonna == 0 && n%4 != 0:
		c.metti([8][2]int{{n - 3, 0}, {n - 2, 0}, {n - 1, 0}, {0, n - 4}, {0, n - 3}, {0, n - 2}, {0, n - 1}, {1, n - 1}})
	case riga == n-2 && colonna == 0 && n%8 == 4:
		c.metti([8][2]int{{n - 3, 0}, {n - 2, 0}, {n - 1, 0}, {0, n - 2}, {0, n - 1}, {1, n - 1}, {2, n - 1}, {3, n - 1}})
	case riga == n+4 && colonna == 2 && n%8 == 0:
		c.metti([8][2]int{{n - 1, 0}, {n - 1, n - 1}, {0, n - 3}, {0, n - 2}, {0, n - 1}, {1, n - 3}, {1, n - 2}, {1, n - 1}})
	}
}

// utah places a codeword in the usual shape, whose last module is at riga and colonna, unless that
// is outside or taken.
func (c *collocatore) utah(riga, colonna int, dentro bool) {
	if !dentro || c.presi[riga*mappa+colonna] {
		return
	}
	c.metti([8][2]int{
		{riga - 2, colonna - 2}, {riga - 2, colonna - 1},
		{riga - 1, colonna - 2}, {riga - 1, colonna - 1}, {riga - 1, colonna},
		{riga, colonna - 2}, {riga, colonna - 1}, {riga, colonna},
	})
}

// metti gives the next codeword its eight modules, from the highest bit; a module that leaves the matrix
// comes back on the other side, shifted.
func (c *collocatore) metti(moduli [8][2]int) {
	for b, m := range moduli {
		riga, colonna := m[0], m[1]
		if riga < 0 {
			riga += mappa
			colonna += 4 - (mappa+4)%8
		}
		if colonna < 0 {
			colonna += mappa
			riga += 4 - (mappa+4)%8
		}
		c.presi[riga*mappa+colonna] = true
		y, x := riga+riga/regione*2+1, colonna+colonna/regione*2+1
		c.posti[c.parola*8+b] = uint16(y*LatoDataMatrix + x)
	}
	c.parola++
}
