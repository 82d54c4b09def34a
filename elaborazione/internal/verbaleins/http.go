package verbaleins

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP answers the route of the service. Chi proves a caller where the route itself is open; Indirizzo is
// where the contract says that a path of the service is.
type HTTP struct {
	Servizio  Servizio
	Chi       func(echo.Context) (auth.Identity, error)
	Indirizzo func(c echo.Context, percorso string) string
	Adesso    func() time.Time
	Log       *slog.Logger
}

// Soap answers a SOAP request, 1.1 or 1.2, of a caller who was let in. A defect of the request is a
// fault.
func (h HTTP) Soap(c echo.Context) error {
	r := c.Request()
	richiesta, err := soap.Read(r.Body, r.Header.Get(echo.HeaderContentType), r.Header.Get("SoapAction"), web.LimitSOAP)
	if err == nil {
		chi, _ := auth.From(r.Context())
		err = richiesta.Conferma(chi.User, h.Adesso())
	}
	if err != nil {
		return h.fault(c, richiesta.Versione, ComeFault(err))
	}
	risposta, fault := Esegui(r.Context(), h.Servizio, richiesta)
	if fault != nil {
		return h.fault(c, richiesta.Versione, fault)
	}
	return soap.WriteAnswer(c.Response(), richiesta.Versione, risposta)
}

// fault answers a fault; those that are ours to mend are told to the log.
func (h HTTP) fault(c echo.Context, v soap.Version, f *soap.Fault) error {
	if f.Codice == soap.Server {
		h.Log.ErrorContext(c.Request().Context(), "richiesta SOAP fallita", "codice", f.Sigla, "errore", f.Causa)
	}
	return soap.WriteFault(c.Response(), v, f)
}

// Contratto answers ?wsdl and ?xsd, to anybody; nothing else is open there.
func (h HTTP) Contratto(c echo.Context) error {
	const tipo = "text/xml; charset=utf-8"
	for nome := range c.QueryParams() {
		switch strings.ToLower(nome) {
		case "wsdl":
			return c.Blob(http.StatusOK, tipo, WSDL(h.Indirizzo(c, c.Request().URL.Path)))
		case "xsd":
			return c.Blob(http.StatusOK, tipo, XSD())
		}
	}
	if _, err := h.Chi(c); err != nil {
		return err
	}
	return problem.MetodoNonAmmesso(http.MethodPost)
}
