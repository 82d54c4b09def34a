package esitopostale

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// Domande is the door of the other modules: chiedi.elaborazione.esiti.<comando>. The caller is the one of
// the token that comes along, with the permission that the route asks for.
type Domande struct {
	Service *Service
	Ammetti func(ctx context.Context, permesso auth.Permission) (context.Context, error)
}

// Tutte are the questions by operation.
func (d Domande) Tutte() map[string]bus.Answer {
	return map[string]bus.Answer{event.EsitiCarica: d.carica}
}

// carica answers evento.DomandaEsiti as POST /esitiPostali does; 404 where the tenant's store has no such file.
func (d Domande) carica(ctx context.Context, corpo []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoLotto)
	if err != nil {
		return nil, err
	}
	var q event.DomandaEsiti
	if err := json.Unmarshal(corpo, &q); err != nil {
		return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	esci, err := d.Service.Porta.entra(ctx)
	if err != nil {
		return nil, err
	}
	defer esci()
	file, err := d.Service.depositato(ctx, q.SHA256)
	if err != nil {
		return nil, err
	}
	e, err := d.Service.Carica(ctx, file, q.ContentType, q.Indirizzo)
	if err != nil {
		return nil, err
	}
	return event.RispostaEsiti{IDEsito: e.ID.String(), Stato: string(e.Stato), Totale: e.Righe.Totale}, nil
}

// depositato reads a file that another module has stored for the tenant; its bytes have the hash that was
// asked for, and are no more than the route takes.
func (s *Service) depositato(ctx context.Context, impronta string) ([]byte, error) {
	file, err := s.Deposito.Leggi(ctx, tenant.Name(ctx), impronta)
	switch {
	case errors.Is(err, deposito.ErrChiave):
		return nil, problem.CampoNonValido("sha256", "non è un'impronta SHA-256")
	case errors.Is(err, deposito.ErrNonTrovato):
		return nil, problem.NonTrovato("file nel deposito", impronta)
	case errors.Is(err, deposito.ErrCorrotto), err != nil && ctx.Err() != nil:
		return nil, fmt.Errorf("esito postale: %w", err)
	case err != nil:
		return nil, problem.NonDisponibile("DEPOSITO_NON_DISPONIBILE", "Il deposito dei documenti non risponde.").With(err)
	case int64(len(file)) > web.LimitPart:
		return nil, problem.TroppoGrande(web.LimitPart)
	}
	return file, nil
}
