package sessione

import (
	"cmp"
	"context"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
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
	comando := attuale.Comando()
	if c.Connessione != nil {
		nuovo, err := comandoScelto(ctx, attuale, t, *c.Connessione)
		if err != nil {
			return err
		}
		comando = nuovo
	}
	if c.RepartoInserimento != nil {
		if err := s.repartoScelto(ctx, comando, *c.RepartoInserimento); err != nil {
			return err
		}
	}
	var rifiuto error
	err := s.Aggiorna(ctx, func(a *Attributi) { rifiuto = c.applica(a, attuale.Operatore, comando) })
	return cmp.Or(err, rifiuto)
}

// applica changes the row as it is now, which another request may have changed since this one began: a field that
// was not asked for stays, and a department checked for a tenant is not put beside another.
func (c Cambio) applica(a *Attributi, o Operatore, comando string) error {
	if a.Operatore == nil {
		return problem.SenzaCredenziali()
	}
	if c.Connessione != nil && a.Connessione != comando {
		a.Connessione, a.RepartoInserimento = comando, ""
	}
	if c.RepartoInserimento == nil {
		return nil
	}
	if (Sessione{Operatore: o, Attributi: *a}).Comando() != comando {
		return problem.Conflitto("COMANDO_CAMBIATO", "Nel frattempo si lavora in un altro comando: nulla è stato cambiato.")
	}
	a.RepartoInserimento = *c.RepartoInserimento
	return nil
}

func comandoScelto(ctx context.Context, s Sessione, t Tenant, nome string) (string, error) {
	nome = strings.TrimSpace(nome)
	switch proprio := s.Operatore.Tenant; {
	case proprio != "" && strings.EqualFold(nome, proprio):
		return proprio, nil
	case proprio != "" || !s.Operatore.Identita().HasRole(auth.RuoloPiattaforma):
		return "", problem.CampoNonValido("connessione", "non è il comando dell'operatore")
	case nome == "":
		return "", nil
	}
	scelto, err := t.Find(ctx, nome)
	if problem.Is(err, tenant.Unknown().Codice) {
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
