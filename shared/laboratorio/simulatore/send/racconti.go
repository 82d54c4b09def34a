package send

import parole "github.com/piattaforma-verbali/verbali/shared/registri/send"

// letta is a view by the recipient.
func (r *racconto) letta(giorno float64) {
	costo := int64(0)
	r.metti(passo{accaduto: r.a(giorno), categoria: parole.Visione, atti: []string{parole.AttoAccesso},
		dettagli: parole.Dettagli{Costo: &costo, EventTimestamp: r.a(giorno)}})
}

// smarrita loses the first letter without news; the second one arrives.
func (r *racconto) smarrita() {
	r.partenza(1, 0.1, r.costo(1))
	r.metti(passo{accaduto: r.a(7), categoria: parole.CartaInCorso, coda: "ATTEMPT_0.IDX_2",
		dettagli: parole.Dettagli{Servizio: r.n.Carta, Raccomandata: r.raccomandata(1), DataNotifica: r.a(7)}})
	r.partenza(2, 8, r.costo(2))
	r.consegnata(2, 12, 12.5, "RECAG001C", "")
}

// irreperibile finds nobody at two addresses: ten days run from the deposit of the notice.
func (r *racconto) irreperibile() {
	r.partenza(1, 0.1, r.costo(1))
	r.esito(1, 3, 3.5, "RECAG003F", parole.CausaIrreperibile)
	r.metti(passo{accaduto: r.a(4), categoria: parole.CartaNonPreparata, coda: "ATTEMPT_1", dettagli: parole.Dettagli{CausaFallita: "D01"}})
	r.metti(passo{accaduto: r.a(4), categoria: parole.CartaFallita, dettagli: parole.Dettagli{ChiaveAvviso: "safestorage://PN_AAR-deposito.pdf"}})
	r.metti(passo{accaduto: r.a(4.01), categoria: parole.Irreperibile, atti: []string{parole.AttoMancatoRecapito},
		dettagli: parole.Dettagli{AttoGenerato: r.a(4)}})
	r.decorre(r.a(4.01), r.a(14), "")
}

// deceduto finds the recipient dead: service never completes.
func (r *racconto) deceduto() {
	r.partenza(1, 0.1, r.costo(1))
	r.esito(1, 3, 3.5, "RECAG003C", parole.CausaDeceduto)
	r.resa(3.6)
}

func (r *racconto) resa(giorno float64) {
	costo := int64(0)
	r.metti(passo{accaduto: r.a(giorno), categoria: parole.Deceduto, dettagli: parole.Dettagli{Fisico: r.n.Destinatari[0].Fisico, Costo: &costo}})
}

// correzione takes away the outcome of the first letter and what followed from it.
func (r *racconto) correzione(giorno float64, volta string) {
	zero := 0
	r.metti(passo{accaduto: r.a(giorno), categoria: parole.Corretta, coda: volta, dettagli: parole.Dettagli{Invio: &zero},
		invalida: []string{parole.CartaEsito, parole.CartaRiuscita, parole.DecorrenzaPrevista, parole.Decorrenza, parole.Deceduto}})
}

// corretta: served, and then served on another day.
func (r *racconto) corretta() {
	r.carta("RECAG001C", "")
	r.correzione(20, "")
	r.consegnata(1, 6, 20.1, "RECAG001C", "")
}

// correttaResa: served, and then returned to the sender.
func (r *racconto) correttaResa() {
	r.carta("RECAG001C", "")
	r.correzione(20, "")
	r.esito(1, 3, 20.1, "RECAG003C", parole.CausaDeceduto)
	r.resa(20.2)
}

// correttaDueVolte: served, returned, served after all.
func (r *racconto) correttaDueVolte() {
	r.correttaResa()
	r.correzione(30, "SECONDA")
	r.consegnata(1, 4, 30.1, "RECAG001C", "")
}

// tardiva is a view, followed by the news of a delivery whose term had run before the view.
func (r *racconto) tardiva() {
	r.partenza(1, 0.1, r.costo(1))
	r.letta(12)
	r.consegnata(1, 1, 15, "RECAG001C", "")
}

// disordine tells each element twice, and the last ones before the first.
func (r *racconto) disordine() {
	r.due = true
	r.digitale(r.a(0.05))
	for i := range r.passi {
		if r.passi[i].categoria == parole.DigitaleRiuscito || r.passi[i].categoria == parole.DigitaleEsito {
			r.passi[i].saputo = r.a(7.2)
		}
	}
}
