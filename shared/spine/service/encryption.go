package service

import (
	"crypto/tls"
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// cifraturaObbligatoria is the value of VERBALI_CIFRATURA that lets nothing go in clear.
const cifraturaObbligatoria = "obbligatoria"

// encrypted is nil where no connection of the settings may go in clear to another machine, nor to one whose certificate is
// not looked at; the error names the first setting by which one may.
func encrypted(c config.Settings) error {
	for variabile, dsn := range map[string]string{"VERBALI_PG_DSN": c.PgDSN, "VERBALI_PG_DSN_PROPRIETARIO": c.PgDSNProprietario} {
		if dsn == "" {
			continue
		}
		if err := encryptedPostgreSQL(variabile, dsn); err != nil {
			return err
		}
	}
	for server := range strings.SplitSeq(c.NatsURL, ",") {
		if !encryptedURL(server, "tls", "wss") {
			return &config.ValueError{Variable: "VERBALI_NATS_URL", Reason: "la cifratura è obbligatoria: l'indirizzo comincia con tls://"}
		}
	}
	if c.OtelEndpoint != "" && !encryptedURL(c.OtelEndpoint, "https") {
		return &config.ValueError{Variable: "VERBALI_OTEL_ENDPOINT", Reason: "la cifratura è obbligatoria: l'indirizzo comincia con https://"}
	}
	return nil
}

// encryptedPostgreSQL looks at every way in which pgx would try a server: sslmode prefer, which is what it does when none
// is said, falls back to clear, and require believes any certificate.
func encryptedPostgreSQL(variabile, dsn string) error {
	cfg, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return nil //nolint:nilerr // opening it reports the fault
	}
	vie := append([]*pgconn.FallbackConfig{{Host: cfg.Host, TLSConfig: cfg.TLSConfig}}, cfg.Fallbacks...)
	for _, via := range vie {
		if !local(via.Host) && !trusts(via.TLSConfig) {
			return &config.ValueError{Variable: variabile, Reason: "la cifratura è obbligatoria: serve sslmode=verify-full (o verify-ca)"}
		}
	}
	return nil
}

// trusts reports whether a connection is encrypted to a server whose certificate is looked at.
func trusts(c *tls.Config) bool {
	return c != nil && (!c.InsecureSkipVerify || c.VerifyPeerCertificate != nil)
}

func encryptedURL(indirizzo string, schemi ...string) bool {
	u, err := url.Parse(strings.TrimSpace(indirizzo))
	return err == nil && (slices.Contains(schemi, strings.ToLower(u.Scheme)) || local(u.Hostname()))
}

// local reports whether a host is this machine: its name, an address of its own, a socket.
func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasPrefix(host, "/") || ip != nil && ip.IsLoopback()
}
