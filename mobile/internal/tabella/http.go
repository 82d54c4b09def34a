package tabella

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// Handler is the HTTP door of the fixed tables.
type Handler struct{ Service Service }

// Tutte answers GET /tabelleFisse.
func (h Handler) Tutte(c echo.Context) error {
	t, _ := tenant.Da(c.Request().Context())
	return rispondi(c)(h.Service.Tutte(t.Nome))
}

// Una answers GET /tabelleFisse/{tabella}.
func (h Handler) Una(c echo.Context) error {
	t, _ := tenant.Da(c.Request().Context())
	return rispondi(c)(h.Service.Una(t.Nome, c.Param("tabella")))
}

// rispondi sends the document, or 304 to who has it. The tablet may keep it but must ask each time.
func rispondi(c echo.Context) func(Documento, error) error {
	return func(d Documento, err error) error {
		if err != nil {
			return err
		}
		tag := `"` + d.Versione + `"`
		h := c.Response().Header()
		h.Set("ETag", tag)
		h.Set(echo.HeaderCacheControl, "private, no-cache")
		h.Set(echo.HeaderVary, "Authorization")
		if corrisponde(c.Request().Header.Values("If-None-Match"), tag) {
			return c.NoContent(http.StatusNotModified)
		}
		return c.JSONBlob(http.StatusOK, d.Corpo)
	}
}

// corrisponde compares weakly, as RFC 9110 section 13.1.2 asks of If-None-Match. Our tags hold no
// comma, so a list may be cut at commas.
func corrisponde(valori []string, tag string) bool {
	for v := range strings.SplitSeq(strings.Join(valori, ","), ",") {
		v = strings.TrimSpace(v)
		if v == "*" || strings.TrimPrefix(v, "W/") == tag {
			return true
		}
	}
	return false
}
