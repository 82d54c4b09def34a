package cds

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Moltiplicatore doubles or halves the band of a violation.
type Moltiplicatore string

// The multipliers. Empty is Semplice.
const (
	Semplice  Moltiplicatore = "1"
	Doppio    Moltiplicatore = "2"   // art. 142 c. 11, art. 80 c. 14, art. 193 c. 2-bis
	Dimezzato Moltiplicatore = "1/2" // art. 193 c. 3
)

// massimoCent is the highest amount accepted: ten billion euro. Within it no product of this
// package leaves 64 bits.
const massimoCent importo.Cent = 1_000_000_000_000

// maxTariffaCent bounds the tariff of one stay: a thousand euro.
const maxTariffaCent importo.Cent = 100_000

// maxPeriodi bounds how many times a band applies.
const maxPeriodi = 1000

// codiceAssicurazione is art. 193 c. 2 in the table of violations, which keeps its codes for good.
const codiceAssicurazione = "193-2"

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
	// DaScegliere says that the row of the violation is not known yet: it has no sum until a person chooses.
	DaScegliere bool
	// Notturna says that the night third applies: a listed article, in the window (art. 195 c. 2-bis).
	Notturna bool
	// Moltiplicatore doubles or halves the band; empty leaves it.
	Moltiplicatore Moltiplicatore
	// Periodi is how many times the band applies, where the law multiplies it (art. 7 c. 14, art. 158 c. 7); 0 is once.
	Periodi int
	// TariffaCent is the tariff of parking or of the toll zone that was evaded: added whole to every sum, never
	// discounted, doubled or halved (art. 7 cc. 14-bis, 14-ter, 15 and 15.1).
	TariffaCent importo.Cent
	// PiuVelocita says that this is the most serious of several speed detections within one hour, and
	// stands for all of them: the band grows by one third (art. 142 c. 6-ter). Concorso decides it.
	PiuVelocita bool
}

// Fascia is the band of a violation with its factors still exact: rounding happens once, at the
// amount that is asked (half of the night maximum of 173.00 is 115.33). The zero value is a band of
// zero.
type Fascia struct {
	minimo  importo.Cent
	massimo importo.Cent
	fattore importo.Frazione
}

// Fascia applies multiplier and thirds to the band. The error is an *Errore.
func (v Violazione) Fascia() (Fascia, error) {
	if err := v.verifica(); err != nil {
		return Fascia{}, err
	}
	f := Fascia{minimo: v.MinCent, massimo: v.MaxCent, fattore: importo.Frazione{Num: 1, Den: 1}}
	switch v.Moltiplicatore {
	case Doppio:
		f.fattore.Num *= 2
	case Dimezzato:
		f.fattore.Den *= 2
	case Semplice: // as it stands
	}
	f.fattore.Num *= int64(max(v.Periodi, 1))
	for _, terzo := range [...]bool{v.Notturna, v.PiuVelocita} {
		if terzo {
			f.fattore.Num, f.fattore.Den = 4*f.fattore.Num, 3*f.fattore.Den
		}
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
	case (v.Reato || v.DaScegliere) && v.MaxCent != 0:
		return errore("maxCent", "un reato, o una violazione da scegliere, non ha importi")
	case v.MinCent == 0 && !v.Reato && !v.DaScegliere:
		return errore("minCent", "deve essere maggiore di zero")
	}
	return v.verificaFattori()
}

// verificaFattori refuses what cannot change a band.
func (v Violazione) verificaFattori() error {
	switch {
	case v.Periodi < 0 || v.Periodi > maxPeriodi:
		return errore("periodi", "devono essere compresi tra 0 e 1000")
	case v.TariffaCent < 0 || v.TariffaCent > maxTariffaCent:
		return errore("tariffaCent", "deve essere compresa tra 0 e 1.000 euro")
	}
	switch v.Moltiplicatore {
	case "", Semplice, Doppio, Dimezzato:
		return nil
	}
	return errore("moltiplicatore", `deve essere "1", "2" o "1/2"`)
}

// Minimo is the reduced payment within sixty days, art. 202 c. 1.
func (f Fascia) Minimo() importo.Cent { return f.quota(f.minimo, 1, 1) }

// Massimo is the upper end of the band.
func (f Fascia) Massimo() importo.Cent { return f.quota(f.massimo, 1, 1) }

// Scontato is the minimum less 30 %, art. 202 c. 1.
func (f Fascia) Scontato() importo.Cent { return f.quota(f.minimo, 7, 10) }

