package operatore

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/identita"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store reads and writes core.operatore in the platform database; each write, its fact and its lines
// of the audit are one transaction. By Adesso settings are in force and passwords have an age.
type Store struct {
	Pools  *db.Pools
	Adesso func() time.Time
}

// seleziona reads accounts. The roles travel as one text: database/sql has no lists.
const seleziona = `SELECT o.username, coalesce(o.tenant, ''), o.reparto, o.reparto_sale, o.impronta, o.nome, o.cognome,
	o.codice_fiscale, array_to_string(o.ruoli, ','), coalesce(i.nome, ''), o.stato, o.verifica, o.generazione, o.versione,
	coalesce(i.stato = 'CESSATO', false), o.provvisoria, o.password_dal, array_to_string(o.ruoli_gruppi, ','), o.provvisoria_fino
	FROM operatore o LEFT JOIN integratore i ON i.id = o.integratore `

// leggi takes an account from a row of seleziona.
func leggi(scan func(...any) error) (o Operatore, err error) {
	var ruoli, gruppi string
	err = scan(&o.Username, &o.Tenant, &o.Reparto, &o.RepartoSale, &o.Impronta, &o.Nome, &o.Cognome,
		&o.CodiceFiscale, &ruoli, &o.Integratore, &o.Stato, &o.Verifica, &o.Generazione, &o.Versione, &o.IntegratoreCessato,
		&o.Provvisoria, &o.PasswordDal, &gruppi, &o.ProvvisoriaFino)
	o.Ruoli, o.RuoliGruppi = ruoliOrdinati(strings.Split(ruoli, ",")), ruoliOrdinati(strings.Split(gruppi, ","))
	return o, err
}

// oreProvvisoria is how long a password given by somebody else is good where the command has not said.
const oreProvvisoria = 72

// finoA is until when a provisional password of a tenant is good; its arguments: the instant at which it is given, tenant, key of the
// setting, the day in Rome, usual hours.
const finoA = `?::timestamptz + make_interval(hours => coalesce((SELECT (valore #>> '{}')::int FROM impostazione
	WHERE tenant = ? AND chiave = ? AND valida_da <= ?::date ORDER BY valida_da DESC LIMIT 1), ?))`

// oggi is the day in Rome.
func (s Store) oggi() calendario.Giorno { return calendario.Da(s.Adesso()) }

// Trova gives the account of a normalised username; false when there is none.
func (s Store) Trova(ctx context.Context, username string) (o Operatore, trovato bool, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return o, false, err
	}
	o, err = leggi(database.Pool.QueryRow(ctx, seleziona+`WHERE o.username = $1`, username).Scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return Operatore{}, false, nil
	}
	return o, err == nil, db.Wrap("operatore", err)
}

// Inserisci writes an account with its fact; when the username is taken it gives who has it. 429 for an administrator of a
// tenant who has asked for too many names of other tenants within an hour.
func (s Store) Inserisci(ctx context.Context, o Operatore) (presente Operatore, nuovo bool, err error) {
	err = voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		if err := nonProva(ctx, tx); err != nil {
			return err
		}
		if err := voce.RichiedeTenant(tx, o.Tenant); err != nil {
			return err
		}
		if err := restano(tx, o.Tenant, o.Ruoli); err != nil {
			return err
		}
		integratore, err := integratoreDi(tx, o, true)
		if err != nil {
			return err
		}
		r := tx.Exec(`INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, nome, cognome, codice_fiscale, ruoli, integratore, stato, verifica,
				provvisoria, password_dal, provvisoria_fino)
			VALUES (?, nullif(?, ''), ?, ?, ?, ?, ?, ?, string_to_array(?, ','), nullif(?, '')::uuid, ?, ?, ?, ?,
				CASE WHEN ? THEN `+finoA+` END) ON CONFLICT (username) DO NOTHING`,
			o.Username, o.Tenant, o.Reparto, o.RepartoSale, o.Impronta, o.Nome, o.Cognome, o.CodiceFiscale,
			strings.Join(o.Ruoli, ","), integratore, o.Stato, o.Verifica, o.Provvisoria, s.Adesso(),
			o.Provvisoria, s.Adesso(), o.Tenant, identita.ChiavePasswordOre, s.oggi(), oreProvvisoria)
		if nuovo = r.RowsAffected == 1; r.Error != nil {
			return r.Error
		}
		if !nuovo {
			return rifiutato(ctx, tx, o)
		}
		if err := voce.RichiedeReparto(tx, o.Tenant, o.Reparto); err != nil {
			return err
		}
		return voce.Annuncia(ctx, tx, event.OperatoreCambiato(o.Tenant, o.Username), o.oggetto(), azioneCreato)
	})
	if err != nil || nuovo {
		return o, nuovo && err == nil, err
	}
	presente, _, err = s.Trova(ctx, o.Username)
	return presente, false, err
}

