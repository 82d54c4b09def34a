package operatore

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Usernames are unique in the platform, so that one which an administrator cannot have and does not see among his own is of
// another tenant: that cannot be hidden. How often it may be asked can.
const (
	codiceUsato  = "USERNAME_GIA_USATO"
	altruiAllOra = 10 // names of other tenants that an administrator of one may ask for in an hour
)

// nonProva is the 429 of an administrator who has asked for too many names of other tenants, whatever he asks now.
func nonProva(ctx context.Context, tx *db.Tx) error {
	if !contato(ctx) {
		return nil
	}
	_, err := voce.Limite{Serie: "utenze di", Attore: voce.Autore(ctx), AlPiu: altruiAllOra, Dove: `oggetto_tipo = ? AND azione = 'CREATO' AND esito = ?`,
		Valori: []any{Operatore{}.oggetto().Tipo, codiceUsato}}.NellOra(tx)
	return err
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
