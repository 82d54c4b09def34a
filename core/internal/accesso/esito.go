package accesso

import (
	"errors"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// The outcomes written in the register.
const (
	esitoAmmesso   = "AMMESSO"
	esitoRifiutato = "RIFIUTATO"
	esitoRitardato = "RITARDATO" // not looked at: too many failures before
	esitoSospeso   = "TENANT_SOSPESO"
	esitoErrore    = "NON_VERIFICATO"
)

// motivoSso is written beside an access without a password of ours.
const motivoSso = "SSO"

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
	}
	return esitoErrore
}
