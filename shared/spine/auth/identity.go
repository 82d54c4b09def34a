// Package auth proves who is calling and what they may do: bearer tokens signed by core, HTTP BASIC
// exchanged for such a token, and the matrix of roles and permissions. It signs nothing and knows no
// password: that is core's.
package auth

import (
	"context"
	"log/slog"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/log"
)

// Issuer is the issuer of every token.
const Issuer = "verbali-core"

// Identity is a proven caller.
type Identity struct {
	User       string   // username, unique in the platform
	Tenant     string   // empty: an administrator of the platform
	Roles      []string // of the operator
	Reparto    string   // department of the login
	Portale    string   // portal of the login, empty for BASIC
	Generation int64    // of the account when the token was signed: older ones are no longer good
	Token      string   // to be shown to other modules on the caller's behalf

	Own []Permission // of those of Roles that the caller's command made itself, as they are now
}

// Can reports whether one of the roles holds the permission.
func (i Identity) Can(p Permission) bool {
	if slices.ContainsFunc(i.Roles, func(r string) bool { return Grants(r, p) }) {
		return true
	}
	return i.Tenant != "" && !OfPlatform(p) && Covers(i.Own, p)
}

// HasRole reports whether the caller has the role.
func (i Identity) HasRole(ruolo string) bool { return slices.Contains(i.Roles, ruolo) }

type chiave struct{}

// With puts the caller into the context and its name on the log lines of that context.
func With(ctx context.Context, i Identity) context.Context {
	return context.WithValue(log.With(ctx, slog.String("attore", i.User)), chiave{}, i)
}

// From gives the caller; false on open routes.
func From(ctx context.Context) (Identity, bool) {
	i, ok := ctx.Value(chiave{}).(Identity)
	return i, ok
}
