package cds

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Situazione is the money side of a fine for one position. The caller decides whether an appeal, a
// hold or a doubtful service stops the debt; here is only what the law computes.
type Situazione struct {
	Violazioni []Violazione
	// SpeseCent are the expenses of ascertainment and service (art. 201 c. 4).
	SpeseCent importo.Cent
	// VersatoCent was paid so far without closing the debt.
	VersatoCent importo.Cent
	// SemestriInRitardo are the full half-years since the sum became due (SemestriAl, SemestriCompiuti).
	SemestriInRitardo int
	// OrdinanzaPrefetto says that the prefect rejected the appeal or ordered the payment.
	OrdinanzaPrefetto bool
	// OrdinataCent is the sum the order names, without expenses; 0 takes the least the law allows.
	OrdinataCent importo.Cent
}

// EsitoDovuto holds the sums due on a day. TotaleCent = SanzioneCent + MaggiorazioneCent + TariffaCent + SpeseCent, and
// VersatoCent - EccedenzaCent + DovutoCent = TotaleCent.
type EsitoDovuto struct {
	DovutoCent        importo.Cent `json:"dovutoCent"`
	Tipo              Tipo         `json:"tipo"`
	SanzioneCent      importo.Cent `json:"sanzioneCent"`
	MaggiorazioneCent importo.Cent `json:"maggiorazioneCent"`
	// TariffaCent is the evaded tariff (art. 7 c. 15): neither discounted nor increased. A sum that the prefect wrote
	// holds it already.
	TariffaCent   importo.Cent `json:"tariffaCent,omitempty"`
	SpeseCent     importo.Cent `json:"speseCent"`
	TotaleCent    importo.Cent `json:"totaleCent"`
	VersatoCent   importo.Cent `json:"versatoCent"`
	EccedenzaCent importo.Cent `json:"eccedenzaCent"`
	// Spiegazione adds up to DovutoCent.
	Spiegazione []Passo `json:"spiegazione"`
	// Avvertenze are for the office; Note are those of them that concern who pays too, and the only ones to
	// show to a citizen.
	Avvertenze []string `json:"avvertenze"`
	Note       []string `json:"-"`
}

// Dovuto is the sum that closes the debt the given number of days after service; nil is a fine not
// served yet, priced as day 0. It counts plain days: where the terms may end on a holiday use
// DovutoAl. The error is an *Errore.
func Dovuto(s Situazione, giorniDallaNotifica *int) (EsitoDovuto, error) {
	giorni := 0
	if giorniDallaNotifica != nil {
		giorni = *giorniDallaNotifica
	}
	if giorni < 0 {
		return EsitoDovuto{}, errore("giorniDallaNotifica", "non può essere negativo")
	}
	fase := Intero
	switch {
	case giorni <= GiorniScontato:
		fase = Ridotto30
	case giorni <= GiorniRidotto:
		fase = Ridotto
	}
	c, err := s.conta(fase)
	if err != nil {
		return EsitoDovuto{}, err
	}
	sp := nuovaSpiegazione()
	if giorniDallaNotifica == nil {
		sp.nonNotificato()
	} else {
		sp.passo("GIORNI_DALLA_NOTIFICA", "artt. 202 c. 1, 203 c. 3 CdS",
			trascorsi(giorni)+" dalla contestazione o notificazione.")
	}
	return c.spiega(&sp), nil
}

func trascorsi(giorni int) string {
	if giorni == 1 {
		return "È trascorso 1 giorno"
	}
	return "Sono trascorsi " + strconv.Itoa(giorni) + " giorni"
}

// DovutoAl is the sum that closes the debt on a day, for a position served on notifica (zero: not
// served yet). The terms of five and sixty days end as Scadenza says, holidays included. A day before
// service is priced as day 0. The error is an *Errore.
func DovutoAl(s Situazione, notifica, giorno calendario.Giorno) (EsitoDovuto, error) {
	c, t, err := s.contaAl(notifica, giorno)
	if err != nil {
		return EsitoDovuto{}, err
	}
	sp := nuovaSpiegazione()
	switch {
	case t.scontato.IsZero():
		sp.nonNotificato()
	case s.OrdinanzaPrefetto:
		sp.giorno("TERMINI_DI_PAGAMENTO", "art. 204 cc. 1 e 2 CdS",
			"Notificazione "+notifica.Detto("del")+": vale la somma dell'ordinanza; importo calcolato "+giorno.Detto("al")+".", giorno)
	default:
		sp.giorno("TERMINI_DI_PAGAMENTO", "artt. 202 c. 1, 203 c. 3 CdS",
			"Notificazione "+notifica.Detto("del")+": pagamento scontato fino "+t.scontato.Detto("al")+
				", in misura ridotta fino "+t.ridotto.Detto("al")+"; importo calcolato "+giorno.Detto("al")+".", giorno)
	}
	return c.spiega(&sp), nil
}

// SommaDovutaAl gives the figures of DovutoAl and no words, for a caller who asks inside a lot: Spiegazione,
// Avvertenze and Note are nil. The error is an *Errore.
func SommaDovutaAl(s Situazione, notifica, giorno calendario.Giorno) (EsitoDovuto, error) {
	c, _, err := s.contaAl(notifica, giorno)
	return c.esito, err
}

// contaAl prices the fine on a day; the terms are zero while it is not served.
func (s Situazione) contaAl(notifica, giorno calendario.Giorno) (conto, termini, error) {
	if giorno.IsZero() {
		return conto{}, termini{}, errore("giorno", "manca")
	}
	if notifica.IsZero() || giorno.Before(notifica) {
		c, err := s.conta(Ridotto30)
		return c, termini{}, err
	}
	t, err := terminiDa(notifica)
	if err != nil {
		return conto{}, t, err
	}
	c, err := s.conta(t.fase(giorno))
	if !s.OrdinanzaPrefetto {
		c.sorto = t.ridotto.AddDays(1)
	}
	return c, t, err
}

// termini are the last useful days of the two reduced payments (art. 202 c. 1).
type termini struct{ scontato, ridotto calendario.Giorno }

// terminiDa counts them without words.
func terminiDa(notifica calendario.Giorno) (t termini, err error) {
	if t.scontato, err = UltimoGiorno(PagamentoScontato5, notifica); err != nil {
		return termini{}, errore("notifica", err.Error())
	}
	if t.ridotto, err = UltimoGiorno(PagamentoRidotto60, notifica); err != nil {
		return termini{}, errore("notifica", err.Error())
	}
	return t, nil
}

// fase is what a payment of the day costs, before an order or an exclusion changes it.
func (t termini) fase(giorno calendario.Giorno) Tipo {
	switch {
	case !giorno.After(t.scontato):
		return Ridotto30
	case !giorno.After(t.ridotto):
		return Ridotto
	}
	return Intero
}
