package stampa

import "strings"

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

// paginaAvviso draws the notice: one page, with one or two payment bands at its foot.
func (s *Stampatore) paginaAvviso(f *foglio, a Atto, p persona) error {
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
	f.quanto(a)
	f.dove(a.Comando)
	return f.bande(a, p, oggetto)
}

// oggettoAvviso is the subject of the payment, within 90 characters.
func oggettoAvviso(a Atto, s *Stampatore) string {
	return "Verbale n. " + numeroVerbale(a) + " del " + giorno(a.DataOraViolazione.In(s.roma)) + " - targa " + a.Veicolo.Targa
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
		testo(stileTesto().con(9), unisci(" - ", c.Denominazione, c.Settore)),
		testo(stileTesto().con(9), unisci(" - ", etichetta("Tel. ", c.Telefono), c.SitoWeb)),
		testo(stileTesto().con(9), c.PEC),
	})
	riquadro(mezzoX, "DESTINATARIO AVVISO", etichetta("Cod. Fiscale ", p.codice), blocco{
		testo(stileForte().con(9), p.nome),
		testo(stileTesto().con(9), p.indirizzo),
	})
}

// quanto draws amounts and terms, on the left.
func (f *foglio) quanto(a Atto) {
	const cima = 70.0
	f.fascia(margine, cima, mezzoW, 6, chiaro())
	f.riga(margine+2, cima+4.2, stileForte().con(9), "QUANTO E QUANDO PAGARE?")
	f.y = cima + 8
	for _, v := range a.Avvisi {
		somma, termine := euro(v.ImportoCent)+" Euro", termineAvviso(v.Tipo, len(a.Avvisi) == 1)
		f.riga(margine+2, f.y+5, f.entro(stileForte().con(15), somma, 32), somma)
		f.riga(margine+36, f.y+2, stileForte().con(8), nomeImporto(v.Tipo))
		f.riga(margine+36, f.y+5.4, f.entro(stileTesto(), termine, mezzoW-36), termine)
		f.y += 9.5
	}
	b := blocco{}
	if len(a.Avvisi) > 1 {
		b = append(b, testo(stileMedio(), fissoScelta))
	}
	b = append(b,
		paragrafo{tratti: []tratto{{stileTesto(), fissoAggiornato}}, prima: 1.5},
		paragrafo{tratti: []tratto{{stileForte(), "Come si calcolano le scadenze?"}}, prima: 1.5},
		testo(stileTesto(), fissoScadenze),
		paragrafo{tratti: []tratto{{stileForte(), "Cosa succede in caso di giacenza?"}}, prima: 1.5},
		testo(stileTesto(), fissoGiacenza))
	f.scrivi(b, margine+2, mezzoW-4)
}

// termineAvviso is the term in the words of the guidelines.
func termineAvviso(t TipoAvviso, solo bool) string {
	return strings.Replace(termineImporto(t, solo), "notificazione", "notifica del verbale", 1)
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

// bande draws a payment band for each amount, the last one at the foot of the sheet.
func (f *foglio) bande(a Atto, p persona, oggetto string) error {
	cima := fondoBande - altoBanda*float64(len(a.Avvisi))
	for i, v := range a.Avvisi {
		y := cima + altoBanda*float64(i)
		if err := f.banda(a, v, p, oggetto, y); err != nil {
			return err
		}
	}
	return nil
}

// banda draws one payment band: QR code, debtor, creditor, subject, codes, amount.
func (f *foglio) banda(a Atto, v Avviso, p persona, oggetto string, y float64) error {
	solo := len(a.Avvisi) == 1
	f.taglio(y)
	f.fascia(0, y+3, larghezza, 7, chiaro())
	f.riga(margine, y+7.8, stileForte().con(10), strings.ToUpper(nomeImporto(v.Tipo)))
	f.destra(larghezza-margine, y+7.8, stileTesto().con(9.5), termineAvviso(v.Tipo, solo))
	if err := disegnaQR(f, margine+3, y+16, v.QR); err != nil {
		return err
	}
	f.y = y + 44.5
	f.scrivi(blocco{testo(stileTesto().con(6.6), fissoInquadra)}, margine, 38)
	f.datiBanda(a.Comando, v, p, oggetto, y)
	return nil
}

// datiBanda writes what a person types when the code cannot be read.
func (f *foglio) datiBanda(c Comando, v Avviso, p persona, oggetto string, y float64) {
	const x, w = 58.0, larghezza - margine - 58
	riga := func(dy float64, nome, valore string) {
		f.riga(x, y+dy, stileTesto().con(7).tinto(grigio()), nome)
		f.riga(x+25, y+dy, f.entro(stileMedio().con(8.5), valore, w-25), valore)
	}
	somma := euro(v.ImportoCent) + " Euro"
	f.destra(larghezza-margine, y+17.6, f.entro(stileForte().con(15), somma, 44), somma)
	f.riga(x, y+17, stileTesto().con(7).tinto(grigio()), "Destinatario")
	nome := f.ridotto(blocco{testo(stileMedio().con(8.5), p.nome)}, 66, 6)
	f.y = y + 18 - f.alto(nome, 66)
	f.scrivi(nome, x+25, 66)
	riga(22, "Ente Creditore", c.Ente)
	riga(27, "Oggetto", oggetto)
	f.linea(x, y+30.5, larghezza-margine, grigio(), 0.2)
	codici := func(dx float64, nome, valore string) {
		f.riga(x+dx, y+35, stileTesto().con(7).tinto(grigio()), nome)
		f.riga(x+dx, y+40, stileCodice().con(10), valore)
	}
	codici(0, "Codice Avviso", gruppi(v.NAV))
	codici(60, "Cod. Fiscale Ente Creditore", c.CodiceFiscale)
	if c.CBILL != "" {
		codici(104, "Codice CBILL", strings.ToUpper(c.CBILL))
	}
}

// taglio draws the line along which the band is cut.
func (f *foglio) taglio(y float64) {
	f.pdf.SetDashPattern([]float64{1.2, 1.2}, 0)
	f.linea(0, y+1.5, larghezza, grigio(), 0.2)
	f.pdf.SetDashPattern([]float64{}, 0)
}
