package web

import (
	"net/http"
	"net/netip"
	"strings"

	"github.com/labstack/echo/v4"
)

// interna reports whether a request comes from the internal networks all along its way: the peer
// itself, and every address that proxies have written. An address that cannot be read is a stranger's.
func (s *Server) interna(r *http.Request) bool {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !s.inRete(ap.Addr()) {
		return false
	}
	for _, valore := range r.Header.Values(echo.HeaderXForwardedFor) {
		for uno := range strings.SplitSeq(valore, ",") {
			a, err := netip.ParseAddr(strings.TrimSpace(uno))
			if err != nil || !s.inRete(a) {
				return false
			}
		}
	}
	return true
}

func (s *Server) inRete(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for _, p := range s.reti {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
