package cds

import "github.com/piattaforma-verbali/verbali/shared/legge/importo"

// Giorni of the two reduced payments, counted from contestazione or notificazione (art. 202 c. 1).
const (
	GiorniScontato = 5
	GiorniRidotto  = 60
)

// Avviso is the amount of one payment notice of a fine.
type Avviso struct {
	Tipo Tipo `json:"tipo"`
	// ImportoCent is the whole sum of the notice, evaded tariff and expenses included.
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
	v, err := valuta(violazioni)
	if err != nil {
		return EsitoAvvisi{}, err
	}
	if err := verificaSomma("speseCent", speseCent); err != nil {
		return EsitoAvvisi{}, err
	}
	s := nuovaSpiegazione()
	v.spiegaFasce(&s)
	esito := EsitoAvvisi{Avvisi: []Avviso{}, Escluse: v.escluse()}
	if v.pagabile() && v.conSconto() {
		esito.Avvisi = append(esito.Avvisi, v.avviso(Ridotto30, GiorniScontato, speseCent))
		v.avvertiPremio(&s)
	}
	if v.pagabile() {
		esito.Avvisi = append(esito.Avvisi, v.avviso(Ridotto, GiorniRidotto, speseCent))
	}
	esito.Spiegazione, esito.Avvertenze = s.passi, s.elenco()
	return esito, nil
}

// avviso sums one notice.
func (v valutate) avviso(tipo Tipo, giorni int, spese importo.Cent) Avviso {
	s := nuovaSpiegazione()
	v.spiegaSanzione(tipo, &s)
	v.spiegaTariffa(tipo, &s)
	s.spese(spese)
	return Avviso{Tipo: tipo, ImportoCent: v.sanzione(tipo) + v.tariffa(tipo) + spese, SpeseCent: spese, Giorni: giorni, Spiegazione: s.passi}
}

func (s *spiegazione) spese(spese importo.Cent) {
	if spese == 0 {
		s.passo("SPESE", "art. 201 c. 4 CdS", "Spese di accertamento e notificazione: non ancora note o non dovute.")
		return
	}
	s.somma("SPESE", "art. 201 c. 4 CdS", "Spese di accertamento e notificazione, mai scontate: "+spese.Euro()+".", spese)
}
