package web_test

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func TestNetworkOfAnAddress(t *testing.T) {
	t.Parallel()
	for indirizzo, rete := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3::4": "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::1": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "": "", "nonsense": "nonsense",
	} {
		if got := web.Network(indirizzo); got != rete {
			t.Errorf("%s: %s, want %s", indirizzo, got, rete)
		}
	}
}

func TestNetworksOfAnAddress(t *testing.T) {
	t.Parallel()
	for indirizzo, reti := range map[string][]string{
		"192.0.2.7": {"192.0.2.7"}, "::ffff:192.0.2.7": {"192.0.2.7"}, "nonsense": {"nonsense"}, "": {""},
		"2001:db8:1:2345:6::7": {"2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"},
		"fe80::1%eth0":         {"fe80::/64", "fe80::/56", "fe80::/48"},
	} {
		if got := web.Networks(indirizzo); !slices.Equal(got, reti) || len(got) > web.Widths {
			t.Errorf("%s: %v, want %v", indirizzo, got, reti)
		}
	}
}
