package lettura

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/immagine"
)

// Domande is the door of the other modules: chiedi.ocr.targa.
type Domande struct {
	Service *Service
	Ammetti func(ctx context.Context, moduli []string, permessi ...auth.Permission) (context.Context, error)
}

// Targa answers event.DomandaOcrTarga; nothing of it is kept.
func (d Domande) Targa(ctx context.Context, corpo []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, []string{"ocr", "mobile", "core"}, auth.PermessoOcr, auth.PermessoMobile)
	if err != nil {
		return nil, err
	}
	var q event.DomandaOcrTarga
	if err := json.Unmarshal(corpo, &q); err != nil {
		return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	chi, _ := auth.From(ctx)
	t, _ := tenant.From(ctx)
	file, err := d.Service.Deposito.Leggi(ctx, t.Nome, q.Documento)
	switch {
	case errors.Is(err, deposito.ErrChiave):
		return nil, problem.CampoNonValido("documento", "deve essere lo SHA-256 di un documento, 64 cifre esadecimali minuscole")
	case errors.Is(err, deposito.ErrNonTrovato):
		return nil, problem.NonTrovato("documento", q.Documento)
	case err != nil:
		return nil, err //nolint:wrapcheck // of the store
	}
	una := immagine.Foglio{Apri: func(context.Context) (immagine.Pagina, error) { return immagine.Apri(file) }}
	l, err := d.Service.pagina(ctx, verbale.LetturaTarga, uuid.Nil, una, new(figura))
	if err != nil {
		return nil, err
	}
	if err := d.Service.Store.Chiesta(ctx, chi.User, q.Documento, string(l.Stato)); err != nil {
		return nil, err
	}
	return risposta(l.Campi), nil
}

func risposta(campi []campo.Campo) event.RispostaOcrTarga {
	r := event.RispostaOcrTarga{Alternative: []event.AlternativaLettura{}}
	for _, c := range campi {
		switch c.Nome {
		case campo.Targa:
			r.Targa, r.Confidenza = c.Valore, c.Confidenza
			for _, a := range c.Alternative {
				r.Alternative = append(r.Alternative, event.AlternativaLettura{Valore: a.Valore, Confidenza: a.Confidenza})
			}
		case campo.Nazione:
			r.Nazione = c.Valore
		}
	}
	return r
}
