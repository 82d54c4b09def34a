package verbale

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// EsitoPagamento says what a payment did.
type EsitoPagamento string

// What a payment may do: close the debt, be an advance, or be more than was owed.
const (
	PagamentoChiude    EsitoPagamento = "CHIUSO"
	PagamentoParziale  EsitoPagamento = "PARZIALE"
	PagamentoEccedente EsitoPagamento = "ECCEDENZA"
)

// RispostaPagamento is the first answer to a payment, given again when it comes again. Sums are cents.
type RispostaPagamento struct {
	Esito         EsitoPagamento `json:"esito"`
	ResiduoCent   int64          `json:"residuoCent"`
	EccedenzaCent int64          `json:"eccedenzaCent"`
}

// Kinds of the anomalies that money opens: nobody owed it, or it waits for the order of the prefect.
const (
	anomaliaPagamento = "PAGAMENTO_NON_DOVUTO"
	anomaliaOrdinanza = "PAGAMENTO_PRIMA_DELL_ORDINANZA"
)

// risposta says what a recorded payment did.
func (x PagamentoRegistrato) risposta() RispostaPagamento {
	r := RispostaPagamento{Esito: PagamentoChiude, ResiduoCent: int64(x.Conto.ResiduoCent), EccedenzaCent: int64(x.Conto.EccedenzaCent)}
	switch {
	case x.Conto.ResiduoCent > 0:
		r.Esito = PagamentoParziale
	case x.Conto.EccedenzaCent > 0:
		r.Esito = PagamentoEccedente
	case !x.Chiude:
		r.Esito = PagamentoParziale // all that could be asked so far: an order is still to come
	}
	return r
}

// incassa decides what a payment does: e says who records it and why, x how much came in, on which day
// and by which notice; oggi is the day of the account. Priced on its own day at the position of the
// notice, however old the notice is, else at the one that the fine itself tells (posizionePagante): if it
// suffices it closes the debt (art. 202 c. 1 CdS), otherwise it is an advance (art. 389 Reg.). An open
// appeal changes nothing. On a closed debt it is excess, and while the order of the prefect is awaited it
// is held: a person looks.
func incassa(s Stato, e Evento, x PagamentoRegistrato, oggi calendario.Giorno) ([]Evento, error) {
	var err error
	if x.Posizione, err = s.posizionePagante(x.Pagamento); err != nil {
		return nil, err
	}
	con := s.copia()
	con.Pagamenti = append(con.Pagamenti, x.Pagamento)
	esito, err := con.dopoPagamento(s.Conto, x.ImportoCent, oggi)
	if err != nil {
		return nil, err
	}
	x.Conto, x.Spiegazione, x.Rate = esito.Conto, esito.Spiegazione, con.pagateDa(x.Pagamento)
	chiuso := Assi{Debito: esito.Debito}.DebitoChiuso()
	x.Chiude = chiuso && (!s.DebitoChiuso() || esito.Debito == Pagato)
	e.Apre = s.daGuardare(x, chiuso)
	e.Posizione, e.DataLegale, e.Deciso.Debito, e.Dati = x.Posizione, x.Data, esito.Debito, x
	return seguito(s, e)
}

// daGuardare is why a person must look at a payment; nil when it does what a payment does.
func (s Stato) daGuardare(x PagamentoRegistrato, chiuso bool) *Anomalia {
	versati := "Versati " + x.ImportoCent.Euro() + " " + x.Data.Detto("il")
	switch {
	case s.DebitoChiuso() && x.Chiude:
		return apriAnomalia(anomaliaPagamento, versati+", quando il debito era ancora aperto: con quanto era già arrivato bastavano, e lo sgravio non serve più.")
	case s.DebitoChiuso():
		return apriAnomalia(anomaliaPagamento, versati+" quando nulla era dovuto: da rimborsare o da attribuire ad altro verbale.")
	case !chiuso && x.Conto.ResiduoCent == 0:
		return apriAnomalia(anomaliaOrdinanza, versati+": una violazione non ammette il pagamento in misura ridotta e il verbale resta aperto finché il prefetto non emette l'ordinanza (art. 202 cc. 3 e 3-bis CdS). La somma è trattenuta.")
	}
	return nil
}

// posizionePagante is the position whose day prices a payment: that of its notice, else that of the plan of
// instalments, else the one served first by that day; before any service the one that owes least.
func (s Stato) posizionePagante(x Pagamento) (uuid.UUID, error) {
	for _, a := range s.Avvisi {
		if p, c := s.Posizione(a.Posizione); c && a.ID == x.Avviso && p.Chiusa == "" {
			return p.ID, nil
		}
	}
	id, err := s.daPrezzare().Pagante(x.Data)
	if err != nil || id == "" {
		return uuid.Nil, err
	}
	return uuid.Parse(id)
}

