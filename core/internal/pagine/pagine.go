// Package pagine is the frame of the operators' pages: heading, menu, static files, the page of an
// error, and the headers that keep a page harmless. Each noun draws its own content.
package pagine

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"

	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

// Base is where the web application lives.
const Base = "/CoreService/"

// The addresses of the static files: those of every page of the platform, and core's own scripts.
const (
	BaseStatico = Base + "statico/"
	BaseRisorse = Base + "risorse/"
)

//go:embed risorse/*.js risorse/*.svg risorse/*.css
var risorse embed.FS

// Sicurezza is the policy of every page: nothing from elsewhere, no script or style inside the page,
// no frame around it. The library's style sheet carries a font of its video player in itself (data:).
const Sicurezza = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self' data:; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Cornice is what surrounds the content of a page. Utente is empty for an operator who has not logged in.
type Cornice struct {
	Titolo  string
	Comando string // name in full of the tenant
	Utente  string
	Menu    []Voce
	Battito int // seconds between two heartbeats; 0: the page has none

	Preavviso int // seconds before the end of the session at which the page warns

	CambiaComando string // address where the operator chooses the tenant to work in; empty: he has one alone
	indirizzi
}

// Voce is an entry of the menu; Scopo says in a few words what it is for.
type Voce struct {
	Nome, Indirizzo, Scopo string
	Attuale                bool
}

// indirizzi of the static files, with the version of their content.
type indirizzi struct{ stile, caratteri, stampa, politica, script, htmx, sessione, icona string }

// Pagine writes pages.
type Pagine struct {
	statico   *static.Server
	indirizzi indirizzi
}

// Nuove prepares the frame.
func Nuove() *Pagine {
	p := &Pagine{statico: static.New()}
	p.indirizzi = indirizzi{
		stile: p.statico.URL(BaseStatico, static.Style), caratteri: p.statico.URL(BaseStatico, static.Faces),
		script: p.statico.URL(BaseStatico, static.Script), htmx: p.statico.URL(BaseStatico, static.Htmx),
		politica: indirizzoRisorsa("politica.js"), sessione: indirizzoRisorsa("sessione.js"), icona: indirizzoRisorsa("icona.svg"),
		stampa: indirizzoRisorsa("stampa.css"),
	}
	return p
}

// indirizzoRisorsa gives the address of one of core's own files, which changes with its content.
func indirizzoRisorsa(nome string) string {
	contenuto, err := risorse.ReadFile(path.Join("risorse", nome))
	if err != nil {
		return BaseRisorse + nome
	}
	somma := sha256.Sum256(contenuto)
	return BaseRisorse + nome + "?v=" + hex.EncodeToString(somma[:8])
}

// Risorsa gives the address of a script of some pages alone.
func Risorsa(nome string) string { return indirizzoRisorsa(nome) }

// Statico serves the style sheets, scripts and fonts of every page.
func (p *Pagine) Statico() http.Handler { return http.StripPrefix(BaseStatico, p.statico) }

// Risorse serves core's own scripts.
func (*Pagine) Risorse() http.Handler {
	file := http.StripPrefix(BaseRisorse, http.FileServerFS(soloFile()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		file.ServeHTTP(w, r)
	})
}
