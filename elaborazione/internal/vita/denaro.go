package vita

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// denaro: terms and payments.
//
//nolint:gochecknoglobals // a table
var denaro = letti{
	verbale.EventoScontoDecorso: leggiCome(termineDecorso), verbale.EventoRidottoDecorso: leggiCome(termineDecorso),
	verbale.EventoPagamento: leggi[PagamentoRegistrato], verbale.EventoPagamentoStornato: leggi[PagamentoStornato],
	verbale.EventoRimborso: leggiCome(movimento), verbale.EventoSgravio: leggiCome(movimento), verbale.EventoDebitoRipreso: leggiCome(movimento),
	verbale.EventoRateizzazioneConcessa: leggi[Rateizzazione], verbale.EventoRateizzazioneDecaduta: leggiCome(movimento),
}

func (s *Stato) conta(c *Conto) {
	if c != nil {
		s.Conto = *c
	}
}

// TerminiDecorsi says which term an event ends, and which notices die with it.
func TerminiDecorsi(t verbale.TipoEvento) (cds.TipoScadenza, cds.Tipo) {
	if t == verbale.EventoScontoDecorso {
		return cds.PagamentoScontato5, cds.Ridotto30
	}
	return cds.PagamentoRidotto60, cds.Ridotto
}

func (x TermineDecorso) accade(s *Stato, e Evento) {
	tipo, avviso := TerminiDecorsi(x.Quale)
	s.chiudiScadenze(e, func(z Scadenza) bool { return z.Posizione == e.Posizione && z.Tipo == tipo })
	for i, a := range s.Avvisi {
		if a.Posizione == e.Posizione && a.Tipo == avviso && a.Stato == verbale.AvvisoEmesso {
			s.Avvisi[i].Stato = verbale.AvvisoScaduto
		}
	}
	s.conta(x.Conto)
}

// smetti: the debt is closed. A notice that could still be paid is void, and no term moves the debt
// any more.
func (s *Stato) smetti(e Evento) {
	s.annullaAvvisi(func(Avviso) bool { return true })
	s.chiudiScadenze(e, func(Scadenza) bool { return true })
}

// riprendi: the debt is open again, by the will of a person. A person who is out of the fine stays
// out, and an instalment that was paid stays paid.
func (s *Stato) riprendi() {
	for i, a := range s.Avvisi {
		pagato := a.Stato == verbale.AvvisoPagato && a.Tipo != cds.Rata
		if (pagato || a.Stato == verbale.AvvisoAnnullato) && !s.chiusa(a.Posizione) {
			s.Avvisi[i].Stato = verbale.AvvisoEmesso
		}
	}
	for i, z := range s.Scadenze {
		if !s.chiusa(z.Posizione) {
			s.Scadenze[i].Fatta = calendario.Giorno{}
		}
	}
}

func (s *Stato) chiusa(posizione uuid.UUID) bool {
	p, _ := s.Posizione(posizione)
	return p.Chiusa != ""
}

func (s *Stato) chiudiScadenze(e Evento, quali func(Scadenza) bool) {
	for i, z := range s.Scadenze {
		if z.Fatta.IsZero() && quali(z) {
			s.Scadenze[i].Fatta = e.DataLegale
		}
	}
}

// VersatoCent is the sum of the payments not taken back.
func (s Stato) VersatoCent() (totale importo.Cent) {
	for _, p := range s.Pagamenti {
		if p.Stornato.IsZero() {
			totale += p.ImportoCent
		}
	}
	return totale
}

// TermineDecorso says that a term of a position is over; Conto is the account at the new price.
type TermineDecorso struct {
	Quale       verbale.TipoEvento `json:"-"`
	Conto       *Conto             `json:"conto,omitempty"`
	Spiegazione []string           `json:"spiegazione,omitempty"`
}

// PagamentoRegistrato says that money came in. Chiude: it sufficed on its day.
type PagamentoRegistrato struct {
	Pagamento
	Conto       Conto    `json:"conto"`
	Chiude      bool     `json:"chiude"`
	Spiegazione []string `json:"spiegazione,omitempty"`
	// Rate are the notices of the other instalments that the payment completes.
	Rate     []uuid.UUID `json:"rate,omitempty"`
	Pagatore string      `json:"-"` // personal: kept in its table
}

// PagamentoStornato takes a payment back.
type PagamentoStornato struct {
	IDPagamento uuid.UUID `json:"pagamento"`
	Conto       Conto     `json:"conto"`
}

// Movimento is an event about money that only moves the account: refund, write-off, annulment and the
// like.
type Movimento struct {
	Quale       verbale.TipoEvento `json:"-"`
	ImportoCent importo.Cent       `json:"importoCent,omitzero"`
	Conto       *Conto             `json:"conto,omitempty"` // nil: as it was
	Riferimento string             `json:"riferimento,omitempty"`
	Termine     Termine            `json:"termine,omitempty"` // of VERBALE_ESTINTO_TERMINI; empty: TermineNotifica
}