// Cambia locks an account of a tenant and writes what f makes of it; f returning it as it was writes
// nothing. Where older tokens must no longer be good, the generation grows.
func (s Store) Cambia(ctx context.Context, c Conto, f func(Operatore) (Operatore, error)) (esito Operatore, err error) {
	err = voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		prima, err := s.blocca(tx, c)
		if err != nil {
			return err
		}
		if esito, err = f(prima); err != nil {
			return err
		}
		if prima.programma() && !esito.programma() && esito.Verifica == Locale {
			esito.Provvisoria = true // who uses it now has not chosen the password that the program had
		}
		d := confronta(prima, esito)
		if len(d.azioni) == 0 {
			return nil
		}
		if err := restaChiAmministra(ctx, tx, prima, esito); err != nil {
			return err
		}
		esito.RuoliGruppi = anche(esito.RuoliGruppi, esito.Ruoli)
		esito.Versione++
		if d.generazione {
			esito.Generazione = prima.Generazione + 1
		}
		if err := s.scrivi(tx, prima, esito, d); err != nil {
			return err
		}
		fatto := event.OperatoreCambiato
		if esito.Stato == Bloccato && prima.Stato != Bloccato {
			fatto = event.OperatoreBloccato
		}
		return voce.Annuncia(ctx, tx, fatto(esito.Tenant, esito.Username), esito.oggetto(), d.azioni...)
	})
	return esito, err
}

// blocca reads an account for a change, waiting for a transaction that is changing it. The key stays: rows that refer to
// the account, as sessions do, are written meanwhile.
func (Store) blocca(tx *db.Tx, c Conto) (Operatore, error) {
	username := Normalizza(c.Username)
	if !FormaValida(username) {
		return Operatore{}, problem.NonTrovato("operatore", c.Username)
	}
	o, err := leggi(tx.Raw(seleziona+`WHERE o.username = ? FOR NO KEY UPDATE OF o`, username).Row().Scan)
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && o.Tenant != c.Tenant:
		return o, problem.NonTrovato("operatore", c.Username)
	case err == nil && c.Versione != 0 && c.Versione != o.Versione:
		return o, voce.Mancata(tx, o.oggetto(), voce.Trova(`SELECT FROM operatore WHERE username = ?`, username))
	}
	return o, err
}

// restaChiAmministra refuses a change that would leave a tenant without administrators. Such changes of a
// tenant come one after the other, by its row: the locks of the accounts would be taken crosswise by
// two who block each other, and none would see what the other is doing.
func restaChiAmministra(ctx context.Context, tx *db.Tx, prima, dopo Operatore) error {
	if !prima.amministraTenant() || dopo.amministraTenant() {
		return nil
	}
	if err := tx.Exec(`SELECT FROM tenant WHERE nome = ? FOR NO KEY UPDATE`, prima.Tenant).Error; err != nil {
		return err
	}
	if puoLasciareSenza(ctx) {
		return nil
	}
	var altri bool
	err := tx.Raw(`SELECT EXISTS (SELECT FROM operatore o LEFT JOIN integratore i ON i.id = o.integratore
		WHERE o.tenant = ? AND o.username <> ? AND o.stato = 'ATTIVO' AND 'AMMINISTRATORE' = ANY(o.ruoli)
			AND i.stato IS DISTINCT FROM 'CESSATO')`, prima.Tenant, prima.Username).Row().Scan(&altri)
	if err == nil && !altri {
		return ultimoAmministratore(dopo)
	}
	return err
}

func (s Store) scrivi(tx *db.Tx, prima, dopo Operatore, d differenze) error {
	if prima.Reparto != dopo.Reparto || prima.Stato != Attivo && dopo.Stato == Attivo {
		if err := voce.RichiedeReparto(tx, dopo.Tenant, dopo.Reparto); err != nil {
			return err
		}
	}
	if !slices.Equal(prima.Ruoli, dopo.Ruoli) {
		if err := restano(tx, dopo.Tenant, dopo.Ruoli); err != nil {
			return err
		}
	}
	integratore, err := integratoreDi(tx, dopo, prima.Integratore != dopo.Integratore)
	if err != nil {
		return err
	}
	if d.chiude {
		if err := sessione.ChiudiDi(tx, dopo.Username); err != nil {
			return err
		}
	}
	return tx.Exec(`UPDATE operatore SET reparto = ?, reparto_sale = ?, impronta = ?, nome = ?, cognome = ?, codice_fiscale = ?,
		ruoli = string_to_array(?, ','), ruoli_gruppi = string_to_array(?, ','), integratore = nullif(?, '')::uuid, stato = ?, verifica = ?,
		password_dal = CASE WHEN impronta <> ? THEN ?::timestamptz ELSE password_dal END, provvisoria = ?,
		provvisoria_fino = CASE WHEN NOT ? THEN NULL WHEN impronta <> ? THEN `+finoA+` ELSE provvisoria_fino END,
		generata = CASE WHEN generazione < ? THEN now() ELSE generata END, generazione = ?, versione = ? WHERE username = ?`,
		dopo.Reparto, dopo.RepartoSale, dopo.Impronta, dopo.Nome, dopo.Cognome, dopo.CodiceFiscale,
		strings.Join(dopo.Ruoli, ","), strings.Join(dopo.RuoliGruppi, ","), integratore, dopo.Stato, dopo.Verifica,
		dopo.Impronta, s.Adesso(), dopo.Provvisoria, dopo.Provvisoria, dopo.Impronta,
		s.Adesso(), dopo.Tenant, identita.ChiavePasswordOre, s.oggi(), oreProvvisoria,
		dopo.Generazione, dopo.Generazione, dopo.Versione, dopo.Username).Error
}

