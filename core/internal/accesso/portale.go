package accesso

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// DalPortale is a person whom the provider of a portal has recognised by tax code.
type DalPortale struct {
	Portale, Tenant string
	Persona         operatore.Persona
	Crea            bool   // a citizen without an account gets one
	Reparto         string // of that account
	Indirizzo       string
}

// AccediDalPortale gives a token for connessione to the one account of the portal's kind that has the person's tax code:
// through a citizens' portal a citizen's, through an operators' any other. It is for core's own reading of a
// provider's answer alone: no message leads here with a tax code.
func (r *Realm) AccediDalPortale(ctx context.Context, p DalPortale) (event.RispostaAccesso, error) {
	d := event.DomandaAccesso{Indirizzo: p.Indirizzo, Modulo: moduloCittadini}
	portale, trovato, err := r.store.Portale(ctx, p.Portale)
	var o *operatore.Operatore
	if err == nil && (!trovato || portale.Tenant != p.Tenant) {
		err = errRifiutato
	}
	if err == nil {
		o, err = r.utenze.DelPortale(ctx, operatore.DalPortale{Tenant: p.Tenant, Cittadini: portale.Cittadini, Persona: p.Persona,
			Crea: p.Crea && portale.Cittadini, Reparto: p.Reparto, Indirizzo: p.Indirizzo})
	}
	var risposta event.RispostaAccesso
	if err == nil {
		if o != nil {
			d.Utente = o.Username
		}
		risposta, err = r.ammetti(ctx, d, o, identita{provata: true})
	}
	risposta, err = r.concludi(ctx, prova{domanda: d, operatore: o, motivo: motivoSso}, risposta, err)
	if e := problem.As(err); e != nil && e.Kind == problem.Unauthenticated {
		return risposta, problem.Vietato("UTENTE_NON_ABILITATO", "La persona è stata riconosciuta, ma il comando non ha un'utenza abilitata per lei: rivolgersi al comando.").With(err)
	}
	return risposta, err
}
