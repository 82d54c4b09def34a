package tabella

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Handler is the HTTP door of the fixed tables.
type Handler struct{ Service *Service }

// versione is what a version looks like: anything else was never given.
var versione = regexp.MustCompile(`^[0-9a-f]{32}$`)

// Tutte answers GET /tabelleFisse: all the tables or, with ?dopo=, what has changed in them since a version.
func (h Handler) Tutte(c echo.Context) error {
	ctx := c.Request().Context()
	t, _ := tenant.From(ctx)
	tutte := func() (Documento, error) { return h.Service.Tutte(ctx, t.Nome) }
	if dopo := c.QueryParam("dopo"); dopo != "" {
		if !versione.MatchString(dopo) {
			return problem.CampoNonValido("dopo", "non è la versione di una copia")
		}
		tutte = func() (Documento, error) { return h.Service.Differenza(ctx, t.Nome, dopo) }
	}
	d, err := tutte()
	if err != nil {
		return err
	}
	return h.rispondi(c, d)
}

// Una answers GET /tabelleFisse/{tabella}.
func (h Handler) Una(c echo.Context) error {
	ctx := c.Request().Context()
	t, _ := tenant.From(ctx)
	d, err := h.Service.Una(ctx, t.Nome, c.Param("tabella"))
	if err != nil {
		return err
	}
	return h.rispondi(c, d)
}

// rispondi sends the document, or 304 to a caller who has it. The tablet may keep it but must ask each time.
func (h Handler) rispondi(c echo.Context, d Documento) error {
	if corrisponde(c.Request().Header.Values("If-None-Match"), tag(d)) {
		testata(c, d)
		return c.NoContent(http.StatusNotModified)
	}
	d, err := h.Service.Completa(c.Request().Context(), d)
	if err != nil {
		return err
	}
	testata(c, d)
	pezzi, lunghezza := d.Pezzi(), 0
	for _, p := range pezzi {
		lunghezza += len(p)
	}
	c.Response().Header().Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(lunghezza))
	c.Response().WriteHeader(http.StatusOK)
	for _, p := range pezzi {
		if _, err := c.Response().Write(p); err != nil {
			return err // the caller has gone
		}
	}
	return nil
}

func tag(d Documento) string { return `"` + d.Versione + `"` }

func testata(c echo.Context, d Documento) {
	h := c.Response().Header()
	h.Set("ETag", tag(d))
	h.Set(echo.HeaderCacheControl, "private, no-cache")
	h.Set(echo.HeaderVary, "Authorization")
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
