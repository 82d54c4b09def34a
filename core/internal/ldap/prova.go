package ldap

import (
	"cmp"
	"context"
	"errors"

	"github.com/go-ldap/ldap/v3"
)

// Referto is what a trial of a directory found, in words; no password is in it.
type Referto struct {
	Riuscita bool
	Frase    string
	Guasto   bool  // it could not be asked
	Causa    error // of Guasto, for the log alone
	Trovata  bool  // the entry of the username that was asked for
	DN       string
	Gruppi   []string // DNs
}

// Prova connects, enters as administrator and looks for a username (empty: for nobody in particular),
// without any password but the administrator's.
func (d *Direttorio) Prova(ctx context.Context, username string) (r Referto) {
	err := d.dentro(ctx, func(conn *ldap.Conn) error {
		cercato := username
		if cercato == "" {
			cercato = "prova-del-collegamento" // whether the base can be searched at all
		}
		v, trovata, err := d.cerca(conn, cercato)
		if errors.Is(err, ErrPiuDiUna) {
			return nil
		}
		if err != nil || !trovata {
			return err
		}
		r.Trovata, r.DN = true, v.DN
		r.Gruppi, err = d.gruppi(conn, v)
		return err
	})
	switch {
	case err != nil:
		return Referto{Guasto: true, Frase: d.guasto(err), Causa: err}
	case username == "":
		return Referto{Riuscita: true, Frase: "Il server risponde, accetta il nome e la password di lettura, e la base si può cercare."}
	case !r.Trovata:
		r.Frase = "Il server risponde, ma non c'è una e una sola voce con questo nome sotto la base: con esso non entra nessuno."
	default:
		r.Riuscita, r.Frase = true, "Il server risponde e la voce è stata trovata."
	}
	return r
}

// guasto says where a conversation stopped, and what may be done. Whatever happens before the server has answered to the reader in
// LDAP is one sentence: else who keeps settings could read in it which machines, ports and services there are. The log has the cause.
func (d *Direttorio) guasto(err error) string {
	switch {
	case errors.Is(err, errLettore) && ldap.IsErrorWithCode(err, ldap.LDAPResultInvalidCredentials),
		errors.Is(err, errLettore) && ldap.IsErrorWithCode(err, ldap.ErrorEmptyPassword):
		return "Il server non accetta il nome o la password di chi legge: controllare il DN e il file del segreto."
	case errors.Is(err, errLettore) && nomeDi(err) != "":
		return "Il server rifiuta chi legge: " + nomeDi(err) + "."
	case errors.Is(err, errRicerca), errors.Is(err, errGruppi):
		return d.nonCercata(err)
	}
	return "Il server " + d.opzioni.Indirizzo + " non si raggiunge, o non parla LDAP come indicato, o il suo certificato non è di un'autorità conosciuta: " +
		"controllare nome, porta e cifratura, il file dei certificati, e che la piattaforma ammetta la rete in cui è."
}

// nonCercata says why entries or groups could not be looked for.
func (d *Direttorio) nonCercata(err error) string {
	base := d.opzioni.Base
	if errors.Is(err, errGruppi) {
		base = d.opzioni.Gruppi.Base
	}
	switch {
	case ldap.IsErrorAnyOf(err, ldap.LDAPResultNoSuchObject, ldap.LDAPResultInvalidDNSyntax):
		return "Sotto " + base + " non c'è nulla che chi legge possa vedere, oppure non è un DN."
	case ldap.IsErrorWithCode(err, ldap.LDAPResultReferral):
		return "Per " + base + " il server rimanda a un altro: qui non si segue, indicare quello che ha le voci."
	case ldap.IsErrorWithCode(err, ldap.LDAPResultSizeLimitExceeded):
		return "I gruppi della voce sono troppi per leggerli tutti: indicare una base più stretta."
	}
	return "La ricerca sotto " + base + " non riesce: " + risultato(err) + "."
}

// risultato is the result of LDAP by its name, without what the server added to it.
func risultato(err error) string { return cmp.Or(nomeDi(err), "il collegamento cade") }

// nomeDi is the name of a result that a server gave; empty for what the client met by itself.
func nomeDi(err error) string {
	var e *ldap.Error
	if errors.As(err, &e) && e.ResultCode < ldap.ErrorNetwork {
		return ldap.LDAPResultCodeMap[e.ResultCode]
	}
	return ""
}
