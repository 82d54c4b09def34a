package interrogazione

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The codes of what a caller is told of a register.
const (
	NonDisponibile  = "REGISTRO_NON_DISPONIBILE"
	Negato          = "REGISTRO_NEGATO" // the register does not let the command in
	NonUtilizzabile = string(verbale.IndagineRispostaNonUtilizzabile)
	Rifiutata       = string(verbale.IndagineRichiestaRifiutata)
	Discordanti     = "DATI_DISCORDANTI" // the register contradicts the data it was given
	NonConfigurato  = "REGISTRO_NON_CONFIGURATO"
)

// Spiega turns a failure of a register, named as people call it, into what the caller may read. A silence never passes for a
// person who is not there. What another part of the platform has refused passes as it is.
func Spiega(registro string, err error) error {
	e := esterno.As(err)
	switch {
	case err == nil, e == nil, problem.As(err) != nil:
		return err
	case errors.Is(err, esterno.ErrInvalidAnswer):
		return problem.NonDisponibile(NonUtilizzabile, registro+" ha dato una risposta che non si può usare: il dato non si conosce.").With(err)
	case errors.Is(err, esterno.ErrRefused):
		p := problem.NonDisponibile(Rifiutata, registro+" ha rifiutato la domanda ("+cmp.Or(e.Code, "senza spiegazione")+"): il dato non si conosce.").With(err)
		p.RetryAfter = 0
		return p
	case nonAmmesso(e):
		return Nega(registro, e.Code, err)
	default:
		return problem.NonDisponibile(NonDisponibile, registro+" non risponde: il dato non si conosce, riprovare più tardi.").With(err)
	}
}

// Guasto reports a failure of Spiega's that is the register's own: it is away, refuses the question, or answers what cannot be used.
func Guasto(err error) bool {
	p := problem.As(err)
	return p != nil && slices.Contains([]string{NonDisponibile, NonUtilizzabile, Rifiutata}, p.Codice)
}

// Nega is what a caller reads of a register, named as people call it, that does not let the command in; codice is its own word.
func Nega(registro, codice string, err error) error {
	return problem.NonDisponibile(Negato, registro+" non ammette il comando ("+codice+"): "+pdnd.Cure(codice)+" Il dato non si conosce.").With(err)
}

// nonAmmesso reports that a register, in its own words, does not let the command in.
func nonAmmesso(e *esterno.Error) bool {
	return e.Code == pdnd.CodeInteroperability || e.Code != "" && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden)
}

// consegneAlPiu is how often a piece of work that gets answers of no use is tried before a person looks at it.
const consegneAlPiu = 3

// Esito is what the failure of a piece of work, after so many deliveries, is for the bus. Work whose question the register refuses
// dies at once, and work whose answers cannot be used after three: each delivery is a question of the command's day. A day that is
// used up, a register that is away or does not let the command in, and a setting that is missing or wrong make it wait.
func Esito(err error, consegne uint64) error {
	p := problem.As(err)
	switch {
	case p == nil:
		return err
	case p.Kind == problem.TooManyRequests, diImpostazione(p):
		return problem.NonDisponibile(p.Codice, p.Dettaglio).With(err)
	case definitivo(p) && (p.Codice != NonUtilizzabile || consegne >= consegneAlPiu):
		return bus.Permanent(err)
	}
	return err
}

// diImpostazione reports a failure that ends when somebody mends a setting, here or in PDND's back office.
func diImpostazione(p *problem.Error) bool {
	return slices.Contains([]string{NonConfigurato, pdnd.CodeNotConfigured, pdnd.CodeWantsSignature, pdnd.CodeKey, pdnd.CodeRefused}, p.Codice)
}

// SenzaIndirizzo is a register that the installation has not been given an address for: nobody is asked in its stead.
func SenzaIndirizzo(registro string) error {
	return problem.Conflitto(NonConfigurato, registro+" non è collegato a questa installazione: manca il suo indirizzo fra le impostazioni del servizio.")
}
