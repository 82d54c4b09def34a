package impostazione

import (
	"context"
	"encoding/json"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// storiaMassima is how many changes of one setting are shown, the newest.
const storiaMassima = 100

// Store reads and writes core.impostazione; each write, its fact and its line of the audit are one
// transaction.
type Store struct{ Pools *db.Pools }

type record struct {
	Chiave, Valore, ValidaDa string
	Uguale                   bool // to the value asked for
}

func (r record) valore() Valore {
	return Valore{Valore: json.RawMessage(r.Valore), ValidaDa: r.ValidaDa}
}

// limite is what days may be written: from today on, any with forza.
type limite struct {
	oggi  string
	forza bool
	porta bool // the setting says who is let in, or where secrets go: its first value holds from today
}

// Imposta writes a value. Changes to the settings of one tenant wait for each other, so that the values
// read here still hold when one is written.
func (s Store) Imposta(ctx context.Context, i Impostazione, l limite) (esito voce.Esito, err error) {
	err = voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		presenti, err := presenti(tx, i)
		if err != nil {
			return err
		}
		i.ValidaDa, esito, err = decidi(i, presenti, l)
		if err != nil || esito == voce.GiaPresente {
			return err
		}
		if err := tx.Exec(`INSERT INTO impostazione (tenant, chiave, valore, valida_da) VALUES (?, ?, ?::jsonb, ?::date)
			ON CONFLICT (tenant, chiave, valida_da) DO UPDATE SET valore = excluded.valore`,
			i.Tenant, i.Chiave, i.Valore, i.ValidaDa).Error; err != nil {
			return err
		}
		return annuncia(ctx, tx, i, map[voce.Esito]string{voce.Creata: "CREATO", voce.Cambiata: "CAMBIATO"}[esito])
	})
	return esito, err
}

// presenti locks the settings of the tenant and reads those of the key, in order of day.
func presenti(tx *db.Tx, i Impostazione) (tutte []record, err error) {
	if err := voce.RichiedeTenant(tx, i.Tenant); err != nil {
		return nil, err
	}
	if err := tx.Exec(`SELECT FROM tenant WHERE nome = ? FOR NO KEY UPDATE`, i.Tenant).Error; err != nil {
		return nil, err
	}
	err = tx.Raw(`SELECT chiave, valore::text AS valore, valida_da::text AS valida_da, valore = ?::jsonb AS uguale
		FROM impostazione WHERE tenant = ? AND chiave = ? ORDER BY valida_da`, valoreO(i.Valore), i.Tenant, i.Chiave).Scan(&tutte).Error
	return tutte, err
}

// valoreO is JSON null for a question without a value.
func valoreO(v string) string {
	if v == "" {
		return "null"
	}
	return v
}

// decidi gives the day of a value and what writing it does; an error for a day that may not change.
func decidi(i Impostazione, presenti []record, l limite) (dal string, esito voce.Esito, err error) {
	dal, esito = i.ValidaDa, voce.Creata
	if dal == "" {
		if dal = l.oggi; len(presenti) == 0 && !l.porta {
			dal = DaSempre
		}
		if vige, c := inVigore(presenti, l.oggi); c && vige.Uguale {
			return dal, voce.GiaPresente, nil
		}
	}
	for _, p := range presenti {
		if p.ValidaDa == dal && p.Uguale {
			return dal, voce.GiaPresente, nil
		}
		if p.ValidaDa == dal {
			esito = voce.Cambiata
		}
	}
	if dal < l.oggi && len(presenti) > 0 && !l.forza {
		return dal, "", giaInVigore("Ciò che valeva nei giorni passati non si cambia: le decisioni di allora si devono poter spiegare.")
	}
	return dal, esito, nil
}

func inVigore(presenti []record, oggi string) (vige record, trovata bool) {
	for _, p := range presenti {
		if p.ValidaDa <= oggi {
			vige, trovata = p, true
		}
	}
	return vige, trovata
}

// Ritira deletes a value: it was never in force, or since today; the register keeps who asked for it and who took it
// back.
func (s Store) Ritira(ctx context.Context, i Impostazione) error {
	return voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		if _, err := presenti(tx, i); err != nil {
			return err
		}
		r := tx.Exec(`DELETE FROM impostazione WHERE tenant = ? AND chiave = ? AND valida_da = ?::date`, i.Tenant, i.Chiave, i.ValidaDa)
		if r.Error != nil {
			return r.Error
		}
		if r.RowsAffected == 0 {
			return problem.NonTrovato("impostazione", i.Chiave+" dal "+i.ValidaDa)
		}
		return annuncia(ctx, tx, i, "RITIRATO")
	})
}

func annuncia(ctx context.Context, tx *db.Tx, i Impostazione, azione string) error {
	return voce.Annuncia(ctx, tx, event.ImpostazioniCambiate(i.Tenant), i.oggetto(), azione)
}

// Valori reads the values of a tenant by key, in order of day; of one key alone if it is given.
func (s Store) Valori(ctx context.Context, tenant, chiave string) (map[string][]Valore, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	var righe []record
	err = database.Gorm(ctx).Raw(`SELECT chiave, valore::text AS valore, valida_da::text AS valida_da FROM impostazione
		WHERE tenant = ? AND (? = '' OR chiave = ?) ORDER BY chiave, valida_da`, tenant, chiave, chiave).Scan(&righe).Error
	valori := map[string][]Valore{}
	for _, r := range righe {
		valori[r.Chiave] = append(valori[r.Chiave], r.valore())
	}
	return valori, db.Wrap("impostazioni", err)
}

// Storia reads who changed a setting, newest first.
func (s Store) Storia(ctx context.Context, tenant, chiave string) ([]Cambio, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	inizio := tenant + "/" + chiave + separatore
	var storia []Cambio
	err = database.Gorm(ctx).Raw(`SELECT quando, attore, azione, substr(oggetto, ?) AS valida_da FROM registro
		WHERE oggetto_tipo = 'impostazione' AND starts_with(oggetto, ?) ORDER BY posizione DESC LIMIT ?`,
		len(inizio)+1, inizio, storiaMassima).Scan(&storia).Error
	return storia, db.Wrap("storia", err)
}
