package web

import (
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
)

// politicaDocumento lets a document that strangers may have made do nothing in the browser; politicaPDF does too, but
// for the browser's own viewer, which draws nothing in a sandbox.
const (
	politicaDocumento = "default-src 'none'; frame-ancestors 'none'; sandbox"
	politicaPDF       = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
)

// Document answers with a stored file. What its bytes say that a browser shows without running anything is shown: a
// PDF as it is, a JPEG or PNG drawn anew. Anything else, whatever was declared of it, is saved under its name; so is
// the image as it was received, with ?originale.
func Document(c echo.Context, nome string, file []byte) error {
	tipo, modo, politica := echo.MIMEOctetStream, "attachment", politicaDocumento
	if contenuto.Tipo(file) == contenuto.PDF {
		tipo, modo, politica = contenuto.PDF, "inline", politicaPDF
	} else if !c.QueryParams().Has("originale") {
		if nuova, sua, ok := contenuto.Ridisegnata(file); ok {
			file, tipo, modo = nuova, sua, "inline"
		}
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, mime.FormatMediaType(modo, map[string]string{"filename": nome}))
	h.Set(echo.HeaderContentSecurityPolicy, politica)
	return c.Blob(http.StatusOK, tipo, file)
}
