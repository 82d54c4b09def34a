package cds

import "github.com/piattaforma-verbali/verbali/shared/legge/calendario"

// regola finds the rule of the request and refuses what cannot be.
func (r RichiestaScadenza) regola() (regola, error) {
	g, ok := regolaDi(r.Tipo)
	switch {
	case !ok:
		return g, sconosciuto("tipo", string(r.Tipo), "scadenza sconosciuta")
	case r.Decorrenza.IsZero():
		return g, errore("decorrenza", "manca")
	case r.TermineGiorni != 0 && r.Tipo != AccreditoBonifico2:
		return g, errore("termineGiorni", "non va indicato: la legge fissa il termine di questa scadenza")
	case r.TermineGiorni != 0 && r.TermineGiorni != GiorniScontato && r.TermineGiorni != GiorniRidotto:
		return g, errore("termineGiorni", "deve essere 5 o 60, i giorni del pagamento")
	}
	if err := anticipo("ritiro", r.Ritiro, r.Decorrenza, g.perfeziona && !g.send); err != nil {
		return g, err
	}
	return g, anticipo("accesso", r.Accesso, r.Decorrenza, g.send)
}

// anticipo checks the day of collection or access.
func anticipo(campo string, giorno, decorrenza calendario.Giorno, riguarda bool) error {
	switch {
	case giorno.IsZero():
		return nil
	case !riguarda:
		return errore(campo, "non riguarda questa scadenza")
	case giorno.Before(decorrenza):
		return errore(campo, "precede la decorrenza")
	}
	return nil
}

// inizio is the day the count starts from: the one given, the next after 21:00 on SEND, or the day the
// payment is due.
func (r RichiestaScadenza) inizio(g regola, s *spiegazione) (calendario.Giorno, error) {
	if r.DopoLe21 && g.dopoLe21 {
		da := r.Decorrenza.AddDays(1)
		s.giorno("CONSEGNA_DOPO_LE_21", g.norma, "Consegna "+r.Decorrenza.Detto("del")+" dopo le 21: si conta "+da.Detto("dal")+".", da)
		return da, nil
	}
	if r.TermineGiorni == 0 {
		return r.Decorrenza, nil
	}
	tipo := PagamentoScontato5
	if r.TermineGiorni == GiorniRidotto {
		tipo = PagamentoRidotto60
	}
	pagamento, _ := regolaDi(tipo)
	c, err := pagamento.conta(r.Decorrenza)
	if err != nil {
		return calendario.Giorno{}, err
	}
	pagamento.spiega(r.Decorrenza, c, s)
	return c.Scadenza, nil
}

// conta counts the term of the rule, in days or in years.
func (g regola) conta(da calendario.Giorno) (calendario.Conteggio, error) {
	termine := calendario.Termine{Decorrenza: da, Giorni: g.giorni,
		Festivi: g.fine != finePiena, Sabato: g.fine == fineGiudice, Agosto: g.fine == fineGiudice}
	if g.anni > 0 {
		termine.Decorrenza = da.AddMonths(12 * g.anni)
	}
	c, err := termine.Conta()
	if err != nil || g.anni > 0 && c.Pieno.Anno() != da.Anno()+g.anni {
		return c, errore("decorrenza", "il termine finisce oltre il 31/12/9999")
	}
	return c, nil
}
