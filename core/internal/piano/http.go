package piano

import (
	"context"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/send"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// Pagine answers the pages. Chiede asks elaborazione for the operator of the context.
type Pagine struct {
	Store    Store
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Sessione sessione.HTTP
}

// Elenco serves GET /piano: what waits, and for what.
func (p Pagine) Elenco(c echo.Context, s sessione.Sessione) error {
	f, err := leggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	v := paginaElenco{Filtro: f, Oggi: calendario.Da(p.Store.Adesso()), Persone: s.Puo(auth.PermessoPersona),
		Lotti: s.Puo(auth.PermessoLotto), Decide: s.Puo(auth.PermessoVerbaleDecidi)}
	if v.Gruppi, err = p.Store.Gruppi(ctx, f); err != nil {
		return err
	}
	if v.Voci, v.Altri, err = p.Store.Elenco(ctx, f, v.Persone); err != nil {
		return err
	}
	if v.Invii, err = p.invii(ctx, v.Voci); err != nil {
		return err
	}
	if v.Persone && len(v.Voci) > 0 {
		if err := p.registra(c, s); err != nil {
			return err
		}
	}
	return p.Sessione.Scrivi(c, titolo, elenco(v))
}

// invii are the attempts that SEND holds among the rows, by position.
func (p Pagine) invii(ctx context.Context, voci []Voce) (map[uuid.UUID]send.Invio, error) {
	var verbali []uuid.UUID
	for _, v := range voci {
		if v.Via == verbale.CanaleSend {
			verbali = append(verbali, v.Verbale)
		}
	}
	if len(verbali) == 0 {
		return nil, nil //nolint:nilnil // none of them is with SEND
	}
	invii, err := send.Store{Pools: p.Store.Pools, Adesso: p.Store.Adesso}.Ultimi(ctx, verbali)
	return invii, fascicolo.NonPronti(err)
}

// registra writes who has read the names of those who wait.
func (p Pagine) registra(c echo.Context, s sessione.Sessione) error {
	ctx := c.Request().Context()
	database, err := p.Store.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, db.Access{Attore: s.Operatore.Username, Azione: "PIANO_LETTO", OggettoTipo: "piano", Esito: "OK", Indirizzo: c.RealIP()})
}
