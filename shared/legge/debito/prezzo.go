package debito

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// prezzo asks the law, unless the sum was fixed by somebody else.
func (v Verbale) prezzo(p lettura.Posizione, spese, versato importo.Cent, giorno calendario.Giorno) (cds.EsitoDovuto, error) {
	if e, fissa := v.fissato(p, versato); fissa {
		return e, nil
	}
	utile, perche, err := v.giornoUtile(p, giorno)
	if err != nil {
		return cds.EsitoDovuto{}, err
	}
	s, err := v.situazione(p, spese, versato, utile, giorno)
	if err != nil {
		return cds.EsitoDovuto{}, err
	}
	e, err := cds.DovutoAl(s, p.GiornoZero, utile)
	if err != nil {
		return e, errore(err)
	}
	if v.Debito == verbale.Sospeso && v.PrezzoCent > e.TotaleCent {
		return fisso("SOMMA_PRIMA_DELLA_SOSPENSIONE", "Il debito è sospeso: finché lo è resta la somma di prima, "+v.PrezzoCent.Euro()+".", v.PrezzoCent, versato), nil
	}
	if v.Debito == verbale.Sospeso {
		perche = &cds.Passo{Regola: RegolaSospeso, Testo: "Il debito è sospeso: finché lo è non si aggiunge nulla."}
	}
	if perche != nil {
		e.Spiegazione = append(e.Spiegazione, *perche)
	}
	return e, nil
}

// totale is the whole price of a day, whatever was paid: prezzo without words.
func (v Verbale) totale(p lettura.Posizione, spese importo.Cent, giorno calendario.Giorno) (importo.Cent, error) {
	if e, fissa := v.fissato(p, 0); fissa {
		return e.TotaleCent, nil
	}
	utile, _, err := v.giornoUtile(p, giorno)
	if err != nil {
		return 0, err
	}
	s, err := v.situazione(p, spese, 0, utile, giorno)
	if err != nil {
		return 0, err
	}
	e, err := cds.SommaDovutaAl(s, p.GiornoZero, utile)
	if err != nil {
		return 0, errore(err)
	}
	if v.Debito == verbale.Sospeso {
		return max(e.TotaleCent, v.PrezzoCent), nil
	}
	return e.TotaleCent, nil
}

// fissato is a price that no day changes: that of an imported fine, and that of a plan of instalments for
// who was granted it.
func (v Verbale) fissato(p lettura.Posizione, versato importo.Cent) (cds.EsitoDovuto, bool) {
	switch {
	case v.Importato:
		prezzo := v.registrato()
		return fisso("SOMMA_REGISTRATA", "Verbale importato: la somma è quella registrata dal sistema di origine e non è ricalcolata, "+prezzo.Euro()+".", prezzo, versato), true
	case v.Debito == verbale.DebitoRateizzato && v.PrezzoCent > 0 && v.aRate(p):
		e := fisso("RATEIZZAZIONE", "La somma si paga a rate: in tutto "+v.PrezzoCent.Euro()+".", v.PrezzoCent, versato)
		e.Spiegazione[0].Norma = "art. 202-bis CdS"
		return e, true
	}
	return cds.EsitoDovuto{}, false
}

// piano is the position that pays by instalments; false without a plan in force or its notices. An instalment still to pay
// tells the plan in force from a lapsed one.
func (v Verbale) piano() (p lettura.Posizione, c bool) {
	if v.Debito != verbale.DebitoRateizzato {
		return lettura.Posizione{}, false
	}
	for _, a := range v.Avvisi {
		switch {
		case a.Tipo != cds.Rata:
		case a.Stato == verbale.AvvisoEmesso:
			return v.posizione(a.Posizione), true
		case a.Stato == verbale.AvvisoPagato:
			p, c = v.posizione(a.Posizione), true
		}
	}
	return p, c
}

