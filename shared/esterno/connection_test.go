package esterno

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"io"
	"log/slog"
	"math/big"
	stdnet "net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// authority is a certification authority of one test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  []byte
}

func newAuthority(tb testing.TB, name string) authority {
	tb.Helper()
	key, cert, text := certify(tb, &x509.Certificate{Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign}, nil)
	return authority{cert, key, text}
}

// certify makes a key and its certificate, signed by the authority or by itself.
func certify(tb testing.TB, c *x509.Certificate, by *authority) (*ecdsa.PrivateKey, *x509.Certificate, []byte) {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	c.SerialNumber, c.NotBefore, c.NotAfter = big.NewInt(tempo.Macchina().UnixNano()), tempo.Macchina().Add(-time.Hour), tempo.Macchina().Add(time.Hour)
	parent, signer := c, key
	if by != nil {
		parent, signer = by.cert, by.key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, signer)
	if err != nil {
		tb.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		tb.Fatal(err)
	}
	return key, cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// pair writes a client's certificate and key into files.
func (a authority) pair(tb testing.TB, name, certificate, key string) {
	tb.Helper()
	k, _, text := certify(tb, &x509.Certificate{Subject: pkix.Name{CommonName: name}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}, &a)
	der, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		tb.Fatal(err)
	}
	write(tb, key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	write(tb, certificate, text)
}

func write(tb testing.TB, file string, content []byte) {
	tb.Helper()
	if err := os.WriteFile(file, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	// The clock of a file system is coarse: what changes within a tick changes its hour here.
	instant := tempo.Macchina().Add(time.Duration(ticks.Add(1)) * time.Second)
	if err := os.Chtimes(file, instant, instant); err != nil {
		tb.Fatal(err)
	}
}

var ticks atomic.Int64

// secured is a simulated system that wants a certificate of clients, and who showed which.
type secured struct {
	*httptest.Server
	clients authority
	shown   atomic.Value // string
}

func newSecured(tb testing.TB, by authority) *secured {
	tb.Helper()
	s := &secured{clients: newAuthority(tb, "clienti")}
	system := newSystem()
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.shown.Store(r.TLS.PeerCertificates[0].Subject.CommonName)
		system.ServeHTTP(w, r)
	}))
	s.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{by.server(tb)},
		ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool(s.clients)}
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // handshakes that fail are what the tests want
	s.StartTLS()
	tb.Cleanup(s.Close)
	return s
}

func (a authority) server(tb testing.TB) tls.Certificate {
	tb.Helper()
	key, cert, _ := certify(tb, &x509.Certificate{IPAddresses: []stdnet.IP{stdnet.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}, &a)
	return tls.Certificate{Certificate: [][]byte{cert.Raw}, PrivateKey: key}
}

func pool(a authority) *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.cert)
	return p
}

// proxy passes on what comes with the right password, by CONNECT and in clear, and counts it.
func proxy(tb testing.TB, password string) (address string, passed *atomic.Int32) {
	tb.Helper()
	passed = &atomic.Int32{}
	right := "Basic " + base64.StdEncoding.EncodeToString([]byte("vpn:"+password))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Proxy-Authorization") != right:
			w.WriteHeader(http.StatusProxyAuthRequired)
		case r.Method == http.MethodConnect:
			passed.Add(1)
			tunnel(w, r.Host)
		default:
			passed.Add(1)
			forward(w, r)
		}
	}))
	tb.Cleanup(server.Close)
	return strings.Replace(server.URL, "http://", "http://vpn:"+password+"@", 1), passed
}

func forward(w http.ResponseWriter, r *http.Request) {
	r.RequestURI = ""
	r.Header.Del("Proxy-Authorization")
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}

