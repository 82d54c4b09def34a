package web

import (
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// unaVolta refuses ambiguous parameters: a name given twice in the address, and parameters that
// stand beside a form, which would fill what the form leaves out. A body that is no form has no fields: the address never
// stands in for them. A filter in front and the service read the same.
func unaVolta(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.URL.RawQuery == "" {
			return prossimo(c)
		}
		if r.Method == http.MethodPost {
			if modulo(r.Header.Get(echo.HeaderContentType)) {
				return problem.Malformata("I campi di un modulo stanno nel modulo, non nell'indirizzo.")
			}
			r.Form, r.PostForm = url.Values{}, url.Values{}
		}
		if strings.ContainsRune(r.URL.RawQuery, '&') {
			for nome, valori := range c.QueryParams() {
				if len(valori) > 1 {
					return problem.CampoNonValido(nome, "è ripetuto nell'indirizzo")
				}
			}
		}
		return prossimo(c)
	}
}

// modulo reports whether a body is that of a form.
func modulo(contentType string) bool {
	tipo, _, _ := mime.ParseMediaType(contentType)
	return tipo == echo.MIMEApplicationForm || tipo == echo.MIMEMultipartForm
}
