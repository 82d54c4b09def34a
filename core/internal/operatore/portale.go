package operatore

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Persona is who a provider of identities says somebody is; the tax code is a valid one.
type Persona struct{ CodiceFiscale, Nome, Cognome string }

// DalPortale asks for the account of a person through a portal of a tenant.
type DalPortale struct {
	Tenant             string
	Cittadini          bool
	Persona            Persona
	Crea               bool
	Reparto, Indirizzo string
}

// DelPortale gives the single account of a tenant with a tax code: through a citizens' portal the citizen's (with the role
// CITTADINO alone), else a non-citizen's. It gives nil when there is none and PIU_UTENZE when there are several. Where allowed,
// a citizen without an account gets one with a name that does not identify him and without a password.
func (s *Servizio) DelPortale(ctx context.Context, d DalPortale) (o *Operatore, err error) {
	err = voce.Transazione(ctx, s.Store.Pools, func(tx *db.Tx) error {
		if d.Crea { // two first logins at once are one account: they come one after the other
			if err := tx.Exec(`SELECT FROM tenant WHERE nome = ? FOR NO KEY UPDATE`, d.Tenant).Error; err != nil {
				return err
			}
		}
		var nomi []string
		if err := tx.Raw(`SELECT username FROM operatore WHERE tenant = ? AND codice_fiscale = ? AND (ruoli = '{CITTADINO}') = ? LIMIT 2`,
			d.Tenant, d.Persona.CodiceFiscale, d.Cittadini).Scan(&nomi).Error; err != nil {
			return err
		}
		switch {
		case len(nomi) > 1:
			return problem.Conflitto("PIU_UTENZE", "Più utenze del comando hanno questo codice fiscale: rivolgersi al comando.")
		case len(nomi) == 0 && !d.Crea:
			return nil
		case len(nomi) == 0:
			nuovo, err := creaCittadino(voce.Con(ctx, d.Indirizzo), tx, d)
			if err != nil {
				return err
			}
			nomi = []string{nuovo}
		}
		letto, err := leggi(tx.Raw(seleziona+`WHERE o.username = ?`, nomi[0]).Row().Scan)
		o = &letto
		return err
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}

func creaCittadino(ctx context.Context, tx *db.Tx, d DalPortale) (username string, err error) {
	if err := voce.RichiedeReparto(tx, d.Tenant, d.Reparto); err != nil {
		return "", err
	}
	username = "cittadino." + strings.ToLower(rand.Text())
	ctx = auth.With(ctx, auth.Identity{User: "accesso unico", Tenant: d.Tenant})
	err = tx.Exec(`INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, nome, cognome, codice_fiscale, ruoli)
		VALUES (?, ?, ?, ?, '', ?, ?, ?, '{CITTADINO}')`, username, d.Tenant, d.Reparto, d.Reparto,
		breve(d.Persona.Nome), breve(d.Persona.Cognome), d.Persona.CodiceFiscale).Error
	if err != nil {
		return "", err
	}
	o := Operatore{Username: username, Tenant: d.Tenant}
	return username, voce.Annuncia(ctx, tx, event.OperatoreCambiato(d.Tenant, username), o.oggetto(), azioneCreato)
}

// breve is a name as an account may have it.
func breve(nome string) string {
	tutte := []rune(strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(nome, "\x00", ""), "")))
	return string(tutte[:min(len(tutte), testoMassimo)])
}
