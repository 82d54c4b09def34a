// Package ufficio is the command for which a caller works: who asks, and what the command has set.
package ufficio

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Ufficio is the copies of core's data: the commands with their settings and people, and the tables of the law.
// The tenant and the caller are in the context.
type Ufficio struct {
	Anagrafe *anagrafe.Copy
	Tabelle  *tabella.Copy
}

// Richiedente is who asks, with the tenant's own data; 503 while the copy of core's data is not there.
func (u *Ufficio) Richiedente(ctx context.Context) (auth.Identity, anagrafe.Tenant, error) {
	chi, ok := auth.From(ctx)
	if !ok {
		return chi, anagrafe.Tenant{}, problem.SenzaCredenziali()
	}
	t, err := u.Comando(ctx)
	return chi, t, err
}

// Comando is what belongs to the context's tenant; 503 while the copies of core's data and of its tables
// are not there: an amount must not come from a table older than core's.
func (u *Ufficio) Comando(ctx context.Context) (anagrafe.Tenant, error) {
	if err := u.Tabelle.Ready(ctx); err != nil {
		return anagrafe.Tenant{}, err
	}
	if !u.Anagrafe.Ready() {
		return anagrafe.Tenant{}, problem.NonDisponibile("DATI_NON_PRONTI", "I dati del comando non sono ancora stati letti.")
	}
	return u.Anagrafe.Of(tenant.Name(ctx)), nil
}

// Violazioni is the table of violations in use; 503 while it has not been read.
func (u *Ufficio) Violazioni(ctx context.Context) (*sanzione.Tabella, error) {
	return u.Tabelle.Violazioni(), u.Tabelle.Ready(ctx)
}

// Integratore is the outside system that the caller's account belongs to: its keys are its own.
func (u *Ufficio) Integratore(ctx context.Context, chi auth.Identity) (uuid.UUID, error) {
	conto, ok := u.Anagrafe.Conto(chi.User)
	if !ok || conto.Integratore == "" || conto.Tenant != tenant.Name(ctx) {
		return uuid.Nil, problem.Vietato("INTEGRATORE_ASSENTE",
			"L'utente non appartiene ad alcun integratore del comando: l'inserimento SOAP è riservato agli integratori.")
	}
	id, err := uuid.Parse(conto.Integratore)
	if err != nil {
		return uuid.Nil, fmt.Errorf("verbale: integratore di %s: %w", chi.User, err)
	}
	return id, nil
}
