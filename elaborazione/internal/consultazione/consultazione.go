// Package consultazione shows a fine, its history and its act to a caller who may read them, and writes that they did.
package consultazione

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
)

// Service holds the readings of a fine. The tenant and the caller are in the context.
type Service struct {
	Archivio *archivio.Store
	Deposito *deposito.Deposito
	Lettore  lettore.Lettore // says which fines the caller may read
}

// Mostra gives a whole fine to a caller who may read it: personal data only to a caller who may see people. The reading
// is written into the audit.
func (s *Service) Mostra(ctx context.Context, id uuid.UUID, indirizzo string) (lettura.Completo, error) {
	chi, ok := auth.From(ctx)
	if !ok {
		return lettura.Completo{}, problem.SenzaCredenziali()
	}
	if err := s.Lettore.Visibile(ctx, id); err != nil {
		return lettura.Completo{}, err
	}
	c, err := s.Archivio.Completo(ctx, id)
	if err != nil {
		return lettura.Completo{}, err
	}
	if !chi.Can(auth.PermessoPersona) {
		c = senzaPersone(c)
	} else if c.CercaIntestatario() {
		if c.Indagine, err = s.Archivio.IndagineLetta(ctx, id); err != nil {
			return lettura.Completo{}, err
		}
	} else if c.Avvertenze, err = s.Archivio.Avvertenze(ctx, id); err != nil {
		return lettura.Completo{}, err
	}
	return c, s.Archivio.Annota(ctx, db.Access{Attore: chi.User, Azione: "VERBALE_LETTO", OggettoTipo: "verbale", Oggetto: id.String(), Indirizzo: indirizzo})
}

// Storia gives the events of a fine with what each means. They name nobody; what somebody wrote freely
// and what a registry said of an owner are for a caller who may see people. The reading is written into the audit.
func (s *Service) Storia(ctx context.Context, id uuid.UUID, indirizzo string) ([]EventoLetto, error) {
	chi, ok := auth.From(ctx)
	if !ok {
		return nil, problem.SenzaCredenziali()
	}
	if err := s.Lettore.Visibile(ctx, id); err != nil {
		return nil, err
	}
	eventi, err := s.Archivio.Eventi(ctx, id)
	if err != nil {
		return nil, err
	}
	if !chi.Can(auth.PermessoPersona) {
		for i, e := range eventi {
			eventi[i] = eventoSenzaPersone(e)
		}
	}
	return letti(eventi), s.Archivio.Annota(ctx, db.Access{Attore: chi.User, Azione: "VERBALE_STORIA_LETTA", OggettoTipo: "verbale", Oggetto: id.String(), Indirizzo: indirizzo})
}

// PDF gives the act of a fine as it was printed: it is read from the store, never rendered again.
// posizione zero is the position opened first that has one. 404 ATTO_ASSENTE before it is made.
func (s *Service) PDF(ctx context.Context, id, posizione uuid.UUID, indirizzo string) (lettura.DocumentoLetto, []byte, error) {
	chi, ok := auth.From(ctx)
	if !ok {
		return lettura.DocumentoLetto{}, nil, problem.SenzaCredenziali()
	}
	if err := s.Lettore.Visibile(ctx, id); err != nil {
		return lettura.DocumentoLetto{}, nil, err
	}
	c, err := s.Archivio.Completo(ctx, id)
	if err != nil {
		return lettura.DocumentoLetto{}, nil, err
	}
	d, ok := c.Atto(posizione)
	if !ok {
		return d, nil, problem.Nuovo(problem.Missing, "ATTO_ASSENTE", "Non trovato", "L'atto del verbale non è ancora stato formato.")
	}
	if d.SHA256 == verbale.FileCancellato {
		return d, nil, problem.Nuovo(problem.Missing, "DOCUMENTO_CANCELLATO", "Non trovato",
			"Il documento è stato cancellato per i termini di conservazione del comando.")
	}
	pdf, err := s.Deposito.Leggi(ctx, tenant.Name(ctx), d.SHA256)
	if errors.Is(err, deposito.ErrNonTrovato) || errors.Is(err, deposito.ErrCorrotto) {
		return d, nil, fmt.Errorf("verbale %s: atto: %w", id, err)
	}
	if err != nil {
		return d, nil, problem.NonDisponibile("DEPOSITO_NON_DISPONIBILE", "Il deposito dei documenti non è raggiungibile.").With(err)
	}
	return d, pdf, s.Archivio.Annota(ctx, db.Access{Attore: chi.User, Azione: "ATTO_LETTO", OggettoTipo: "verbale", Oggetto: id.String(), Indirizzo: indirizzo})
}
