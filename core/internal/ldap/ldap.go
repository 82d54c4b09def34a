// Package ldap checks passwords against the command's directory: it finds the entry of a username as
// administrator, then tries the password on it. Nothing is ever written there, and no password stays.
package ldap

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/go-ldap/ldap/v3"
	"golang.org/x/sync/semaphore"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	entro   = 5 * time.Second // for the whole of one check
	insieme = 8               // connections at the same time
)

// Cifratura is how the connection is protected.
type Cifratura int

// InChiaro is for the loopback, or for an administrator who asks for it by name.
const (
	InChiaro Cifratura = iota
	StartTLS
	TLS
)

// Opzioni of a directory.
type Opzioni struct {
	Indirizzo      string // host and port
	Cifratura      Cifratura
	TLS            *tls.Config // with the name of the server; not for InChiaro
	Base           string      // DN under which the entries are
	Attributo      string      // that holds the username, as uid or sAMAccountName
	Amministratore string      // DN
	Password       string      // of Amministratore
}

// Direttorio is a directory. Safe for concurrent use.
type Direttorio struct {
	opzioni Opzioni
	posti   *semaphore.Weighted
	entro   time.Duration
}

// Nuovo connects nowhere: the directory may be away.
func Nuovo(o Opzioni) *Direttorio {
	return &Direttorio{opzioni: o, posti: semaphore.NewWeighted(insieme), entro: entro}
}

// Verifica reports whether the password is that of the one entry of the username. No entry, more than
// one, and a password that the directory refuses are false; an empty password too, which a directory
// would take for an anonymous caller. A directory that is away, slow, or refuses the administrator is
// LDAP_NON_DISPONIBILE, with the reason as its cause.
func (d *Direttorio) Verifica(ctx context.Context, username, password string) (bool, error) {
	if username == "" || password == "" {
		return false, nil
	}
	ctx, fine := context.WithTimeout(ctx, d.entro)
	defer fine()
	if err := d.posti.Acquire(ctx, 1); err != nil {
		return false, assente(err)
	}
	defer d.posti.Release(1)
	presa, err := (&net.Dialer{}).DialContext(ctx, "tcp", d.opzioni.Indirizzo)
	if err != nil {
		return false, assente(err)
	}
	// Whatever the library waits for, on this socket it waits no longer than the context.
	stacca := context.AfterFunc(ctx, func() { _ = presa.SetDeadline(time.Unix(1, 0)) })
	defer stacca()
	conn, err := d.collega(ctx, presa)
	if err != nil {
		return false, assente(errors.Join(ctx.Err(), err))
	}
	defer func() { _ = conn.Close() }()
	giusta, err := d.prova(conn, username, password)
	if err != nil {
		return false, assente(errors.Join(ctx.Err(), err))
	}
	return giusta, nil
}

// Assente is what an account of a directory gets when there is none.
func Assente() error { return assente(errors.New("VERBALI_LDAP_SERVER non è impostata")) }

func assente(causa error) error {
	return problem.NonDisponibile("LDAP_NON_DISPONIBILE",
		"Il servizio che verifica la password di questa utenza non risponde: riprovare più tardi.").With(causa)
}

// collega speaks LDAP on a socket, which it closes when it cannot.
func (d *Direttorio) collega(ctx context.Context, presa net.Conn) (*ldap.Conn, error) {
	o := d.opzioni
	if o.Cifratura == TLS {
		cifrata := tls.Client(presa, o.TLS)
		if err := cifrata.HandshakeContext(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("ldap: TLS: %w", err), presa.Close())
		}
		presa = cifrata
	}
	conn := ldap.NewConn(presa, o.Cifratura == TLS)
	conn.SetTimeout(d.entro)
	conn.Start()
	if o.Cifratura == StartTLS {
		if err := conn.StartTLS(o.TLS); err != nil {
			return nil, errors.Join(fmt.Errorf("ldap: StartTLS: %w", err), conn.Close())
		}
	}
	return conn, nil
}

// prova looks for the entry and tries the password on it, on a connection that is then thrown away.
func (d *Direttorio) prova(conn *ldap.Conn, username, password string) (bool, error) {
	if err := conn.Bind(d.opzioni.Amministratore, d.opzioni.Password); err != nil {
		return false, fmt.Errorf("ldap: accesso dell'amministratore: %w", err)
	}
	dn, trovata, err := d.cerca(conn, username)
	if err != nil || !trovata {
		return false, err
	}
	err = conn.Bind(dn, password)
	switch {
	case err == nil:
		return true, nil
	case ldap.IsErrorAnyOf(err, rifiuti()...):
		return false, nil
	}
	return false, fmt.Errorf("ldap: accesso dell'utente: %w", err)
}

// rifiuti are the results by which a directory says that this password does not let this entry in:
// wrong, none stored, expired or locked by its policy, gone since it was found.
func rifiuti() []uint16 {
	return []uint16{ldap.LDAPResultInvalidCredentials, ldap.LDAPResultInappropriateAuthentication,
		ldap.LDAPResultUnwillingToPerform, ldap.LDAPResultConstraintViolation,
		ldap.LDAPResultInsufficientAccessRights, ldap.LDAPResultNoSuchObject}
}

// cerca gives the DN of the one entry; false when there is none, or more than one.
func (d *Direttorio) cerca(conn *ldap.Conn, username string) (dn string, trovata bool, err error) {
	filtro := "(" + d.opzioni.Attributo + "=" + ldap.EscapeFilter(username) + ")"
	r, err := conn.Search(ldap.NewSearchRequest(d.opzioni.Base, ldap.ScopeWholeSubtree, ldap.NeverDerefAliases,
		2, int(d.entro.Seconds()), false, filtro, []string{"1.1"}, nil)) // two are as many as one needs to know; no attribute
	switch {
	case ldap.IsErrorWithCode(err, ldap.LDAPResultSizeLimitExceeded):
		return "", false, nil
	case err != nil:
		return "", false, fmt.Errorf("ldap: ricerca sotto %s: %w", d.opzioni.Base, err)
	case len(r.Entries) != 1 || r.Entries[0].DN == "":
		return "", false, nil
	}
	return r.Entries[0].DN, true, nil
}

// Leggi gives host and port, and the protection, of a server written as ldap://host[:port] or
// ldaps://host[:port]. cifratura is "auto" (TLS, which on ldap:// is StartTLS; nothing towards this
// machine itself), "tls" (also towards this machine) or "nessuna". The fault is a sentence in Italian.
func Leggi(server, cifratura string) (indirizzo string, c Cifratura, err error) {
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || (u.Path != "" && u.Path != "/") || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", 0, errors.New("deve essere ldap://nome oppure ldaps://nome, con la porta se non è la consueta")
	}
	porte := map[string]string{"ldap": "389", "ldaps": "636"}
	porta, nota := porte[u.Scheme]
	if !nota {
		return "", 0, errors.New("deve cominciare con ldap:// oppure ldaps://")
	}
	if u.Port() != "" {
		porta = u.Port()
	}
	indirizzo = net.JoinHostPort(u.Hostname(), porta)
	switch {
	case u.Scheme == "ldaps" && cifratura == "nessuna":
		return "", 0, errors.New("ldaps:// è sempre cifrato: VERBALI_LDAP_CIFRATURA non può essere nessuna")
	case u.Scheme == "ldaps":
		return indirizzo, TLS, nil
	case cifratura == "nessuna", cifratura == "auto" && locale(u.Hostname()):
		return indirizzo, InChiaro, nil
	}
	return indirizzo, StartTLS, nil
}

// locale reports whether a host is this machine.
func locale(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
