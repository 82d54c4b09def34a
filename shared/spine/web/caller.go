package web

import (
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// inoltrata marks, in the context, a request that came through an unlisted proxy, or through
// a proxy of ours that does not say for whom.
const inoltrata = "web.inoltrata"

// crediAiProxy takes from a request what its peer says of somebody else: the headers of forwarding are read
// from the proxies in front of the service only, so that nobody else chooses the address that delays and limits
// count, the scheme that cookies follow, or the address written in a contract. Forwarded (RFC 7239) is read from
// nobody: a proxy that writes X-Forwarded-For would pass on the one of its caller.
func (s *Server) crediAiProxy(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Request().Header
		peer, ok := peerDi(c.Request())
		if ok && contiene(s.proxy, peer) {
			s.senzaMittente(c, peer)
			h.Del("Forwarded")
			unSchema(h)
			if primo, _, _ := strings.Cut(h.Get("X-Forwarded-Host"), ","); strings.TrimSpace(primo) != "" {
				c.Request().Host = strings.TrimSpace(primo)
			}
			return prossimo(c)
		}
		if _, dice := h[echo.HeaderXForwardedFor]; dice {
			s.nonFidato.Do(func() {
				s.opz.Log.Warn("X-Forwarded-For da chi non è fra i proxy fidati, e non gli si crede: se è un proxy del servizio, "+
					"tutti gli utenti hanno il suo indirizzo (VERBALI_PROXY_FIDATI)", "da", c.Request().RemoteAddr)
			})
		}
		for nome := range h {
			if diInoltro(nome) {
				h.Del(nome)
				c.Set(inoltrata, true)
			}
		}
		return prossimo(c)
	}
}

// senzaMittente marks a request of a proxy of ours that does not say for whom: it may be anybody's. One of this very machine
// with no word of forwarding at all is what a person or a collector of metrics asks here.
func (s *Server) senzaMittente(c echo.Context, peer netip.Addr) {
	h := c.Request().Header
	if strings.TrimSpace(h.Get(echo.HeaderXForwardedFor)) != "" {
		return
	}
	if peer.IsLoopback() && !slices.ContainsFunc(slices.Collect(maps.Keys(h)), diInoltro) {
		return
	}
	c.Set(inoltrata, true)
	s.senzaXFF.Do(func() {
		s.opz.Log.Warn("un proxy fidato non scrive X-Forwarded-For: tutti gli utenti hanno il suo indirizzo (docs/operazioni/rete.md)",
			"da", c.Request().RemoteAddr)
	})
}

// diInoltro says whether a header, in its canonical form, says for which client a request was forwarded.
func diInoltro(nome string) bool {
	switch nome {
	case "Forwarded", "Via", echo.HeaderXRealIP, "X-Url-Scheme":
		return true
	}
	return strings.HasPrefix(nome, "X-Forwarded-")
}

// unSchema leaves of X-Forwarded-Proto the scheme that the first proxy saw, of a list as some proxies write it,
// and takes away the headers of older proxies that say the same.
func unSchema(h http.Header) {
	h.Del(echo.HeaderXForwardedProtocol)
	h.Del(echo.HeaderXForwardedSsl)
	h.Del(echo.HeaderXUrlScheme)
	if len(h.Values(echo.HeaderXForwardedProto)) == 0 {
		return
	}
	primo, _, _ := strings.Cut(h.Get(echo.HeaderXForwardedProto), ",")
	if schema := strings.ToLower(strings.TrimSpace(primo)); schema == "http" || schema == "https" {
		h.Set(echo.HeaderXForwardedProto, schema)
		return
	}
	h.Del(echo.HeaderXForwardedProto)
}

// soloCifrato refuses what came in clear, where the settings say so, before anybody's credentials are looked at. Probes of
// the internal networks, which speak to the service itself, are answered.
func (s *Server) soloCifrato(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.opz.OnlyTLS || c.Scheme() == "https" {
			return prossimo(c)
		}
		switch c.Request().URL.Path {
		case "/livez", "/readyz", "/metrics":
			if s.interna(c) {
				return prossimo(c)
			}
		}
		return problem.Vietato("SOLO_TLS", "Questo servizio risponde soltanto a richieste arrivate con TLS (https).")
	}
}

// cliente is the address of the caller: the peer's or, behind proxies of ours, the nearest of
// X-Forwarded-For that is no proxy of ours. False where it cannot be read; the address is then that of the
// last hop that can, which no caller can choose.
func (s *Server) cliente(r *http.Request) (netip.Addr, bool) {
	da, ok := peerDi(r)
	if !ok {
		return netip.Addr{}, false
	}
	passi := strings.Split(strings.Join(r.Header.Values(echo.HeaderXForwardedFor), ","), ",")
	for i := len(passi) - 1; i >= 0 && contiene(s.proxy, da); i-- {
		scritto := strings.TrimSpace(passi[i])
		if scritto == "" && len(passi) == 1 {
			break
		}
		a, letto := indirizzo(scritto)
		if !letto {
			return da, false
		}
		da = a
	}
	return da, true
}

// indirizzo reads an address as proxies write it, with a port or without.
func indirizzo(testo string) (netip.Addr, bool) {
	if ap, err := netip.ParseAddrPort(testo); err == nil {
		return ap.Addr().Unmap().WithZone(""), true
	}
	a, err := netip.ParseAddr(strings.Trim(testo, "[]"))
	return a.Unmap().WithZone(""), err == nil
}

func peerDi(r *http.Request) (netip.Addr, bool) {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	return ap.Addr().Unmap().WithZone(""), err == nil
}

// interna reports whether a request comes from the internal networks: its peer does and, where the peer is a trusted proxy, so
// does the address that it forwards for. A request through an untrusted proxy may be anybody's.
func (s *Server) interna(c echo.Context) bool {
	peer, ok := peerDi(c.Request())
	da, letto := s.cliente(c.Request())
	return ok && letto && c.Get(inoltrata) == nil && contiene(s.reti, peer) && contiene(s.reti, da)
}

func contiene(reti []netip.Prefix, a netip.Addr) bool {
	for _, p := range reti {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// PublicAddress is the address under which a caller has reached a path of this service, for a contract that
// names it: the one of the settings, where there is one; else what a proxy of ours says, else the address and
// port of this machine that took the connection. A Host that somebody else wrote is not repeated.
func (s *Server) PublicAddress(c echo.Context, percorso string) string {
	if s.opz.PublicAddress != "" {
		return strings.TrimSuffix(s.opz.PublicAddress, "/") + percorso
	}
	r := c.Request()
	host := ""
	if peer, ok := peerDi(r); ok && contiene(s.proxy, peer) {
		host = r.Host
	}
	qui, ascolta := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if host == "" && ascolta {
		host = qui.String()
	}
	return (&url.URL{Scheme: c.Scheme(), Host: host, Path: percorso}).String()
}
