package auth

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/snapshot"
)

// Role is a role made by a command: in another command the same name is another role, or none.
type Role struct {
	Tenant, Name string
	Permissions  []Permission
}

// Roles are those that the commands made themselves, as last read from the platform database; safe for concurrent
// use. Tokens carry names: what a name may is looked up at each request, so that a change of it is obeyed by tokens,
// exchanges and sessions that exist already. A name that is not here may nothing.
type Roles struct {
	tutti snapshot.Copy[map[nomeRuolo][]Permission]
}

type nomeRuolo struct{ tenant, nome string }

// Set replaces them all.
func (r *Roles) Set(tutti []Role) {
	nuovi := make(map[nomeRuolo][]Permission, len(tutti))
	for _, x := range tutti {
		nuovi[nomeRuolo{x.Tenant, x.Name}] = x.Permissions
	}
	r.tutti.Set(&nuovi)
}

// Of gives what the roles of an account may by the command's own making.
func (r *Roles) Of(tenant string, nomi []string) (permessi []Permission) {
	tutti := r.tutti.Get()
	if tutti == nil || tenant == "" {
		return nil
	}
	for _, nome := range nomi {
		permessi = append(permessi, (*tutti)[nomeRuolo{tenant, nome}]...)
	}
	return permessi
}
