package web

import (
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
)

// politicaDocumento lets a document that strangers may have made do nothing in the browser.
const politicaDocumento = "default-src 'none'; frame-ancestors 'none'; sandbox"

// Document answers with a stored file. What its bytes say that a browser shows without running anything is shown: a
// PDF as it is, a JPEG or PNG drawn anew. Anything else, whatever was declared of it, is saved under its name; so is
// the image as it was received, with ?originale.
func Document(c echo.Context, nome string, file []byte) error {
	tipo, modo := echo.MIMEOctetStream, "attachment"
	if contenuto.Tipo(file) == contenuto.PDF {
		tipo, modo = contenuto.PDF, "inline"
	} else if !c.QueryParams().Has("originale") {
		if nuova, sua, ok := contenuto.Ridisegnata(file); ok {
			file, tipo, modo = nuova, sua, "inline"
		}
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, mime.FormatMediaType(modo, map[string]string{"filename": nome}))
	h.Set(echo.HeaderContentSecurityPolicy, politicaDocumento)
	return c.Blob(http.StatusOK, tipo, file)
}
