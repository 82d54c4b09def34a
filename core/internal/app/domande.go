package app

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// domandaEntro is how long a page waits for the answer of another module: a little more than the module
// takes for one.
const domandaEntro = 22 * time.Second

// respiro is what a page keeps of its time to say that nobody has answered.
const respiro = 2 * time.Second

// aElaborazione asks chiedi.elaborazione.<operazione> for the operator of the context, by a token of the
// realm that says who he is.
func (a *App) aElaborazione(ctx context.Context, operazione string, domanda, risposta any) error {
	chi, _ := auth.From(ctx)
	token, err := a.realm.Delega(ctx, chi.User, "elaborazione")
	if err != nil {
		return err
	}
	chi.Token = token
	ctx, fine := context.WithTimeout(auth.With(ctx, chi), attesa(ctx, operazione))
	defer fine()
	return a.Bus.Ask(ctx, "elaborazione."+operazione, domanda, risposta)
}

// attesa is how long the answer is waited for. That to a great file may take as long as the route of elaborazione
// takes for one: as long as the request that brought it has left.
func attesa(ctx context.Context, operazione string) time.Duration {
	if operazione != event.EsitiCarica {
		return domandaEntro
	}
	if scade, ok := ctx.Deadline(); ok {
		return time.Until(scade) - respiro
	}
	return web.Timeout
}
