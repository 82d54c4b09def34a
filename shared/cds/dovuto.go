package cds

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// maxSemestri caps the late increase at three fifths (art. 27 c. 6 L. 689/1981 as applied to road
// fines by L. 177/2024).
const maxSemestri = 6

// Situazione is the money side of a fine for one position. The caller decides whether an appeal, a
// hold or a doubtful service stops the debt; here is only what the law computes.
type Situazione struct {
	Violazioni []Violazione
	// SpeseCent are the expenses of ascertainment and service (art. 201 c. 4).
	SpeseCent importo.Cent
	// VersatoCent was paid so far without closing the debt.
	VersatoCent importo.Cent
	// SemestriInRitardo are the full half-years since the sum became due (SemestriCompiuti).
	SemestriInRitardo int
	// OrdinanzaPrefetto says that the prefect rejected the appeal or ordered the payment.
	OrdinanzaPrefetto bool
	// OrdinataCent is the sum the order names, without expenses; 0 takes the least the law allows.
	OrdinataCent importo.Cent
}

// EsitoDovuto is what is due on a day. TotaleCent = SanzioneCent + MaggiorazioneCent + SpeseCent, and
// VersatoCent - EccedenzaCent + DovutoCent = TotaleCent.
type EsitoDovuto struct {
	DovutoCent        importo.Cent `json:"dovutoCent"`
	Tipo              Tipo         `json:"tipo"`
	SanzioneCent      importo.Cent `json:"sanzioneCent"`
	MaggiorazioneCent importo.Cent `json:"maggiorazioneCent"`
	SpeseCent         importo.Cent `json:"speseCent"`
	TotaleCent        importo.Cent `json:"totaleCent"`
	VersatoCent       importo.Cent `json:"versatoCent"`
	EccedenzaCent     importo.Cent `json:"eccedenzaCent"`
	// Spiegazione adds up to DovutoCent.
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
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
	var sp spiegazione
	tipo := Intero
	switch {
	case giorni <= GiorniScontato:
		tipo = Ridotto30
	case giorni <= GiorniRidotto:
		tipo = Ridotto
	}
	if giorniDallaNotifica == nil {
		sp.nonNotificato()
	} else {
		sp.passo("GIORNI_DALLA_NOTIFICA", "artt. 202 c. 1, 203 c. 3 CdS",
			fmt.Sprintf("Sono trascorsi %d giorni dalla contestazione o notificazione.", giorni))
	}
	return s.dovuto(tipo, &sp)
}

// DovutoAl is the sum that closes the debt on a day, for a position served on notifica (zero: not
// served yet). The terms of five and sixty days end as Scadenza says, holidays included. A day before
// service is priced as day 0. The error is an *Errore.
func DovutoAl(s Situazione, notifica, giorno calendario.Giorno) (EsitoDovuto, error) {
	var sp spiegazione
	if giorno.IsZero() {
		return EsitoDovuto{}, errore("giorno", "manca")
	}
	if notifica.IsZero() || giorno.Before(notifica) {
		sp.nonNotificato()
		return s.dovuto(Ridotto30, &sp)
	}
	cinque, err := Scadenza(RichiestaScadenza{Tipo: PagamentoScontato5, Decorrenza: notifica})
	if err != nil {
		return EsitoDovuto{}, err
	}
	sessanta, err := Scadenza(RichiestaScadenza{Tipo: PagamentoRidotto60, Decorrenza: notifica})
	if err != nil {
		return EsitoDovuto{}, err
	}
	tipo := Intero
	switch {
	case !giorno.After(cinque.Scadenza):
		tipo = Ridotto30
	case !giorno.After(sessanta.Scadenza):
		tipo = Ridotto
	}
	sp.giorno("TERMINI_DI_PAGAMENTO", "artt. 202 c. 1, 203 c. 3 CdS", fmt.Sprintf(
		"Notificazione del %s: pagamento scontato fino al %s, in misura ridotta fino al %s; importo calcolato al %s.",
		notifica.Italiano(), cinque.Scadenza.Italiano(), sessanta.Scadenza.Italiano(), giorno.Italiano()), giorno)
	return s.dovuto(tipo, &sp)
}

func (s *spiegazione) nonNotificato() {
	s.passo("NON_NOTIFICATO", "art. 202 c. 1 CdS",
		"Il verbale non è ancora notificato: si applica l'importo del giorno della notificazione.")
}

// dovuto prices the fine in the phase that tipo names (Ridotto30, Ridotto or Intero).
func (s Situazione) dovuto(tipo Tipo, sp *spiegazione) (EsitoDovuto, error) {
	v, err := valuta(s.Violazioni, sp)
	if err != nil {
		return EsitoDovuto{}, err
	}
	tipo = s.tipo(tipo, v)
	if err := s.verifica(tipo); err != nil {
		return EsitoDovuto{}, err
	}
	if !v.pagabile() && (tipo != Ordinanza || !v.perPrefetto()) {
		return s.nessunaSomma(v, sp), nil
	}
	e := EsitoDovuto{Tipo: tipo, SpeseCent: s.SpeseCent, VersatoCent: s.VersatoCent}
	if e.SanzioneCent, err = s.sanzione(v, tipo, sp); err != nil {
		return EsitoDovuto{}, err
	}
	e.MaggiorazioneCent = s.maggiorazione(e.SanzioneCent, sp)
	if s.SemestriInRitardo > 0 {
		e.Tipo = InteroMaggiorato
	}
	sp.spese(s.SpeseCent)
	return e.chiudi(sp), nil
}

