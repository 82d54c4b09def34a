package network_test

import (
	"errors"
	"net"
	"net/netip"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/network"
)

func TestWhereTheServersOfCommandsMayBe(t *testing.T) {
	t.Parallel()
	scelte, err := network.Parse([]string{"10.1.2.3/16", "127.0.0.1/32"})
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
		if ha := (network.Admitted{}).Admits(a); ha != c.usuali {
			t.Errorf("%s without a list: %v", a, ha)
		}
		if ha := scelte.Admits(a); ha != c.scelte {
			t.Errorf("%s with a list: %v", a, ha)
		}
	}
	larghe, err := network.Parse([]string{"10.0.0.0/8", "192.0.2.1/32"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		regola, indirizzo string
		a                 network.Admitted
		vuole             bool
	}{
		{"this machine by its address", "10.1.2.3", network.Admitted{}.Here("10.1.2.3/24"), false},
		{"its neighbour", "10.1.2.4", network.Admitted{}.Here("10.1.2.3/24"), true},
		{"this machine, by a network of the list", "10.1.2.3", larghe.Here("10.1.2.3/24"), false},
		{"this machine, listed by itself", "192.0.2.1", larghe.Here("192.0.2.1/24"), true},
		{"this machine, IPv6", "2001:db8::1", network.Admitted{}.Here("2001:db8::1/64"), false},
		{"the loopback behind NAT64", "64:ff9b::7f00:1", network.Admitted{}, false},
		{"the link behind NAT64", "64:ff9b::169.254.169.254", network.Admitted{}, false},
		{"another behind NAT64", "64:ff9b::10.1.2.4", larghe, true},
		{"one not listed behind NAT64", "64:ff9b::192.0.2.2", larghe, false},
	} {
		if ha := c.a.Admits(netip.MustParseAddr(c.indirizzo)); ha != c.vuole {
			t.Errorf("%s: %v", c.regola, ha)
		}
	}
	for indirizzo, vuole := range map[string]bool{"10.1.9.9": true, "127.0.0.1": true, "192.0.2.7": false} {
		if ha := scelte.Listed().Admits(netip.MustParseAddr(indirizzo)); ha != vuole {
			t.Errorf("%s of those listed: %v", indirizzo, ha)
		}
		if (network.Admitted{}).Listed().Admits(netip.MustParseAddr(indirizzo)) {
			t.Errorf("%s is listed where nothing is", indirizzo)
		}
	}
	if _, err := network.Parse([]string{"ieri"}); err == nil {
		t.Error("a network that is none is read")
	}
}

// A name is judged by what it resolves to, when the connection is made.
func TestANameThatResolvesHere(t *testing.T) {
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
	_, err = network.Admitted{}.Dial(t.Context(), "tcp", "localhost:"+porta)
	if _, vietato := errors.AsType[*net.AddrError](err); !vietato {
		t.Errorf("this machine by its name: %v", err)
	}
	qui, err := network.Parse([]string{"127.0.0.0/8", "::1/128"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := qui.Dial(t.Context(), "tcp", "localhost:"+porta)
	if err != nil {
		t.Fatalf("this machine where it is admitted: %v", err)
	}
	_ = c.Close()
}
