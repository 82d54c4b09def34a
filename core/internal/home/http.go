// Package home is the first page of the web application: what waits for this operator, and what he may do here.
package home

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/propria"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Fonte is a noun with rows on the first page, for operators with the permission, or with Oppure: in the tenant of the context,
// or, where Piattaforma, of the platform, whatever the tenant. Verbali: its rows are fines.
type Fonte struct {
	Permesso    auth.Permission
	Oppure      auth.Permission // empty: no other
	Verbali     bool
	Piattaforma bool
	Code        func(ctx context.Context) ([]pagine.Coda, error)
}

// HTTP answers the first page. Fonti are the nouns that have rows on it, in the order of the page; Propria tells the recent
// changes of the operator's account.
type HTTP struct {
	Sessione sessione.HTTP
	Fonti    []Fonte
	Propria  propria.Servizio
}

// Pagina serves GET /CoreService/.
func (h HTTP) Pagina(c echo.Context, s sessione.Sessione) (err error) {
	p := pagina{Operatore: s.Operatore, Verbali: s.Puo(auth.PermessoVerbalePropri), Sezioni: h.Sessione.Sezioni(s)}
	_, inComando := tenant.From(c.Request().Context())
	fonti := slices.DeleteFunc(slices.Clone(h.Fonti), func(f Fonte) bool { return !f.Piattaforma && !inComando })
	if p.Decide, p.Code, err = raccogli(c.Request().Context(), fonti, s.Puo); err != nil {
		return err
	}
	if p.Fatti, err = h.Propria.DaAnnunciare(c.Request().Context(), s.Operatore); err != nil {
		return err
	}
	return h.Sessione.Scrivi(c, "Pagina iniziale", iniziale(p))
}

// raccogli reads the rows that an operator may see, none that is empty; decide is whether fines could be among them.
func raccogli(ctx context.Context, fonti []Fonte, puo func(auth.Permission) bool) (decide bool, code []pagine.Coda, err error) {
	for _, f := range fonti {
		if !puo(f.Permesso) && (f.Oppure == "" || !puo(f.Oppure)) {
			continue
		}
		decide = decide || f.Verbali
		lette, err := f.Code(ctx)
		if err != nil {
			return decide, nil, err
		}
		for _, c := range lette {
			if c.Quanti > 0 {
				code = append(code, c)
			}
		}
	}
	return decide, code, nil
}
