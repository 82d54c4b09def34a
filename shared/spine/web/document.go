package web

import (
	"fmt"
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"

	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
)

// politicaDocumento lets a document that strangers may have made do nothing in the browser; politicaPDF does too, but
// for the browser's own viewer, which draws nothing in a sandbox.
const (
	politicaDocumento = "default-src 'none'; frame-ancestors 'none'; sandbox"
	politicaPDF       = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
)

const (
	// chiaveTavolo is where the room for drawing is, in the context of a request.
	chiaveTavolo = "web.tavolo"
	// tavoloIntero is how many bytes of memory the images drawn at once by a process take.
	tavoloIntero = 2 * contenuto.PesoMassimo
)

// Document answers with a stored file. What its bytes say that a browser shows without running anything is shown: a
// PDF as it is, a JPEG or PNG drawn anew. Anything else, whatever was declared of it, is saved under its name; so is
// the image as it was received, with ?originale.
func Document(c echo.Context, nome string, file []byte) error {
	tipo, modo := echo.MIMEOctetStream, "attachment"
	if contenuto.Tipo(file) == contenuto.PDF {
		tipo, modo = contenuto.PDF, "inline"
	} else if !c.QueryParams().Has("originale") && contenuto.Peso(file) > 0 {
		nuova, sua, ok, err := ridisegna(c, file)
		if err != nil {
			return err
		}
		if ok {
			file, tipo, modo = nuova, sua, "inline"
		}
	}
	return rispondi(c, nome, file, tipo, modo)
}

// Original answers with a stored file byte for byte, as programs that check its hash want it: a PDF may be shown, all
// the rest is saved.
func Original(c echo.Context, nome string, file []byte) error {
	if contenuto.Tipo(file) == contenuto.PDF {
		return rispondi(c, nome, file, contenuto.PDF, "inline")
	}
	return rispondi(c, nome, file, echo.MIMEOctetStream, "attachment")
}

// ForShowing reports a request of a browser that will show what it gets, as a page or in one.
func ForShowing(r *http.Request) bool {
	verso := r.Header.Get("Sec-Fetch-Dest")
	return verso == "document" || verso == "image"
}

// ridisegna draws an image anew when there is room for it among those of the process; for HEAD it only says as what.
func ridisegna(c echo.Context, file []byte) (nuova []byte, tipo string, ok bool, err error) {
	if c.Request().Method == http.MethodHead {
		return nil, contenuto.Tipo(file), true, nil
	}
	tavolo, dato := c.Get(chiaveTavolo).(*semaphore.Weighted)
	if !dato {
		return nil, "", false, nil
	}
	peso, ctx := contenuto.Peso(file), c.Request().Context()
	if err := tavolo.Acquire(ctx, peso); err != nil {
		return nil, "", false, fmt.Errorf("web: disegno: %w", err)
	}
	defer tavolo.Release(peso)
	nuova, tipo, ok = contenuto.Ridisegnata(file)
	return nuova, tipo, ok, nil
}

func rispondi(c echo.Context, nome string, file []byte, tipo, modo string) error {
	politica := politicaDocumento
	if tipo == contenuto.PDF {
		politica = politicaPDF
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, mime.FormatMediaType(modo, map[string]string{"filename": nome}))
	h.Set(echo.HeaderContentSecurityPolicy, politica)
	return c.Blob(http.StatusOK, tipo, file)
}
