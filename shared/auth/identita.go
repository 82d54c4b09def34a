// Package auth proves who is calling and what they may do: bearer tokens signed by core, HTTP BASIC
// exchanged for such a token, and the matrix of roles and permissions. It signs nothing and knows no
// password: that is core's.
package auth

import (
	"context"
	"log/slog"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/log"
)

// Emittente is the issuer of every token.
const Emittente = "verbali-core"

// Identita is a proven caller.
type Identita struct {
	Utente      string   // username, unique in the platform
	Tenant      string   // empty: an administrator of the platform
	Ruoli       []string // of the operator
	Reparto     string   // department of the login
	Portale     string   // portal of the login, empty for BASIC
	Generazione int64    // of the account when the token was signed: older ones are no longer good
	Token       string   // to be shown to other modules on the caller's behalf
}

// Puo reports whether one of the roles holds the permission.
func (i Identita) Puo(p Permesso) bool {
	return slices.ContainsFunc(i.Ruoli, func(r string) bool { return Concede(r, p) })
}

// HaRuolo reports whether the caller has the role.
func (i Identita) HaRuolo(ruolo string) bool { return slices.Contains(i.Ruoli, ruolo) }

type chiave struct{}

// Con puts the caller into the context and its name on the log lines of that context.
func Con(ctx context.Context, i Identita) context.Context {
	return context.WithValue(log.Con(ctx, slog.String("attore", i.Utente)), chiave{}, i)
}

// Chi gives the caller; false on open routes.
func Chi(ctx context.Context) (Identita, bool) {
	i, ok := ctx.Value(chiave{}).(Identita)
	return i, ok
}