// aRate reports that the plan in force is of this position; of all where its notices do not say.
func (v Verbale) aRate(p lettura.Posizione) bool {
	sua, nota := v.piano()
	return !nota || sua.ID == p.ID
}

// registrato is what another system asked in all: its account, or what the fine was entered with.
func (v Verbale) registrato() (prezzo importo.Cent) {
	if v.Conto != (lettura.Conto{}) {
		return v.PrezzoCent
	}
	for _, x := range v.violazioni {
		prezzo += x.MinCent
	}
	for _, p := range v.Posizioni {
		prezzo += p.SpeseCent
	}
	return prezzo
}

// fisso explains a price that is not the law's of the day.
func fisso(regola, testo string, prezzo, versato importo.Cent) cds.EsitoDovuto {
	e := cds.EsitoDovuto{DovutoCent: prezzo.Meno(versato), TotaleCent: prezzo, VersatoCent: versato, EccedenzaCent: versato.Meno(prezzo), Avvertenze: []string{}}
	tutto := int64(prezzo)
	e.Spiegazione = []cds.Passo{{Regola: regola, Testo: testo, ImportoCent: &tutto}}
	if versato > 0 {
		e.Spiegazione = append(e.Spiegazione, cds.Versati(versato, prezzo))
	}
	return e
}

// giornoUtile is the day that the law prices. While the proof of the service is missing or in doubt, or
// under a hold, the reduced measure goes on past its term (design, section 4, invariant b).
func (v Verbale) giornoUtile(p lettura.Posizione, giorno calendario.Giorno) (calendario.Giorno, *cds.Passo, error) {
	if p.GiornoZero.IsZero() || p.Provata() && v.Debito != verbale.Sospeso {
		return giorno, nil, nil
	}
	ultimo, err := cds.UltimoGiorno(cds.PagamentoRidotto60, p.GiornoZero)
	if err != nil {
		return giorno, nil, errore(err)
	}
	if !giorno.After(ultimo) {
		return giorno, nil, nil
	}
	passo := cds.Passo{Regola: "PROVA_DELLA_NOTIFICA", Norma: "art. 203 c. 3 CdS",
		Testo: "La prova della notificazione non è confermata: finché non lo è si paga in misura ridotta, senza maggiorazioni."}
	return ultimo, &passo, nil
}

// situazione is what the law prices for a position: utile is the day of the price, giorno the one on
// which it is asked, by which a decision is known.
func (v Verbale) situazione(p lettura.Posizione, spese, versato importo.Cent, utile, giorno calendario.Giorno) (cds.Situazione, error) {
	s := cds.Situazione{Violazioni: v.violazioni, SpeseCent: spese, VersatoCent: versato}
	somma, ordinata := v.ordinata(p, giorno)
	if ordinata {
		s.OrdinanzaPrefetto, s.OrdinataCent = true, somma
	}
	var n int
	var err error
	if ordinata {
		n, err = v.semestriDellOrdine(p, utile)
	} else {
		n, err = s.SemestriAl(p.GiornoZero, utile)
	}
	if err != nil {
		return s, errore(err)
	}
	s.SemestriInRitardo = n
	return s, nil
}

// semestriDellOrdine are the full half-years by which an ordered sum is late: it becomes due on the day
// after the thirty that its service leaves (art. 204 c. 2 CdS; art. 27 c. 6 L. 689/1981). 0 until the
// decision that orders is served.
func (v Verbale) semestriDellOrdine(p lettura.Posizione, giorno calendario.Giorno) (int, error) {
	r, c := v.ordineDi(p, giorno)
	if !c || r.Notificato.IsZero() {
		return 0, nil
	}
	ultimo, err := cds.UltimoGiorno(cds.PagamentoOrdinanza30, r.Notificato)
	if err != nil {
		return 0, err
	}
	return cds.SemestriCompiuti(ultimo.AddDays(1), giorno), nil
}

