package stampa

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// The fixed sentences of the traffic-fine model of the notice guidelines (3.5), not to be altered.
const (
	fissoAggiornato = "In fase di pagamento, se previsto dall'ente, l'importo potrebbe essere aggiornato automaticamente e subire variazioni in diminuzione (per sgravi, note di credito) o in aumento (per sanzioni, interessi, costi di notifica, ecc.)."
	fissoScelta     = "Scegli l'importo corretto per i termini previsti, altrimenti riceverai altre richieste di pagamento per le somme residue ed eventuali somme aggiuntive."
	fissoScadenze   = "Il giorno della notifica non si conta. Se la scadenza è di domenica (o festivo), puoi pagare anche il primo giorno feriale successivo."
	fissoGiacenza   = "La notifica corrisponde al giorno del ritiro, se questo avviene entro 10 giorni dalla data di deposito (la data più vecchia sull'avviso di giacenza). Se non ritiri il verbale entro i 10 giorni, calcola le scadenze iniziando a contare dall'undicesimo giorno."
	fissoTerritorio = "presso Banche e Sportelli ATM, negli Uffici Postali e Punti Postali, nei Bar, Edicole, Ricevitorie, Supermercati, Tabaccherie e altri Esercenti Convenzionati."
	fissoInquadra   = "Inquadra il codice QR con la tua app di pagamento oppure usa i dati qui riportati."
)

// fissoOnline names the creditor's site only when it takes payments.
func fissoOnline(c Comando) string {
	sito := ""
	if c.PagaSulSuoSito {
		sito = "sul sito di " + c.Ente + ", "
	}
	return "oppure " + sito + "dal tuo Home Banking, con la tua app di pagamento o con gli altri canali abilitati."
}

// persona is the debtor as the notice names it.
type persona struct {
	codice, nome, indirizzo string
}

// debitore takes the debtor from the addressee of the act.
func debitore(d Destinatario) persona {
	return persona{codice: strings.ToUpper(d.CodiceFiscale), nome: d.Nome, indirizzo: indirizzoSteso(d)}
}

const (
	altoBanda  = 58.0            // payment band of an amount
	mezzoX     = larghezza/2 + 3 // second column
	mezzoW     = utile/2 - 3     // width of a column
	fondoBande = altezza - 17.0  // the bands end here
)

// avvisi draws the payment pages: one with every amount or, when the creditor has a postal account,
// one for each amount with its own slip (notice guidelines, traffic-fine variant).
func (s *Stampatore) avvisi(f *foglio, a Atto, p persona) error {
	if len(a.Avvisi) == 0 || a.Comando.ContoPostale == "" {
		return s.paginaAvviso(f, a, a.Avvisi, p)
	}
	for i := range a.Avvisi {
		if err := s.paginaAvviso(f, a, a.Avvisi[i:i+1], p); err != nil {
			return err
		}
	}
	return nil
}

// paginaAvviso draws a page of the notice, with two payment bands at its foot or one: those of the
// amounts that are paid with it, or that of its only amount and the postal slip.
func (s *Stampatore) paginaAvviso(f *foglio, a Atto, suoi []Avviso, p persona) error {
	if len(suoi) == 0 {
		return nil
	}
	f.segue = ""
	f.pagina(0)
	f.fascia(0, 0, larghezza, 3, blu())
	f.riga(margine, 18, stileForte().con(19), "AVVISO DI PAGAMENTO")
	marchio := larghezza - margine
	if w := f.disegnaStemma(marchio-latoStemma, 6); w > 0 {
		marchio -= w + 5
	}
	f.destra(marchio, 18, stileForte().con(17).tinto(blu()), "pagoPA")
	oggetto := oggettoAvviso(a, s)
	f.riga(margine, 26, f.entro(stileMedio().con(11), oggetto, utile-latoStemma-3), oggetto)
	f.parti(a.Comando, p)
	f.quanto(a, suoi)
	f.dove(a.Comando)
	return s.bande(f, a, suoi, p, oggetto)
}

// oggettoAvviso is the subject of the payment, within 90 characters.
func oggettoAvviso(a Atto, s *Stampatore) string {
	return "Verbale n. " + numeroVerbale(a) + " " + s.dataVerbale(a).Detto("del") + " - targa " + a.Veicolo.Targa
}