// seguito gives an event with those that follow in the same change when it closes the debt: enforcement
// has its money, and the fine is over if nothing else is open and no order of the prefect is awaited.
func seguito(s Stato, e Evento) ([]Evento, error) {
	dopo, err := Applica(s, e)
	if err != nil {
		return nil, err
	}
	eventi := []Evento{e}
	if s.DebitoChiuso() || !dopo.DebitoChiuso() {
		return eventi, nil
	}
	for _, quale := range []Tipo{EventoCreditoRiscosso, EventoDefinito} {
		if quale == EventoDefinito && (dopo.restaIlConducente() || s.attendeOrdinanza()) {
			continue
		}
		altro := Evento{DataLegale: e.DataLegale, Attore: e.Attore, Dati: Fatto{Quale: quale}}
		if poi, err := Applica(dopo, altro); err == nil {
			dopo, eventi = poi, append(eventi, altro)
		}
	}
	return eventi, nil
}

// storna decides what taking a payment back does on the legal day of e: the account is drawn up as if
// the money had never come. A debt that is open again goes back to what it would be, and with it a
// procedure that was over.
func storna(s Stato, e Evento, pagamento uuid.UUID) ([]Evento, error) {
	senza := s.copia()
	i := slices.IndexFunc(senza.Pagamenti, func(p Pagamento) bool { return p.ID == pagamento && p.Stornato.IsZero() })
	if i < 0 {
		return nil, problem.CampoNonValido("dati.pagamento", "non è un pagamento del verbale che si possa ancora stornare")
	}
	senza.Pagamenti[i].Stornato = e.DataLegale
	esito, err := senza.ContoAl(e.DataLegale)
	if err != nil {
		return nil, err
	}
	e.Deciso.Debito = esito.Debito
	if s.DebitoChiuso() && !(Assi{Debito: esito.Debito}).DebitoChiuso() {
		if s.Procedura == Definito {
			e.Deciso.Procedura = s.proceduraDaPosizioni()
		}
		if s.Riscossione == Riscosso {
			e.Deciso.Riscossione = Selezionato
		}
	}
	e.Dati = PagamentoStornato{IDPagamento: pagamento, Conto: esito.Conto}
	return []Evento{e}, nil
}

// proceduraDaPosizioni is where a procedure goes on that was thought to be over.
func (s Stato) proceduraDaPosizioni() Procedura {
	if s.TutteServite() {
		return Notificato
	}
	aperte := slices.DeleteFunc(slices.Clone(s.Posizioni), func(p Posizione) bool { return !p.Aperta() })
	conAtto := slices.ContainsFunc(aperte, func(p Posizione) bool { return p.Atto != uuid.Nil })
	_, servita := s.Servita()
	switch {
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return n.Stato == NotificaInCorso }), servita:
		return InNotifica
	case !conAtto:
		return Validato
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return n.Stato == NotificaFallita }):
		return NonNotificabile
	}
	return ConAtto
}

// rimborsa decides what giving money back does; it is never more than the excess that is left.
func rimborsa(s Stato, e Evento, quanto importo.Cent, riferimento string) ([]Evento, error) {
	resta := s.Conto.EccedenzaCent - s.Conto.RimborsatoCent
	if quanto <= 0 || quanto > resta {
		return nil, problem.CampoNonValido("dati.importoCent", "va da 1 centesimo a quanto resta da rimborsare, "+resta.Euro())
	}
	conto := s.Conto
	conto.RimborsatoCent += quanto
	e.Deciso.Debito = conto.chiuso()
	e.Dati = Movimento{Quale: EventoRimborso, ImportoCent: quanto, Conto: &conto, Riferimento: riferimento}
	return []Evento{e}, nil
}

// sgrava decides what giving up the rest does: all that is owed on the legal day of e.
func sgrava(s Stato, e Evento, riferimento string) ([]Evento, error) {
	esito, err := s.ContoAl(e.DataLegale)
	if err != nil {
		return nil, err
	}
	conto := esito.Conto
	if conto.ResiduoCent == 0 {
		return nil, invariante("non resta nulla a cui rinunciare")
	}
	resto := conto.ResiduoCent
	conto.SgravatoCent, conto.ResiduoCent = conto.SgravatoCent+resto, 0
	e.Deciso.Debito = Sgravato
	e.Dati = Movimento{Quale: EventoSgravio, ImportoCent: resto, Conto: &conto, Riferimento: riferimento}
	return seguito(s, e)
}

// rendiPagati: a notice whose money was taken back was not paid; while the debt is closed it is void.
func (s *Stato) rendiPagati() {
	for i, a := range s.Avvisi {
		pagato := slices.ContainsFunc(s.Pagamenti, func(p Pagamento) bool { return p.Avviso == a.ID && p.Stornato.IsZero() })
		if a.Stato == AvvisoPagato && a.Tipo != cds.Rata && s.DebitoChiuso() && !pagato {
			s.Avvisi[i].Stato = AvvisoAnnullato
		}
	}
}
