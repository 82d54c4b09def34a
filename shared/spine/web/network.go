package web

import "net/netip"

// Network is what counts as one caller's address where callers are counted: an IPv4 address itself, and the /64 of an IPv6
// one, which a single subscriber has whole. A text that is no address stays as it is.
func Network(address string) string { return Networks(address)[0] }

// Widths is how many networks Networks gives at most.
const Widths = 3

// Networks are Network and the wider networks that one subscriber may have whole, the narrowest first: of IPv6 the /56 and the
// /48 that providers delegate (RIPE-690). An IPv4 address stands alone: its neighbours are other people.
func Networks(address string) []string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return []string{address}
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return []string{a.String()}
	}
	var all []string
	for _, bits := range [Widths]int{64, 56, 48} {
		all = append(all, netip.PrefixFrom(a, bits).Masked().String())
	}
	return all
}
