package app

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/auth"
)

// domandaEntro is how long a page waits for the answer of another module: a little more than the module
// takes for one.
const domandaEntro = 22 * time.Second

// aElaborazione asks chiedi.elaborazione.<operazione> for the operator of the context, by a token of the
// realm that says who he is.
func (a *App) aElaborazione(ctx context.Context, operazione string, domanda, risposta any) error {
	chi, _ := auth.Chi(ctx)
	token, err := a.realm.Delega(ctx, chi.Utente, "elaborazione")
	if err != nil {
		return err
	}
	chi.Token = token
	ctx, fine := context.WithTimeout(auth.Con(ctx, chi), domandaEntro)
	defer fine()
	return a.Bus.Chiedi(ctx, "elaborazione."+operazione, domanda, risposta)
}
