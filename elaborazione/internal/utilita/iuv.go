package utilita

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

const normaPagopa = "pagoPA, Specifiche attuative dei codici identificativi di versamento"

// RichiestaIUV asks whether a code is a notice number or an IUV.
type RichiestaIUV struct {
	Codice *string `json:"codice"`
}

// EsitoIUV is a notice number taken apart; for an invalid code only Valido and Motivo are set.
type EsitoIUV struct {
	Valido bool `json:"valido"`
	// NumeroAvviso is missing where only an IUV of fifteen digits was given.
	NumeroAvviso string `json:"numeroAvviso,omitempty"`
	IUV          string `json:"iuv,omitempty"`
	AuxDigit     *int   `json:"auxDigit,omitempty"`
	Segregazione string `json:"segregazione,omitempty"`
	Applicazione string `json:"applicazione,omitempty"`
	Base         string `json:"base,omitempty"`
	// Verificato is true when the check digits were found right.
	Verificato bool     `json:"verificato"`
	Motivo     string   `json:"motivo"`
	Avvertenze []string `json:"avvertenze"`
}

// ValidaIUV judges the code of a notice as a citizen writes it, with blanks and dashes.
func ValidaIUV(r RichiestaIUV) (EsitoIUV, error) {
	var c campi
	codice := testo(&c, "codice", r.Codice)
	if err := c.errore(); err != nil {
		return EsitoIUV{}, err
	}
	a, err := pagopa.Leggi(codice)
	if err != nil {
		return EsitoIUV{Motivo: err.Error(), Avvertenze: elenco()}, nil //nolint:nilerr // a wrong code is an answer
	}
	return EsitoIUV{
		Valido: true, NumeroAvviso: a.Numero, IUV: a.IUV, AuxDigit: &a.Aux, Segregazione: a.Segregazione,
		Applicazione: a.Applicazione, Base: a.Base, Verificato: a.Verificato, Avvertenze: elenco(dubbi(a)...),
	}, nil
}

// dubbi says what a reader of a valid code should know.
func dubbi(a pagopa.Avviso) (note []string) {
	switch {
	case a.Numero == "":
		note = append(note, "uno IUV di 15 cifre non porta il codice applicativo: le cifre di controllo non si possono verificare")
	case !a.Verificato:
		note = append(note, "con la prima cifra 1 non ci sono cifre di controllo: il numero non si può verificare")
	}
	if a.Aux != 3 {
		note = append(note, "la prima cifra non è 3: il numero si legge ancora, ma non se ne emettono più")
	}
	return note
}

// RichiestaComponiIUV gives the creditor's segregation code (two digits) and a base of thirteen digits
// that was never used before.
type RichiestaComponiIUV struct {
	Segregazione *string `json:"segregazione"`
	Base         *string `json:"base"`
}

// EsitoComponiIUV is a new notice number; Stampato is how paper shows it.
type EsitoComponiIUV struct {
	NumeroAvviso string      `json:"numeroAvviso"`
	IUV          string      `json:"iuv"`
	AuxDigit     int         `json:"auxDigit"`
	Segregazione string      `json:"segregazione"`
	Stampato     string      `json:"stampato"`
	Spiegazione  []cds.Passo `json:"spiegazione"`
}

// ComponiIUV makes the notice number of first digit 3, the only kind that may be issued.
func ComponiIUV(r RichiestaComponiIUV) (EsitoComponiIUV, error) {
	var c campi
	segregazione, base := testo(&c, "segregazione", r.Segregazione), testo(&c, "base", r.Base)
	if err := c.errore(); err != nil {
		return EsitoComponiIUV{}, err
	}
	a, err := pagopa.Componi(segregazione, base)
	if err != nil {
		return EsitoComponiIUV{}, rifiuto(err, nil)
	}
	prime, controllo := a.Numero[:16], a.Numero[16:]
	return EsitoComponiIUV{
		NumeroAvviso: a.Numero, IUV: a.IUV, AuxDigit: a.Aux, Segregazione: a.Segregazione, Stampato: pagopa.Raggruppa(a.Numero),
		Spiegazione: []cds.Passo{
			{Regola: "PRIME_16_CIFRE", Norma: normaPagopa, Testo: fmt.Sprintf("La cifra 3, la segregazione %s e la base %s formano %s.", segregazione, base, prime)},
			{Regola: "CIFRE_DI_CONTROLLO", Norma: normaPagopa, Testo: fmt.Sprintf("Il resto della divisione di %s per 93, su due cifre, è %s.", prime, controllo)},
		},
	}, nil
}
