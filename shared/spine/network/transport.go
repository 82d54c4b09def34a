package network

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// Transport reaches the servers that a command names, in admitted networks alone. proxy (nil: none) is the installation's own
// way out and is not judged, but the server behind it is: its name is resolved here first, and every address of it must be
// admitted. A server that is not is a *net.AddrError.
func (a Admitted) Transport(secured *tls.Config, proxy func(*http.Request) (*url.URL, error)) http.RoundTripper {
	if proxy == nil {
		proxy = func(*http.Request) (*url.URL, error) { return nil, nil } //nolint:nilnil // net/http's own word for no proxy
	}
	base := http.Transport{TLSHandshakeTimeout: 10 * time.Second, TLSClientConfig: secured, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute}
	direct, behind := base.Clone(), base.Clone()
	direct.DialContext = a.Dial
	behind.DialContext, behind.Proxy = (&net.Dialer{Timeout: 10 * time.Second}).DialContext, proxy
	return &transport{admitted: a, proxy: proxy, direct: direct, behind: behind}
}

type transport struct {
	admitted       Admitted
	proxy          func(*http.Request) (*url.URL, error)
	direct, behind *http.Transport
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	through, err := t.proxy(r)
	if err != nil {
		return nil, err
	}
	if through == nil {
		return t.direct.RoundTrip(r)
	}
	if err := t.admitted.Resolve(r.Context(), r.URL.Hostname()); err != nil {
		return nil, err
	}
	return t.behind.RoundTrip(r)
}

// CloseIdleConnections is what http.Client asks for.
func (t *transport) CloseIdleConnections() {
	t.direct.CloseIdleConnections()
	t.behind.CloseIdleConnections()
}

// Resolve is nil for a host whose every address is admitted: a number, or a name that is known here.
func (a Admitted) Resolve(ctx context.Context, host string) error {
	all := []netip.Addr{}
	if number, err := netip.ParseAddr(host); err == nil {
		all = append(all, number)
	} else if all, err = net.DefaultResolver.LookupNetIP(ctx, "ip", host); err != nil {
		return err
	}
	for _, address := range all {
		if !a.Admits(address) {
			return forbidden(host)
		}
	}
	return nil
}

func forbidden(address string) error {
	return &net.AddrError{Err: "rete non ammessa per i server dei comandi", Addr: address}
}