// parti draws creditor and debtor.
func (f *foglio) parti(c Comando, p persona) {
	const cima = 32.0
	riquadro := func(x float64, titolo, codice string, b blocco) {
		f.fascia(x, cima, mezzoW, 6, chiaro())
		f.riga(x+2, cima+4.2, stileForte().con(8.5), titolo)
		f.destra(x+mezzoW-2, cima+4.2, stileTesto().con(8), codice)
		f.y = cima + 7.5
		f.scrivi(f.ridotto(b, mezzoW-4, 28), x+2, mezzoW-4)
	}
	riquadro(margine, "ENTE CREDITORE", etichetta("Cod. Fiscale ", c.CodiceFiscale), blocco{
		testo(stileForte().con(9), c.Ente),
		testo(stileTesto().con(9), unisci(" - ", c.corpoDistinto(), c.Settore)),
		testo(stileTesto().con(9), unisci(" - ", etichetta("Tel. ", c.Telefono), c.SitoWeb)),
		testo(stileTesto().con(9), c.PEC),
	})
	riquadro(mezzoX, "DESTINATARIO AVVISO", etichetta("Cod. Fiscale ", p.codice), blocco{
		testo(stileForte().con(9), p.nome),
		testo(stileTesto().con(9), p.indirizzo),
	})
}

// quanto draws amounts and terms, on the left: large those that are paid with this page.
func (f *foglio) quanto(a Atto, suoi []Avviso) {
	const cima = 70.0
	f.fascia(margine, cima, mezzoW, 6, chiaro())
	f.riga(margine+2, cima+4.2, stileForte().con(9), "QUANTO E QUANDO PAGARE?")
	f.y = cima + 8
	for _, v := range suoi {
		somma, termine := euro(v.ImportoCent)+" Euro", termineAvviso(a, v.Tipo)
		f.riga(margine+2, f.y+5, f.entro(stileForte().con(15), somma, 32), somma)
		f.riga(margine+36, f.y+2, stileForte().con(8), nomeImporto(v.Tipo))
		f.riga(margine+36, f.y+5.4, f.entro(stileTesto(), termine, mezzoW-36), termine)
		f.y += 9.5
	}
	b := blocco{}
	if len(a.Avvisi) > 1 {
		b = append(b, testo(stileMedio(), fissoScelta))
	}
	for _, v := range a.Avvisi {
		if len(suoi) < len(a.Avvisi) && v.NAV != suoi[0].NAV {
			b = append(b, voce("Sull'altro avviso:", nomeImporto(v.Tipo)+", "+euro(v.ImportoCent)+" Euro, "+termineAvviso(a, v.Tipo)+"."))
		}
	}
	b = append(b, paragrafo{tratti: []tratto{{stileTesto(), fissoAggiornato}}, prima: 1.5})
	f.scrivi(append(b, scadenze(a)...), margine+2, mezzoW-4)
}

// scadenze says how the terms are counted, as long as somebody has to: the days that are printed have been
// counted, from a day that no storage at the post office moves. Which event that was
// depends on the addressee, whom the notice of ANONIMO does not name.
func scadenze(a Atto) blocco {
	come := paragrafo{tratti: []tratto{{stileForte(), "Come si calcolano le scadenze?"}}, prima: 1.5}
	if !a.Servito.IsZero() {
		return blocco{come, testo(stileTesto(), "Le date indicate sono l'ultimo giorno utile: i termini decorrono "+a.Servito.Detto("dal")+".")}
	}
	return blocco{
		come, testo(stileTesto(), fissoScadenze),
		paragrafo{tratti: []tratto{{stileForte(), "Cosa succede in caso di giacenza?"}}, prima: 1.5},
		testo(stileTesto(), fissoGiacenza),
	}
}

// termineAvviso is the term in the words of the guidelines.
func termineAvviso(a Atto, t cds.Tipo) string {
	return strings.Replace(termineImporto(a, t), "notificazione", "notifica del verbale", 1)
}

// dove draws the channels, on the right.
func (f *foglio) dove(c Comando) {
	const cima = 70.0
	f.fascia(mezzoX, cima, mezzoW, 6, chiaro())
	f.riga(mezzoX+2, cima+4.2, stileForte().con(9), "DOVE PAGARE?")
	f.destra(mezzoX+mezzoW-2, cima+4.2, stileTesto().con(8), "vai su pagopa.gov.it")
	f.y = cima + 8
	f.scrivi(blocco{
		testo(stileForte().con(10), "PAGA CON L'APP IO"),
		testo(stileTesto().con(8.5), fissoOnline(c)),
		{tratti: []tratto{{stileForte().con(10), "PAGA SUL TERRITORIO"}}, prima: 3},
		testo(stileTesto().con(8.5), fissoTerritorio),
	}, mezzoX+2, mezzoW-4)
}