func tunnel(w http.ResponseWriter, host string) {
	there, err := stdnet.Dial("tcp", host) //nolint:noctx // a proxy of a test
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer there.Close()
	here, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer here.Close()
	_, _ = io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(there, bufio.NewReader(buffered))
		_ = there.(*stdnet.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(here, there)
	_ = here.Close()
	<-done
}

func TestThroughAProxyWithBothCertificates(t *testing.T) {
	t.Parallel()
	folder, systems := t.TempDir(), newAuthority(t, "sistemi")
	s := newSecured(t, systems)
	file := func(name string) string { return filepath.Join(folder, name) }
	write(t, file("radici.pem"), systems.pem)
	s.clients.pair(t, "comando-alfa", file("cert.pem"), file("chiave.pem"))
	address, passed := proxy(t, "segreta")
	connection := Connection{Proxy: address, Certificate: file("cert.pem"), Key: file("chiave.pem"), Roots: file("radici.pem")}
	c := secureClient(t, s, connection)
	if err := ask(t.Context(), c, "A1"); err != nil || passed.Load() != 1 || s.shown.Load() != "comando-alfa" {
		t.Errorf("%v, %d through the proxy, shown %v", err, passed.Load(), s.shown.Load())
	}
	without := connection
	without.Certificate, without.Key = "", ""
	is(t, ask(t.Context(), secureClient(t, s, without), "A1"), ErrUnavailable)
	others := connection
	others.Roots = ""
	err := ask(t.Context(), secureClient(t, s, others), "A1")
	if _, unknown := errors.AsType[x509.UnknownAuthorityError](err); !unknown {
		t.Errorf("a system that the machine's authorities do not know: %v", err)
	}
	wrong := connection
	wrong.Proxy = strings.Replace(address, "segreta", "altra", 1)
	err = ask(t.Context(), secureClient(t, s, wrong), "A1")
	if is(t, err, ErrUnavailable); strings.Contains(err.Error(), "altra") {
		t.Errorf("the password is in %v", err)
	}
}

func secureClient(tb testing.TB, s *secured, connection Connection, change ...func(*Options)) *Client {
	tb.Helper()
	o := quick()
	o.BaseURL, o.Connection, o.Attempts = s.URL+"/prova", connection, 1
	for _, f := range change {
		f(&o)
	}
	return mustNew(tb, o)
}

func TestThroughAProxyInClear(t *testing.T) {
	t.Parallel()
	address, passed := proxy(t, "segreta")
	n := newNet(t, func(o *Options) { o.Connection.Proxy = address })
	if err := n.ask(t, "A1"); err != nil || passed.Load() != 1 {
		t.Errorf("%v, %d through the proxy", err, passed.Load())
	}
	is(t, n.ask(t, "IGNOTA"), ErrNotFound)
	refused := newNet(t, func(o *Options) { o.Connection.Proxy = strings.Replace(address, "segreta", "altra", 1) })
	err := refused.ask(t, "A1")
	if is(t, err, ErrUnavailable); As(err).Status != http.StatusProxyAuthRequired || refused.State().Faults != 1 {
		t.Errorf("%v", err)
	}
}

// TestFilesAreReadAgain: a certificate that is renewed, other authorities, another proxy are in use at
// the next question; what cannot be read changes nothing, and is told once.
func TestFilesAreReadAgain(t *testing.T) {
	t.Parallel()
	folder, systems := t.TempDir(), newAuthority(t, "sistemi")
	s := newSecured(t, systems)
	file := func(name string) string { return filepath.Join(folder, name) }
	first, firstPassed := proxy(t, "prima")
	second, secondPassed := proxy(t, "seconda")
	write(t, file("radici.pem"), systems.pem)
	write(t, file("proxy"), []byte(first+"\n"))
	s.clients.pair(t, "primo", file("cert.pem"), file("chiave.pem"))
	logger, lines := testkit.Log(t)
	c := secureClient(t, s, Connection{ProxyFile: file("proxy"), Certificate: file("cert.pem"), Key: file("chiave.pem"), Roots: file("radici.pem")},
		func(o *Options) { o.Log = logger })
	answers := func(shown string) {
		t.Helper()
		if err := ask(t.Context(), c, "A1"); err != nil || s.shown.Load() != shown {
			t.Fatalf("%v, shown %v, want %s", err, s.shown.Load(), shown)
		}
	}
	answers("primo")
	s.clients.pair(t, "secondo", file("cert.pem"), file("chiave.pem"))
	answers("secondo")
	write(t, file("proxy"), []byte(second))
	if answers("secondo"); firstPassed.Load() != 2 || secondPassed.Load() != 1 {
		t.Errorf("%d through the first proxy, %d through the second", firstPassed.Load(), secondPassed.Load())
	}
	write(t, file("chiave.pem"), []byte("half of it"))
	answers("secondo")
	answers("secondo")
	if told := lines.Con("connessione esterna: resta in uso ciò che c'era"); len(told) != 1 || strings.Contains(lines.Testo(), "seconda@") {
		t.Errorf("%s", lines.Testo())
	}
	s.clients.pair(t, "terzo", file("cert.pem"), file("chiave.pem"))
	answers("terzo")
	write(t, file("radici.pem"), newAuthority(t, "altre").pem)
	is(t, ask(t.Context(), c, "A1"), ErrUnavailable)
}

func TestWhatIsWrongWithAConnectionStopsTheStart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	a := newAuthority(t, "prova")
	a.pair(t, "primo", file("cert.pem"), file("chiave.pem"))
	a.pair(t, "secondo", file("altro.pem"), file("altra.pem"))
	write(t, file("nulla"), []byte("niente"))
	for name, c := range map[string]struct {
		connection   Connection
		url, setting string
	}{
		"a certificate without its key":     {Connection{Certificate: file("cert.pem")}, "https://x", "CERTIFICATO"},
		"a key without its certificate":     {Connection{Key: file("chiave.pem")}, "https://x", "CERTIFICATO"},
		"the key of another certificate":    {Connection{Certificate: file("cert.pem"), Key: file("altra.pem")}, "https://x", "CERTIFICATO"},
		"a file that is not there":          {Connection{Certificate: file("manca"), Key: file("chiave.pem")}, "https://x", "CERTIFICATO"},
		"authorities that are not there":    {Connection{Roots: file("manca")}, "https://x", "RADICI"},
		"authorities without certificates":  {Connection{Roots: file("nulla")}, "https://x", "RADICI"},
		"a certificate to be shown to http": {Connection{Certificate: file("cert.pem"), Key: file("chiave.pem")}, "http://x", "URL"},
		"authorities for http":              {Connection{Roots: file("cert.pem")}, "http://x", "URL"},
		"a proxy of no known kind":          {Connection{Proxy: "ftp://vpn:segreta@x"}, "http://x", "PROXY"},
		"a proxy without a host":            {Connection{Proxy: "http://"}, "http://x", "PROXY"},
		"a proxy that does not parse":       {Connection{Proxy: "http://vpn:segreta@x:porta"}, "http://x", "PROXY"},
		"the file of a proxy":               {Connection{ProxyFile: file("manca")}, "http://x", "PROXY"},
		"no address at all":                 {Connection{}, "", "URL"},
	} {
		_, err := New(Options{Name: "prova", BaseURL: c.url, Connection: c.connection})
		setting, named := errors.AsType[*config.ValueError](Setting("VERBALI_X", err))
		if !named || setting.Variable != "VERBALI_X_"+c.setting || strings.Contains(err.Error(), "segreta") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
