// Package sportello is the citizens' pages: who holds the paper of a fine sees without an account what
// is owed and why, and who has one sees the act and the names of their own fines. It knows no rule: it
// shows what WebPortalService answers, in words. No page needs scripts, and no address says whose fine
// or which plate.
package sportello

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

// Base is where the pages live.
const Base = "/ConnessioneService/portale/"

// The pages.
const (
	paginaVerbale = Base + "verbale"
	paginaAccesso = Base + "accesso"
	paginaUscita  = Base + "esci"
	paginaMiei    = Base + "miei"
	baseStatico   = Base + "statico/"
	baseDocumenti = Base + "documenti/"
)

// sicurezza is the policy of every page: no script at all, nothing from elsewhere, no frame around it. The library's
// style sheet carries a font in itself (data:).
const sicurezza = "default-src 'none'; style-src 'self'; font-src 'self' data:; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// cornice is what surrounds the content of a page. Utente is empty for a citizen who has not logged in; token
// goes with the forms of the session.
type cornice struct {
	Titolo, Utente, token string
	stile, caratteri      string
}

// risorse are the style sheets and fonts.
type risorse struct {
	file             *static.Server
	stile, caratteri string
}

func nuoveRisorse() risorse {
	file := static.New()
	return risorse{file: file, stile: file.URL(baseStatico, static.Style), caratteri: file.URL(baseStatico, static.Faces)}
}

func (r risorse) handler() http.Handler { return http.StripPrefix(baseStatico, r.file) }

// rifiuto holds the errors of a refused form; its zero value is a form not yet sent.
type rifiuto struct {
	Frase string
	Campi []problem.Campo
}

// di gives the error of a field; empty without one.
func (r rifiuto) di(nome string) string {
	for _, c := range r.Campi {
		if c.Campo == nome {
			return c.Messaggio
		}
	}
	return ""
}

// rifiutato says in plain words what the citizen can do about an error; false for an error that needs a page of its own.
func rifiutato(err error) (rifiuto, bool) {
	e := problem.As(err)
	if e == nil {
		return rifiuto{}, false
	}
	switch e.Kind {
	case problem.BadRequest:
		if e.Codice == portale.DigitatoMale {
			return rifiuto{e.Dettaglio, e.Campi}, true
		}
		return rifiuto{"Alcuni dati sono da correggere.", e.Campi}, true
	case problem.Missing:
		return rifiuto{Frase: "Nessun verbale corrisponde ai dati indicati. Ricontrollare ogni cifra e ogni lettera: " +
			"un verbale appena fatto può richiedere qualche minuto prima di comparire."}, true
	case problem.Conflicting:
		return rifiuto{Frase: "Con questo avviso e questa targa ci sono verbali di più comandi: scegliere il comando scritto sull'avviso."}, e.Codice == "PIU_COMANDI"
	case problem.TooManyRequests:
		return rifiuto{Frase: "Troppe richieste in poco tempo: riprovare fra " + attesa(e.RetryAfter) + "."}, true
	case problem.Unauthenticated:
		return rifiuto{Frase: "Nome utente o password errati."}, true
	case problem.Unavailable:
		return rifiuto{Frase: "Il servizio al momento non risponde: riprovare fra qualche minuto."}, true
	default:
		return rifiuto{}, false
	}
}

// attesa is how long to wait, rounded up, in words.
func attesa(d time.Duration) string {
	secondi := int((d + time.Second - 1) / time.Second)
	switch {
	case secondi <= 1:
		return "un secondo"
	case secondi < 60:
		return fmt.Sprintf("%d secondi", secondi)
	case secondi == 60:
		return "un minuto"
	}
	return fmt.Sprintf("%d minuti", (secondi+59)/60)
}

// campo is a field of a form.
type campo struct {
	Nome, Etichetta, Valore, Aiuto, Guasto string
	Tipo, Completa, Tastiera               string // of the input: empty is text, off, the usual one
	Massimo                                int
	Obbligatorio                           bool
}

func (c campo) id() string { return "campo-" + c.Nome }

func (c campo) tipo() string {
	if c.Tipo == "" {
		return "text"
	}
	return c.Tipo
}

func (c campo) completa() string {
	if c.Completa == "" {
		return "off"
	}
	return c.Completa
}

// consulta is the form of the anonymous look-up as it was typed. Comandi are those among which to choose,
// where the notice number is of several.
type consulta struct {
	portale.Consulta
	Comandi []portale.Comando
	Rifiuto rifiuto
}

// ricerca is the form of the search by the whole key as it was typed.
type ricerca struct {
	Numero, Lettera, Anno, Targa, IUV, Giorno string
	Rifiuto                                   rifiuto
}

// accesso is the login form.
type accesso struct {
	Username, Gettone string
	Unico             string // portal whose provider may be used; empty: none
	Rifiuto           rifiuto
}

// etichette name the fields as the forms do.
func etichetta(nome string) string {
	if e, nota := map[string]string{
		"iuv": "Numero avviso o IUV", "targa": "Targa", "numero": "Numero del verbale", "lettera": "Serie", "anno": "Anno",
		"dataViolazione": "Giorno della violazione",
		"username":       "Nome utente", "password": "Password",
	}[nome]; nota {
		return e
	}
	return strings.ToUpper(nome[:1]) + nome[1:]
}
