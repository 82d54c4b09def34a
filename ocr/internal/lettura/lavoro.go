package lettura

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/immagine"
)

// Durevole is the work queue of files of many pages.
const Durevole = "ocr-lettura"

// Lavora takes lavori.ocr.lettura.<tenant>: it reads the pages of a file that are not read yet, each kept by itself, so that a second
// delivery goes on from there, and a page is read once.
func (s *Service) Lavora(ctx context.Context, m bus.Message) error {
	var x event.LavoroLettura
	if err := m.Decode(&x); err != nil {
		return err //nolint:wrapcheck // of the bus
	}
	id, err := uuid.Parse(x.IDLettura)
	if err != nil {
		return bus.Permanent(fmt.Errorf("lettura: idLettura: %w", err)) //nolint:wrapcheck // of the bus
	}
	l, err := s.Store.Leggi(ctx, id)
	switch {
	case problem.Is(err, "NON_TROVATO"): // deleted by a rule meanwhile
		return nil
	case err != nil || l.Stato != verbale.LetturaInCorso:
		return err
	}
	t, _ := tenant.From(ctx)
	file, err := s.Deposito.Leggi(ctx, t.Nome, l.sha256)
	if err != nil {
		return err //nolint:wrapcheck // of the store
	}
	fogli, err := immagine.Fogli(ctx, file)
	if err != nil {
		return err //nolint:wrapcheck // it could be listed when it came: a program is missing now
	}
	fatte, err := s.Store.PagineFatte(ctx, id)
	if err != nil {
		return err
	}
	for i, f := range fogli {
		if !fatte[i+1] {
			if err := s.unaPagina(ctx, l, i+1, f); err != nil {
				return err
			}
		}
	}
	return s.Store.Finita(ctx, id, m.ID)
}

// unaPagina reads and keeps a page. A page that cannot be read is kept with the reason; a part of ours that is away is an error.
func (s *Service) unaPagina(ctx context.Context, intero Lettura, pagina int, f immagine.Foglio) error {
	r := riga{insieme: &intero.ID, attore: intero.attore, file: f.Nome}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("lettura: %w", err)
	}
	r.Lettura, err = s.pagina(ctx, intero.Tipo, id, f, &r.foto)
	if p := problem.As(err); p != nil && p.Kind != problem.Unavailable && ctx.Err() == nil {
		r.Stato, r.Errore, r.Campi, err = verbale.LetturaIlleggibile, problem.Sentence(p), []campo.Campo{}, nil
	}
	if err != nil {
		return errors.Join(err, ctx.Err())
	}
	r.Pagina = pagina
	return s.Store.Aggiungi(ctx, r)
}
