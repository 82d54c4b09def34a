package stampa

// Geometry of the closing box, mm.
const (
	firmaX = margine + 112
	firmaW = utile - 112
	notaW  = 100.0
)

// riquadroFirma is what closes the act: on the left who answers questions, on the right who signs.
type riquadroFirma struct {
	nota, firma blocco
}

// chiusura composes the closing box.
func chiusura(c Comando) riquadroFirma {
	return riquadroFirma{
		nota: blocco{
			responsabile(c),
			testo(stileTesto().con(7.3), testoModulo),
		},
		firma: firmatario(c),
	}
}

// firmatario names who answers for the act: the printed name stands for the signature (art. 3 c. 2 d.lgs. 39/1993).
func firmatario(c Comando) blocco {
	return blocco{
		testo(stileMedio(), c.Qualifica),
		testo(stileForte().con(9), c.Firmatario),
		testo(stileTesto().con(6.8), testoFirma),
	}
}

// responsabile names who answers for the proceeding; without a name the command itself does
// (art. 5 c. 2 L. 241/1990).
func responsabile(c Comando) paragrafo {
	nome := c.Responsabile
	if nome == "" {
		nome = "il responsabile dell'ufficio verbali di " + c.corpo()
	}
	return voce("Responsabile del procedimento:", nome)
}

// altaFirma measures the closing box.
func (f *foglio) altaFirma(r riquadroFirma) float64 {
	return max(f.alto(r.nota, notaW), f.alto(r.firma, firmaW)) + 3
}

// firma draws the closing box.
func (f *foglio) firma(r riquadroFirma) {
	h := f.altaFirma(r)
	f.spazio(h)
	f.linea(margine, f.y+0.5, larghezza-margine, blu(), 0.25)
	cima := f.y + 2
	f.y = cima
	f.scrivi(r.nota, margine, notaW)
	f.y = cima
	f.scrivi(r.firma, firmaX, firmaW)
	f.y = cima + h - 2
}
