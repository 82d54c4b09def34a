package sso

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Impostazioni of single sign-on. Either all of the first four are given or none of any.
type Impostazioni struct {
	Emittente     string // address of the provider, as it writes it in its tokens
	ClientID      string
	ClientSegreto string
	Indirizzo     string   // public address of this service, without path: https://verbali.comune.example
	Attributo     string   // claim with the username
	Acr           []string // levels of authentication that are enough; empty: any
	Comando       string   // whose provider it is; empty: the platform's
	Portale       string   // code of the portal that it is for; empty: the web application
	Gruppi        string   // claim with the groups; empty: single sign-on says nothing of them

	// Trasporto goes to the provider; nil goes anywhere, through the proxy of the environment.
	Trasporto http.RoundTripper
	Fiducia   string // what Trasporto trusts, to tell one from another

	riprovaOgni time.Duration // of our own tests; 0: riprovaOgni
}

func (i Impostazioni) riprova() time.Duration {
	if i.riprovaOgni > 0 {
		return i.riprovaOgni
	}
	return riprovaOgni
}

// ritorno is the address, registered at the provider, that it sends the browser back to: one for each command, so that an
// answer is never taken for one of another provider.
func (i Impostazioni) ritorno() string {
	if i.Portale != "" {
		return i.Indirizzo + PaginaRitorno + i.Portale
	}
	if i.Comando != "" {
		return i.Indirizzo + pagine.Base + Ritorno + "/" + i.Comando
	}
	return i.Indirizzo + pagine.Base + Ritorno
}

// dopoUscita is where the provider sends the browser after a logout.
func (i Impostazioni) dopoUscita() string {
	if i.Portale != "" {
		return i.Indirizzo + PaginaPortale
	}
	return i.Indirizzo + pagine.Base + "login"
}

// Date reports whether single sign-on is asked for at all: the public address alone serves the providers of commands.
func (i Impostazioni) Date() bool {
	return i.Emittente+i.ClientID+i.ClientSegreto != "" || len(i.Acr) > 0
}

// Valida names each setting that is missing or wrong.
func (i Impostazioni) Valida() error {
	var guasti []error
	guasto := func(variabile, motivo string) {
		guasti = append(guasti, &config.ValueError{Variable: "VERBALI_SSO_" + variabile, Reason: motivo})
	}
	for _, s := range []struct{ variabile, valore string }{
		{"EMITTENTE", i.Emittente}, {"CLIENT_ID", i.ClientID}, {"CLIENT_SEGRETO", i.ClientSegreto},
		{"INDIRIZZO", i.Indirizzo}, {"ATTRIBUTO", i.Attributo},
	} {
		if strings.TrimSpace(s.valore) == "" {
			guasto(s.variabile, "manca: l'accesso unico ne ha bisogno, insieme a EMITTENTE, CLIENT_ID, CLIENT_SEGRETO e INDIRIZZO")
		}
	}
	if i.Emittente != "" && !protetto(i.Emittente) {
		guasto("EMITTENTE", "deve essere un indirizzo https, come https://accesso.example/realm (http solo verso questa macchina)")
	}
	if u, err := url.Parse(i.Indirizzo); i.Indirizzo != "" && (!protetto(i.Indirizzo) || err != nil || u.Path != "") {
		guasto("INDIRIZZO", "deve essere l'indirizzo pubblico del servizio senza percorso, come https://verbali.example (http solo verso questa macchina)")
	}
	return errors.Join(guasti...)
}

// protetto accepts an address over which nobody listens: https, or this very machine.
func protetto(indirizzo string) bool {
	u, err := url.Parse(indirizzo)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}
