// Package rete bounds where core goes because a setting of a command says so: a command names its own
// directory and its own provider of identities, and must not by that reach the machine that core runs on
// or what a cloud tells its machines.
package rete

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"
)

// Ammesse are the networks that commands may name servers in. The zero value is every network but this
// machine and its link.
type Ammesse struct{ reti []netip.Prefix }

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

// Ammessa reports whether a command may name a server at this address.
func (a Ammesse) Ammessa(indirizzo netip.Addr) bool {
	indirizzo = indirizzo.Unmap().WithZone("")
	for _, p := range a.reti {
		if p.Contains(indirizzo) {
			return true
		}
	}
	return len(a.reti) == 0 && !indirizzo.IsLoopback() && !indirizzo.IsLinkLocalUnicast() && !indirizzo.IsMulticast() && !indirizzo.IsUnspecified()
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
