// Package ldap checks passwords against a directory: it finds the entry of a username as administrator,
// then tries the password on it, and reads the groups that the entry is in. Nothing is ever written
// there, no password stays, and no other server is followed to (referral).
package ldap

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-ldap/ldap/v3"
	"golang.org/x/sync/semaphore"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	entro   = 5 * time.Second // for the whole of one check
	insieme = 8               // connections at the same time

	// letturaMassima bounds what one connection reads, in bytes: a thousand groups are a few hundred thousand.
	letturaMassima = 4 << 20
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
	Filtro         string      // that finds an entry, with Utente where the username goes, as (uid={utente})
	Amministratore string      // DN
	Password       string      // of Amministratore
	Gruppi         Gruppi
	// Chiama opens the connection; nil is a dialer that goes anywhere.
	Chiama func(ctx context.Context, rete, indirizzo string) (net.Conn, error)
	Posti  *Posti // nil: its own
}

// Posti are the connections that may be open at the same time, also over directories made one after the other.
type Posti struct{ liberi *semaphore.Weighted }

// NuoviPosti is as many as a directory has by itself.
func NuoviPosti() *Posti { return &Posti{semaphore.NewWeighted(insieme)} }

// Gruppi is where the groups of an entry are read: those under Base that name it as member, or, without
// Base, those that the entry names itself in Attributo (memberOf).
type Gruppi struct{ Base, Attributo string }

// Utente stands for the username in a filter: its value is escaped (RFC 4515).
const Utente = "{utente}"

// FiltroDi is the filter that finds an entry by one attribute, as uid or sAMAccountName.
func FiltroDi(attributo string) string { return "(" + attributo + "=" + Utente + ")" }

// FiltroBuono refuses a text that is no filter, or has no place for the username; the fault is a sentence in Italian.
func FiltroBuono(filtro string) error {
	if !strings.Contains(filtro, Utente) {
		return errors.New("manca " + Utente + ", al posto del nome utente")
	}
	if _, err := ldap.CompileFilter(strings.ReplaceAll(filtro, Utente, "x")); err != nil {
		return errors.New("non è un filtro LDAP, come (uid=" + Utente + ")")
	}
	return nil
}

// Direttorio is a directory. Safe for concurrent use.
type Direttorio struct {
	opzioni Opzioni
	entro   time.Duration
}

// Nuovo connects nowhere: the directory may be away.
func Nuovo(o Opzioni) *Direttorio {
	if o.Posti == nil {
		o.Posti = NuoviPosti()
	}
	return &Direttorio{opzioni: o, entro: entro}
}

// Verifica reports whether the password is that of the one entry of the username. No entry, more than
// one, and a password that the directory refuses are false; an empty password too, which a directory
// would take for an anonymous caller. A directory that is away, slow, or refuses the administrator is
// LDAP_NON_DISPONIBILE, with the reason as its cause.
func (d *Direttorio) Verifica(ctx context.Context, username, password string) (giusta bool, err error) {
	_, giusta, err = d.verifica(ctx, username, password, false)
	return giusta, err
}

// VerificaConGruppi is Verifica with the groups of the entry, each as its DN; groups that cannot be read
// are LDAP_NON_DISPONIBILE: who they are not known of may have lost his roles.
func (d *Direttorio) VerificaConGruppi(ctx context.Context, username, password string) (gruppi []string, giusta bool, err error) {
	return d.verifica(ctx, username, password, true)
}