// Termine is the term that ended a fine.
type Termine string

// The two terms: a fine not served in time was never owed (art. 201 c. 5 CdS); a prescribed credit keeps its payments (art. 209
// CdS).
const (
	TermineNotifica     Termine = "NOTIFICA"
	TerminePrescrizione Termine = "PRESCRIZIONE"
)

// Rata is one instalment.
type Rata struct {
	Numero      int               `json:"numero"`
	ImportoCent importo.Cent      `json:"importoCent"`
	Scadenza    calendario.Giorno `json:"scadenza"`
}

// Rateizzazione says that the sum may be paid by instalments (art. 202-bis CdS).
type Rateizzazione struct {
	Rate        []Rata `json:"rate"`
	Conto       *Conto `json:"conto,omitempty"`
	Riferimento string `json:"riferimento,omitempty"`
}

// Tipo is the kind of the event.
func (x TermineDecorso) Tipo() verbale.TipoEvento { return x.Quale }

func termineDecorso(t verbale.TipoEvento) TermineDecorso { return TermineDecorso{Quale: t} }

// Tipo is the kind of the event.
func (PagamentoRegistrato) Tipo() verbale.TipoEvento { return verbale.EventoPagamento }

func (x PagamentoRegistrato) accade(s *Stato, _ Evento) {
	s.Pagamenti = append(s.Pagamenti, x.Pagamento)
	s.Conto = x.Conto
	for i, a := range s.Avvisi {
		if a.ID == x.Avviso && (x.Chiude || a.Tipo == cds.Rata && x.ImportoCent >= a.ImportoCent) || slices.Contains(x.Rate, a.ID) {
			s.Avvisi[i].Stato = verbale.AvvisoPagato
		}
	}
}

// Tipo is the kind of the event.
func (PagamentoStornato) Tipo() verbale.TipoEvento { return verbale.EventoPagamentoStornato }

func (x PagamentoStornato) accade(s *Stato, e Evento) {
	for i, p := range s.Pagamenti {
		if p.ID == x.IDPagamento {
			s.Pagamenti[i].Stornato = e.DataLegale
		}
	}
	s.rendiRate() // by the account of the plan
	s.Conto = x.Conto
	s.rendiPagati()
}

func (x PagamentoStornato) obietta(s Stato, e Evento) error {
	i := slices.IndexFunc(s.Pagamenti, func(p Pagamento) bool { return p.ID == x.IDPagamento })
	if i < 0 || !s.Pagamenti[i].Stornato.IsZero() {
		return Regola("si storna un pagamento del verbale, una volta")
	}
	if e.Causa == "" {
		return Invariante("manca il motivo")
	}
	return nil
}

// Tipo is the kind of the event.
func (x Movimento) Tipo() verbale.TipoEvento { return x.Quale }

func movimento(t verbale.TipoEvento) Movimento { return Movimento{Quale: t} }

func (x Movimento) accade(s *Stato, _ Evento) { s.conta(x.Conto) }

// Tipo is the kind of the event.
func (Rateizzazione) Tipo() verbale.TipoEvento { return verbale.EventoRateizzazioneConcessa }

func (x Rateizzazione) accade(s *Stato, _ Evento) { s.conta(x.Conto) }

func (x PagamentoRegistrato) obietta(s Stato, e Evento) error {
	if x.ID == uuid.Nil || x.ImportoCent <= 0 || x.Data.IsZero() {
		return Regola("un pagamento ha un importo e un giorno")
	}
	if slices.ContainsFunc(s.Pagamenti, func(p Pagamento) bool {
		return p.ID == x.ID || p.Canale == x.Canale && p.Riferimento == x.Riferimento
	}) {
		return Regola("ogni pagamento si registra una volta")
	}
	if s.DebitoChiuso() && e.Apre == nil {
		return Regola("un pagamento quando nulla è dovuto apre un'anomalia")
	}
	return nil
}

// obietta: a term is over on a day after its last one, once.
func (x TermineDecorso) obietta(s Stato, e Evento) error {
	tipo, _ := TerminiDecorsi(x.Quale)
	z, ok := s.Scadenza(e.Posizione, tipo)
	if !ok || !z.Fatta.IsZero() || !e.DataLegale.After(z.Giorno) {
		return Regola("il termine è decorso, e se ne prende atto una volta")
	}
	return nil
}

// EsitoPagamento says what a payment did.
type EsitoPagamento string

// The outcomes of a payment: it closes the debt, is an advance, or is more than was owed.
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

// Risposta says what a recorded payment did.
func (x PagamentoRegistrato) Risposta() RispostaPagamento {
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
