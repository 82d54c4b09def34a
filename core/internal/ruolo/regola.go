package ruolo

import (
	"context"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Oltre gives the first of some permissions that a caller may not give to others; false when he may give them all. He
// gives what he has. An administrator of a command gives any role of a command, and so what any of them may; never *
// unless he has it, nor what reaches beyond the command.
func Oltre(chi auth.Identity, permessi []auth.Permission) (auth.Permission, bool) {
	for _, p := range permessi {
		for _, q := range auth.Expand(p) {
			if !slices.Contains(chi.Own, p) && !puoDare(chi, q) {
				return p, true
			}
		}
	}
	return "", false
}

func puoDare(chi auth.Identity, p auth.Permission) bool {
	if chi.Can(p) {
		return true
	}
	if chi.Tenant == "" || !chi.HasRole(auth.RuoloAmministratore) || auth.OfPlatform(p) {
		return false
	}
	return slices.ContainsFunc(Tutti(), func(r Ruolo) bool {
		return r.Nome != auth.RuoloPiattaforma && auth.Grants(r.Nome, p)
	})
}

// entro refuses a role beyond the caller of the context, with the permission. A person at the command line has the
// database too, and may give all.
func entro(ctx context.Context, r Ruolo) error {
	chi, ok := auth.From(ctx)
	if !ok {
		return nil
	}
	p, oltre := Oltre(chi, r.Concessi())
	if !oltre {
		return nil
	}
	e := problem.Vietato("PERMESSO_NON_DELEGABILE", "Il permesso "+string(p)+" va oltre ciò che il proprio ruolo consente di dare.")
	e.Campi = []problem.Campo{{Campo: "permessi", Messaggio: string(p) + " va oltre i propri permessi"}}
	return e
}
