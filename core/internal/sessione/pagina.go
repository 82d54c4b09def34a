package sessione

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Contenuto draws the content of a page.
type Contenuto interface {
	Render(ctx context.Context, w io.Writer) error
}

// modulo is the login form.
type modulo struct {
	Username, Torna, Errore string
	Comando                 string // whose login page it is; empty: nobody said
	Sso, SsoAssente         bool   // single sign-on is set; its provider does not answer
}

// sso is the address of single sign-on that comes back to the page asked for.
func (m modulo) sso() templ.SafeURL {
	q := url.Values{"torna": {m.Torna}}
	if m.Comando != "" {
		q.Set("comando", m.Comando)
	}
	return templ.SafeURL(paginaSso + "?" + q.Encode())
}

// comandiMostrati is how many tenants one page shows: beyond them one searches.
const comandiMostrati = 50

// comandi are the tenants that may be chosen.
type comandi struct {
	Voci                 []tenant.Tenant
	Altri                int
	Cerca, Torna, Scelto string
}

// scegli finds the tenants whose name contains the text searched.
func scegli(tutti []tenant.Tenant, cerca, scelto, torna string) comandi {
	c := comandi{Cerca: cerca, Torna: torna, Scelto: scelto}
	parola := strings.ToLower(strings.TrimSpace(cerca))
	for _, t := range tutti {
		if !strings.Contains(t.Nome, parola) && !strings.Contains(strings.ToLower(t.Denominazione), parola) {
			continue
		}
		if len(c.Voci) < comandiMostrati {
			c.Voci = append(c.Voci, t)
			continue
		}
		c.Altri++
	}
	return c
}

// Descrizione is the operator as the heading names him.
func (o Operatore) Descrizione() string {
	if nome := strings.TrimSpace(o.Nome + " " + o.Cognome); nome != "" {
		return nome
	}
	return o.Username
}

// conRitorno is a page of ours that leads back to the page asked for.
func conRitorno(pagina string, r *http.Request) string {
	return pagina + "?" + url.Values{"torna": {r.URL.RequestURI()}}.Encode()
}

// Locale gives an address to come back to after the login: a page of this application, never another
// site's, nor login, single sign-on and logout themselves; anything else becomes the first page.
func Locale(torna string) string {
	u, err := url.Parse(torna)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" ||
		strings.ContainsFunc(torna, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return pagine.Base
	}
	pulito := path.Clean(u.Path)
	if !strings.HasPrefix(pulito, pagine.Base) || strings.Contains(u.Path, "//") ||
		pulito == paginaAccesso || pulito == paginaUscita || pulito == paginaSso || strings.HasPrefix(pulito, paginaSso+"/") {
		return pagine.Base
	}
	locale := url.URL{Path: pulito, RawQuery: u.RawQuery}
	return locale.RequestURI()
}
