package operatore

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// InDue is an act that two persons of a command decide: who proposed it, when, and who confirms it.
type InDue struct {
	Tenant, Propone, Conferma string
	Proposta                  time.Time
}

// DuePersone is nil when the two accounts of an act belong to two persons, as far as the register can tell: both have the tax
// code of a person, the codes differ, and nobody of the command stands behind both. An operator who made an account, changed it
// or gave it a password stands behind it, and so does every operator behind him. The platform and the command line vouch for an
// account when they make it or give it a password: only later acts count. 403 STESSA_PERSONA.
func (s *Servizio) DuePersone(ctx context.Context, d InDue) error {
	d.Propone, d.Conferma = Normalizza(d.Propone), Normalizza(d.Conferma)
	if d.Propone == d.Conferma {
		return stessaPersona("Conferma una persona diversa da chi ha proposto.")
	}
	if err := s.codiciDiversi(ctx, d); err != nil {
		return err
	}
	r := registri{store: s.Store, tenant: d.Tenant, letti: map[string][]mano{}}
	propone, err := r.dietro(ctx, d.Propone, d.Proposta, sempre())
	if err != nil {
		return err
	}
	conferma, err := r.dietro(ctx, d.Conferma, sempre())
	if err != nil {
		return err
	}
	for _, chi := range propone {
		if slices.Contains(conferma, chi) {
			return d.dietroEntrambe(chi)
		}
	}
	for _, chi := range []string{d.Propone, d.Conferma} {
		suo, err := r.codiceSuo(ctx, chi)
		if err != nil {
			return err
		}
		if suo {
			return stessaPersona("Il codice fiscale dell'utenza " + chi + " lo ha scritto chi la usa: " + rimedio)
		}
	}
	return nil
}

// rimedio is what a command does whose accounts are not of two persons for the register.
const rimedio = "serve un'altra persona, oppure un amministratore della piattaforma verifica chi usa l'utenza e le dà una nuova password (da allora conta solo ciò che viene dopo)."

func stessaPersona(perche string) *problem.Error { return problem.Vietato("STESSA_PERSONA", perche) }

func (d InDue) dietroEntrambe(chi string) error {
	switch chi {
	case d.Propone:
		return stessaPersona("L'utenza " + d.Conferma + " è stata creata o cambiata, o ha avuto la password, da chi ha proposto (" + chi + ") o per suo tramite: " + rimedio)
	case d.Conferma:
		return stessaPersona("L'utenza " + d.Propone + ", che ha proposto, è stata creata o cambiata, o ha avuto la password, da chi conferma (" + chi + ") o per suo tramite: " + rimedio)
	}
	return stessaPersona("Le utenze " + d.Propone + " e " + d.Conferma + " sono state create o cambiate, o hanno avuto la password, dalla stessa persona (" + chi + "): " + rimedio)
}

// codiciDiversi refuses accounts that are not both of the tenant with the tax codes of two persons. Codes that differ by
// omocodia alone are of one.
func (s *Servizio) codiciDiversi(ctx context.Context, d InDue) error {
	var basi []string
	for _, chi := range []string{d.Propone, d.Conferma} {
		o, trovato, err := s.Store.Trova(ctx, chi)
		switch {
		case err != nil:
			return err
		case !trovato || o.Tenant != d.Tenant:
			return stessaPersona("In due decidono utenze del comando: " + chi + " non lo è.")
		}
		base, valido := codicefiscale.SenzaOmocodia(o.CodiceFiscale)
		if !valido {
			return stessaPersona("In due decidono utenze con il codice fiscale di una persona: a " + chi + " manca. Lo scrive un altro amministratore.")
		}
		basi = append(basi, base)
	}
	if basi[0] == basi[1] {
		return stessaPersona("Conferma una persona diversa da chi ha proposto: le due utenze hanno lo stesso codice fiscale.")
	}
	return nil
}

// mano is a line of the register: who acted on an account. Interno: with an account of the same command.
type mano struct {
	Attore, Azione string
	Quando         time.Time
	Interno        bool
}

// garantisce reports whether the act is the platform's, or the command line's, vouching for who uses the account: nobody who knew
// a password of before enters with it any longer.
func (m mano) garantisce() bool {
	return !m.Interno && slices.Contains([]string{azioneCreato, azioneImportato, azionePassword, azioneVerifica}, m.Azione)
}

// sempre is later than any line of the register.
func sempre() time.Time { return time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC) }

// registri reads the lines about the accounts of a tenant, each account once.
type registri struct {
	store  Store
	tenant string
	letti  map[string][]mano
}

// mani are the lines on an account until an instant, since the platform last vouched for it.
func (r registri) mani(ctx context.Context, username string, fino time.Time) ([]mano, error) {
	tutte, lette := r.letti[username]
	if !lette {
		var err error
		if tutte, err = r.store.mani(ctx, r.tenant, username); err != nil {
			return nil, err
		}
		r.letti[username] = tutte
	}
	prima := 0
	for prima < len(tutte) && !tutte[prima].Quando.After(fino) {
		prima++
	}
	tutte = tutte[:prima]
	for i, m := range slices.Backward(tutte) {
		if m.garantisce() {
			return tutte[i+1:], nil
		}
	}
	return tutte, nil
}

// dietro are the accounts of the command behind one at any of some instants, itself the first.
func (r registri) dietro(ctx context.Context, username string, istanti ...time.Time) (tutti []string, err error) {
	type tappa struct {
		chi  string
		fino time.Time
	}
	var coda []tappa
	for _, t := range istanti {
		coda = append(coda, tappa{username, t})
	}
	visti := map[tappa]bool{}
	for len(coda) > 0 {
		t := coda[0]
		coda = coda[1:]
		if visti[t] {
			continue
		}
		visti[t] = true
		if !slices.Contains(tutti, t.chi) {
			tutti = append(tutti, t.chi)
		}
		mani, err := r.mani(ctx, t.chi, t.fino)
		if err != nil {
			return nil, err
		}
		for _, m := range mani {
			if m.Interno && m.Attore != t.chi {
				coda = append(coda, tappa{m.Attore, m.Quando})
			}
		}
	}
	return tutti, nil
}

// codiceSuo reports whether who uses an account wrote the tax code that it has, himself or with an account behind which he stands.
func (r registri) codiceSuo(ctx context.Context, username string) (bool, error) {
	mani, err := r.mani(ctx, username, sempre())
	if err != nil {
		return false, err
	}
	for _, m := range slices.Backward(mani) {
		if m.Azione != azioneCodiceFiscale {
			continue
		}
		if !m.Interno {
			return false, nil
		}
		scrive, err := r.dietro(ctx, m.Attore, m.Quando)
		return slices.Contains(scrive, username), err
	}
	return false, nil
}

// mani reads who made an account of a tenant, changed it or gave it a password, the oldest first.
func (s Store) mani(ctx context.Context, tenant, username string) ([]mano, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT coalesce(o.username, r.attore), r.azione, r.quando, o.username IS NOT NULL
		FROM registro r LEFT JOIN operatore o ON o.username = lower(r.attore) AND o.tenant = $1
		WHERE r.oggetto_tipo = 'operatore' AND r.oggetto = $2 AND r.esito = 'OK' AND r.azione = ANY ($3) ORDER BY r.quando, r.posizione`,
		tenant, strings.Join([]string{tenant, username}, "/"), azioni())
	if err != nil {
		return nil, db.Wrap("registro delle utenze", err)
	}
	mani, err := pgx.CollectRows(righe, pgx.RowToStructByPos[mano])
	return mani, db.Wrap("registro delle utenze", err)
}
