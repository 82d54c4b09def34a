package web

import "net/netip"

// Network is what counts as one caller's address where callers are counted: an IPv4 address itself, and the /64 of an IPv6
// one, which a single subscriber has whole. A text that is no address stays as it is.
func Network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return a.String()
	}
	return p.String()
}
