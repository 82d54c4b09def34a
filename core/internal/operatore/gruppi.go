package operatore

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/identita"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
)

// DaiGruppi are the roles that a person's groups give. The register names their source in place of an operator: "gruppi LDAP",
// "gruppi accesso unico".
type DaiGruppi struct {
	Ruoli      []string
	Fonte      string
	Sostituiti bool // those given by hand go
	// DiDirettorio: a directory said so; it is nothing to an account that none keeps any longer.
	DiDirettorio bool
	// Assente: no directory has the person any longer; the open sessions end, and what tokens there are.
	Assente bool
}

// Gruppi gives an account the roles of its groups and removes those that groups gave before and give no more; tokens with other
// roles expire. It skips roles unknown to the command and roles that the account cannot have. It never removes the command's
// last administrator, whatever the directory says.
func (s *Servizio) Gruppi(ctx context.Context, o Operatore, g DaiGruppi) (Operatore, error) {
	propri, err := ruolo.Di(ctx, s.Store.Pools, o.Tenant)
	if err != nil {
		return o, err
	}
	ctx = auth.With(ctx, auth.Identity{User: g.Fonte, Tenant: o.Tenant})
	dopo, err := s.Store.daiGruppi(ctx, o, g, propri)
	if problem.Is(err, codiceUltimo) {
		g.Ruoli = append(slices.Clone(g.Ruoli), auth.RuoloAmministratore)
		dopo, err = s.Store.daiGruppi(ctx, o, g, propri)
	}
	return dopo, err
}

func (s Store) daiGruppi(ctx context.Context, o Operatore, g DaiGruppi, propri []ruolo.Ruolo) (Operatore, error) {
	fuori := false
	if g.Assente {
		var err error
		if fuori, err = s.puoEssereDentro(ctx, o.Username); err != nil {
			return o, err
		}
	}
	if con := o.conGruppi(g, propri); !fuori && slices.Equal(con.Ruoli, o.Ruoli) && slices.Equal(con.RuoliGruppi, o.RuoliGruppi) {
		return o, nil // nearly always: no lock, no transaction
	}
	return s.Cambia(ctx, Conto{Tenant: o.Tenant, Username: o.Username}, func(prima Operatore) (Operatore, error) {
		if g.DiDirettorio && prima.Verifica != LDAP {
			return prima, nil
		}
		dopo := prima.conGruppi(g, propri)
		if fuori {
			dopo.Generazione++
		}
		return dopo, nil
	})
}

// conGruppi is the account with the roles of its groups in the place of those that they gave before.
func (o Operatore) conGruppi(g DaiGruppi, propri []ruolo.Ruolo) Operatore {
	dati := slices.DeleteFunc(ruoliOrdinati(g.Ruoli), func(r string) bool { return !o.puoAvere(r, propri) })
	var aMano []string
	for _, r := range o.Ruoli {
		if !g.Sostituiti && !slices.Contains(o.RuoliGruppi, r) {
			aMano = append(aMano, r)
		}
	}
	o.RuoliGruppi = slices.DeleteFunc(slices.Clone(dati), func(r string) bool { return slices.Contains(aMano, r) })
	o.Ruoli = ruoliOrdinati(append(aMano, dati...))
	return o
}

// puoAvere reports whether groups may give a role to this account: a built-in role of commands, or a role that its command
// defined.
func (o Operatore) puoAvere(r string, propri []ruolo.Ruolo) bool {
	switch r {
	case auth.RuoloPiattaforma:
		return false
	case auth.RuoloIntegratore:
		return o.Integratore != "" && o.Tenant != ""
	}
	return o.Tenant != "" && noto(r, propri)
}

// anche are those of some roles that are also among others.
func anche(ruoli, altri []string) []string {
	return slices.DeleteFunc(slices.Clone(ruoli), func(r string) bool { return !slices.Contains(altri, r) })
}

// dentro is the condition on accounts that somebody may be in with although no directory has them: an open session, or tokens
// of before the command said that it has no directory, which the register dates. $1 is the day in Rome.
const dentro = `(EXISTS (SELECT FROM sessione s WHERE s.username = o.username) OR o.generata < (
	SELECT greatest(v.valida_da::timestamp AT TIME ZONE 'Europe/Rome', (SELECT max(r.quando) FROM registro r
			WHERE r.oggetto_tipo = 'impostazione' AND r.oggetto = o.tenant || '/` + identita.ChiaveLDAP + `@' || v.valida_da))
	FROM (SELECT valore, valida_da FROM impostazione WHERE tenant = o.tenant AND chiave = '` + identita.ChiaveLDAP + `'
		AND valida_da <= $1::date ORDER BY valida_da DESC LIMIT 1) v
	WHERE v.valore = '"` + identita.Spento + `"'))`

// puoEssereDentro reports whether somebody may still be in with an account that no directory has.
func (s Store) puoEssereDentro(ctx context.Context, username string) (si bool, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM operatore o WHERE o.username = $2 AND `+dentro+`)`, s.oggi(), username).Scan(&si)
	return si, db.Wrap("operatore", err)
}

// RuoliDeiGruppi parts roles into those that groups may give to an account of a command, in order, and those of all that
// they name which no such account may have.
func RuoliDeiGruppi(dati, tutti []string, propri []ruolo.Ruolo) (ammessi, ignoti []string) {
	unaUtenza := Operatore{Tenant: "uno"}
	for _, r := range ruoliOrdinati(dati) {
		if unaUtenza.puoAvere(r, propri) {
			ammessi = append(ammessi, r)
		}
	}
	for _, r := range ruoliOrdinati(tutti) {
		if r != auth.RuoloIntegratore && !unaUtenza.puoAvere(r, propri) {
			ignoti = append(ignoti, r)
		}
	}
	return ammessi, ignoti
}

// AltreDiDirettorio are usernames of accounts of a tenant that a directory keeps, at most so many, beside those given.
func (s Store) AltreDiDirettorio(ctx context.Context, tenant string, oltre []string, quante int) ([]string, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT username FROM operatore WHERE verifica = 'LDAP' AND stato = 'ATTIVO' AND tenant = $1
		AND username <> ALL ($2::text[]) ORDER BY username LIMIT $3`, tenant, oltre, quante)
	if err != nil {
		return nil, db.Wrap("utenze del direttorio", err)
	}
	nomi, err := pgx.CollectRows(righe, pgx.RowTo[string])
	return nomi, db.Wrap("utenze del direttorio", err)
}

// DiDirettorio are the accounts of commands that a directory keeps and somebody may be in with: those with an open
// session, those that groups have given roles to, and those of a command that has switched its directory off since their tokens.
func (s Store) DiDirettorio(ctx context.Context) ([]Operatore, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, seleziona+`WHERE o.verifica = 'LDAP' AND o.stato = 'ATTIVO' AND o.tenant IS NOT NULL
		AND (o.ruoli_gruppi <> '{}' OR `+dentro+`) ORDER BY o.tenant, o.username`, s.oggi())
	if err != nil {
		return nil, db.Wrap("utenze del direttorio", err)
	}
	letti, err := pgx.CollectRows(righe, func(r pgx.CollectableRow) (Operatore, error) { return leggi(r.Scan) })
	return letti, db.Wrap("utenze del direttorio", err)
}

// daiGruppi says which roles of an account groups gave, on its page; empty when none.
func (o Operatore) daiGruppi() string {
	if len(o.RuoliGruppi) == 0 {
		return ""
	}
	return "Dai gruppi del comando: " + strings.Join(o.RuoliGruppi, ", ") + ". Tolti qui, tornano al prossimo accesso."
}
