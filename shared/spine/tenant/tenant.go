// Package tenant knows the commands that the platform serves. A tenant is a row of the platform
// database; its name is the value of X-Realm, the name of its database and a token of NATS subjects.
package tenant

import (
	"context"
	"log/slog"
	"regexp"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/log"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Platform is the reserved name that stands for no tenant in subjects and pools.
const Platform = "piattaforma"

// State says whether a tenant is served.
type State string

// The two states of a tenant (design, section 3).
const (
	Active    State = "ATTIVO"
	Suspended State = "SOSPESO"
)

// Tenant is one command.
type Tenant struct {
	Nome          string
	Denominazione string
	Host          string // empty: the server of the platform database
	Database      string
	Stato         State
}

// lunghezzaMassima of a name, in bytes.
const lunghezzaMassima = 30

// nomi is the shape of a name (design, section 3).
var nomi = regexp.MustCompile(`^[a-z][a-z0-9-]{1,29}$`)

// Normalize lower-cases a name and says whether its shape is right and it is not reserved: a tenant
// is never the platform, nor a database that every PostgreSQL server has, nor a folder in which the platform's own secrets are. Only letters of ASCII have
// a lower case here: others that fold into one (the Kelvin sign into k) are not another spelling.
func Normalize(nome string) (string, bool) {
	if len(nome) > lunghezzaMassima {
		return "", false
	}
	nome = strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c - 'A' + 'a'
		}
		return c
	}, nome)
	return nome, nomi.MatchString(nome) && !riservato(nome)
}

func riservato(nome string) bool {
	switch nome {
	case Platform, "postgres", "template0", "template1", "nats", "ruoli":
		return true
	}
	return false
}

// Unknown is the answer for a name that is not a tenant. 404.
func Unknown() *problem.Error {
	return problem.Nuovo(problem.Missing, "TENANT_SCONOSCIUTO", "Tenant sconosciuto", "Il tenant indicato non esiste.")
}

// SuspendedError is the answer of a suspended tenant, everywhere. 403.
func SuspendedError() *problem.Error {
	return problem.Vietato("TENANT_SOSPESO", "Il comando è sospeso.")
}

type chiave struct{}

// With puts the tenant into the context, and its name on the log lines of that context.
func With(ctx context.Context, t Tenant) context.Context {
	ctx = log.With(ctx, slog.String("tenant", t.Nome))
	return context.WithValue(ctx, chiave{}, t)
}

// From gives the tenant that the middleware or the consumer put into the context.
func From(ctx context.Context) (Tenant, bool) {
	t, ok := ctx.Value(chiave{}).(Tenant)
	return t, ok
}

// Name is the name of that tenant; empty without one.
func Name(ctx context.Context) string {
	t, _ := From(ctx)
	return t.Nome
}
