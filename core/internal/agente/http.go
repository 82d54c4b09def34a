package agente

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// HTTP answers the REST routes of officers. The tenant is that of the context.
type HTTP struct{ Servizio *Servizio }

// nuovo is the body of POST /agenti.
type nuovo struct {
	Matricola string `json:"matricola"`
	dati
}

// dati are what may change of an officer.
type dati struct {
	Cognome   string `json:"cognome"`
	Nome      string `json:"nome"`
	Reparto   string `json:"reparto"`
	Operatore string `json:"operatore"`
}

func (d dati) agente(tenant, matricola string) Agente {
	return Agente{Tenant: tenant, Matricola: matricola, Cognome: d.Cognome, Nome: d.Nome, Reparto: d.Reparto, Operatore: d.Operatore}
}

// modifica is the body of PUT /agenti/{matricola}.
type modifica struct {
	dati
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

// Elenca serves GET /agenti.
func (h HTTP) Elenca(c echo.Context) error { return voce.RispondiElenco(c, h.Servizio.Elenca) }

// Trova serves GET /agenti/{matricola}.
func (h HTTP) Trova(c echo.Context) error { return voce.RispondiVoce(c, "matricola", h.Servizio.Trova) }

// Crea serves POST /agenti: 201, or 200 when it is there already with the same data.
func (h HTTP) Crea(c echo.Context) error {
	corpo, err := web.Decode[nuovo](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	esito, err := h.Servizio.Crea(ctx, corpo.agente(t.Nome, corpo.Matricola))
	if err != nil {
		return err
	}
	a, err := h.Servizio.Trova(ctx, t.Nome, corpo.Matricola)
	if err != nil {
		return err
	}
	return c.JSON(esito.Stato(), a)
}

// Modifica serves PUT /agenti/{matricola}.
func (h HTTP) Modifica(c echo.Context) error {
	corpo, err := web.DecodeAll[modifica](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	a := corpo.agente(t.Nome, c.Param("matricola"))
	a.Stato, a.Versione = corpo.Stato, corpo.Versione
	a, err = h.Servizio.Modifica(ctx, a)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, a)
}
