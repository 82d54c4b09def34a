package impostazione

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/piattaforma-verbali/verbali/shared/impostazioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// InVigore are values of settings of a tenant that hold today, by key.
type InVigore map[string]json.RawMessage

// InVigore reads those of the given keys that the tenant has set, as they are at this moment.
func (s *Servizio) InVigore(ctx context.Context, tenant string, chiavi ...string) (InVigore, error) {
	database, err := s.Store.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	var righe []record
	err = database.Gorm(ctx).Raw(`SELECT DISTINCT ON (chiave) chiave, valore::text AS valore FROM impostazione
		WHERE tenant = ? AND chiave IN ? AND valida_da <= ?::date ORDER BY chiave, valida_da DESC`, tenant, chiavi, s.oggi()).Scan(&righe).Error
	valori := InVigore{}
	for _, r := range righe {
		valori[r.Chiave] = json.RawMessage(r.Valore)
	}
	return valori, db.Wrap("impostazioni", err)
}

// Testo is a value that is a text; what holds where it is not set, when it is not.
func (v InVigore) Testo(chiave string) (testo string) {
	valore, c := v[chiave]
	if !c {
		d, _ := impostazioni.Tutte().Cerca(chiave)
		valore = grezzo(d.Usuale)
	}
	_ = json.Unmarshal(valore, &testo) // another type is as if it were not set: core wrote it by its schema
	return testo
}

// Leggi decodes a value into dst; false when it is not set.
func (v InVigore) Leggi(chiave string, dst any) (bool, error) {
	valore, c := v[chiave]
	if !c {
		return false, nil
	}
	return true, errors.Join(json.Unmarshal(valore, dst))
}
