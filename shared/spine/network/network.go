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
	only   bool                       // what is not listed is not admitted, also without a list
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
// itself, or is of its loopback and listed; an IPv4 address that NAT64 reaches (RFC 6052) is judged as what it is.
func (a Admitted) Admits(address netip.Addr) bool {
	address = bare(address)
	for _, p := range a.listed {
		if p.Contains(address) && (p.IsSingleIP() || address.IsLoopback() || !a.isHere(address)) {
			return true
		}
	}
	return !a.only && len(a.listed) == 0 && !a.isHere(address) &&
		!address.IsLoopback() && !address.IsLinkLocalUnicast() && !address.IsMulticast() && !address.IsUnspecified()
}

// bare is an address without what IPv6 puts around one of IPv4, and without its zone.
func bare(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if netip.MustParsePrefix("64:ff9b::/96").Contains(a) {
		whole := a.As16()
		return netip.AddrFrom4([4]byte(whole[12:]))
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
			return &net.AddrError{Err: "rete non ammessa per i server dei comandi", Addr: address}
		}
		return nil
	}}
	return d.DialContext(ctx, kind, address)
}
