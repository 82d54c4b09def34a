package cds

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// Moltiplicatore doubles or halves the band of a violation.
type Moltiplicatore string

// The multipliers. Empty is Semplice.
const (
	Semplice  Moltiplicatore = "1"
	Doppio    Moltiplicatore = "2"   // art. 142 c. 11, art. 80 c. 14, art. 193 c. 2-bis
	Dimezzato Moltiplicatore = "1/2" // art. 193 c. 3
)

// massimoCent bounds what is accepted as an amount: ten billion euro. Within it no product of this
// package leaves 64 bits.
const massimoCent importo.Cent = 1_000_000_000_000

// Violazione is what prices one violation of a fine. The row of the table and the facts decide the
// flags before: this package applies them.
type Violazione struct {
	// Codice names the violation in the explanation, such as "153-10".
	Codice string
	// MinCent and MaxCent are the statutory band in euro cents.
	MinCent importo.Cent
	MaxCent importo.Cent
	// Sconto30 says that the 30 % discount is allowed (art. 202 c. 1).
	Sconto30 bool
	// SenzaPagamentoRidotto says that the law admits no reduced payment (art. 202 c. 3, c. 3-bis).
	SenzaPagamentoRidotto bool
	// Reato says that the violation is a criminal offence: it has no administrative amount.
	Reato bool
	// Notturna says that the night third applies: a listed article, in the window (art. 195 c. 2-bis).
	Notturna bool
	// Moltiplicatore doubles or halves the band; empty leaves it.
	Moltiplicatore Moltiplicatore
}

// Fascia is the band of a violation with its factors still exact: rounding happens once, at the
// amount that is asked (half of the night maximum of 173.00 is 115.33).
type Fascia struct {
	minimo  importo.Cent
	massimo importo.Cent
	fattori []importo.Frazione
}

// Fascia applies multiplier and night third to the band. The error is an *Errore.
func (v Violazione) Fascia() (Fascia, error) {
	if err := v.verifica(); err != nil {
		return Fascia{}, err
	}
	f := Fascia{minimo: v.MinCent, massimo: v.MaxCent}
	switch v.Moltiplicatore {
	case Doppio:
		f.fattori = append(f.fattori, importo.Frazione{Num: 2, Den: 1})
	case Dimezzato:
		f.fattori = append(f.fattori, importo.Frazione{Num: 1, Den: 2})
	case Semplice: // as it stands
	}
	if v.Notturna {
		f.fattori = append(f.fattori, importo.Frazione{Num: 4, Den: 3})
	}
	return f, nil
}

// verifica refuses a band that cannot be.
func (v Violazione) verifica() error {
	switch {
	case v.MinCent < 0 || v.MinCent > massimoCent:
		return errore("minCent", "deve essere compreso tra 0 e 10 miliardi di euro")
	case v.MaxCent < 0 || v.MaxCent > massimoCent:
		return errore("maxCent", "deve essere compreso tra 0 e 10 miliardi di euro")
	case v.MinCent > v.MaxCent:
		return errore("minCent", "supera il massimo")
	case v.Reato && v.MaxCent != 0:
		return errore("maxCent", "un reato non ha importi amministrativi")
	case v.MinCent == 0 && !v.Reato:
		return errore("minCent", "deve essere maggiore di zero")
	}
	switch v.Moltiplicatore {
	case "", Semplice, Doppio, Dimezzato:
		return nil
	}
	return errore("moltiplicatore", `deve essere "1", "2" o "1/2"`)
}

// Minimo is the reduced payment within sixty days, art. 202 c. 1.
func (f Fascia) Minimo() importo.Cent { return f.quota(f.minimo) }

// Massimo is the upper end of the band.
func (f Fascia) Massimo() importo.Cent { return f.quota(f.massimo) }

// Scontato is the minimum less 30 %, art. 202 c. 1.
func (f Fascia) Scontato() importo.Cent { return f.quota(f.minimo, importo.Frazione{Num: 7, Den: 10}) }

// MetaMassimo is half of the maximum, art. 203 c. 3.
func (f Fascia) MetaMassimo() importo.Cent {
	return f.quota(f.massimo, importo.Frazione{Num: 1, Den: 2})
}

// DoppioMinimo is the least that the prefect may order, art. 204 c. 1.
func (f Fascia) DoppioMinimo() importo.Cent {
	return f.quota(f.minimo, importo.Frazione{Num: 2, Den: 1})
}

// quota multiplies exactly and rounds once. verifica has bounded the amounts, so no product can
// leave 64 bits and the error cannot occur.
func (f Fascia) quota(c importo.Cent, altri ...importo.Frazione) importo.Cent {
	quote := append(append(make([]importo.Frazione, 0, 4), f.fattori...), altri...)
	esito, err := c.Per(quote...)
	if err != nil {
		return 0
	}
	return esito
}

// spiega writes how the band came about, without moving money.
func (v Violazione) spiega(f Fascia, s *spiegazione) {
	nome := v.nome()
	if v.Reato {
		s.passo("REATO", "art. 220 CdS", fmt.Sprintf("%s: è reato, non ha sanzione amministrativa pecuniaria.", nome))
		return
	}
	s.passo("FASCIA_EDITTALE", "art. 195 c. 1 CdS",
		fmt.Sprintf("%s: minimo %s, massimo %s.", nome, v.MinCent.Euro(), v.MaxCent.Euro()))
	switch v.Moltiplicatore {
	case Doppio:
		s.passo("IMPORTI_RADDOPPIATI", "artt. 80 c. 14, 142 c. 11, 193 c. 2-bis CdS",
			fmt.Sprintf("%s: minimo e massimo sono raddoppiati.", nome))
	case Dimezzato:
		s.passo("IMPORTI_DIMEZZATI", "art. 193 c. 3 CdS", fmt.Sprintf("%s: minimo e massimo sono dimezzati.", nome))
	case Semplice: // nothing to say
	}
	if v.Notturna {
		s.passo("AUMENTO_NOTTURNO", "art. 195 c. 2-bis CdS",
			fmt.Sprintf("%s: violazione commessa dopo le 22 e prima delle 7, minimo e massimo aumentano di un terzo.", nome))
	}
	if v.Notturna || v.Moltiplicatore == Doppio || v.Moltiplicatore == Dimezzato {
		s.passo("FASCIA_APPLICATA", "art. 195 CdS",
			fmt.Sprintf("%s: minimo applicato %s, massimo applicato %s.", nome, f.Minimo().Euro(), f.Massimo().Euro()))
	}
}

// esclusa says that no reduced payment exists for the violation.
func (v Violazione) esclusa() bool { return v.SenzaPagamentoRidotto || v.Reato }

func (v Violazione) nome() string {
	if v.Codice == "" {
		return "Violazione"
	}
	return "Violazione " + v.Codice
}
