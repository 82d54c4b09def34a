package lotto

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// battito keeps the connection of a stream alive when nothing changes.
const battito = 15 * time.Second

// segui writes the lot as it changes, until it has ended or the reader goes.
func (s *Service) segui(c echo.Context, l Lotto) error {
	ctx := c.Request().Context()
	p := web.NuovaPenna(c.Response())
	ultimo := time.Now()
	for prima := (Lotto{}); ; {
		if l.Stato != prima.Stato || l.Voci != prima.Voci {
			if p.Evento("lotto", l) != nil {
				return nil //nolint:nilerr // the reader has gone
			}
			prima, ultimo = l, time.Now()
		}
		if !l.Stato.InLavoro() && l.Stato != InAnnullamento && l.Stato != Bozza && l.Stato != InPausa {
			return nil
		}
		if time.Since(ultimo) > battito {
			if p.Commento() != nil {
				return nil //nolint:nilerr // the reader has gone
			}
			ultimo = time.Now()
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(passoFlusso):
		}
		nuovo, err := s.Lotto(ctx, l.ID)
		if err != nil {
			return nil //nolint:nilerr // the stream has begun: who reads it asks again
		}
		l = nuovo.misurato(s.Adesso())
	}
}

// annotaLettura says in the audit who took the package.
func (s *Service) annotaLettura(ctx context.Context, l Lotto, indirizzo string) error {
	chi, _ := auth.Chi(ctx)
	banca, err := s.Piscine.Tenant(ctx)
	if err != nil {
		return err //nolint:wrapcheck // the pool names the database
	}
	return banca.Registra(ctx, db.Accesso{Attore: chi.Utente, Azione: "PACCHETTO_LETTO", OggettoTipo: "lotto", Oggetto: l.ID.String(), Indirizzo: indirizzo}) //nolint:wrapcheck // it names the table
}
