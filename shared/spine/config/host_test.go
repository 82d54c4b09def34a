package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// A secret is given to the server that its file names, and to no other.
func TestASecretNamesItsHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule, file, address, want string
	}{
		{"its server", "host: dc.comune.example\nparola\n", "ldaps://dc.comune.example", "parola\n"},
		{"in other letters", "HOST:  DC.Comune.Example. \r\nparola", "ldaps://dc.comune.example:3636", "parola"},
		{"its port", "host: dc.comune.example:636\nparola", "ldaps://dc.comune.example", "parola"},
		{"another port", "host: dc.comune.example:636\nparola", "ldaps://dc.comune.example:637", ""},
		{"host and port alone", "host: dc.comune.example\nparola", "dc.comune.example:389", "parola"},
		{"IPv6", "host: 2001:DB8::1\nparola", "https://[2001:db8::1]:8443/x", "parola"},
		{"IPv6 with its port", "host: [2001:db8::1]:8443\nparola", "https://[2001:db8::1]:8443/x", "parola"},
		{"another server", "host: dc.comune.example\nparola", "ldaps://altri.example", ""},
		{"a name that begins like it", "host: dc.comune.example\nparola", "https://dc.comune.example.altri.example/", ""},
		{"a name that ends like it", "host: comune.example\nparola", "https://dc.comune.example/", ""},
		{"its name as a user", "host: dc.comune.example\nparola", "https://dc.comune.example@altri.example/", ""},
		{"no server", "parola\n", "ldaps://dc.comune.example", ""},
		{"an empty one", "host:\nparola\n", "ldaps://dc.comune.example", ""},
		{"an address that is none", "host: dc.comune.example\nparola", "https://%zz", ""},
		{"no address", "host: dc.comune.example\nparola", "", ""},
		{"a colon in a secret without a host", "parola:dc.comune.example\n", "ldaps://dc.comune.example", ""},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "alfa"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "alfa", "ldap"), []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := config.TenantSecretFor(dir, "alfa", "ldap", c.address)
		_, other := errors.AsType[*config.HostError](err)
		if got != c.want || (err != nil) != (c.want == "") || (err != nil && (!other || strings.Contains(err.Error(), "parola"))) {
			t.Errorf("%s: %q, %v", c.rule, got, err)
		}
	}
	if _, err := config.TenantSecretFor(t.TempDir(), "alfa", "ldap", "ldaps://dc.comune.example"); err == nil {
		t.Error("a file that is not there is read")
	}
}
