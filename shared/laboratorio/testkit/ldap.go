package testkit

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// VoceLDAP is a person of a directory: any text as names. Without a password nobody enters as it. Gruppi are
// the names of the groups that have it as member, Etichette what its entry says itself (departmentNumber).
type VoceLDAP struct {
	CN, UID, Password string
	Gruppi, Etichette []string
}

// LDAP is a private slapd on the loopback, which speaks in the clear and StartTLS on one port and TLS on
// another, with a certificate made for it.
type LDAP struct {
	Indirizzo, IndirizzoTLS string // host and port
	Base                    string // DN of its people
	BaseGruppi              string // DN of its groups, each a groupOfNames that has Amministratore too
	Amministratore          string // DN
	Password                string // of Amministratore
	CA                      []byte // PEM

	processo *exec.Cmd
	fermata  sync.Once
	finito   chan struct{}
}

const suffissoLDAP = "dc=esempio,dc=it"

// NuovoLDAP starts a directory with these people, for one test. A machine without slapd fails it: a
// directory that was not tried on a real server was not tried.
func NuovoLDAP(tb testing.TB, voci ...VoceLDAP) *LDAP {
	tb.Helper()
	cartella := tb.TempDir()
	l := &LDAP{Base: "ou=persone," + suffissoLDAP, BaseGruppi: "ou=gruppi," + suffissoLDAP, Amministratore: "cn=admin," + suffissoLDAP, Password: "segretissima"}
	if err := l.prepara(cartella, voci); err != nil {
		tb.Fatalf("no LDAP for the test: %v", err)
	}
	var err error
	for range 3 { // the ports chosen may be taken by somebody else in the meantime
		if err = l.avvia(cartella); err == nil {
			tb.Cleanup(l.Ferma)
			return l
		}
	}
	tb.Fatalf("no LDAP for the test: %v", err)
	return nil
}

// Ferma stops the server, as a directory that goes away.
func (l *LDAP) Ferma() {
	l.fermata.Do(func() {
		_ = l.processo.Process.Signal(syscall.SIGTERM)
		select {
		case <-l.finito:
		case <-time.After(5 * time.Second):
			_ = l.processo.Process.Kill()
			<-l.finito
		}
	})
}

// trovaSlapd looks where distributions put what only the superuser has in his PATH.
func trovaSlapd(programma string) (string, error) {
	if p, err := exec.LookPath(programma); err == nil {
		return p, nil
	}
	for _, p := range []string{"/usr/sbin/", "/usr/lib/openldap/", "/usr/local/sbin/", "/opt/homebrew/opt/openldap/libexec/"} {
		if _, err := os.Stat(p + programma); err == nil {
			return p + programma, nil
		}
	}
	return "", errors.New(programma + " is not installed: it is Debian's package slapd")
}

// prepara writes configuration, certificate and database of the server.
func (l *LDAP) prepara(cartella string, voci []VoceLDAP) error {
	if err := l.certifica(cartella); err != nil {
		return err
	}
	schemi, err := filepath.Glob("/etc/*ldap/schema/core.schema")
	if err != nil || len(schemi) == 0 {
		return errors.New("the schemas of slapd are not in /etc/ldap/schema")
	}
	var c strings.Builder
	for _, nome := range []string{"core", "cosine", "inetorgperson"} {
		fmt.Fprintf(&c, "include %s/%s.schema\n", filepath.Dir(schemi[0]), nome)
	}
	if moduli, _ := filepath.Glob("/usr/lib*/*ldap/back_mdb.so"); len(moduli) > 0 { // elsewhere it is compiled in
		fmt.Fprintf(&c, "modulepath %s\nmoduleload back_mdb\n", filepath.Dir(moduli[0]))
	}
	fmt.Fprintf(&c, "TLSCertificateFile %[1]s/cert.pem\nTLSCertificateKeyFile %[1]s/chiave.pem\n"+
		"database mdb\nmaxsize 16777216\nsuffix %[2]q\nrootdn %[3]q\nrootpw %[4]s\ndirectory %[1]s\nindex uid eq\n",
		cartella, suffissoLDAP, l.Amministratore, l.Password)
	if err := os.WriteFile(filepath.Join(cartella, "slapd.conf"), []byte(c.String()), 0o600); err != nil {
		return err
	}
	slapadd, err := trovaSlapd("slapadd")
	if err != nil {
		return err
	}
	cmd := exec.Command(slapadd, "-f", filepath.Join(cartella, "slapd.conf"), "-q")
	cmd.Stdin = strings.NewReader(l.ldif(voci))
	if uscita, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("slapadd: %w: %s", err, uscita)
	}
	return nil
}

