package verbale

import "slices"

// Debito is the state of the debt and its title; no amount is computed from it.
type Debito string

// The states of the debt.
const (
	NonEsigibile     Debito = "NON_ESIGIBILE"
	DebitoRidotto30  Debito = "RIDOTTO_30"
	DebitoRidotto    Debito = "RIDOTTO"
	DebitoIntero     Debito = "INTERO"
	DebitoOrdinanza  Debito = "ORDINANZA"
	DebitoRateizzato Debito = "RATEIZZATO"
	PagatoParziale   Debito = "PAGATO_PARZIALE"
	Pagato           Debito = "PAGATO"
	Eccedenza        Debito = "ECCEDENZA"
	Rimborsato       Debito = "RIMBORSATO"
	Sospeso          Debito = "SOSPESO"
	Sgravato         Debito = "SGRAVATO"
)

// debiti: the citizen reads the sum and why it is that.
func debiti() []voce[Debito] {
	return []voce[Debito]{
		{NonEsigibile, "Non ancora esigibile", nonSiDice},
		{DebitoRidotto30, "Ridotto del 30%", nonSiDice},
		{DebitoRidotto, "Misura ridotta", nonSiDice},
		{DebitoIntero, "Somma intera", nonSiDice},
		{DebitoOrdinanza, "Ordinanza del prefetto", nonSiDice},
		{DebitoRateizzato, "A rate", nonSiDice},
		{PagatoParziale, "Pagato in parte", nonSiDice},
		{Pagato, "Pagato", nonSiDice},
		{Eccedenza, "Pagato in eccesso", nonSiDice},
		{Rimborsato, "Eccesso rimborsato", nonSiDice},
		{Sospeso, "Sospeso", nonSiDice},
		{Sgravato, "Sgravato", nonSiDice},
	}
}

// Debiti lists the states of the debt.
func Debiti() []Debito { return valori(debiti()) }

// Parola is the office's label.
func (d Debito) Parola() string { return cerca(debiti(), d).ufficio }

// InFrase is the label inside a sentence.
func (d Debito) InFrase() string {
	switch d {
	case DebitoRidotto30:
		return "in misura ridotta con sconto del 30 %"
	case DebitoRidotto:
		return "in misura ridotta"
	default:
		return inFrase(d.Parola())
	}
}

// Chiuso reports that nothing more can be asked (design, section 4, invariant a).
func (d Debito) Chiuso() bool { return slices.Contains(DebitiChiusi(), d) }

// DebitiChiusi are the states in which nothing more can be asked.
func DebitiChiusi() []Debito { return []Debito{Pagato, Eccedenza, Rimborsato, Sgravato} }

// DebitiAperti are the others.
func DebitiAperti() []Debito {
	return []Debito{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero, DebitoOrdinanza, DebitoRateizzato, PagatoParziale, Sospeso}
}