func (d *Direttorio) verifica(ctx context.Context, username, password string, conGruppi bool) (gruppi []string, giusta bool, err error) {
	if username == "" || password == "" {
		return nil, false, nil
	}
	err = d.dentro(ctx, func(conn *ldap.Conn) error {
		v, trovata, err := d.cerca(conn, username)
		if errors.Is(err, ErrPiuDiUna) {
			return nil
		}
		if err != nil || !trovata {
			return err
		}
		if giusta, err = entra(conn, v.DN, password); err != nil || !giusta || !conGruppi {
			return err
		}
		if err := d.leggiCome(conn); err != nil { // the connection speaks for the person now
			return err
		}
		gruppi, err = d.gruppi(conn, v)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	return gruppi, giusta, nil
}

// Presente reports whether there is the one entry of a username; more than one is an error.
func (d *Direttorio) Presente(ctx context.Context, username string) (trovata bool, err error) {
	err = d.dentro(ctx, func(conn *ldap.Conn) error {
		_, trovata, err = d.cerca(conn, username)
		return err
	})
	return trovata && err == nil, err
}

// GruppiDi reads the groups of the one entry of a username without its password; false when there is
// none; more than one is an error.
func (d *Direttorio) GruppiDi(ctx context.Context, username string) (gruppi []string, trovata bool, err error) {
	if username == "" {
		return nil, false, nil
	}
	err = d.dentro(ctx, func(conn *ldap.Conn) error {
		v, c, err := d.cerca(conn, username)
		if trovata = c; err != nil || !c {
			return err
		}
		gruppi, err = d.gruppi(conn, v)
		return err
	})
	return gruppi, trovata && err == nil, err
}

// dentro gives f a connection on which the administrator is in, thrown away afterwards.
func (d *Direttorio) dentro(ctx context.Context, f func(*ldap.Conn) error) error {
	ctx, fine := context.WithTimeout(ctx, d.entro)
	defer fine()
	if err := d.opzioni.Posti.liberi.Acquire(ctx, 1); err != nil {
		return assente(err)
	}
	defer d.opzioni.Posti.liberi.Release(1)
	presa, err := d.chiama(ctx)
	if err != nil {
		return assente(err)
	}
	presa = &misurata{Conn: presa, restano: letturaMassima}
	// Whatever the library waits for, on this socket it waits no longer than the context.
	stacca := context.AfterFunc(ctx, func() { _ = presa.SetDeadline(time.Unix(1, 0)) })
	defer stacca()
	conn, err := d.collega(ctx, presa)
	if err != nil {
		return assente(errors.Join(ctx.Err(), err))
	}
	defer func() { _ = conn.Close() }()
	if err = d.leggiCome(conn); err == nil {
		err = f(conn)
	}
	if err != nil {
		return assente(errors.Join(ctx.Err(), err))
	}
	return nil
}

func (d *Direttorio) chiama(ctx context.Context) (net.Conn, error) {
	if d.opzioni.Chiama != nil {
		return d.opzioni.Chiama(ctx, "tcp", d.opzioni.Indirizzo)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", d.opzioni.Indirizzo)
}

// misurata is a connection that reads so many bytes and no more.
type misurata struct {
	net.Conn
	restano int
}

// Read implements io.Reader.
func (m *misurata) Read(p []byte) (int, error) {
	if m.restano <= 0 {
		return 0, errTroppo
	}
	n, err := m.Conn.Read(p[:min(len(p), m.restano)])
	m.restano -= n
	return n, err
}

// ErrNessuno is a command that is of no directory.
var ErrNessuno = errors.New("il comando non ha un server LDAP")

// NonDisponibile is what an account of a directory gets when it cannot be asked; the reason is for the log.
func NonDisponibile(causa error) *problem.Error { return assente(causa) }

func assente(causa error) *problem.Error {
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

// The parts of a conversation, by which Prova knows where it stopped.
var (
	errLettore = errors.New("ldap: accesso dell'amministratore")
	errRicerca = errors.New("ldap: ricerca")
	errGruppi  = errors.New("ldap: gruppi")

	errTroppo = errors.New("ldap: il server risponde con troppi dati")
)

// ErrPiuDiUna is the cause where a directory has more than one entry of a username, or one without a name.
var ErrPiuDiUna = errors.New("ldap: più di una voce con questo nome")

// Lontano reports whether a fault is of the whole directory, and not of the entry that was looked for.
func Lontano(err error) bool {
	return !errors.Is(err, ErrPiuDiUna) && !errors.Is(err, errGruppi)
}

// leggiCome makes the connection speak for the administrator.
func (d *Direttorio) leggiCome(conn *ldap.Conn) error {
	if err := conn.Bind(d.opzioni.Amministratore, d.opzioni.Password); err != nil {
		return fmt.Errorf("%w: %w", errLettore, err)
	}
	return nil
}

// entra tries a password on an entry.
func entra(conn *ldap.Conn, dn, password string) (bool, error) {
	err := conn.Bind(dn, password)
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

// cerca gives the one entry; false when there is none. More than one is ErrPiuDiUna.
func (d *Direttorio) cerca(conn *ldap.Conn, username string) (v *ldap.Entry, trovata bool, err error) {
	filtro := strings.ReplaceAll(d.opzioni.Filtro, Utente, ldap.EscapeFilter(username))
	r, err := conn.Search(ldap.NewSearchRequest(d.opzioni.Base, ldap.ScopeWholeSubtree, ldap.NeverDerefAliases,
		2, int(d.entro.Seconds()), false, filtro, d.attributi(), nil)) // two are as many as one needs to know
	switch {
	case ldap.IsErrorWithCode(err, ldap.LDAPResultSizeLimitExceeded):
		return nil, false, ErrPiuDiUna
	case err != nil:
		return nil, false, fmt.Errorf("%w sotto %s: %w", errRicerca, d.opzioni.Base, err)
	case len(r.Entries) == 0:
		return nil, false, nil
	case len(r.Entries) > 1 || r.Entries[0].DN == "":
		return nil, false, ErrPiuDiUna
	}
	return r.Entries[0], true, nil
}

// attributi are the attributes read of an entry: that of its groups, or none.
func (d *Direttorio) attributi() []string {
	if g := d.opzioni.Gruppi; g.Base == "" && g.Attributo != "" {
		return []string{g.Attributo}
	}
	return []string{"1.1"}
}

// gruppiMassimi is how many groups of one entry are read: more are refused, none is left out in silence.
const gruppiMassimi = 1000

// gruppi are the DNs of the groups that an entry is in.
func (d *Direttorio) gruppi(conn *ldap.Conn, v *ldap.Entry) (tutti []string, err error) {
	g := d.opzioni.Gruppi
	if g.Base == "" {
		return v.GetEqualFoldAttributeValues(g.Attributo), nil
	}
	dn := ldap.EscapeFilter(v.DN)
	r, err := conn.Search(ldap.NewSearchRequest(g.Base, ldap.ScopeWholeSubtree, ldap.NeverDerefAliases,
		gruppiMassimi, int(d.entro.Seconds()), false, "(|(member="+dn+")(uniqueMember="+dn+"))", []string{"1.1"}, nil))
	if err != nil {
		return nil, fmt.Errorf("%w sotto %s: %w", errGruppi, g.Base, err)
	}
	for _, x := range r.Entries {
		tutti = append(tutti, x.DN)
	}
	return tutti, nil
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
