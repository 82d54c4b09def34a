package conseguenze

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Incassa decides what a payment does. e says who records it and why, x the sum, the day and the notice; oggi is the day of the
// account. The payment is priced on its own day at the position of the notice, however old the notice is, else at
// posizionePagante. A sufficient payment closes the debt (art. 202 c. 1 CdS); a smaller one is an advance (art. 389 Reg.). An
// open appeal changes nothing. On a closed debt the payment is excess; while the prefect's order is awaited the money is held
// and a person looks.
func Incassa(s vita.Stato, e vita.Evento, x vita.PagamentoRegistrato, oggi calendario.Giorno) ([]vita.Evento, error) {
	var err error
	if x.Posizione, err = posizionePagante(s, x.Pagamento); err != nil {
		return nil, err
	}
	con := s.Copia()
	con.Pagamenti = append(con.Pagamenti, x.Pagamento)
	esito, err := con.DopoPagamento(s.Conto, x.ImportoCent, oggi)
	if err != nil {
		return nil, err
	}
	x.Conto, x.Spiegazione, x.Rate = esito.Conto, esito.Spiegazione, pagateDa(con, x.Pagamento)
	chiuso := vita.Assi{Debito: esito.Debito}.DebitoChiuso()
	x.Chiude = chiuso && (!s.DebitoChiuso() || esito.Debito == verbale.Pagato)
	e.Apre = daGuardare(s, x, chiuso)
	e.Posizione, e.DataLegale, e.Deciso.Debito, e.Dati = x.Posizione, x.Data, esito.Debito, x
	return Seguito(s, e)
}

// daGuardare is why a person must look at a payment; nil when it does what a payment does.
func daGuardare(s vita.Stato, x vita.PagamentoRegistrato, chiuso bool) *vita.Anomalia {
	versati := "Versati " + x.ImportoCent.Euro() + " " + x.Data.Detto("il")
	switch {
	case s.DebitoChiuso() && x.Chiude:
		return vita.ApriAnomalia(verbale.AnomaliaNonDovuto, versati+", quando il debito era ancora aperto: con quanto era già arrivato bastavano, e lo sgravio non serve più.")
	case s.DebitoChiuso():
		return vita.ApriAnomalia(verbale.AnomaliaNonDovuto, versati+" quando nulla era dovuto: da rimborsare o da attribuire ad altro verbale.")
	case !chiuso && x.Conto.ResiduoCent == 0:
		return vita.ApriAnomalia(verbale.AnomaliaPrimaDellOrdinanza, versati+": una violazione non ammette il pagamento in misura ridotta e il verbale resta aperto finché il prefetto non emette l'ordinanza (art. 202 cc. 3 e 3-bis CdS). La somma è trattenuta.")
	}
	return nil
}

// posizionePagante is the position whose day prices a payment: that of its notice, else that of the plan of instalments, else
// the position served first by that day; before any service, the position with the lowest price.
func posizionePagante(s vita.Stato, x vita.Pagamento) (uuid.UUID, error) {
	for _, a := range s.Avvisi {
		if p, c := s.Posizione(a.Posizione); c && a.ID == x.Avviso && p.Chiusa == "" {
			return p.ID, nil
		}
	}
	return s.Prezzo().Pagante(x.Data)
}

// Seguito gives an event with those that follow in the same change when it closes the debt: enforcement
// has its money, and the fine is over if nothing else is open and no order of the prefect is awaited.
func Seguito(s vita.Stato, e vita.Evento) ([]vita.Evento, error) {
	dopo, err := vita.Applica(s, e)
	if err != nil {
		return nil, err
	}
	eventi := []vita.Evento{e}
	if s.DebitoChiuso() || !dopo.DebitoChiuso() {
		return eventi, nil
	}
	for _, quale := range []verbale.TipoEvento{verbale.EventoCreditoRiscosso, verbale.EventoDefinito} {
		if quale == verbale.EventoDefinito && (dopo.RestaIlConducente() || s.AttendeOrdinanza()) {
			continue
		}
		altro := vita.Evento{DataLegale: e.DataLegale, Attore: e.Attore, Dati: vita.Fatto{Quale: quale}}
		if poi, err := vita.Applica(dopo, altro); err == nil {
			dopo, eventi = poi, append(eventi, altro)
		}
	}
	return eventi, nil
}

