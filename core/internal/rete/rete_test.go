package rete_test

import (
	"errors"
	"net"
	"net/netip"
	"testing"

	"github.com/piattaforma-verbali/verbali/core/internal/rete"
)

func TestDoveVannoIServerDeiComandi(t *testing.T) {
	t.Parallel()
	scelte, err := rete.Leggi([]string{"10.1.2.3/16", "127.0.0.1/32"})
	if err != nil {
		t.Fatal(err)
	}
	casi := []struct {
		indirizzo      string
		usuali, scelte bool
	}{
		{"10.1.9.9", true, true},
		{"10.2.0.1", true, false},
		{"192.0.2.7", true, false},
		{"127.0.0.1", false, true},
		{"127.0.0.2", false, false},
		{"::ffff:127.0.0.2", false, false},
		{"::1", false, false},
		{"169.254.169.254", false, false},
		{"fe80::1%eth0", false, false},
		{"0.0.0.0", false, false},
		{"224.0.0.1", false, false},
	}
	for _, c := range casi {
		a := netip.MustParseAddr(c.indirizzo)
		if ha := (rete.Ammesse{}).Ammessa(a); ha != c.usuali {
			t.Errorf("%s without a list: %v", a, ha)
		}
		if ha := scelte.Ammessa(a); ha != c.scelte {
			t.Errorf("%s with a list: %v", a, ha)
		}
	}
	if _, err := rete.Leggi([]string{"ieri"}); err == nil {
		t.Error("a network that is none is read")
	}
}

// A name is judged by what it resolves to, when the connection is made.
func TestUnNomeCheRisolveQui(t *testing.T) {
	t.Parallel()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, porta, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_, err = rete.Ammesse{}.Chiama(t.Context(), "tcp", "localhost:"+porta)
	if _, vietato := errors.AsType[*net.AddrError](err); !vietato {
		t.Errorf("this machine by its name: %v", err)
	}
	qui, err := rete.Leggi([]string{"127.0.0.0/8", "::1/128"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := qui.Chiama(t.Context(), "tcp", "localhost:"+porta)
	if err != nil {
		t.Fatalf("this machine where it is admitted: %v", err)
	}
	_ = c.Close()
}