// tipo corrects the phase: an order replaces it, and without any discount there is no RIDOTTO_30.
func (s Situazione) tipo(tipo Tipo, v valutate) Tipo {
	switch {
	case s.OrdinanzaPrefetto:
		return Ordinanza
	case tipo == Ridotto30 && !v.conSconto():
		return Ridotto
	}
	return tipo
}

func (s Situazione) verifica(tipo Tipo) error {
	somme := []struct {
		campo string
		cent  importo.Cent
	}{{"speseCent", s.SpeseCent}, {"versatoCent", s.VersatoCent}, {"ordinataCent", s.OrdinataCent}}
	for _, x := range somme {
		if err := verificaSomma(x.campo, x.cent); err != nil {
			return err
		}
	}
	switch {
	case s.OrdinataCent != 0 && !s.OrdinanzaPrefetto:
		return errore("ordinataCent", "è indicata senza ordinanza del prefetto")
	case s.SemestriInRitardo < 0 || s.SemestriInRitardo > 1000:
		return errore("semestriInRitardo", "deve essere compreso tra 0 e 1000")
	case s.SemestriInRitardo > 0 && tipo != Intero && tipo != Ordinanza:
		return errore("semestriInRitardo", "la maggiorazione presuppone scaduti i 60 giorni o un'ordinanza")
	}
	return nil
}

// sanzione is the sum without increase and expenses.
func (s Situazione) sanzione(v valutate, tipo Tipo, sp *spiegazione) (importo.Cent, error) {
	if s.OrdinataCent == 0 {
		return v.sanzione(tipo, sp), nil
	}
	var scarto spiegazione
	if minimo := v.sanzione(Ordinanza, &scarto); s.OrdinataCent < minimo {
		return 0, errore("ordinataCent", "è inferiore al doppio del minimo, "+minimo.Euro()+" (art. 204 c. 1 CdS)")
	}
	sp.somma("SOMMA_ORDINATA", "art. 204 c. 1 CdS",
		fmt.Sprintf("Somma indicata nell'ordinanza del prefetto: %s.", s.OrdinataCent.Euro()), s.OrdinataCent)
	return s.OrdinataCent, nil
}

// maggiorazione is one tenth of the sanction per full half-year, six at most, expenses left out.
func (s Situazione) maggiorazione(base importo.Cent, sp *spiegazione) importo.Cent {
	if s.SemestriInRitardo == 0 {
		return 0
	}
	n := min(s.SemestriInRitardo, maxSemestri)
	c := decimi(base, n)
	sp.somma("MAGGIORAZIONE_RITARDO", "art. 27 c. 6 L. 689/1981; L. 177/2024", fmt.Sprintf(
		"Un decimo di %s per %d semestri compiuti di ritardo: %s.", base.Euro(), n, c.Euro()), c)
	if s.SemestriInRitardo > maxSemestri {
		sp.avverti(fmt.Sprintf("La maggiorazione è limitata a tre quinti (%s); senza il limite della L. 177/2024 sarebbe di %s. Per i debiti sorti prima del 14/12/2024 la disciplina transitoria non è certa: decide l'agente della riscossione.",
			c.Euro(), decimi(base, s.SemestriInRitardo).Euro()))
	}
	return c
}

// decimi is n tenths, rounded once. verificaSomma bounds the base, so no product leaves 64 bits.
func decimi(base importo.Cent, n int) importo.Cent {
	c, err := base.Per(importo.Frazione{Num: int64(n), Den: 10})
	if err != nil {
		return 0
	}
	return c
}

// chiudi takes off what was paid and explains.
func (e EsitoDovuto) chiudi(sp *spiegazione) EsitoDovuto {
	e.TotaleCent = importo.Somma(e.SanzioneCent, e.MaggiorazioneCent, e.SpeseCent)
	e.DovutoCent = e.TotaleCent.Meno(e.VersatoCent)
	e.EccedenzaCent = e.VersatoCent.Meno(e.TotaleCent)
	if e.VersatoCent > 0 {
		sp.somma("VERSATO", "art. 389 Reg.", fmt.Sprintf("Già versati %s, in acconto su %s.",
			e.VersatoCent.Euro(), e.TotaleCent.Euro()), e.DovutoCent-e.TotaleCent)
	}
	if e.EccedenzaCent > 0 {
		sp.passo("ECCEDENZA", "art. 2033 c.c.", fmt.Sprintf("Versati %s più del dovuto.", e.EccedenzaCent.Euro()))
	}
	e.Spiegazione, e.Avvertenze = sp.passi, sp.elenco()
	return e
}

// nessunaSomma is the answer while no violation of the fine admits a reduced payment and the prefect
// has not ordered yet, or where all are offences: no sum exists, whatever was paid is in excess.
func (s Situazione) nessunaSomma(v valutate, sp *spiegazione) EsitoDovuto {
	if v.perPrefetto() {
		sp.passo("ATTESA_ORDINANZA", "art. 202 c. 3-bis CdS", "Nessuna somma è dovuta finché il prefetto non emette l'ordinanza.")
	} else {
		sp.passo("NESSUNA_SOMMA", "art. 220 CdS", "Nessuna somma amministrativa è dovuta.")
	}
	return EsitoDovuto{Tipo: Ordinanza, VersatoCent: s.VersatoCent}.chiudi(sp)
}

// SemestriCompiuti counts the full half-years from the day the sum became due (day 61 after
// service) to the given day; part of a half-year does not count.
func SemestriCompiuti(esigibile, giorno calendario.Giorno) int {
	n := 0
	for !esigibile.IsZero() && n < 1000 && !esigibile.AddMonths(6*(n+1)).After(giorno) {
		n++
	}
	return n
}
