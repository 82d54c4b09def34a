package esterno

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Connection is how a system is reached; everything is optional. Files are PEM, looked at before each
// attempt and read again when they change: a certificate is renewed without a restart. A file that can
// no longer be read leaves in use what it held, and the log says so.
type Connection struct {
	Proxy       string // http, https or socks5, with name and password if it wants them; none from the environment
	ProxyFile   string // holds Proxy, when it is a secret in a file
	Certificate string // file of the certificate that the service shows, with its chain
	Key         string // file of its private key
	Roots       string // file of the authorities that the system's certificate may come from; empty: the machine's
	// Dial opens each connection, to the proxy where there is one; nil: to whatever address. An *Error of its own is the
	// failure of the attempt, as it is.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// files are those whose change asks for new connections.
func (c Connection) files() []string { return []string{c.ProxyFile, c.Certificate, c.Key, c.Roots} }

// network is a transport that follows the files of its connection.
type network struct {
	o   Options
	log *slog.Logger

	mu    sync.Mutex
	seen  string // how the files looked when the transport was made, or could not be
	inUse *http.Transport
}

// newNetwork reads the files once, so that a fault in them stops the start.
func newNetwork(o Options, scheme string) (*network, error) {
	if (o.Connection.Certificate == "") != (o.Connection.Key == "") {
		return nil, &OptionError{"CERTIFICATO", "certificato e chiave vanno dati insieme"}
	}
	if scheme != "https" && o.Connection.Certificate+o.Connection.Roots != "" {
		return nil, &OptionError{"URL", "con un certificato, o autorità proprie, serve un indirizzo https"}
	}
	n := &network{o: o, log: o.Log, seen: look(o.Connection.files())}
	t, err := n.transport()
	if err != nil {
		return nil, err
	}
	n.inUse = t
	return n, nil
}

// RoundTrip makes an exchange with the files as they are now.
func (n *network) RoundTrip(r *http.Request) (*http.Response, error) { return n.current().RoundTrip(r) }

// CloseIdleConnections is what http.Client asks for.
func (n *network) CloseIdleConnections() { n.current().CloseIdleConnections() }

// current is the transport of the files as they are now. A call begun on an earlier transport ends on
// it.
func (n *network) current() *http.Transport {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := look(n.o.Connection.files())
	if now == n.seen {
		return n.inUse
	}
	n.seen = now
	t, err := n.transport()
	if err != nil {
		n.log.Warn("connessione esterna: resta in uso ciò che c'era", "sistema", n.o.Name, "errore", err)
		return n.inUse
	}
	n.inUse.CloseIdleConnections()
	n.inUse = t
	return t
}

// look tells one state of the files from another.
func look(files []string) string {
	var seen strings.Builder
	for _, name := range files {
		if info, err := os.Stat(name); err == nil { //nolint:gosec // files named by settings are what settings are for
			fmt.Fprintf(&seen, "%d %d", info.ModTime().UnixNano(), info.Size())
		}
		seen.WriteByte('\n')
	}
	return seen.String()
}

func (n *network) transport() (*http.Transport, error) {
	proxy, err := n.o.Connection.proxy()
	if err != nil {
		return nil, err
	}
	secured, err := n.o.Connection.tls()
	if err != nil {
		return nil, err
	}
	dial := n.o.Connection.Dial
	if dial == nil {
		dial = (&net.Dialer{Timeout: n.o.AttemptDeadline}).DialContext
	}
	return &http.Transport{
		Proxy:                  proxy,
		TLSClientConfig:        secured,
		DialContext:            dial,
		TLSHandshakeTimeout:    n.o.AttemptDeadline,
		MaxIdleConnsPerHost:    n.o.Limits.Together,
		MaxConnsPerHost:        n.o.Limits.Together,
		IdleConnTimeout:        time.Minute,
		MaxResponseHeaderBytes: 64 << 10,
	}, nil
}

func (c Connection) proxy() (func(*http.Request) (*url.URL, error), error) {
	text := c.Proxy
	if c.ProxyFile != "" {
		content, err := os.ReadFile(c.ProxyFile)
		if err != nil {
			return nil, &OptionError{"PROXY", err.Error()}
		}
		text = strings.TrimRight(string(content), "\r\n")
	}
	if text == "" {
		return nil, nil //nolint:nilnil // net/http's own word for no proxy
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) {
		return nil, &OptionError{"PROXY", "serve un indirizzo http, https o socks5"} // the text may hold a password
	}
	return http.ProxyURL(u), nil
}

func (c Connection) tls() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if c.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(c.Certificate, c.Key)
		if err != nil {
			return nil, &OptionError{"CERTIFICATO", err.Error()}
		}
		config.Certificates = []tls.Certificate{pair}
	}
	if c.Roots != "" {
		content, err := os.ReadFile(c.Roots)
		if err != nil {
			return nil, &OptionError{"RADICI", err.Error()}
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(content) {
			return nil, &OptionError{"RADICI", "nessun certificato in " + c.Roots}
		}
	}
	return config, nil
}
