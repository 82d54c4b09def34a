package stampa

import "github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"

// The window of the envelope: 110×230 mm with a window of 45×100 mm, 20 mm from its right and bottom
// edges, over the upper third of the sheet, whose own slack is 20 mm across and 11 mm down. A line
// inside finestra is always seen; from 34 to 90 mm down, nothing else lies right of 90 mm, so nothing
// else is ever seen.
const (
	finestraX, finestraY = 111.0, 45.5
	finestraW, finestraH = 78.0, 33.0
)

// Inside the window: the bars of the act and, beside them, who sends it; below, who receives it.
const (
	barreX     = finestraX + quieteBarre
	mittenteX  = finestraX + 40.5
	indirizzoX = barreX // the bars and the address in one line
	indirizzoW = finestraX + finestraW - indirizzoX
)

// finestra writes what the window of the envelope shows: return address, addressee and, when the
// carrier has given a number to the act, its bars.
func (f *foglio) finestra(a Atto) error {
	cima := finestraY + 9.0
	piccolo := stileTesto().con(6.5).tinto(grigio())
	mittente := blocco{
		testo(piccolo, "Mittente: "+a.Comando.nome()),
		testo(piccolo, a.Comando.Indirizzo),
	}
	if a.CodiceAG == "" {
		f.y = finestraY
		f.scrivi(f.ridotto(mittente, indirizzoW, 6), indirizzoX, indirizzoW)
	} else {
		if _, err := f.disegnaBarre(barreX, finestraY, a.CodiceAG); err != nil {
			return err
		}
		const w = finestraX + finestraW - mittenteX
		f.y = finestraY
		f.scrivi(blocco{testo(stileCodice().con(9), "AG "+raccomandata.Stampa(a.CodiceAG))}, mittenteX, w)
		f.y += 0.6
		f.scrivi(f.ridotto(mittente, w, 9), mittenteX, w)
		cima = finestraY + altoBarre + 2
	}
	f.destinatario(a.Destinatario, cima)
	return nil
}

// destinatario writes the address from cima down, as small as it must be to stay wholly in the window.
// The tax code stays out of it: a window is read by everyone.
func (f *foglio) destinatario(d Destinatario, cima float64) {
	const fine = finestraY + finestraH
	b := f.ridotto(indirizzo(d, stileTesto().con(10)), indirizzoW, fine-cima)
	for f.alto(b, indirizzoW) > fine-cima {
		b = b.scala(0.9)
	}
	f.y = cima
	f.scrivi(b, indirizzoX, indirizzoW)
}

// indirizzo lays an address out as the post wants it.
func indirizzo(d Destinatario, st stile) blocco {
	nome := st
	nome.faccia = medio
	return blocco{
		testo(nome, d.Nome),
		testo(st, etichetta("presso ", d.Presso)),
		testo(st, d.Via),
		testo(st, localita(d)),
		testo(st, d.Stato),
	}
}
