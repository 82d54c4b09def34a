package lotto

import (
	"context"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// segui writes the lot as it is and as it changes, until it has ended or the reader goes. It listens before
// it reads: what happens in between is not missed.
func (s *Service) segui(c echo.Context, id uuid.UUID) error {
	ctx := c.Request().Context()
	novita, lascia, err := s.Bus.SeguiLotto(tenant.Nome(ctx), id.String())
	if err != nil {
		return err
	}
	defer lascia()
	l, err := s.Lotto(ctx, id)
	if err != nil {
		return err
	}
	return web.Segui(ctx, web.NuovaPenna(c.Response()), l, web.Seguito[Lotto, evento.AvanzamentoLotto]{
		Evento: "lotto", Novita: novita, Ogni: s.Riguarda,
		Leggi:  func(ctx context.Context) (Lotto, error) { return s.Lotto(ctx, id) },
		Avanza: func(l Lotto, a evento.AvanzamentoLotto) (Lotto, bool) { return l.avanza(a) },
		Mostra: s.mostra,
		Finito: func(l Lotto) bool { return l.Stato.Fermo() },
	})
}

// mostra is what the stream says of a lot: why it has failed is in the database alone.
func (s *Service) mostra(ctx context.Context, l Lotto) (any, error) {
	if l.Stato != Fallito || l.Motivo != "" {
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
	chi, _ := auth.Chi(ctx)
	banca, err := s.Piscine.Tenant(ctx)
	if err != nil {
		return err
	}
	return banca.Registra(ctx, db.Accesso{Attore: chi.Utente, Azione: "PACCHETTO_LETTO", OggettoTipo: "lotto", Oggetto: l.ID.String(), Indirizzo: indirizzo})
}
