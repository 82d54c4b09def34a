package accesso

import (
	"context"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// durataDelega is how long a token for one question is good.
const durataDelega = time.Minute

// Delega gives a token by which one module answers one question of the web application for an operator
// who is in a session: it is good for that module alone and a minute. The roles are those of the row now.
// An account that is blocked or gone is a 401. It is no access: what the module does leaves its own line.
func (r *Realm) Delega(ctx context.Context, username, nome string) (string, error) {
	destinatari, err := modulo(nome)
	if err != nil {
		return "", err
	}
	o, trovato, err := r.operatori.Trova(ctx, username)
	if err != nil {
		return "", err
	}
	if !trovato || o.Stato != operatore.Attivo || o.IntegratoreCessato {
		return "", problem.SenzaCredenziali()
	}
	adesso := r.Adesso()
	p, err := pretese(adesso, &o, "", destinatari)
	if err != nil {
		return "", err
	}
	p.ExpiresAt = jwt.NewNumericDate(adesso.Add(durataDelega))
	return r.Chiavi.Firma(p)
}
