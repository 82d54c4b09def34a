package cds

import (
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// Giorni of the two reduced payments, counted from contestazione or notificazione (art. 202 c. 1).
const (
	GiorniScontato = 5
	GiorniRidotto  = 60
)

// Avviso is the amount of one payment notice of a fine.
type Avviso struct {
	Tipo Tipo `json:"tipo"`
	// ImportoCent is the whole sum of the notice, expenses included.
	ImportoCent importo.Cent `json:"importoCent"`
	// SpeseCent is the part of it that is expenses, never discounted.
	SpeseCent importo.Cent `json:"speseCent"`
	// Giorni is how long the notice is good, from service.
	Giorni int `json:"giorni"`
	// Spiegazione adds up to ImportoCent.
	Spiegazione []Passo `json:"spiegazione"`
}

// EsitoAvvisi lists the notices of a fine.
type EsitoAvvisi struct {
	// Avvisi holds RIDOTTO_30 and RIDOTTO, RIDOTTO alone where no violation admits the discount, and
	// nothing where no violation admits the reduced payment.
	Avvisi []Avviso `json:"avvisi"`
	// Escluse are the codes of the violations that no notice covers (art. 202 c. 3, c. 3-bis).
	Escluse     []string `json:"escluse,omitempty"`
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// Avvisi computes the notices to issue when a fine is validated: each violation follows its own
// rule, is rounded once and then summed. A violation without discount enters RIDOTTO_30 with its
// minimum; one without reduced payment stays out of both, with a warning. Expenses enter each
// notice once. The error is an *Errore.
func Avvisi(violazioni []Violazione, speseCent importo.Cent) (EsitoAvvisi, error) {
	var s spiegazione
	v, err := valuta(violazioni, &s)
	if err != nil {
		return EsitoAvvisi{}, err
	}
	if err := verificaSomma("speseCent", speseCent); err != nil {
		return EsitoAvvisi{}, err
	}
	esito := EsitoAvvisi{Avvisi: []Avviso{}, Escluse: v.escluse}
	if v.pagabile() && v.conSconto() {
		esito.Avvisi = append(esito.Avvisi, v.avviso(Ridotto30, GiorniScontato, speseCent))
	}
	if v.pagabile() {
		esito.Avvisi = append(esito.Avvisi, v.avviso(Ridotto, GiorniRidotto, speseCent))
	}
	esito.Spiegazione, esito.Avvertenze = s.passi, s.elenco()
	return esito, nil
}

// voce is one violation with its band computed.
type voce struct {
	Violazione
	fascia Fascia
}

// valutate are the violations of a fine, banded, and the codes of those without reduced payment.
type valutate struct {
	voci    []voce
	escluse []string
}

// valuta bands every violation and explains how, with the warnings of the mixed cases.
func valuta(violazioni []Violazione, s *spiegazione) (valutate, error) {
	if len(violazioni) == 0 {
		return valutate{}, errore("violazioni", "serve almeno una violazione")
	}
	var v valutate
	for i, violazione := range violazioni {
		f, err := violazione.Fascia()
		if err != nil {
			return valutate{}, dentro(fmt.Sprintf("violazioni[%d].", i), err)
		}
		violazione.spiega(f, s)
		v.voci = append(v.voci, voce{violazione, f})
		if violazione.esclusa() {
			v.escluse = append(v.escluse, violazione.Codice)
		}
	}
	v.avverti(s)
	return v, nil
}

func (v valutate) avverti(s *spiegazione) {
	if len(v.escluse) > 0 {
		s.passo("PAGAMENTO_RIDOTTO_ESCLUSO", "art. 202 cc. 3 e 3-bis CdS; art. 220 CdS",
			fmt.Sprintf("Non è ammesso il pagamento in misura ridotta per: %s.", strings.Join(v.escluse, ", ")))
	}
	if v.conReato() {
		s.avverti("Una violazione è reato: se ne riferisce al pubblico ministero (art. 220 CdS; art. 347 c.p.p.) e nessuna somma va indicata.")
	}
	if v.perPrefetto() {
		s.avverti("Il verbale per le violazioni che non ammettono il pagamento in misura ridotta va trasmesso al prefetto entro dieci giorni e non indica alcuna somma (art. 202 c. 3-bis CdS).")
	}
	if len(v.escluse) > 0 && v.pagabile() {
		s.avverti("Il pagamento degli avvisi estingue soltanto le violazioni che ammettono il pagamento in misura ridotta.")
	}
	if v.pagabile() && v.conSconto() && v.senzaSconto() {
		s.avverti("La riduzione del 30 % vale soltanto per le violazioni che la ammettono; le altre entrano nell'avviso con il minimo intero.")
	}
}

func (v valutate) pagabile() bool { return len(v.escluse) < len(v.voci) }

func (v valutate) conSconto() bool {
	return slices.ContainsFunc(v.voci, func(x voce) bool { return x.Sconto30 && !x.esclusa() })
}

func (v valutate) senzaSconto() bool {
	return slices.ContainsFunc(v.voci, func(x voce) bool { return !x.Sconto30 && !x.esclusa() })
}

func (v valutate) conReato() bool {
	return slices.ContainsFunc(v.voci, func(x voce) bool { return x.Reato })
}

// perPrefetto: some violation is administrative and yet without reduced payment.
func (v valutate) perPrefetto() bool {
	return slices.ContainsFunc(v.voci, func(x voce) bool { return x.SenzaPagamentoRidotto && !x.Reato })
}

// avviso sums one notice.
func (v valutate) avviso(tipo Tipo, giorni int, spese importo.Cent) Avviso {
	var s spiegazione
	totale := importo.Somma(v.sanzione(tipo, &s), spese)
	s.spese(spese)
	return Avviso{Tipo: tipo, ImportoCent: totale, SpeseCent: spese, Giorni: giorni, Spiegazione: s.passi}
}

// sanzione sums the part of every violation in the given amount and explains each.
func (v valutate) sanzione(tipo Tipo, s *spiegazione) importo.Cent {
	var totale importo.Cent
	for _, x := range v.voci {
		if x.Reato || x.SenzaPagamentoRidotto && tipo != Ordinanza {
			continue
		}
		totale += x.sanzione(tipo, s)
	}
	return totale
}

// sanzione is the sum of one violation in the given amount.
func (x voce) sanzione(tipo Tipo, s *spiegazione) importo.Cent {
	minimo, massimo := x.fascia.Minimo(), x.fascia.Massimo()
	switch {
	case tipo == Ridotto30 && x.Sconto30:
		c := x.fascia.Scontato()
		s.somma("SCONTO_30", "art. 202 c. 1 CdS",
			fmt.Sprintf("%s: minimo %s ridotto del 30 %%: %s.", x.nome(), minimo.Euro(), c.Euro()), c)
		return c
	case tipo == Ridotto30 || tipo == Ridotto:
		s.somma("MISURA_RIDOTTA", "art. 202 c. 1 CdS",
			fmt.Sprintf("%s: misura ridotta pari al minimo, %s.", x.nome(), minimo.Euro()), minimo)
		return minimo
	case tipo == Ordinanza:
		c := x.fascia.DoppioMinimo()
		s.somma("DOPPIO_DEL_MINIMO", "art. 204 c. 1 CdS",
			fmt.Sprintf("%s: ordinanza non inferiore al doppio del minimo di %s: %s.", x.nome(), minimo.Euro(), c.Euro()), c)
		return c
	default:
		c := x.fascia.MetaMassimo()
		s.somma("META_DEL_MASSIMO", "art. 203 c. 3 CdS",
			fmt.Sprintf("%s: metà del massimo di %s: %s.", x.nome(), massimo.Euro(), c.Euro()), c)
		if c < minimo {
			s.avverti(fmt.Sprintf("%s: la metà del massimo (%s) è inferiore alla misura ridotta (%s); così risulta dalla legge, verificare gli importi.",
				x.nome(), c.Euro(), minimo.Euro()))
		}
		return c
	}
}

func (s *spiegazione) spese(spese importo.Cent) {
	if spese == 0 {
		s.passo("SPESE", "art. 201 c. 4 CdS", "Spese di accertamento e notificazione: non ancora note o non dovute.")
		return
	}
	s.somma("SPESE", "art. 201 c. 4 CdS",
		fmt.Sprintf("Spese di accertamento e notificazione, mai scontate: %s.", spese.Euro()), spese)
}

// elenco is never nil: an empty list is [] in JSON.
func (s *spiegazione) elenco() []string {
	if s.avvertenze == nil {
		return []string{}
	}
	return s.avvertenze
}

func verificaSomma(campo string, c importo.Cent) error {
	if c < 0 || c > massimoCent {
		return errore(campo, "deve essere compreso tra 0 e 10 miliardi di euro")
	}
	return nil
}

// dentro puts the path of the list before the field of the error.
func dentro(prefisso string, err error) error {
	if e, ok := err.(*Errore); ok { //nolint:errorlint // our own, never wrapped
		return errore(prefisso+e.Campo, e.Motivo)
	}
	return err
}
