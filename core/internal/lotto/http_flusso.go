package lotto

import (
	"bytes"
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// flussoAlPiu is how long a stream goes on: the browser opens it again at once, and the session is asked for.
const flussoAlPiu = time.Minute

// passo is the payload of an event: the state, and the part of the page that says how far the lot is. Fine
// says that nothing more happens to the lot.
type passo struct {
	Stato string `json:"stato"`
	HTML  string `json:"html"`
	Fine  bool   `json:"fine"`
}

// Eventi serves GET /lotti/{id}/eventi: the lot as elaborazione announces it, until it has ended. It
// listens before it reads: what happens in between is not missed. It ends with the session.
func (p Pagine) Eventi(c echo.Context, chi sessione.Sessione) error {
	if err := web.OnlyEvents(c.Request().Header); err != nil {
		return err
	}
	l, err := p.lotto(c)
	if err != nil {
		return err
	}
	ctx, fine := context.WithTimeout(c.Request().Context(), flussoAlPiu)
	defer fine()
	ctx, esce, err := p.Sessione.Flussi.Finche(ctx, chi)
	if err != nil {
		return err
	}
	defer esce()
	t, _ := tenant.From(ctx)
	novita, lascia, err := p.Segue(t.Nome, l.ID.String())
	if err != nil {
		return err
	}
	defer lascia()
	if l, err = p.Store.Lotto(ctx, l.ID); err != nil {
		return err
	}
	return web.Follow(ctx, web.NewEventWriter(c.Response()), l, web.Following[Lotto, event.AvanzamentoLotto]{
		Event: "lotto", News: novita,
		Read:    func(ctx context.Context) (Lotto, error) { return p.Store.Lotto(ctx, l.ID) },
		Advance: func(l Lotto, a event.AvanzamentoLotto) (Lotto, bool) { return l.avanza(a) },
		Show:    mostraPasso,
		Done:    func(l Lotto) bool { return !l.Seguito() },
	})
}

func mostraPasso(ctx context.Context, l Lotto) (any, error) {
	var b bytes.Buffer
	if err := avanzamento(l).Render(ctx, &b); err != nil {
		return nil, err
	}
	return passo{Stato: string(l.Stato), HTML: b.String(), Fine: !l.Seguito()}, nil
}
