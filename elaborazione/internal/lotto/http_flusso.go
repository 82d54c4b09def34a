package lotto

import (
	"context"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// segui writes the lot as it is and as it changes, until it has ended or the reader goes. It listens before
// it reads: what happens in between is not missed.
func (s *Service) segui(c echo.Context, id uuid.UUID) error {
	ctx := c.Request().Context()
	chi, _ := auth.From(ctx)
	esce, err := s.flussi.Enter(tenant.Name(ctx) + "/" + chi.User)
	if err != nil {
		return err
	}
	defer esce()
	novita, lascia, err := s.Bus.FollowLotto(tenant.Name(ctx), id.String())
	if err != nil {
		return err
	}
	defer lascia()
	l, err := s.Lotto(ctx, id)
	if err != nil {
		return err
	}
	return web.Follow(ctx, web.NewEventWriter(c.Response()), l, web.Following[Lotto, event.AvanzamentoLotto]{
		Event: "lotto", News: novita, Every: s.Riguarda,
		Read:    func(ctx context.Context) (Lotto, error) { return s.Lotto(ctx, id) },
		Advance: func(l Lotto, a event.AvanzamentoLotto) (Lotto, bool) { return l.avanza(a) },
		Show:    s.mostra,
		Done:    func(l Lotto) bool { return l.Stato.Fermo() },
	})
}

// mostra is what the stream says of a lot: why it has failed is in the database alone.
func (s *Service) mostra(ctx context.Context, l Lotto) (any, error) {
	if l.Stato != verbale.LottoFallito || l.Motivo != "" {
		return l, nil
	}
	intero, err := s.Lotto(ctx, l.ID)
	if err != nil {
		return l, nil //nolint:nilerr // who reads the stream asks for the reason
	}
	return intero, nil
}

// annotaLettura says in the audit who took the package.
func (s *Service) annotaLettura(ctx context.Context, l Lotto, indirizzo string) error {
	chi, _ := auth.From(ctx)
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, db.Access{Attore: chi.User, Azione: "PACCHETTO_LETTO", OggettoTipo: "lotto", Oggetto: l.ID.String(), Indirizzo: indirizzo})
}