// ordineDi is the last decision that orders a payment at a position by a day.
func (v Verbale) ordineDi(p lettura.Posizione, giorno calendario.Giorno) (ultimo lettura.Ricorso, c bool) {
	for _, r := range v.Ricorsi {
		if (r.Posizione == uuid.Nil || r.Posizione == p.ID) && ordina(r) && !giorno.Before(r.Deciso) && !r.Deciso.Before(ultimo.Deciso) {
			ultimo, c = r, true
		}
	}
	return ultimo, c
}

// NotificaOrdine is the day on which the decision that orders a payment at a position was served, as a day
// knows it; zero before.
func (v Verbale) NotificaOrdine(posizione uuid.UUID, giorno calendario.Giorno) calendario.Giorno {
	r, _ := v.ordineDi(v.posizione(posizione), giorno)
	return r.Notificato
}

// ordinata is the sum that the decision of an appeal orders, without expenses; where it is not written
// the notice of the order says it, else it is 0: the least that the law allows (art. 204 c. 1 CdS).
func (v Verbale) ordinata(p lettura.Posizione, giorno calendario.Giorno) (somma importo.Cent, c bool) {
	r, c := v.ordineDi(p, giorno)
	if r.ImportoCent > 0 {
		return r.ImportoCent, true
	}
	for _, a := range v.Avvisi {
		if a.Posizione == p.ID && v.ordine(a) && !giorno.Before(v.decisione(a)) {
			somma, c = a.ImportoCent-a.SpeseCent, true
		}
	}
	return somma, c
}

// ordine reports that a notice asks for an ordered sum and was not replaced.
func (v Verbale) ordine(a lettura.Avviso) bool {
	return a.Tipo == cds.Ordinanza && (a.Stato == verbale.AvvisoEmesso || v.pagato(a))
}

// decisione is the day from which the notice of an order counts: that of the first decision of its
// position, else of another's, whose place it took; zero where none is written.
func (v Verbale) decisione(a lettura.Avviso) (giorno calendario.Giorno) {
	sua := false
	for _, r := range v.Ricorsi {
		if r.Deciso.IsZero() || r.Stato == verbale.RicorsoAccolto || r.Stato == verbale.RicorsoInammissibile {
			continue
		}
		questa := r.Posizione == uuid.Nil || r.Posizione == a.Posizione
		if giorno.IsZero() || questa && !sua || questa == sua && r.Deciso.Before(giorno) {
			giorno, sua = r.Deciso, questa
		}
	}
	return giorno
}

// ordina reports that the decision of an appeal orders a payment. Only the prefect's has a sum of its
// own where none is written.
func ordina(r lettura.Ricorso) bool {
	switch r.Stato {
	case verbale.RicorsoNessuno, // an order that answers no appeal (art. 202 c. 3-bis CdS)
		verbale.RicorsoRespinto, verbale.RicorsoRideterminato:
		return !r.Deciso.IsZero() && (r.ImportoCent > 0 || r.Autorita == verbale.Prefetto)
	case verbale.RicorsoDefinitivo:
		return !r.Deciso.IsZero() && r.ImportoCent > 0
	default:
		return false
	}
}

// spese are the expenses of a position: as charged, or as its notices that were not replaced say. Before
// the channel is known they are zero.
func (v Verbale) spese(p lettura.Posizione) importo.Cent {
	massime := p.SpeseCent
	for _, a := range v.Avvisi {
		if a.Posizione == p.ID && a.Stato != verbale.AvvisoSostituito {
			massime = max(massime, a.SpeseCent)
		}
	}
	return massime
}

// pagato reports that somebody paid with this notice: its order rules the price for good.
func (v Verbale) pagato(a lettura.Avviso) bool {
	return slices.ContainsFunc(v.Pagamenti, func(p lettura.Pagamento) bool { return p.Avviso != uuid.Nil && p.Avviso == a.ID && p.Stornato.IsZero() })
}
