package schedario

import (
	"context"
	"database/sql"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Righe says how the rows of a noun are kept and what they must fulfil. Columns are names of the program, never of
// a caller.
type Righe[T any] struct {
	Articolo string // how a refusal begins: "L'agente"
	Chiave   string // column of the key
	Forma    string // pattern of the key
	Unica    string // column that is unique in a tenant, by which the list goes
	Cerca    string // condition of the search, where @simile is the pattern
	Cambia   string // what a change sets: "stato = @Stato", by the names of T

	Valida  func(v T, nuova bool) (T, error)                                                          // brings to one form, and refuses
	Ammette func(tx *db.Tx, v T) error                                                                // what else must hold, before a write; nil: nothing
	Attorno func(ctx context.Context, tx *db.Tx, v T, cambia func() (cambiata bool, err error)) error // around a change; nil: nothing
	Altrui  func(v T) error                                                                           // the refusal of an Unica that another tenant has
}

// Servizio holds the use cases on a noun that is a row of the platform database with tenant, state and version.
type Servizio[T any] struct {
	Pools *db.Pools
	noun  Dichiarazione[T]
	righe Righe[T]
}

// Nuovo builds the service on the platform database.
func Nuovo[T any](p *db.Pools, d Dichiarazione[T], r Righe[T]) *Servizio[T] {
	return &Servizio[T]{Pools: p, noun: d, righe: r}
}

// Dichiarazione is the noun with the use cases of the service.
func (s *Servizio[T]) Dichiarazione() Dichiarazione[T] {
	d := s.noun
	d.Usi = Usi[T]{Crea: s.Crea, Modifica: s.Modifica, Trova: s.Trova, Elenca: s.Elenca}
	return d
}

// Crea adds an entry, and returns the stored one. The same again is harmless; other data are refused
// with the fields that differ.
func (s *Servizio[T]) Crea(ctx context.Context, v T) (presente T, esito voce.Esito, err error) {
	t := s.noun.Testa(&v)
	*t.Stato, *t.Versione = Attivo, 1
	if v, err = s.righe.Valida(v, true); err != nil {
		return v, "", err
	}
	err = voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		if err := voce.RichiedeTenant(tx, *t.Tenant); err != nil {
			return err
		}
		if s.righe.Ammette != nil {
			if err := s.righe.Ammette(tx, v); err != nil {
				return err
			}
		}
		dove, tenant := diTenant(*t.Tenant)
		var nuova bool
		presente, nuova, err = voce.Inserisci(tx, v, dove+" AND "+s.righe.Unica+" = ?", tenant, *s.noun.chiamata(&v))
		if db.Missing(err) && s.righe.Altrui != nil {
			return s.righe.Altrui(v)
		}
		if err != nil {
			return err
		}
		diversa := voce.Diversa(s.righe.Articolo, *t.Chiave, s.noun.Dati(v), s.noun.Dati(presente))
		esito, err = voce.Concludi(ctx, tx, nuova, s.noun.oggetto(presente), diversa)
		return err
	})
	return presente, esito, err
}

// Modifica changes an entry whose version is still the given one, and gives it as it is then.
func (s *Servizio[T]) Modifica(ctx context.Context, v T) (dopo T, err error) {
	t := s.noun.Testa(&v)
	if err := voce.Chiave(s.noun.Nome, *t.Chiave, s.righe.Forma); err != nil {
		return v, err
	}
	if v, err = s.righe.Valida(v, false); err != nil {
		return v, err
	}
	err = voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		righe, err := s.cambia(ctx, tx, v, &dopo)
		if err != nil {
			return err
		}
		presente := voce.Trova(`SELECT FROM `+s.noun.Nome+` WHERE tenant = ? AND `+s.righe.Chiave+` = ?`, *t.Tenant, *t.Chiave)
		return voce.Modificata(ctx, tx, righe, s.noun.oggetto(v), presente)
	})
	return dopo, err
}

// cambia writes an entry over its row, with what the noun does around that, and gives how many rows had its key and
// its version: none or one. Where what it refers to is checked, the row is locked before.
func (s *Servizio[T]) cambia(ctx context.Context, tx *db.Tx, v T, dopo *T) (righe int64, err error) {
	t := s.noun.Testa(&v)
	dove := ` WHERE tenant = @tenant AND ` + s.righe.Chiave + ` = @chiave AND versione = CAST(@versione AS bigint)`
	di := []any{sql.Named("tenant", *t.Tenant), sql.Named("chiave", *t.Chiave), sql.Named("versione", *t.Versione)}
	if s.righe.Ammette != nil {
		u := tx.Exec(`SELECT FROM `+s.noun.Nome+dove+` FOR NO KEY UPDATE`, di...)
		if u.Error != nil || u.RowsAffected == 0 {
			return 0, u.Error
		}
		if err := s.righe.Ammette(tx, v); err != nil {
			return 0, err
		}
	}
	cambia := func() (bool, error) {
		u := tx.Raw(`UPDATE `+s.noun.Nome+` SET `+s.righe.Cambia+`, versione = versione + 1`+dove+` RETURNING *`, append(di, v)...).Scan(dopo)
		righe = u.RowsAffected
		return righe == 1, u.Error
	}
	if s.righe.Attorno == nil {
		_, err = cambia()
	} else {
		err = s.righe.Attorno(ctx, tx, v, cambia)
	}
	return righe, err
}

// Trova gives an entry of a tenant.
func (s *Servizio[T]) Trova(ctx context.Context, tenant, chiave string) (v T, err error) {
	if err := voce.Chiave(s.noun.Nome, chiave, s.righe.Forma); err != nil {
		return v, err
	}
	return voce.Una[T](ctx, s.Pools, voce.Oggetto{Tipo: s.noun.Nome, Chiave: chiave}, "tenant = ? AND "+s.righe.Chiave+" = ?", tenant, chiave)
}

// Elenca gives a page of the entries of a tenant, empty for those of the platform.
func (s *Servizio[T]) Elenca(ctx context.Context, tenant string, f voce.Filtro) (voce.Pagina[T], error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return voce.Pagina[T]{}, err
	}
	var lette []T
	dove, di := diTenant(tenant)
	err = database.Gorm(ctx).Where(dove+" AND "+s.righe.Unica+" > ?", di, f.Dopo).Where("("+s.righe.Cerca+")", sql.Named("simile", f.Simile())).
		Order(s.righe.Unica).Limit(f.Dimensione + 1).Find(&lette).Error
	return voce.Impagina(lette, f, func(v T) string { return *s.noun.chiamata(&v) }), db.Wrap(s.noun.Percorso, err)
}

// diTenant finds the rows of a tenant; those of the platform have none.
func diTenant(nome string) (dove string, arg any) {
	if nome == "" {
		return "tenant IS NOT DISTINCT FROM ?", nil
	}
	return "tenant = ?", nome
}
