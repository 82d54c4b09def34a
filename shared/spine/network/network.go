// Package network bounds where a service goes because a setting of a command says so: a command names its own directory, its
// own provider of identities, its own registers, and must not by that reach the machine that the service runs on or what a
// cloud tells its machines.
package network

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// Admitted are the networks that commands may name servers in. The zero value is every network but this machine and its link.
type Admitted struct {
	listed []netip.Prefix
	only   bool                       // an unlisted address is not admitted, also without a list
	here   func() ([]net.Addr, error) // of this machine; nil: net.InterfaceAddrs
}

// Parse reads the networks of a setting, each a CIDR.
func Parse(written []string) (a Admitted, err error) {
	for _, s := range written {
		p, err := netip.ParsePrefix(s)
		if err != nil {
			return a, fmt.Errorf("network: %w", err)
		}
		a.listed = append(a.listed, p.Masked())
	}
	return a, nil
}

// Listed admits the networks that somebody has listed and no other: where there is no list, none.
func (a Admitted) Listed() Admitted {
	a.only = true
	return a
}

// Admits reports whether a command may name a server at this address. One of this machine is admitted where it is listed by
// itself, or is of its loopback and listed; a reserved one where somebody has listed it, or a part of its range. An address of
// IPv6 that carries one of IPv4 (mapped, compatible, translated, 6to4, NAT64) is judged as what it carries.
func (a Admitted) Admits(address netip.Addr) bool {
	address = bare(address)
	span, kept := reservedRange(address)
	for _, p := range a.listed {
		named := !kept || p.Bits() >= span.Bits() && span.Contains(p.Addr())
		if named && p.Contains(address) && (p.IsSingleIP() || address.IsLoopback() || !a.isHere(address)) {
			return true
		}
	}
	return !a.only && len(a.listed) == 0 && !kept && elsewhere(address) && !a.isHere(address)
}

// elsewhere reports an address of another machine, beyond the link.
func elsewhere(a netip.Addr) bool {
	return !a.IsLoopback() && !a.IsLinkLocalUnicast() && !a.IsMulticast() && !a.IsUnspecified()
}

// reserved are the ranges that a list admits only by naming them: where clouds tell their machines who they are (AWS, Azure,
// Alibaba, Google, Oracle), and those that lead to IPv4 by a way that only the network knows or that no server has.
func reserved() []netip.Prefix {
	var all []netip.Prefix
	for _, s := range []string{"169.254.169.254/32", "fd00:ec2::/32", "fd20:ce::/32", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.0/24",
		"64:ff9b:1::/48", "2001::/32", "0.0.0.0/8", "240.0.0.0/4"} {
		all = append(all, netip.MustParsePrefix(s))
	}
	return all
}

func reservedRange(address netip.Addr) (netip.Prefix, bool) {
	all := reserved()
	i := slices.IndexFunc(all, func(p netip.Prefix) bool { return p.Contains(address) })
	if i < 0 {
		return netip.Prefix{}, false
	}
	return all[i], true
}

// bare is an address without what IPv6 puts around one of IPv4, and without its zone.
func bare(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if a.Is4() || a == netip.IPv6Loopback() || a == netip.IPv6Unspecified() {
		return a
	}
	whole := a.As16()
	for _, last := range []string{"64:ff9b::/96", "::/96", "::ffff:0:0:0/96"} {
		if netip.MustParsePrefix(last).Contains(a) {
			return netip.AddrFrom4([4]byte(whole[12:]))
		}
	}
	if netip.MustParsePrefix("2002::/16").Contains(a) {
		return netip.AddrFrom4([4]byte(whole[2:6]))
	}
	return a
}

// isHere reports whether an address is of this machine, also when that cannot be known.
func (a Admitted) isHere(address netip.Addr) bool {
	read := a.here
	if read == nil {
		read = net.InterfaceAddrs
	}
	all, err := read()
	return err != nil || slices.ContainsFunc(all, func(x net.Addr) bool {
		p, err := netip.ParsePrefix(x.String())
		return err == nil && bare(p.Addr()) == address
	})
}

// Dial opens a connection to an address that is admitted, judged after the name was resolved; another is
// a *net.AddrError that says so.
func (a Admitted) Dial(ctx context.Context, kind, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: 10 * time.Second, Control: func(_, resolved string, _ syscall.RawConn) error {
		p, err := netip.ParseAddrPort(resolved)
		if err != nil || !a.Admits(p.Addr()) {
			return forbidden(address)
		}
		return nil
	}}
	return d.DialContext(ctx, kind, address)
}
