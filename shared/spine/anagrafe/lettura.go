package anagrafe

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
)

func (d *dati) leggi(ctx context.Context, tx pgx.Tx, parts Part) error {
	for _, l := range []struct {
		parte Part
		sql   string
		riga  func(pgx.Rows) error
	}{
		{0, `SELECT nome, denominazione, codice_fiscale FROM core_v1.tenant`, d.unTenant},
		{Reparti, `SELECT tenant, codice, descrizione FROM core_v1.reparto WHERE tenant IS NOT NULL AND stato = 'ATTIVO'`, d.unReparto},
		{Agenti, `SELECT tenant, matricola, cognome, nome, reparto, coalesce(operatore, ''), stato FROM core_v1.agente`, d.unAgente},
		{Intervalli, `SELECT tenant, id, codice_fiscale_ente, segregazione, prefisso FROM core_v1.intervallo ORDER BY id`, d.unIntervallo},
		{Intervalli, `SELECT tenant, id, prefisso FROM core_v1.intervallo_ag ORDER BY id`, d.unIntervalloAG},
		{Impostazioni, `SELECT tenant, chiave, valore, valida_da::text FROM core_v1.impostazione ORDER BY valida_da`, d.unaImpostazione},
		{Portali, `SELECT codice, tenant, tipo FROM core_v1.portale WHERE stato = 'ATTIVO'`, d.unPortale},
		{Conti, `SELECT username, coalesce(tenant, ''), coalesce(integratore::text, ''), codice_fiscale
		    FROM core_v1.operatore WHERE stato = 'ATTIVO'`, d.unConto},
	} {
		if parts&l.parte != l.parte {
			continue
		}
		rows, err := tx.Query(ctx, l.sql)
		if err != nil {
			return fmt.Errorf("anagrafe: %w", err)
		}
		for rows.Next() {
			if err := l.riga(rows); err != nil {
				rows.Close()
				return fmt.Errorf("anagrafe: %w", err)
			}
		}
		if err := rows.Err(); err != nil {
			return fmt.Errorf("anagrafe: %w", err)
		}
	}
	return nil
}

func (d *dati) unTenant(r pgx.Rows) error {
	var nome string
	t := &Tenant{Reparti: map[string]string{}, Agenti: map[string]Agente{}, impostazioni: map[string][]valore{}}
	err := r.Scan(&nome, &t.Denominazione, &t.CodiceFiscale)
	d.tenant[nome] = t
	return err
}

func (d *dati) unReparto(r pgx.Rows) error {
	var tenant, codice, descrizione string
	err := r.Scan(&tenant, &codice, &descrizione)
	if t := d.tenant[tenant]; t != nil {
		t.Reparti[codice] = descrizione
	}
	return err
}

func (d *dati) unAgente(r pgx.Rows) error {
	var tenant string
	var a Agente
	err := r.Scan(&tenant, &a.Matricola, &a.Cognome, &a.Nome, &a.Reparto, &a.Operatore, &a.Stato)
	if t := d.tenant[tenant]; t != nil {
		t.Agenti[a.Matricola] = a
	}
	return err
}

func (d *dati) unIntervallo(r pgx.Rows) error {
	var tenant string
	var i Intervallo
	err := r.Scan(&tenant, &i.ID, &i.CodiceFiscaleEnte, &i.Segregazione, &i.Prefisso)
	if t := d.tenant[tenant]; t != nil {
		t.Intervalli = append(t.Intervalli, i)
	}
	return err
}

func (d *dati) unIntervalloAG(r pgx.Rows) error {
	var tenant string
	var i IntervalloAG
	err := r.Scan(&tenant, &i.ID, &i.Prefisso)
	if t := d.tenant[tenant]; t != nil {
		t.IntervalliAG = append(t.IntervalliAG, i)
	}
	return err
}

func (d *dati) unaImpostazione(r pgx.Rows) error {
	var tenant, chiave, dal string
	var dato json.RawMessage
	err := r.Scan(&tenant, &chiave, &dato, &dal)
	if t := d.tenant[tenant]; t != nil {
		t.impostazioni[chiave] = append(t.impostazioni[chiave], valore{dal: dal, dato: dato})
	}
	return err
}

func (d *dati) unPortale(r pgx.Rows) error {
	var p Portale
	err := r.Scan(&p.Codice, &p.Tenant, &p.Tipo)
	d.portali[p.Codice] = p
	return err
}

func (d *dati) unConto(r pgx.Rows) error {
	var c Conto
	err := r.Scan(&c.Username, &c.Tenant, &c.Integratore, &c.CodiceFiscale)
	d.conti[c.Username] = c
	return err
}
