package verbale

import (
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP answers the routes of a fine. Chi proves a caller where the route itself is open.
type HTTP struct {
	Service *Service
	Chi     func(echo.Context) (auth.Identity, error)
}

// Soap answers a SOAP request, 1.1 or 1.2, of a caller who was let in. What is wrong with it is a fault.
func (h HTTP) Soap(c echo.Context) error {
	r := c.Request()
	richiesta, err := soap.Read(r.Body, r.Header.Get(echo.HeaderContentType), r.Header.Get("SoapAction"), web.LimitSOAP)
	if err == nil {
		chi, _ := auth.From(r.Context())
		err = richiesta.Conferma(chi.User, h.Service.Adesso())
	}
	if err != nil {
		return h.fault(c, richiesta.Versione, verbaleins.ComeFault(err))
	}
	risposta, fault := verbaleins.Esegui(r.Context(), h.Service, richiesta)
	if fault != nil {
		return h.fault(c, richiesta.Versione, fault)
	}
	return soap.WriteAnswer(c.Response(), richiesta.Versione, risposta)
}

// fault answers a fault; those that are ours to mend are told to the log.
func (h HTTP) fault(c echo.Context, v soap.Version, f *soap.Fault) error {
	if f.Codice == soap.Server {
		h.Service.Log.ErrorContext(c.Request().Context(), "richiesta SOAP fallita", "codice", f.Sigla, "errore", f.Causa)
	}
	return soap.WriteFault(c.Response(), v, f)
}

// Contratto answers ?wsdl and ?xsd, to anybody; nothing else is open there.
func (h HTTP) Contratto(c echo.Context) error {
	const tipo = "text/xml; charset=utf-8"
	for nome := range c.QueryParams() {
		switch strings.ToLower(nome) {
		case "wsdl":
			return c.Blob(http.StatusOK, tipo, verbaleins.WSDL(c.Scheme()+"://"+c.Request().Host+c.Request().URL.Path))
		case "xsd":
			return c.Blob(http.StatusOK, tipo, verbaleins.XSD())
		}
	}
	if _, err := h.Chi(c); err != nil {
		return err
	}
	return problem.MetodoNonAmmesso(http.MethodPost)
}

// Verbale answers GET /verbali/{id}.
func (h HTTP) Verbale(c echo.Context) error {
	id, err := identificativo(c)
	if err != nil {
		return err
	}
	v, err := h.Service.Mostra(c.Request().Context(), id, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// Eventi answers GET /verbali/{id}/eventi.
func (h HTTP) Eventi(c echo.Context) error {
	id, err := identificativo(c)
	if err != nil {
		return err
	}
	eventi, err := h.Service.Storia(c.Request().Context(), id, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"eventi": eventi})
}

// PDF answers GET /verbali/{id}/pdf, of one position with ?posizione=.
func (h HTTP) PDF(c echo.Context) error {
	id, err := identificativo(c)
	if err != nil {
		return err
	}
	posizione := uuid.Nil
	if testo := c.QueryParam("posizione"); testo != "" {
		if posizione, err = uuid.Parse(testo); err != nil {
			return problem.CampoNonValido("posizione", "non è un identificativo")
		}
	}
	d, pdf, err := h.Service.PDF(c.Request().Context(), id, posizione, c.RealIP())
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="`+d.Nome+`"`)
	c.Response().Header().Set("ETag", `"`+d.SHA256+`"`)
	return c.Blob(http.StatusOK, d.MIME, pdf)
}

// identificativo reads the id of the path; what is no id names no fine.
func identificativo(c echo.Context) (uuid.UUID, error) {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return uuid.Nil, problem.NonTrovato("verbale", c.Param("id"))
	}
	return id, nil
}
