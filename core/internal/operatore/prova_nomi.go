package operatore

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Usernames are unique in the platform, so that one which an administrator cannot have and does not see among his own is of
// another tenant: that cannot be hidden. How often it may be asked can.
const (
	codiceUsato  = "USERNAME_GIA_USATO"
	altruiAllOra = 10 // names of other tenants that an administrator of one may ask for in an hour
)

// nonProva is the 429 of an administrator who has asked for too many names of other tenants, whatever he asks now. His
// attempts come one after the other, until the end of the transaction: none goes uncounted.
func nonProva(ctx context.Context, tx *db.Tx) error {
	if !contato(ctx) {
		return nil
	}
	attore := voce.Autore(ctx)
	if err := tx.Exec(`SELECT pg_advisory_xact_lock(hashtextextended('utenze di ' || ?, 0))`, attore).Error; err != nil {
		return err
	}
	var chiesti struct {
		Quanti int
		Fra    float64 // seconds until the first is an hour ago
	}
	err := tx.Raw(`SELECT count(*) AS quanti, coalesce(extract(epoch FROM min(quando) + interval '1 hour' - now()), 0) AS fra FROM registro
		WHERE oggetto_tipo = ? AND attore = ? AND azione = 'CREATO' AND esito = ? AND quando > now() - interval '1 hour'`,
		Operatore{}.oggetto().Tipo, attore, codiceUsato).Scan(&chiesti).Error
	if err != nil || chiesti.Quanti < altruiAllOra {
		return err
	}
	return problem.Troppe(max(time.Second, time.Duration(chiesti.Fra)*time.Second))
}

// rifiutato leaves a line where the name that was asked for is of another tenant.
func rifiutato(ctx context.Context, tx *db.Tx, o Operatore) error {
	if !contato(ctx) {
		return nil
	}
	var altrui bool
	err := tx.Raw(`SELECT EXISTS (SELECT FROM operatore WHERE username = ? AND tenant IS DISTINCT FROM ?)`, o.Username, o.Tenant).Row().Scan(&altrui)
	if err != nil || !altrui {
		return err
	}
	return voce.Annota(ctx, tx, o.oggetto(), "CREATO", codiceUsato)
}

// contato: who is at the command line, or administers the platform, sees all names.
func contato(ctx context.Context) bool {
	_, chiede := auth.From(ctx)
	return chiede && !diPiattaforma(ctx)
}