// Storna decides what taking a payment back does on the legal day of e: the account is drawn up as if
// the money had never come. A debt that is open again goes back to what it would be, and with it a
// procedure that was over.
func Storna(s vita.Stato, e vita.Evento, pagamento uuid.UUID) ([]vita.Evento, error) {
	senza := s.Copia()
	i := slices.IndexFunc(senza.Pagamenti, func(p vita.Pagamento) bool { return p.ID == pagamento && p.Stornato.IsZero() })
	if i < 0 {
		return nil, problem.CampoNonValido("dati.pagamento", "non è un pagamento del verbale che si possa ancora stornare")
	}
	senza.Pagamenti[i].Stornato = e.DataLegale
	esito, err := senza.ContoAl(e.DataLegale)
	if err != nil {
		return nil, err
	}
	e.Deciso.Debito = esito.Debito
	if s.DebitoChiuso() && !(vita.Assi{Debito: esito.Debito}).DebitoChiuso() {
		if s.Procedura == verbale.Definito {
			e.Deciso.Procedura = s.ProceduraDaPosizioni()
		}
		if s.Riscossione == verbale.Riscosso {
			e.Deciso.Riscossione = verbale.Selezionato
		}
	}
	e.Dati = vita.PagamentoStornato{IDPagamento: pagamento, Conto: esito.Conto}
	return []vita.Evento{e}, nil
}

// Rimborsa decides what giving money back does; it is never more than the excess that is left.
func Rimborsa(s vita.Stato, e vita.Evento, quanto importo.Cent, riferimento string) ([]vita.Evento, error) {
	resta := s.Conto.EccedenzaCent - s.Conto.RimborsatoCent
	if quanto <= 0 || quanto > resta {
		return nil, problem.CampoNonValido("dati.importoCent", "va da 1 centesimo a quanto resta da rimborsare, "+resta.Euro())
	}
	conto := s.Conto
	conto.RimborsatoCent += quanto
	e.Deciso.Debito = conto.Chiuso()
	e.Dati = vita.Movimento{Quale: verbale.EventoRimborso, ImportoCent: quanto, Conto: &conto, Riferimento: riferimento}
	return []vita.Evento{e}, nil
}

// Sgrava decides what giving up the rest does: all that is owed on the legal day of e.
func Sgrava(s vita.Stato, e vita.Evento, riferimento string) ([]vita.Evento, error) {
	esito, err := s.ContoAl(e.DataLegale)
	if err != nil {
		return nil, err
	}
	conto := esito.Conto
	if conto.ResiduoCent == 0 {
		return nil, vita.Invariante("non resta nulla a cui rinunciare")
	}
	resto := conto.ResiduoCent
	conto.SgravatoCent, conto.ResiduoCent = conto.SgravatoCent+resto, 0
	e.Deciso.Debito = verbale.Sgravato
	e.Dati = vita.Movimento{Quale: verbale.EventoSgravio, ImportoCent: resto, Conto: &conto, Riferimento: riferimento}
	return Seguito(s, e)
}

// pagateDa are the instalments that a payment, already in s, completes besides its own: money not taken by a paid instalment
// fills the others in order.
func pagateDa(s vita.Stato, x vita.Pagamento) (ids []uuid.UUID) {
	rate := s.RateInCorso()
	if len(rate) == 0 || s.Debito != verbale.DebitoRateizzato && s.Debito != verbale.Sospeso {
		return nil
	}
	resta := s.IncassatoPer(rate)
	pagata := func(a vita.Avviso) bool {
		return a.Stato == verbale.AvvisoPagato || a.ID == x.Avviso && x.ImportoCent >= a.ImportoCent
	}
	for _, a := range rate {
		if pagata(a) {
			resta -= a.ImportoCent
		}
	}
	for _, a := range rate {
		if pagata(a) {
			continue
		}
		if resta -= a.ImportoCent; resta < 0 {
			break
		}
		ids = append(ids, a.ID)
	}
	return ids
}