// Politica reads what a tenant asks of passwords today, in Rome; the usual one for the platform's accounts.
func (s Store) Politica(ctx context.Context, tenant string) (credenziale.Politica, error) {
	p := credenziale.Usuale()
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return p, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT DISTINCT ON (chiave) chiave, valore FROM impostazione
		WHERE tenant = $1 AND chiave IN ($2, $3) AND valida_da <= $4::date ORDER BY chiave, valida_da DESC`,
		tenant, identita.ChiavePasswordLunghezza, identita.ChiavePasswordScadenza, s.oggi())
	if err != nil {
		return p, db.Wrap("politica delle password", err)
	}
	var chiave string
	var valore int
	_, err = pgx.ForEachRow(righe, []any{&chiave, &valore}, func() error {
		if chiave == identita.ChiavePasswordLunghezza {
			p.Minimo = valore
		} else {
			p.Scadenza = valore
		}
		return nil
	})
	return p, db.Wrap("politica delle password", err)
}

// Scade says that the password of an account is to be changed before it opens anything else.
func (s Store) Scade(ctx context.Context, username string) error {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `UPDATE operatore SET provvisoria = true WHERE username = $1`, username)
	return db.Wrap("operatore", err)
}

// restano keeps the roles that the tenant made, of those given, from being taken away before the account has them.
func restano(tx *db.Tx, tenant string, ruoli []string) error {
	for _, r := range ruoli {
		if ruolo.DiPiattaforma(r) {
			continue
		}
		if err := voce.Richiede(tx, "ruoli", r, `SELECT FROM ruolo WHERE tenant = ? AND nome = ? FOR SHARE`, tenant, r); err != nil {
			return err
		}
	}
	return nil
}

// integratoreDi gives the id of the named integrator, empty for an account of none. One newly chosen
// must be served.
func integratoreDi(tx *db.Tx, o Operatore, scelto bool) (id string, err error) {
	if o.Integratore == "" {
		return "", nil
	}
	err = tx.Raw(`SELECT id::text FROM integratore WHERE tenant = ? AND nome = ? AND (stato = 'ATTIVO' OR NOT ?) FOR SHARE`,
		o.Tenant, o.Integratore, scelto).Row().Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", problem.CampoNonValido("integratore", o.Integratore+" non è registrato")
	}
	return id, err
}

// Elenca reads a page of accounts, and one more if there is.
func (s Store) Elenca(ctx context.Context, tenant string, f Filtro) ([]Operatore, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, seleziona+`WHERE `+del(tenant)+` AND o.username > $2
			AND (o.username ILIKE $3 OR concat_ws(' ', o.nome, o.cognome, o.nome) ILIKE $3)
			AND ($4 = '' OR o.stato = $4) AND ($5 = '' OR o.reparto = $5)
		ORDER BY o.username LIMIT $6`, tenant, f.Dopo, f.Simile(), f.Stato, f.Reparto, f.Dimensione+1)
	if err != nil {
		return nil, db.Wrap("operatori", err)
	}
	letti, err := pgx.CollectRows(righe, func(r pgx.CollectableRow) (Operatore, error) { return leggi(r.Scan) })
	return letti, db.Wrap("operatori", err)
}

// del is the condition on the tenant ($1); the two forms let the index be used.
func del(tenant string) string {
	if tenant == "" {
		return `o.tenant IS NULL AND $1 = ''`
	}
	return `o.tenant = $1`
}

// scelta is an entry that an account may be given: a department, an integrator.
type scelta struct{ Codice, Nome string }

// reparti are the departments that take operators.
func (s Store) reparti(ctx context.Context, tenant string) ([]scelta, error) {
	return s.scelte(ctx, `SELECT codice, descrizione FROM reparto WHERE tenant IS NOT DISTINCT FROM $1 AND stato = 'ATTIVO' ORDER BY codice`, tenant)
}

// integratori are the external systems that accounts may belong to.
func (s Store) integratori(ctx context.Context, tenant string) ([]scelta, error) {
	return s.scelte(ctx, `SELECT nome, '' FROM integratore WHERE tenant = $1 AND stato = 'ATTIVO' ORDER BY nome`, tenant)
}

func (s Store) scelte(ctx context.Context, query, tenant string) ([]scelta, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, query, voce.Nullo(tenant))
	if err != nil {
		return nil, db.Wrap("scelte", err)
	}
	tutte, err := pgx.CollectRows(righe, pgx.RowToStructByPos[scelta])
	return tutte, db.Wrap("scelte", err)
}
