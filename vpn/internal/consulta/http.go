package consulta

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// Handler is the HTTP door of the look-ups.
type Handler struct {
	Service Service
	Reti    []interface{ State() esterno.State }
	Adesso  func() time.Time
}

// Veicolo answers GET /veicoli/{targa}?data=&causa=&motivo=.
func (h Handler) Veicolo(c echo.Context) error {
	var v verifica
	targa := v.targa(c.Param("targa"))
	giorno := v.giorno(c.QueryParam("data"), calendario.Da(h.Adesso()))
	r := richiesta(c, &v)
	if err := v.errore(); err != nil {
		return err
	}
	esito, err := h.Service.Veicolo(c.Request().Context(), r, targa, giorno)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}

// Patente answers GET /patenti/{numero}?causa=&motivo=.
func (h Handler) Patente(c echo.Context) error {
	var v verifica
	numero := v.patente(c.Param("numero"))
	r := richiesta(c, &v)
	if err := v.errore(); err != nil {
		return err
	}
	esito, err := h.Service.Patente(c.Request().Context(), r, numero)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}

// Collegamenti answers GET /collegamenti: what the calls of this process met on each network.
func (h Handler) Collegamenti(c echo.Context) error {
	stati := make([]esterno.State, len(h.Reti))
	for i, r := range h.Reti {
		stati[i] = r.State()
	}
	return c.JSON(http.StatusOK, map[string]any{"collegamenti": stati})
}

func richiesta(c echo.Context, v *verifica) Richiesta {
	chi, _ := auth.From(c.Request().Context())
	return Richiesta{Attore: chi.User, Indirizzo: c.RealIP(), Motivo: v.motivo(c.QueryParam("motivo")), Causa: v.causa(c.QueryParam("causa"))}
}