// ldif writes the entries; every value in base64, so that it may hold anything.
func (l *LDAP) ldif(voci []VoceLDAP) string {
	var b strings.Builder
	riga := func(nome, valore string) {
		fmt.Fprintf(&b, "%s:: %s\n", nome, base64.StdEncoding.EncodeToString([]byte(valore)))
	}
	b.WriteString("dn: " + suffissoLDAP + "\nobjectClass: dcObject\nobjectClass: organization\ndc: esempio\no: esempio\n\n")
	b.WriteString("dn: " + l.Base + "\nobjectClass: organizationalUnit\nou: persone\n\n")
	for _, v := range voci {
		riga("dn", l.DN(v.CN))
		b.WriteString("objectClass: inetOrgPerson\n")
		riga("cn", v.CN)
		riga("sn", v.CN)
		riga("uid", v.UID)
		if v.Password != "" {
			riga("userPassword", v.Password)
		}
		for _, e := range v.Etichette {
			riga("departmentNumber", e)
		}
		b.WriteString("\n")
	}
	b.WriteString("dn: " + l.BaseGruppi + "\nobjectClass: organizationalUnit\nou: gruppi\n\n")
	for nome, membri := range gruppiDi(voci) {
		riga("dn", "cn="+scappaDN(nome)+","+l.BaseGruppi)
		b.WriteString("objectClass: groupOfNames\n")
		riga("cn", nome)
		riga("member", l.Amministratore)
		for _, m := range membri {
			riga("member", l.DN(m))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// DN is the name of the entry of a person by its CN.
func (l *LDAP) DN(cn string) string { return "cn=" + scappaDN(cn) + "," + l.Base }

// gruppiDi are the CNs of the members of each group.
func gruppiDi(voci []VoceLDAP) map[string][]string {
	membri := map[string][]string{}
	for _, v := range voci {
		for _, g := range v.Gruppi {
			membri[g] = append(membri[g], v.CN)
		}
	}
	return membri
}

// scappaDN writes as hexadecimal every byte that is not a letter or a digit (RFC 4514, 2.4).
func scappaDN(testo string) string {
	var b strings.Builder
	for _, c := range []byte(testo) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, `\%02x`, c)
	}
	return b.String()
}

// avvia starts the server on two free ports and waits until it listens.
func (l *LDAP) avvia(cartella string) error {
	slapd, err := trovaSlapd("slapd")
	if err != nil {
		return err
	}
	if l.Indirizzo, l.IndirizzoTLS, err = dueLibere(); err != nil {
		return err
	}
	var detto bytes.Buffer
	l.processo = exec.Command(slapd, "-h", "ldap://"+l.Indirizzo+" ldaps://"+l.IndirizzoTLS,
		"-f", filepath.Join(cartella, "slapd.conf"), "-d", "0")
	l.processo.Stdout, l.processo.Stderr = &detto, &detto
	if err := l.processo.Start(); err != nil {
		return err
	}
	l.finito = make(chan struct{})
	go func() {
		defer close(l.finito)
		_ = l.processo.Wait()
	}()
	return l.ascolta(&detto)
}

func (l *LDAP) ascolta(detto *bytes.Buffer) error {
	fine := time.After(15 * time.Second)
	for {
		if c, err := net.Dial("tcp", l.IndirizzoTLS); err == nil {
			return c.Close()
		}
		select {
		case <-l.finito:
			return fmt.Errorf("slapd ended: %s", detto)
		case <-fine:
			l.Ferma()
			return errors.New("slapd does not listen")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func dueLibere() (string, string, error) {
	a, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	b, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", errors.Join(err, a.Close())
	}
	return a.Addr().String(), b.Addr().String(), errors.Join(a.Close(), b.Close())
}

// certifica makes a certificate for the loopback, signed by itself.
func (l *LDAP) certifica(cartella string) error {
	chiave, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	modello := &x509.Certificate{
		SerialNumber: big.NewInt(tempo.Macchina().UnixNano()), Subject: pkix.Name{CommonName: "slapd di prova"},
		NotBefore: tempo.Macchina().Add(-time.Hour), NotAfter: tempo.Macchina().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, modello, modello, chiave.Public(), chiave)
	if err != nil {
		return err
	}
	privata, err := x509.MarshalPKCS8PrivateKey(chiave)
	if err != nil {
		return err
	}
	l.CA = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return errors.Join(
		os.WriteFile(filepath.Join(cartella, "cert.pem"), l.CA, 0o600),
		os.WriteFile(filepath.Join(cartella, "chiave.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: privata}), 0o600))
}
