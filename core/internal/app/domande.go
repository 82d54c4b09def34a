package app

import (
	"context"
	"slices"
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

// aElaborazione asks chiedi.elaborazione.<operazione> for the operator of the context.
func (a *App) aElaborazione(ctx context.Context, operazione string, domanda, risposta any) error {
	return a.chiede(ctx, "elaborazione", operazione, domanda, risposta)
}

// aConnessione asks chiedi.connessione.<operazione> for the operator of the context.
func (a *App) aConnessione(ctx context.Context, operazione string, domanda, risposta any) error {
	return a.chiede(ctx, "connessione", operazione, domanda, risposta)
}

// chiede asks a module for the operator of the context, by a token of the realm that says who he is.
func (a *App) chiede(ctx context.Context, modulo, operazione string, domanda, risposta any) error {
	chi, _ := auth.From(ctx)
	token, err := a.realm.Delega(ctx, chi.User, modulo)
	if err != nil {
		return err
	}
	chi.Token = token
	ctx, fine := context.WithTimeout(auth.With(ctx, chi), attesa(ctx, operazione))
	defer fine()
	return a.Bus.Ask(ctx, modulo+"."+operazione, domanda, risposta)
}

// attesa is how long the answer is waited for. That to a great file, and those for which SEND or elaborazione is asked meanwhile, may
// take as long as the request that asks has left.
func attesa(ctx context.Context, operazione string) time.Duration {
	if !slices.Contains([]string{event.EsitiCarica, event.SendAvvia, event.SendAnnulla}, operazione) {
		return domandaEntro
	}
	if scade, ok := ctx.Deadline(); ok {
		return time.Until(scade) - respiro
	}
	return web.Timeout
}
