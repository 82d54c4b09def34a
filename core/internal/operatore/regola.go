package operatore

import (
	"context"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
)

// assegnabili are the roles that a caller may give to accounts of a tenant (empty: the platform's), and whose accounts he may
// change. An administrator of the platform makes administrators, of tenants and of the platform. A caller who keeps a tenant's
// accounts gives the roles within his own permissions (ruolo.Oltre); the tenant's administrator gives any role but PIATTAFORMA.
// propri are the roles that the tenant defined.
func assegnabili(chi auth.Identity, tenant string, propri []ruolo.Ruolo) (nomi []string) {
	switch {
	case chi.HasRole(auth.RuoloPiattaforma) && chi.Tenant == "" && tenant == "":
		return []string{auth.RuoloPiattaforma}
	case chi.HasRole(auth.RuoloPiattaforma) && chi.Tenant == "":
		return []string{auth.RuoloAmministratore}
	case chi.Tenant == "" || chi.Tenant != tenant || !chi.Can(auth.PermessoOperatore):
		return nil
	}
	for _, r := range append(ruolo.Tutti(), propri...) {
		if _, oltre := ruolo.Oltre(chi, r.Concessi()); !oltre && r.Nome != auth.RuoloPiattaforma {
			nomi = append(nomi, r.Nome)
		}
	}
	return nomi
}

// Assegnabili are the roles that the caller of the context may give in a tenant. Without a caller, at
// the command line, all of them: who has it has the database too.
func Assegnabili(ctx context.Context, tenant string, propri []ruolo.Ruolo) []string {
	chi, ok := auth.From(ctx)
	if ok {
		return assegnabili(chi, tenant, propri)
	}
	var tutti []string
	for _, r := range append(ruolo.Tutti(), propri...) {
		tutti = append(tutti, r.Nome)
	}
	return tutti
}

// noto reports whether a role is one of the platform, or of those that the tenant made.
func noto(nome string, propri []ruolo.Ruolo) bool {
	return ruolo.DiPiattaforma(nome) || slices.ContainsFunc(propri, func(r ruolo.Ruolo) bool { return r.Nome == nome })
}

// amministra is nil when the caller may make, or change, an account with these roles. A word that is
// no role at all is refused by valida, by its name.
func amministra(ctx context.Context, o Operatore, propri []ruolo.Ruolo) error {
	ammessi := Assegnabili(ctx, o.Tenant, propri)
	if len(ammessi) == 0 {
		return problem.Vietato("RUOLO_NON_ASSEGNABILE", "Il proprio ruolo non consente di creare o cambiare utenze con questi ruoli.")
	}
	for _, r := range o.Ruoli {
		if noto(r, propri) && !slices.Contains(ammessi, r) {
			e := problem.Vietato("RUOLO_NON_ASSEGNABILE", "Il proprio ruolo non consente di creare o cambiare utenze con il ruolo "+r+".")
			e.Campi = []problem.Campo{{Campo: "ruoli", Messaggio: r + " va oltre ciò che si può dare"}}
			return e
		}
	}
	return nil
}

// diPiattaforma reports whether the caller is an administrator of the platform.
func diPiattaforma(ctx context.Context) bool {
	chi, ok := auth.From(ctx)
	return ok && chi.Tenant == "" && chi.HasRole(auth.RuoloPiattaforma)
}

// soloAccesso reports whether a change touches nothing but who is let in.
func soloAccesso(prima, dopo Operatore) bool {
	prima.Stato = dopo.Stato
	return len(confronta(prima, dopo).azioni) == 0
}

// amministraTenant reports whether the account can administer its tenant as it is.
func (o Operatore) amministraTenant() bool {
	return o.Tenant != "" && o.Stato == Attivo && !o.IntegratoreCessato && slices.Contains(o.Ruoli, auth.RuoloAmministratore)
}

// puoLasciareSenza reports whether the caller may leave a tenant without administrators: who can make
// another, from the platform or at the command line.
func puoLasciareSenza(ctx context.Context) bool {
	_, chiede := auth.From(ctx)
	return !chiede || diPiattaforma(ctx)
}

const codiceUltimo = "ULTIMO_AMMINISTRATORE"

func ultimoAmministratore(dopo Operatore) error {
	e := problem.Conflitto(codiceUltimo,
		"Il comando resterebbe senza amministratori: prima darne il ruolo a un'altra utenza attiva.")
	campo := "ruoli"
	if dopo.Stato != Attivo {
		campo = "stato"
	}
	e.Campi = []problem.Campo{{Campo: campo, Messaggio: "è l'ultimo amministratore del comando"}}
	return e
}

// suSeStesso refuses what would leave the caller outside by his own hand: nobody blocks himself, nor
// takes from himself the role by which he administers.
func suSeStesso(ctx context.Context, prima, dopo Operatore) error {
	chi, ok := auth.From(ctx)
	if !ok || chi.User != prima.Username {
		return nil
	}
	e := problem.Conflitto("UTENZA_PROPRIA",
		"Nessuno può bloccare sé stesso né togliersi il ruolo con cui amministra: deve farlo un altro amministratore.")
	if dopo.Stato == Bloccato && prima.Stato != Bloccato {
		e.Campi = []problem.Campo{{Campo: "stato", Messaggio: "è la propria utenza"}}
		return e
	}
	for _, r := range []string{auth.RuoloPiattaforma, auth.RuoloAmministratore} {
		if slices.Contains(prima.Ruoli, r) && !slices.Contains(dopo.Ruoli, r) {
			e.Campi = []problem.Campo{{Campo: "ruoli", Messaggio: r + " non si toglie alla propria utenza"}}
			return e
		}
	}
	return nil
}
