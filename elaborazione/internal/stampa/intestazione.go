package stampa

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// intestazione draws the letterhead: body and corps on the left, how to reach them on the right.
func (f *foglio) intestazione(c Comando) {
	x := margine
	if w := f.disegnaStemma(margine, 7.5); w > 0 {
		x += w + 5
	}
	f.y = 9.2
	f.scrivi(f.ridotto(blocco{
		testo(stileMedio().con(10).tinto(blu()), c.enteDistinto()),
		testo(stileForte().con(16).tinto(blu()), c.corpo()),
		testo(stileTesto().con(8.5), c.Settore),
	}, 124-x, 22.5), x, 124-x)
	f.y = 9.5
	const w = larghezza - margine - 128
	f.scrivi(f.ridotto(blocco{
		testo(stileTesto().con(7.5), c.Indirizzo),
		testo(stileTesto().con(7.5), etichetta("Tel. ", c.Telefono)),
		testo(stileTesto().con(7.5), etichetta("PEC ", c.PEC)),
		testo(stileTesto().con(7.5), c.SitoWeb),
		testo(stileTesto().con(7.5), etichetta("C.F. ", c.CodiceFiscale)),
	}, w, 22.5), 128, w)
	f.linea(margine, 33.4, larghezza-margine, blu(), 0.7)
}

// etichetta puts a label before a value that is there.
func etichetta(nome, valore string) string {
	if valore == "" {
		return ""
	}
	return nome + valore
}

// localita writes "48121 Ravenna (RA)".
func localita(d Destinatario) string {
	provincia := ""
	if d.Provincia != "" {
		provincia = "(" + d.Provincia + ")"
	}
	return unisci(" ", d.CAP, d.Comune, provincia)
}

// indirizzoSteso writes an address on one line.
func indirizzoSteso(d Destinatario) string {
	return unisci(", ", etichetta("presso ", d.Presso), d.Via, localita(d), d.Stato)
}

// estremi draws the box that identifies the act, left of the window.
func (f *foglio) estremi(a Atto) {
	const x, y, w, h = margine, 41.0, 72.0, 44.0
	f.fascia(x, y, w, h, chiaro())
	f.fascia(x, y, 1.2, h, blu())
	quando := a.DataOraViolazione.In(f.s.roma)
	voci := [][2]string{
		{"Data della violazione", conOra(a, giorno(quando).Italiano(), quando, "ore")},
		{"Targa del veicolo", a.Veicolo.Targa},
		{"Notificato a", qualita(a.Destinatario.Titolo)},
		{"Data del verbale", f.s.dataVerbale(a).Italiano()},
	}
	f.riga(x+5, y+6.5, stileTitolo().con(7.5), "VERBALE N.")
	f.riga(x+5, y+14, f.entro(stileCodice().con(15), numeroVerbale(a), w-9), numeroVerbale(a))
	f.linea(x+5, y+17.5, x+w-4, grigio(), 0.2)
	for i, v := range voci {
		base := y + 23 + float64(i)*5
		f.riga(x+5, base, stileTesto().con(7.5).tinto(grigio()), v[0])
		f.riga(x+34, base, f.entro(stileMedio().con(8.5), v[1], w-38), v[1])
	}
}

// entro shrinks a style until a line fits in w mm.
func (f *foglio) entro(st stile, scritto string, w float64) stile {
	if largo := f.largo(st, f.stampato(scritto)); largo > w {
		return st.con(st.punti * w / largo)
	}
	return st
}

// qualita is the title in the words of the act.
func qualita(t verbale.Titolo) string {
	if t == verbale.Trasgressore {
		return "trasgressore"
	}
	return "obbligato in solido"
}

// nome is the command on one line, after the body above it.
func (c Comando) nome() string { return unisci(" - ", c.enteDistinto(), c.corpo()) }

// enteDistinto is the body above the command, unless the command's own name says it.
func (c Comando) enteDistinto() string {
	if dice(c.corpo(), c.Ente) {
		return ""
	}
	return c.Ente
}

// corpoDistinto is the command below its body, unless the body's own name says it.
func (c Comando) corpoDistinto() string {
	if dice(c.Ente, c.Denominazione) {
		return ""
	}
	return c.Denominazione
}

// corpo is the name of the command: that of the body where it is the command's own, in full, as "Polizia
// Locale di Alfa" is of "Polizia Locale".
func (c Comando) corpo() string {
	if dice(c.Ente, c.Denominazione) {
		return c.Ente
	}
	return c.Denominazione
}

// dice tells that a name has all the words of another, in a row.
func dice(nome, altro string) bool {
	parole := func(s string) string { return " " + strings.Join(strings.Fields(strings.ToLower(s)), " ") + " " }
	return strings.Contains(parole(nome), parole(altro))
}
