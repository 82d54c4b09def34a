package network_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
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
	for _, indirizzo := range riservati() {
		a := netip.MustParseAddr(indirizzo)
		tutto, err := network.Parse([]string{"0.0.0.0/0", "::/0", "169.254.0.0/16", "100.64.0.0/10", "fd00::/8"})
		if err != nil {
			t.Fatal(err)
		}
		if (network.Admitted{}).Admits(a) || tutto.Admits(a) {
			t.Errorf("%s is admitted without being named", a)
		}
		proprio, err := network.Parse([]string{netip.PrefixFrom(a, a.BitLen()).String()})
		if err != nil {
			t.Fatal(err)
		}
		if a.Is4() && !proprio.Admits(a) {
			t.Errorf("%s is not admitted where it is listed by itself", a)
		}
	}
	for _, indirizzo := range []string{"100.100.100.201", "168.63.129.17", "fd00:ec3::254", "64:ff9b:2::1", "2002:c000:207::1", "::192.0.2.7", "2001:db8::1"} {
		if !(network.Admitted{}).Admits(netip.MustParseAddr(indirizzo)) {
			t.Errorf("%s, a neighbour, is refused", indirizzo)
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

// riservati are addresses that no list admits by a wider network.
func riservati() []string {
	return []string{"169.254.169.254", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254", "100.100.100.200", "168.63.129.16", "192.0.0.192",
		"64:ff9b:1::a9fe:a9fe", "64:ff9b:1::808:808", "64:ff9b::168.63.129.16", "2002:a9fe:a9fe::1", "::169.254.169.254",
		"::ffff:0:100.100.100.200", "2001:0:1::1", "0.1.2.3", "255.255.255.255"}
}

// What goes through the installation's proxy is judged before it leaves; the proxy itself is the installation's.
func TestAProxyDoesNotWidenWhereCommandsGo(t *testing.T) {
	t.Parallel()
	var passed []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		passed = append(passed, r.Method+" "+r.Host)
		w.WriteHeader(http.StatusTeapot)
	}))
	defer proxy.Close()
	way, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	listed, err := network.Parse([]string{"192.0.2.0/24"})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []network.Admitted{{}, listed} {
		client := http.Client{Transport: a.Transport(nil, http.ProxyURL(way))}
		for _, u := range []string{"http://127.0.0.1:1/", "https://127.0.0.1:1/", "http://localhost:1/", "https://[::1]:1/", "http://169.254.169.254/latest",
			"https://[64:ff9b:1::a9fe:a9fe]/", "https://100.100.100.200/", "http://nessuno.invalid/", proxy.URL + "/"} {
			if err := get(t, &client, u); err == nil {
				t.Errorf("%s went through the proxy", u)
			}
		}
		if len(passed) > 0 {
			t.Fatalf("the proxy was asked for %v", passed)
		}
		if err := get(t, &client, "http://192.0.2.7/"); err != nil || len(passed) != 1 {
			t.Errorf("one that is admitted: %v, %v", err, passed)
		}
		passed = nil
		client.CloseIdleConnections()
	}
	direct := http.Client{Transport: network.Admitted{}.Transport(nil, nil)}
	if err := get(t, &direct, proxy.URL); err == nil {
		t.Error("this machine without a proxy is reached")
	}
}

func get(t *testing.T, client *http.Client, address string) error {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(r)
	if err == nil {
		_ = answer.Body.Close()
	}
	return err
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
