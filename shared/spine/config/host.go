package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// HostError is a secret of a tenant that its file does not give to the server that a setting names. Its text is Italian, for who
// keeps the settings, and holds no secret.
type HostError struct{ Reason string }

// Error names the file and what its first line must be.
func (e *HostError) Error() string { return e.Reason }

// TenantSecretFor reads a secret of a tenant that is told to a server, at an address (a URL, or host:port). The first line of
// the file names the server: "host: dc.comune.example", or "host: dc.comune.example:636" for that port alone; the rest is the
// secret. A setting that names another server gets a *HostError: otherwise an administrator of the settings could have the
// secret sent to himself.
func TenantSecretFor(dir, tenant, name, address string) (string, error) {
	content, err := TenantSecret(dir, tenant, name)
	if err != nil {
		return "", err
	}
	host, port := serverOf(address)
	first, secret, _ := strings.Cut(strings.TrimPrefix(content, "\ufeff"), "\n")
	key, named, found := strings.Cut(first, ":")
	if !found || !strings.EqualFold(strings.TrimSpace(key), "host") || strings.TrimSpace(named) == "" {
		return "", &HostError{fmt.Sprintf("il file %s non dice per quale server è: la prima riga deve essere host: %s", name, host)}
	}
	ofHost, ofPort := hostPort(strings.TrimSpace(named))
	if host == "" || ofHost != host || ofPort != "" && ofPort != port {
		return "", &HostError{fmt.Sprintf("il file %s è per %.100q e non per %s: per un altro server serve un altro file", name, strings.TrimSpace(named), host)}
	}
	return secret, nil
}

// serverOf gives host and port of an address.
func serverOf(address string) (host, port string) {
	if !strings.Contains(address, "://") {
		return hostPort(address)
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", ""
	}
	if port = u.Port(); port == "" {
		port = map[string]string{"http": "80", "https": "443", "ldap": "389", "ldaps": "636"}[u.Scheme]
	}
	return plainHost(u.Hostname()), port
}

// hostPort reads a host with or without a port.
func hostPort(text string) (host, port string) {
	if h, p, err := net.SplitHostPort(text); err == nil {
		return plainHost(h), p
	}
	return plainHost(strings.Trim(text, "[]")), ""
}

// plainHost is a host as two of them are compared: names without case and final dot, numbers in their one form.
func plainHost(h string) string {
	if number, err := netip.ParseAddr(h); err == nil {
		return number.Unmap().String()
	}
	return strings.ToLower(strings.TrimSuffix(h, "."))
}
