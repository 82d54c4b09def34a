package direttorio

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/identita"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
)

// chiaviLDAP are the settings of a command's directory.
func chiaviLDAP() []string {
	return []string{identita.ChiaveLDAP, identita.ChiaveLDAPServer, identita.ChiaveLDAPBase, identita.ChiaveLDAPFiltro, identita.ChiaveLDAPLettore,
		identita.ChiaveLDAPSegreto, identita.ChiaveLDAPCA, identita.ChiaveLDAPGruppi, identita.ChiaveLDAPBaseGruppi}
}

// server gives the directory of a command; the error is a sentence for the administrator.
func (d *Direttori) server(tenant string, v impostazione.InVigore) (*ldap.Direttorio, error) {
	switch v.Testo(identita.ChiaveLDAP) {
	case identita.Proprio:
		return d.proprio(tenant, v)
	case identita.Spento:
		return nil, ldap.ErrNessuno
	}
	if d.Piattaforma == nil {
		return nil, ldap.ErrNessuno
	}
	return d.Piattaforma, nil
}

// proprio makes the directory of the command's own settings.
func (d *Direttori) proprio(tenant string, v impostazione.InVigore) (*ldap.Direttorio, error) {
	for _, chiave := range []string{identita.ChiaveLDAPServer, identita.ChiaveLDAPBase, identita.ChiaveLDAPLettore, identita.ChiaveLDAPSegreto} {
		if v.Testo(chiave) == "" {
			return nil, errors.New("manca l'impostazione " + chiave)
		}
	}
	indirizzo, cifratura, err := ldap.Leggi(v.Testo(identita.ChiaveLDAPServer), "tls")
	if err != nil {
		return nil, errors.New(identita.ChiaveLDAPServer + " " + err.Error())
	}
	filtro := v.Testo(identita.ChiaveLDAPFiltro)
	if err := ldap.FiltroBuono(filtro); err != nil {
		return nil, errors.New(identita.ChiaveLDAPFiltro + ": " + err.Error())
	}
	password, err := SegretoPer(d.SegretiDir, tenant, v.Testo(identita.ChiaveLDAPSegreto), indirizzo)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(indirizzo)
	if err != nil {
		return nil, errors.New(identita.ChiaveLDAPServer + ": non è un indirizzo")
	}
	fiducia := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	if fiducia.RootCAs, err = Radici(d.SegretiDir, tenant, v.Testo(identita.ChiaveLDAPCA)); err != nil {
		return nil, err
	}
	return ldap.Nuovo(ldap.Opzioni{
		Indirizzo: indirizzo, Cifratura: cifratura, TLS: fiducia, Base: v.Testo(identita.ChiaveLDAPBase), Filtro: filtro,
		Amministratore: v.Testo(identita.ChiaveLDAPLettore), Password: password, Chiama: d.Reti.Dial, Posti: d.postiDi(tenant),
		Gruppi: ldap.Gruppi{Base: v.Testo(identita.ChiaveLDAPBaseGruppi), Attributo: v.Testo(identita.ChiaveLDAPGruppi)},
	}), nil
}

// postiDi are the connections that a command may have open to its own directory, whatever its settings become.
func (d *Direttori) postiDi(tenant string) *ldap.Posti {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.posti == nil {
		d.posti = map[string]*ldap.Posti{}
	}
	if d.posti[tenant] == nil {
		d.posti[tenant] = ldap.NuoviPosti()
	}
	return d.posti[tenant]
}

// SegretoPer reads a secret of a command that is told to the server at this address, which its file must name
// (config.TenantSecretFor), as Segreto does.
func SegretoPer(cartella, tenant, nome, indirizzo string) (string, error) {
	return letto(nome, func() (string, error) { return config.TenantSecretFor(cartella, tenant, nome, indirizzo) })
}

// Segreto reads a file of a command as it is now, without the end of line that editors add; the error is a sentence
// with the name of the file and never its content.
func Segreto(cartella, tenant, nome string) (string, error) {
	return letto(nome, func() (string, error) { return config.TenantSecret(cartella, tenant, nome) })
}

func letto(nome string, leggi func() (string, error)) (string, error) {
	if !strings.HasPrefix(nome, "ldap") && !strings.HasPrefix(nome, "sso") && !strings.HasPrefix(nome, "portale") { // set before the names had a form
		return "", errors.New("il file " + nome + " non si usa qui: il nome comincia con ldap, sso o portale")
	}
	testo, err := leggi()
	if _, altrui := errors.AsType[*config.HostError](err); altrui {
		return "", err
	}
	if err != nil {
		return "", errors.New("il file " + nome + " non si legge nella cartella dei segreti del comando")
	}
	if testo = strings.TrimRight(testo, "\r\n"); testo == "" {
		return "", errors.New("il file " + nome + " nella cartella dei segreti del comando è vuoto")
	}
	return testo, nil
}

// Radici reads the certificates of a command's file; nil, the system's, without a name.
func Radici(cartella, tenant, nome string) (*x509.CertPool, error) {
	if nome == "" {
		return nil, nil //nolint:nilnil // a nil pool is the system's, as crypto/tls reads it
	}
	testo, err := Segreto(cartella, tenant, nome)
	if err != nil {
		return nil, err
	}
	radici := x509.NewCertPool()
	if !radici.AppendCertsFromPEM([]byte(testo)) {
		return nil, errors.New("il file " + nome + " non contiene certificati in PEM")
	}
	return radici, nil
}
