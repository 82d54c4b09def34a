package accesso

import (
	"errors"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// The outcomes written in the register.
const (
	esitoAmmesso   = "AMMESSO"
	esitoRifiutato = "RIFIUTATO"
	esitoRitardato = "RITARDATO" // not looked at: too many failures before
	esitoSospeso   = "TENANT_SOSPESO"
	esitoErrore    = "NON_VERIFICATO"
	// esitoProvvisoria: the password was right and is to be changed first.
	esitoProvvisoria = "PASSWORD_DA_CAMBIARE"
	esitoSenzaRuoli  = "SENZA_RUOLI" // the person is himself, and his groups give him none
)

// motivoSso is written beside an access without a password of ours.
const motivoSso = "SSO"

// provvisoria reports that the password was right, and opens nothing before it is changed.
func provvisoria(err error) bool {
	return problem.Is(err, sessione.DaCambiare().Codice) || problem.Is(err, sessione.ProvvisoriaScaduta().Codice)
}

func sospeso(err error) bool { return problem.Is(err, tenant.SuspendedError().Codice) }

func esitoDi(err error) string {
	p := problem.As(err)
	switch {
	case err == nil:
		return esitoAmmesso
	case errors.Is(err, errRifiutato):
		return esitoRifiutato
	case p != nil && p.Kind == problem.TooManyRequests:
		return esitoRitardato
	case sospeso(err):
		return esitoSospeso
	case provvisoria(err):
		return esitoProvvisoria
	case problem.Is(err, senzaRuoli().Codice):
		return esitoSenzaRuoli
	}
	return esitoErrore
}
