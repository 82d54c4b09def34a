package ruolo

import (
	"context"
	"net/http"
	"slices"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
)

// elenco is the answer of GET /ruoli.
type elenco struct {
	Elementi []Ruolo `json:"elementi"`
}

// Elenca serves GET /ruoli: the roles of the platform, then those that the caller's command made.
func Elenca(p *db.Pools) echo.HandlerFunc {
	return func(c echo.Context) error {
		chi, _ := auth.From(c.Request().Context())
		propri, err := Di(c.Request().Context(), p, chi.Tenant)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, elenco{Elementi: append(Tutti(), propri...)})
	}
}

// scelte are the permissions that the caller may give, each in words, and thing:* for each thing of which he may give all;
// what the role has now stays a choice.
func scelte(ctx context.Context, r Ruolo) (tutte []pagine.Opzione, err error) {
	chi, _ := auth.From(ctx)
	var date []string
	for _, p := range append(gruppi(), auth.Permissions()...) {
		_, oltre := Oltre(chi, []auth.Permission{p})
		if !oltre || slices.Contains(r.Permessi, string(p)) {
			tutte, date = append(tutte, pagine.Opzione{Valore: string(p), Nome: string(p) + ": " + parola(p)}), append(date, string(p))
		}
	}
	for _, p := range r.Permessi {
		if !slices.Contains(date, p) {
			tutte = append(tutte, pagine.Opzione{Valore: p, Nome: p})
		}
	}
	return tutte, nil
}

// scheda is the page of a role; one of the platform is only read.
func scheda(r Ruolo, m schedario.Modulo) templ.Component {
	if DiPiattaforma(r.Nome) && !m.Nuova {
		return fissa(r, m)
	}
	return schedario.Scheda(m)
}
