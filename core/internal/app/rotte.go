package app

import (
	"net/http"

	"github.com/piattaforma-verbali/verbali/shared/web"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
)

// rotte is every route of core.
func (a *App) rotte() {
	realm := accesso.HTTP{Firma: a.firma}

	rest := a.Web.Gruppo("")
	rest.Aggiungi(http.MethodGet, "/chiavi", realm.Chiavi, web.Aperta(), web.SenzaTenant())
}
