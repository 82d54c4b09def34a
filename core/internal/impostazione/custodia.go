package impostazione

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/identita"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
)

// Custode is nil for a caller who may change who enters a command, with which role, and where its questions and secrets go.
// Pointing a directory, a provider or a register elsewhere, or mapping a group, makes any identity and any data reachable, so
// the caller must be allowed to make administrators. The command line is admitted: it has the database too.
func Custode(ctx context.Context) error {
	chi, ok := auth.From(ctx)
	if !ok {
		return nil
	}
	if _, oltre := ruolo.Oltre(chi, auth.Matrix()[auth.RuoloAmministratore]); oltre || !chi.Can(auth.PermessoOperatore) {
		return problem.Vietato("IMPOSTAZIONE_DI_ACCESSO", "Questa impostazione dice chi entra, o a quali server vanno i dati e i segreti del comando: la cambia solo chi può creare amministratori.")
	}
	return nil
}

// ruoliBuoni refuses a map of groups to roles that names what no account of the command may have, or what the caller may
// not give.
func (s *Servizio) ruoliBuoni(ctx context.Context, i Impostazione) error {
	if i.Chiave != identita.ChiaveGruppiRuoli {
		return nil
	}
	var mappa map[string][]string
	if err := json.Unmarshal([]byte(i.Valore), &mappa); err != nil {
		return problem.CampoNonValido(campoValore, "non è un insieme di gruppi con i loro ruoli")
	}
	propri, err := ruolo.Di(ctx, s.Store.Pools, i.Tenant)
	if err != nil {
		return err
	}
	tutti := append(ruolo.Tutti(), propri...)
	chi, chiede := auth.From(ctx)
	for gruppo, ruoli := range mappa {
		for _, nome := range ruoli {
			n := slices.IndexFunc(tutti, func(r ruolo.Ruolo) bool { return r.Nome == nome })
			if n < 0 || nome == auth.RuoloPiattaforma {
				return problem.CampoNonValido(campoValore+"."+gruppo, nome+" non è un ruolo del comando")
			}
			if _, oltre := ruolo.Oltre(chi, tutti[n].Concessi()); chiede && oltre {
				return problem.CampoNonValido(campoValore+"."+gruppo, nome+" va oltre ciò che si può dare")
			}
		}
	}
	return nil
}
