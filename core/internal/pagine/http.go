package pagine

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Scrivi answers with a page: the content in its frame.
func (p *Pagine) Scrivi(c echo.Context, stato int, cornice Cornice, contenuto templ.Component) error {
	cornice.indirizzi = p.indirizzi
	ctx := templ.WithChildren(c.Request().Context(), contenuto)
	var pagina bytes.Buffer // whole before it leaves: a page that fails half way is an error
	if err := documento(cornice).Render(ctx, &pagina); err != nil {
		return fmt.Errorf("pagine: %s: %w", cornice.Titolo, err)
	}
	c.Response().Header().Set("Content-Security-Policy", Sicurezza)
	return c.HTMLBlob(stato, pagina.Bytes())
}

// Errore answers with the page of an error that the user may read; any other goes back to the server,
// which logs it and asks for Guasto.
func (p *Pagine) Errore(c echo.Context, cornice Cornice, err error) error {
	e := problem.As(err)
	if e == nil {
		return err
	}
	cornice.Titolo = e.Titolo
	if len(e.Ammessi) > 0 {
		c.Response().Header().Set(echo.HeaderAllow, strings.Join(e.Ammessi, ", "))
	}
	if e.RetryAfter > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(e.RetryAfter.Seconds())))
	}
	return p.Scrivi(c, e.Kind.Status(), cornice, errore(e))
}

// Guasto answers with the page of an internal error: without a word of it but its trace.
func (p *Pagine) Guasto(c echo.Context, traccia string) error {
	return p.Scrivi(c, http.StatusInternalServerError, Cornice{Titolo: "Errore interno"}, guasto(traccia))
}

// VersioneLetta is the version that a form was opened with (Versione); a text that is no number is -1,
// the version of no row.
func VersioneLetta(c echo.Context) int {
	n, err := strconv.Atoi(c.FormValue("versione"))
	if err != nil {
		return -1
	}
	return n
}

// soloFile are the scripts without the name of their folder.
func soloFile() fs.FS {
	sotto, err := fs.Sub(risorse, "risorse")
	if err != nil {
		return risorse // cannot happen: the name is constant and valid
	}
	return sotto
}

// Serve makes a route of a handler of files: only GET and HEAD reach it.
func Serve(h http.Handler) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Content-Security-Policy", Sicurezza)
		h.ServeHTTP(c.Response(), c.Request())
		return nil
	}
}
