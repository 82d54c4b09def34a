package service

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

func TestEncryptionIsDemanded(t *testing.T) {
	t.Parallel()
	buone := config.Settings{
		PgDSN:        "postgres://verbali_core@pg.example:5432/piattaforma?sslmode=verify-full&sslrootcert=system",
		NatsURL:      "tls://uno.example:4222, tls://due.example:4222",
		OtelEndpoint: "https://tracce.example",
	}
	for nome, c := range map[string]struct {
		cambia func(*config.Settings)
		vuole  string // the setting that is named; empty: it may start
	}{
		"all encrypted": {func(*config.Settings) {}, ""},
		"nothing leaves this machine": {func(s *config.Settings) {
			s.PgDSN, s.NatsURL, s.OtelEndpoint = "host=/run/postgresql", "nats://127.0.0.1:4222", ""
		}, ""},
		"this machine by name":            {func(s *config.Settings) { s.PgDSN = "postgres://x@localhost/p"; s.OtelEndpoint = "http://[::1]:4318" }, ""},
		"PostgreSQL with nothing said":    {func(s *config.Settings) { s.PgDSN = "postgres://x@pg.example/p" }, "VERBALI_PG_DSN"},
		"PostgreSQL in clear":             {func(s *config.Settings) { s.PgDSN = "postgres://x@pg.example/p?sslmode=disable" }, "VERBALI_PG_DSN"},
		"PostgreSQL that falls back":      {func(s *config.Settings) { s.PgDSN = "postgres://x@pg.example/p?sslmode=prefer" }, "VERBALI_PG_DSN"},
		"PostgreSQL, whoever answers":     {func(s *config.Settings) { s.PgDSN = "postgres://x@pg.example/p?sslmode=require" }, "VERBALI_PG_DSN"},
		"one server of two elsewhere":     {func(s *config.Settings) { s.PgDSN = "postgres://x@127.0.0.1,pg.example/p?sslmode=disable" }, "VERBALI_PG_DSN"},
		"the owner's way to PostgreSQL":   {func(s *config.Settings) { s.PgDSNProprietario = "postgres://x@pg.example/p" }, "VERBALI_PG_DSN_PROPRIETARIO"},
		"NATS in clear":                   {func(s *config.Settings) { s.NatsURL = "nats://bus.example:4222" }, "VERBALI_NATS_URL"},
		"the second server of NATS":       {func(s *config.Settings) { s.NatsURL = "tls://uno.example:4222,nats://due.example:4222" }, "VERBALI_NATS_URL"},
		"NATS without a scheme":           {func(s *config.Settings) { s.NatsURL = "bus.example:4222" }, "VERBALI_NATS_URL"},
		"the collector of traces":         {func(s *config.Settings) { s.OtelEndpoint = "http://tracce.example:4318" }, "VERBALI_OTEL_ENDPOINT"},
		"a name that only begins like us": {func(s *config.Settings) { s.OtelEndpoint = "http://localhost.example" }, "VERBALI_OTEL_ENDPOINT"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			s := buone
			c.cambia(&s)
			err := encrypted(s)
			if c.vuole == "" && err != nil || c.vuole != "" && (err == nil || !strings.HasPrefix(err.Error(), c.vuole+":")) {
				t.Errorf("%v, want %q", err, c.vuole)
			}
			if err != nil && strings.Contains(err.Error(), "example") {
				t.Errorf("the address is said: %v", err)
			}
		})
	}
}

// A service whose settings would let something go in clear does not start.
func TestAServiceThatWouldSpeakInClearDoesNotStart(t *testing.T) {
	t.Parallel()
	_, err := New(t.Context(), Description{Module: "vpn", Base: "/VpnService/rest"}, config.Settings{
		Cifratura: "obbligatoria", PgDSN: "postgres://x@pg.example/p", NatsURL: "tls://bus.example:4222", LogLivello: "ERROR",
	})
	if err == nil || !strings.HasPrefix(err.Error(), "VERBALI_PG_DSN:") {
		t.Errorf("%v", err)
	}
}
