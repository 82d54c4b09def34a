package sessione

import (
	"context"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// Cambio is what an operator changes of his session: nil leaves it as it is, empty goes back to the
// beginning (no tenant chosen, his own department).
type Cambio struct {
	Connessione        *string `json:"connessione"`
	RepartoInserimento *string `json:"repartoInserimento"`
}

// Cambia changes what the context's session works on: an administrator of the platform may choose any
// active tenant, the others have their own; the department must be one in use of that tenant. With
// the tenant the department changes too.
func (s *Servizio) Cambia(ctx context.Context, t Tenant, c Cambio) error {
	attuale, ok := Da(ctx)
	if !ok {
		return problem.SenzaCredenziali()
	}
	comando, reparto := attuale.Comando(), attuale.Attributi.RepartoInserimento
	if c.Connessione != nil {
		nuovo, err := comandoScelto(ctx, attuale, t, *c.Connessione)
		if err != nil {
			return err
		}
		if nuovo != comando {
			comando, reparto = nuovo, ""
		}
	}
	if c.RepartoInserimento != nil {
		reparto = *c.RepartoInserimento
		if err := s.repartoScelto(ctx, comando, reparto); err != nil {
			return err
		}
	}
	// Both at once: a department never stays beside another's tenant that was chosen meanwhile.
	return s.Aggiorna(ctx, func(a *Attributi) { a.Connessione, a.RepartoInserimento = comando, reparto })
}

func comandoScelto(ctx context.Context, s Sessione, t Tenant, nome string) (string, error) {
	nome = strings.TrimSpace(nome)
	switch proprio := s.Operatore.Tenant; {
	case proprio != "" && strings.EqualFold(nome, proprio):
		return proprio, nil
	case proprio != "" || !s.Operatore.Identita().HaRuolo(auth.RuoloPiattaforma):
		return "", problem.CampoNonValido("connessione", "non è il comando dell'operatore")
	case nome == "":
		return "", nil
	}
	scelto, err := t.Cerca(ctx, nome)
	if problem.E(err, tenant.Sconosciuto().Codice) {
		return "", problem.CampoNonValido("connessione", "il comando non esiste")
	}
	return scelto.Nome, err
}

func (s *Servizio) repartoScelto(ctx context.Context, comando, codice string) error {
	if codice == "" {
		return nil
	}
	if comando == "" {
		return problem.CampoNonValido("repartoInserimento", "scegliere prima il comando")
	}
	attivo, err := s.store.RepartoAttivo(ctx, comando, codice)
	if err == nil && !attivo {
		return problem.CampoNonValido("repartoInserimento", "non è un reparto in uso del comando")
	}
	return err
}
