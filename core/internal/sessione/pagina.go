package sessione

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Contenuto draws the content of a page.
type Contenuto interface {
	Render(ctx context.Context, w io.Writer) error
}

// modulo is the login form.
type modulo struct{ Username, Torna, Errore string }

// Descrizione is the operator as the heading names him.
func (o Operatore) Descrizione() string {
	if nome := strings.TrimSpace(o.Nome + " " + o.Cognome); nome != "" {
		return nome
	}
	return o.Username
}

// menu has the pages that the operator may open.
func menu(s Sessione, percorso string) []pagine.Voce {
	voci := []pagine.Voce{{Nome: "Pagina iniziale", Indirizzo: pagine.Base}}
	if s.Puo(auth.PermessoVerbaleLeggi) {
		voci = append(voci, pagine.Voce{Nome: "Verbali", Indirizzo: pagine.Base + "verbali"})
	}
	for i, v := range voci {
		voci[i].Attuale = percorso == v.Indirizzo
	}
	return voci
}

// indirizzoAccesso is the login that comes back to what was asked for; a write is not asked again.
func indirizzoAccesso(r *http.Request) string {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return paginaAccesso
	}
	return paginaAccesso + "?" + url.Values{"torna": {r.URL.RequestURI()}}.Encode()
}

// Locale gives an address to come back to after the login: a page of this application, never another
// site's, nor login and logout themselves; anything else becomes the first page.
func Locale(torna string) string {
	u, err := url.Parse(torna)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" ||
		strings.ContainsFunc(torna, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return pagine.Base
	}
	pulito := path.Clean(u.Path)
	if !strings.HasPrefix(pulito, pagine.Base) || strings.Contains(u.Path, "//") || pulito == paginaAccesso || pulito == paginaUscita {
		return pagine.Base
	}
	locale := url.URL{Path: pulito, RawQuery: u.RawQuery}
	return locale.RequestURI()
}
