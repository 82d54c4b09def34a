// Package rete bounds where core goes because a setting of a command says so: a command names its own
// directory and its own provider of identities, and must not by that reach the machine that core runs on
// or what a cloud tells its machines.
package rete

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// Ammesse are the networks that commands may name servers in. The zero value is every network but this
// machine and its link.
type Ammesse struct {
	reti []netip.Prefix
	qui  func() ([]net.Addr, error) // of this machine; nil: net.InterfaceAddrs
}

// Leggi reads the networks of a setting, each a CIDR.
func Leggi(scritte []string) (a Ammesse, err error) {
	for _, s := range scritte {
		p, err := netip.ParsePrefix(s)
		if err != nil {
			return a, fmt.Errorf("rete: %w", err)
		}
		a.reti = append(a.reti, p.Masked())
	}
	return a, nil
}

// Ammessa reports whether a command may name a server at this address. One of this machine is admitted where it is listed by
// itself, or is of its loopback and listed; an IPv4 address that NAT64 reaches (RFC 6052) is judged as what it is.
func (a Ammesse) Ammessa(indirizzo netip.Addr) bool {
	indirizzo = nuda(indirizzo)
	for _, p := range a.reti {
		if p.Contains(indirizzo) && (p.IsSingleIP() || indirizzo.IsLoopback() || !a.diQui(indirizzo)) {
			return true
		}
	}
	return len(a.reti) == 0 && !a.diQui(indirizzo) &&
		!indirizzo.IsLoopback() && !indirizzo.IsLinkLocalUnicast() && !indirizzo.IsMulticast() && !indirizzo.IsUnspecified()
}

// nuda is an address without what IPv6 puts around one of IPv4, and without its zone.
func nuda(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if netip.MustParsePrefix("64:ff9b::/96").Contains(a) {
		tutto := a.As16()
		return netip.AddrFrom4([4]byte(tutto[12:]))
	}
	return a
}

// diQui reports whether an address is of this machine, also when that cannot be known.
func (a Ammesse) diQui(indirizzo netip.Addr) bool {
	leggi := a.qui
	if leggi == nil {
		leggi = net.InterfaceAddrs
	}
	tutti, err := leggi()
	return err != nil || slices.ContainsFunc(tutti, func(x net.Addr) bool {
		p, err := netip.ParsePrefix(x.String())
		return err == nil && nuda(p.Addr()) == indirizzo
	})
}

// Chiama opens a connection to an address that is admitted, judged after the name was resolved; another is
// a *net.AddrError that says so.
func (a Ammesse) Chiama(ctx context.Context, tipo, indirizzo string) (net.Conn, error) {
	d := net.Dialer{Timeout: 10 * time.Second, Control: func(_, risolto string, _ syscall.RawConn) error {
		p, err := netip.ParseAddrPort(risolto)
		if err != nil || !a.Ammessa(p.Addr()) {
			return &net.AddrError{Err: "rete non ammessa per i server dei comandi", Addr: indirizzo}
		}
		return nil
	}}
	return d.DialContext(ctx, tipo, indirizzo)
}