// bande draws the bands of a page, the last one at the foot of the sheet.
func (s *Stampatore) bande(f *foglio, a Atto, suoi []Avviso, p persona, oggetto string) error {
	postale := a.Comando.ContoPostale != ""
	quante := len(suoi)
	if postale {
		quante++
	}
	y := fondoBande - altoBanda*float64(quante)
	for _, v := range suoi {
		if err := f.banda(a, v, p, oggetto, y); err != nil {
			return err
		}
		y += altoBanda
	}
	if postale {
		return s.bollettino(f, a, suoi[0], p, y)
	}
	return nil
}

// banda draws one payment band: QR code, debtor, creditor, subject, codes, amount.
func (f *foglio) banda(a Atto, v Avviso, p persona, oggetto string, y float64) error {
	f.testaBanda(a, v, "", y)
	if err := disegnaQR(f, margine+3, y+16, v.QR); err != nil {
		return err
	}
	f.y = y + 44.5
	f.scrivi(blocco{testo(stileTesto().con(6.6), fissoInquadra)}, margine, 38)
	f.datiBanda(a.Comando, v, p, oggetto, y)
	return nil
}

// testaBanda draws the cutting line and the head of a band: the amount, what pays it, its term.
func (f *foglio) testaBanda(a Atto, v Avviso, mezzo string, y float64) {
	if mezzo == "" && a.Comando.ContoPostale != "" {
		mezzo = "BANCHE E ALTRI CANALI"
	}
	f.taglio(y)
	f.fascia(0, y+3, larghezza, 7, chiaro())
	f.riga(margine, y+7.8, stileForte().con(10), unisci(" · ", strings.ToUpper(nomeImporto(v.Tipo)), mezzo))
	f.destra(larghezza-margine, y+7.8, stileTesto().con(9.5), termineAvviso(a, v.Tipo))
}

// colonnaBanda is the text column of a band: labels, and values beside or below them.
type colonnaBanda struct{ x, y, w float64 }

// riga writes a label and its value on a line, dy mm below the top of the band.
func (c colonnaBanda) riga(f *foglio, dy float64, nome, valore string) {
	f.riga(c.x, c.y+dy, stileTesto().con(7).tinto(grigio()), nome)
	f.riga(c.x+25, c.y+dy, f.entro(stileMedio().con(8.5), valore, c.w-25), valore)
}

// nome writes the debtor on one or two lines, w mm wide with the label.
func (c colonnaBanda) nome(f *foglio, dy float64, nome string, w float64) {
	f.riga(c.x, c.y+dy, stileTesto().con(7).tinto(grigio()), "Destinatario")
	b := f.ridotto(blocco{testo(stileMedio().con(8.5), nome)}, w, 6)
	f.y = c.y + dy + 1 - f.alto(b, w)
	f.scrivi(b, c.x+25, w)
}

// codice writes a label and, below it, a code.
func (c colonnaBanda) codice(f *foglio, dx, dy float64, nome, valore string) {
	f.riga(c.x+dx, c.y+dy, stileTesto().con(7).tinto(grigio()), nome)
	f.riga(c.x+dx, c.y+dy+5, stileCodice().con(10), valore)
}

// datiBanda writes what a person types when the code cannot be read.
func (f *foglio) datiBanda(c Comando, v Avviso, p persona, oggetto string, y float64) {
	col := colonnaBanda{x: 58, y: y, w: larghezza - margine - 58}
	somma := euro(v.ImportoCent) + " Euro"
	f.destra(larghezza-margine, y+17.6, f.entro(stileForte().con(15), somma, 44), somma)
	col.nome(f, 17, p.nome, 66)
	col.riga(f, 22, "Ente Creditore", c.Ente)
	col.riga(f, 27, "Oggetto", oggetto)
	f.linea(col.x, y+30.5, larghezza-margine, grigio(), 0.2)
	col.codice(f, 0, 35, "Codice Avviso", gruppi(v.NAV))
	col.codice(f, 60, 35, "Cod. Fiscale Ente Creditore", c.CodiceFiscale)
	if c.CBILL != "" {
		col.codice(f, 104, 35, "Codice CBILL", strings.ToUpper(c.CBILL))
	}
}

// taglio draws the line along which the band is cut.
func (f *foglio) taglio(y float64) {
	f.pdf.Tratteggio(1.2)
	f.linea(0, y+1.5, larghezza, grigio(), 0.2)
	f.pdf.Tratteggio(0)
}
