package lotto

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// HTTP answers the routes of lots.
type HTTP struct{ Service *Service }

// Crea answers POST /lotti, and with opzioni.anteprima says what the lot would be.
func (h HTTP) Crea(c echo.Context) error {
	r, err := web.Decode[Richiesta](c)
	if err != nil {
		return err
	}
	if r.Opzioni.Anteprima {
		a, err := h.Service.Anteprima(c.Request().Context(), r)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, a)
	}
	l, err := h.Service.Crea(c.Request().Context(), r)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, strings.TrimSuffix(c.Request().URL.Path, "/")+"/"+l.ID.String())
	return c.JSON(http.StatusAccepted, l)
}

// Elenco answers GET /lotti.
func (h HTTP) Elenco(c echo.Context) error {
	quanti, err := web.PageSize(c)
	if err != nil {
		return err
	}
	p, err := h.Service.Elenca(c.Request().Context(), c.QueryParam("cursore"), quanti)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, p)
}

// lotto reads the lot of the path.
func (h HTTP) lotto(c echo.Context) (Lotto, error) {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return Lotto{}, problem.NonTrovato("lotto", c.Param("id"))
	}
	return h.Service.Lotto(c.Request().Context(), id)
}

// Lotto answers GET /lotti/{id}.
func (h HTTP) Lotto(c echo.Context) error {
	l, err := h.lotto(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, l)
}

// Voci answers GET /lotti/{id}/voci.
func (h HTTP) Voci(c echo.Context) error {
	quanti, err := web.PageSize(c)
	if err != nil {
		return err
	}
	stato := c.QueryParam("stato")
	if ammessi := []verbale.StatoVoce{"", verbale.VoceInAttesa, verbale.VoceOK, verbale.VoceErroreRipetibile, verbale.VoceErroreDefinitivo, verbale.VoceSaltata, verbale.VoceAnnullata}; !slices.Contains(ammessi, verbale.StatoVoce(stato)) {
		return problem.CampoNonValido("stato", "non è lo stato di una voce")
	}
	l, err := h.lotto(c)
	if err != nil {
		return err
	}
	p, err := h.Service.Voci(c.Request().Context(), l.ID, stato, c.QueryParam("cursore"), quanti)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, p)
}

// Comando answers POST /lotti/{id}/chiudi|pausa|riprendi|annulla|riprova; Location names the lot where it is
// another.
func (h HTTP) Comando(comando Comando) echo.HandlerFunc {
	return func(c echo.Context) error {
		l, err := h.lotto(c)
		if err != nil {
			return err
		}
		chiesto := l.ID
		if l, err = h.Service.Comanda(c.Request().Context(), chiesto, comando); err != nil {
			return err
		}
		if l.ID != chiesto { // tried again in a lot of its own
			base, _, _ := strings.Cut(c.Request().URL.Path, chiesto.String())
			c.Response().Header().Set(echo.HeaderLocation, base+l.ID.String())
		}
		return c.JSON(http.StatusOK, l)
	}
}

// Pacchetto answers GET /lotti/{id}/pacchetto; the reading is in the audit.
func (h HTTP) Pacchetto(c echo.Context) error {
	l, err := h.lotto(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if err := l.conPacchetto(); err != nil {
		return err
	}
	p, err := h.Service.Pacchetto(ctx, l)
	if err != nil {
		return err
	}
	if err := h.Service.annotaLettura(ctx, l, c.RealIP()); err != nil {
		return err
	}
	r := c.Response()
	r.Header().Set(echo.HeaderContentType, "application/zip")
	r.Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+l.Nome+`.zip"`)
	r.WriteHeader(http.StatusOK)
	return h.Service.Deposito.ScriviPacchetto(ctx, r, p)
}

// Eventi answers GET /lotti/{id}/eventi: a snapshot of the lot as it changes, until it has ended.
func (h HTTP) Eventi(c echo.Context) error {
	if err := web.OnlyEvents(c.Request().Header); err != nil {
		return err
	}
	l, err := h.lotto(c)
	if err != nil {
		return err
	}
	return h.Service.segui(c, l.ID)
}
