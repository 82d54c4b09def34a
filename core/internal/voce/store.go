package voce

import (
	"context"

	"gorm.io/gorm/clause"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Transazione runs f in the platform database.
func Transazione(ctx context.Context, p *db.Pools, f func(*db.Tx) error) error {
	database, err := p.Platform(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, f)
}

// Una reads the row of an entry, found by dove; NON_TROVATO when there is none.
func Una[T any](ctx context.Context, p *db.Pools, o Oggetto, dove string, args ...any) (riga T, err error) {
	database, err := p.Platform(ctx)
	if err != nil {
		return riga, err
	}
	err = database.Gorm(ctx).Where(dove, args...).Take(&riga).Error
	if db.Missing(err) {
		return riga, problem.NonTrovato(o.Tipo, o.Chiave)
	}
	return riga, db.Wrap(o.Tipo+" "+o.Chiave, err)
}

// Inserisci writes a row unless its key is taken; then dove finds the row that is there.
func Inserisci[T any](tx *db.Tx, nuova T, dove string, args ...any) (presente T, nuovo bool, err error) {
	r := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&nuova)
	if r.Error != nil || r.RowsAffected == 1 {
		return nuova, r.Error == nil, r.Error
	}
	err = tx.Where(dove, args...).Take(&presente).Error
	return presente, false, err
}

// Richiede refuses a value that the query does not find; an empty one is not looked for.
func Richiede(tx *db.Tx, campo, valore, sql string, args ...any) error {
	if valore == "" {
		return nil
	}
	var esiste bool
	if err := tx.Raw(`SELECT EXISTS (`+sql+`)`, args...).Scan(&esiste).Error; err != nil {
		return err
	}
	if !esiste {
		return problem.CampoNonValido(campo, valore+" non è registrato")
	}
	return nil
}

// RichiedeTenant refuses an unknown tenant; empty is the platform itself.
func RichiedeTenant(tx *db.Tx, nome string) error {
	return Richiede(tx, "tenant", nome, `SELECT FROM tenant WHERE nome = ? AND banca_pronta`, nome)
}

// RichiedeReparto refuses a department that the tenant does not have, or has no more.
func RichiedeReparto(tx *db.Tx, nome, codice string) error {
	return Richiede(tx, "reparto", codice,
		`SELECT FROM reparto WHERE tenant IS NOT DISTINCT FROM ? AND codice = ? AND stato = 'ATTIVO' FOR SHARE`, Nullo(nome), codice)
}

// Nullo is NULL for the empty string.
func Nullo(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Concludi ends the creation of an entry of the register: a new one is told to the services and noted
// in the audit; for one already there it gives the difference, if any.
func Concludi(ctx context.Context, tx *db.Tx, nuovo bool, o Oggetto, diversa error) (Esito, error) {
	if !nuovo {
		return GiaPresente, diversa
	}
	return Creata, Annuncia(ctx, tx, event.AnagrafeCambiata(o.Tenant), o, "CREATO")
}

// Modificata ends a change made with UPDATE … WHERE versione = …: no row means that the entry is not
// there, or that somebody else changed it meanwhile; d finds it in the first case.
func Modificata(ctx context.Context, tx *db.Tx, righe int64, o Oggetto, d Domanda) error {
	if righe == 1 {
		return Annuncia(ctx, tx, event.AnagrafeCambiata(o.Tenant), o, "CAMBIATO")
	}
	return Mancata(tx, o, d)
}

// Domanda is a query with its arguments.
type Domanda struct {
	sql  string
	args []any
}

// Trova makes the query that finds an entry: SELECT FROM … WHERE its key.
func Trova(sql string, args ...any) Domanda { return Domanda{sql, args} }

// Mancata says why a change touched no row.
func Mancata(tx *db.Tx, o Oggetto, d Domanda) error {
	var esiste bool
	if err := tx.Raw(`SELECT EXISTS (`+d.sql+`)`, d.args...).Scan(&esiste).Error; err != nil {
		return err
	}
	if !esiste {
		return problem.NonTrovato(o.Tipo, o.Chiave)
	}
	e := problem.Conflitto("CAMBIATO_NEL_FRATTEMPO", "Qualcun altro ha cambiato questi dati nel frattempo: rileggerli e ripetere la modifica.")
	e.Campi = []problem.Campo{{Campo: "versione", Messaggio: "non è più quella attuale"}}
	return e
}

// Oggetto is the entry that a line of the audit is about. Tenant is empty for those of the platform.
type Oggetto struct{ Tipo, Tenant, Chiave string }

// Annuncia ends a write of the register, in its transaction: the audit of the platform is told who did what to an
// entry, a line for each act, and the services are told the fact. The object of a line is "<tenant>/<key>", by which
// an administrator is shown the lines of his own tenant.
func Annuncia(ctx context.Context, tx *db.Tx, fatto event.Corpo, o Oggetto, azioni ...string) error {
	for _, azione := range azioni {
		if err := Annota(ctx, tx, o, azione, "OK"); err != nil {
			return err
		}
	}
	return tx.Publish(fatto)
}

// Annota leaves the line of one act on an entry, with how it ended.
func Annota(ctx context.Context, tx *db.Tx, o Oggetto, azione, esito string) error {
	return tx.Audit(db.Access{Attore: Autore(ctx), Azione: azione, OggettoTipo: o.Tipo, Oggetto: o.Tenant + "/" + o.Chiave,
		Esito: esito, Indirizzo: indirizzo(ctx)})
}

// Autore is the caller, or the person at the command line.
func Autore(ctx context.Context) string {
	if chi, ok := auth.From(ctx); ok {
		return chi.User
	}
	return "riga di comando"
}