// MetaMassimo is half of the maximum, art. 203 c. 3.
func (f Fascia) MetaMassimo() importo.Cent { return f.quota(f.massimo, 1, 2) }

// DoppioMinimo is the least that the prefect may order, art. 204 c. 1.
func (f Fascia) DoppioMinimo() importo.Cent { return f.quota(f.minimo, 2, 1) }

// quota multiplies exactly and rounds once. verifica has bounded the amounts, so no product can
// leave 64 bits; the error is that of the zero band.
func (f Fascia) quota(c importo.Cent, num, den int64) importo.Cent {
	esito, err := c.Per(f.fattore, importo.Frazione{Num: num, Den: den})
	if err != nil {
		return 0
	}
	return esito
}

// Spiega says how the band came about, in steps that move no money. The error is an *Errore.
func (v Violazione) Spiega() ([]Passo, error) {
	f, err := v.Fascia()
	if err != nil {
		return nil, err
	}
	var s spiegazione
	v.spiega(f, &s)
	return s.passi, nil
}

// spiega writes how the band came about, without moving money.
func (v Violazione) spiega(f Fascia, s *spiegazione) {
	nome := v.nome()
	if v.Reato {
		s.passo("REATO", "art. 220 CdS", nome+": è reato, non ha sanzione amministrativa pecuniaria.")
		return
	}
	if v.DaScegliere {
		s.passo("VIOLAZIONE_DA_SCEGLIERE", "art. 200 CdS", "La violazione non è ancora precisata: finché il comando non la precisa nessuna somma è chiesta.")
		return
	}
	s.passo("FASCIA_EDITTALE", "art. 195 c. 1 CdS", nome+": minimo "+v.MinCent.Euro()+", massimo "+v.MaxCent.Euro()+".")
	if !v.fattori(nome, s) {
		return
	}
	s.passo("FASCIA_APPLICATA", "art. 195 CdS",
		nome+": minimo applicato "+f.Minimo().Euro()+", massimo applicato "+f.Massimo().Euro()+".")
}

// fattori writes what changes the band; false when nothing does.
func (v Violazione) fattori(nome string, s *spiegazione) bool {
	switch v.Moltiplicatore {
	case Doppio:
		s.passo("IMPORTI_RADDOPPIATI", v.normaDoppio(), nome+": minimo e massimo sono raddoppiati.")
	case Dimezzato:
		s.passo("IMPORTI_DIMEZZATI", "art. 193 c. 3 CdS", nome+": minimo e massimo sono dimezzati.")
	case Semplice: // nothing to say
	}
	if v.Periodi > 1 {
		s.passo("PIU_PERIODI", "artt. 6 c. 14, 7 cc. 14 e 15.1, 158 c. 7 CdS", nome+": la sanzione si applica per "+strconv.Itoa(v.Periodi)+" periodi.")
	}
	if v.Notturna {
		s.passo("AUMENTO_NOTTURNO", "art. 195 c. 2-bis CdS",
			nome+": violazione commessa dopo le 22 e prima delle 7, minimo e massimo aumentano di un terzo.")
	}
	if v.PiuVelocita {
		s.passo("AUMENTO_PIU_VELOCITA", "art. 142 c. 6-ter CdS",
			nome+": la più grave tra più rilevazioni entro un'ora, minimo e massimo aumentano di un terzo.")
	}
	return v.Notturna || v.PiuVelocita || v.Periodi > 1 || v.Moltiplicatore == Doppio || v.Moltiplicatore == Dimezzato
}

// normaDoppio cites the law that doubles the band of the codice; all of them where it does not tell.
func (v Violazione) normaDoppio() string {
	articolo, _, _ := strings.Cut(v.Codice, "-")
	switch articolo {
	case "80":
		return "art. 80 c. 14 CdS"
	case "142":
		return "art. 142 c. 11 CdS"
	case "193":
		return "art. 193 c. 2-bis CdS"
	}
	return "artt. 80 c. 14, 142 c. 11, 193 c. 2-bis CdS"
}

// esclusa says that no reduced payment exists for the violation.
func (v Violazione) esclusa() bool { return v.SenzaPagamentoRidotto || v.Reato || v.DaScegliere }

// scontabile says that the reduced payment is discounted (art. 202 c. 1).
func (v Violazione) scontabile() bool { return v.Sconto30 && !v.esclusa() }

func (v Violazione) nome() string {
	if v.Codice == "" {
		return "Violazione"
	}
	return "Violazione " + v.Codice
}
