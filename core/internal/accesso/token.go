package accesso

import (
	"context"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// DurataToken is how long a token is good.
const DurataToken = 31 * time.Minute

func (r *Realm) rispondi(d event.DomandaAccesso, o *operatore.Operatore, destinatari []string) (event.RispostaAccesso, error) {
	p, err := pretese(r.Adesso(), o, d.Portale, destinatari)
	if err != nil {
		return event.RispostaAccesso{}, err
	}
	token, err := r.Chiavi.Firma(p)
	if err != nil {
		return event.RispostaAccesso{}, err
	}
	return event.RispostaAccesso{
		Token: token, ScadeTraSecondi: int(DurataToken.Seconds()), Tenant: o.Tenant,
		Operatore: event.Operatore{Username: o.Username, Nome: o.Nome, Cognome: o.Cognome, Reparto: o.Reparto, Ruoli: o.Ruoli},
	}, nil
}

// pretese are what a token says of an account. The generation lets the services refuse it when the
// account is blocked or changed before the token expires.
func pretese(adesso time.Time, o *operatore.Operatore, portale string, destinatari []string) (auth.Claims, error) {
	id, err := uuid.NewRandom()
	if err != nil {
		return auth.Claims{}, fmt.Errorf("accesso: identificativo del token: %w", err)
	}
	return auth.Claims{
		RegisteredClaims: jwt.RegisteredClaims{
			ID: id.String(), Issuer: auth.Issuer, Subject: o.Username, Audience: destinatari,
			IssuedAt: jwt.NewNumericDate(adesso), ExpiresAt: jwt.NewNumericDate(adesso.Add(DurataToken)),
		},
		Tenant: o.Tenant, Roles: o.Ruoli, Reparto: o.Reparto, Portale: portale, Generation: o.Generazione,
	}, nil
}

// destinatari gives the audience of the token: the asking module without a portal, every module
// through an operators' portal, connessione through a citizens'. The portal must be of the account's
// tenant.
func (r *Realm) destinatari(ctx context.Context, d event.DomandaAccesso, o *operatore.Operatore) ([]string, error) {
	if d.Portale == "" {
		return modulo(d.Modulo)
	}
	if len(d.Portale) > limiteCampo {
		return nil, errRifiutato
	}
	p, trovato, err := r.store.Portale(ctx, d.Portale)
	switch {
	case err != nil:
		return nil, err
	case !trovato || o == nil || p.Tenant != o.Tenant:
		return nil, errRifiutato
	case p.Cittadini:
		return []string{moduloCittadini}, nil
	}
	return moduli(), nil
}
