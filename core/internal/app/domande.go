package app

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// domandaEntro is how long a page waits for the answer of another module: a little more than the module
// takes for one. A file is waited for as long as the request that brought it lasts.
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
	entro := domandaEntro
	if operazione == evento.EsitiCarica {
		entro = web.TempoMassimo
	}
	ctx, fine := context.WithTimeout(auth.Con(ctx, chi), entro)
	defer fine()
	return a.Bus.Chiedi(ctx, "elaborazione."+operazione, domanda, risposta)
}
