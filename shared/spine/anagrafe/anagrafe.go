// Package anagrafe is the copy in memory of what a write must check and core owns: departments,
// agents, integrators and their accounts, notice-number ranges, settings, portals. It is read whole
// from core_v1 at start, after each fact of the platform and at each reconnection.
package anagrafe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/snapshot"
)

// Agente is an officer who may ascertain violations.
type Agente struct{ Matricola, Cognome, Nome, Reparto, Operatore, Stato string }

// Intervallo is a range of notice numbers: creditor's tax code, segregation, prefix of the base.
type Intervallo struct {
	ID                                        int64
	CodiceFiscaleEnte, Segregazione, Prefisso string
}

// IntervalloAG is a range of codes of judicial acts by post: prefix of the eleven digits before the check
// digit, as the carrier assigned them.
type IntervalloAG struct {
	ID       int64
	Prefisso string
}

// Portale fixes the tenant and the audience of a login.
type Portale struct{ Codice, Tenant, Tipo string }

// Conto is an account: to which integrator it belongs (empty: none), and its tax code.
type Conto struct{ Username, Tenant, Integratore, CodiceFiscale string }

// Tenant is what belongs to one tenant. Its maps are never written after reading.
type Tenant struct {
	Denominazione, CodiceFiscale string
	Reparti                      map[string]string
	Agenti                       map[string]Agente
	Intervalli                   []Intervallo
	IntervalliAG                 []IntervalloAG
	impostazioni                 map[string][]valore
}

type valore struct {
	dal  string // YYYY-MM-DD
	dato json.RawMessage
}

// Impostazione decodes into dst the value of a setting in force on a day (YYYY-MM-DD); false when
// the tenant has not set it, and dst is as it was.
func (t Tenant) Impostazione(chiave, giorno string, dst any) (bool, error) {
	var scelto json.RawMessage
	for _, v := range t.impostazioni[chiave] { // in order of validity
		if v.dal <= giorno {
			scelto = v.dato
		}
	}
	if scelto == nil {
		return false, nil
	}
	if err := json.Unmarshal(scelto, dst); err != nil {
		return false, fmt.Errorf("anagrafe: impostazione %s: %w", chiave, err)
	}
	return true, nil
}

type dati struct {
	tenant  map[string]*Tenant
	portali map[string]Portale
	conti   map[string]Conto
}

// Part of the copy: a service reads what it needs, and its role may read no more.
type Part int

// Parts of the copy. Tenants are always read.
const (
	Reparti Part = 1 << iota
	Agenti
	Intervalli
	Impostazioni
	Portali
	Conti

	Everything = Reparti | Agenti | Intervalli | Impostazioni | Portali | Conti
)

// Copy is the copy; safe for concurrent use.
type Copy struct {
	pools *db.Pools
	parts Part
	dati  *snapshot.Copy[dati]
}

// New makes an empty copy of these parts; the other parts stay empty.
func New(p *db.Pools, parts Part) *Copy {
	c := &Copy{pools: p, parts: parts}
	c.dati = snapshot.New(nil, c.leggi)
	return c
}

// Ready reports whether the copy has been read at least once.
func (c *Copy) Ready() bool { return c.dati.Get() != nil }

// ReadyErr is nil when the copy has been read at least once; for readiness.
func (c *Copy) ReadyErr(context.Context) error {
	if !c.Ready() {
		return errors.New("dati dei comandi non ancora letti")
	}
	return nil
}

// Wait returns when the copy has been read, reading it if nobody has: a process that has just started does not take
// settings that it has not read for settings that are not there.
func (c *Copy) Wait(ctx context.Context) error {
	if c.Ready() {
		return nil
	}
	return c.dati.RefreshIf(ctx, func() bool { return !c.Ready() })
}

// Of returns the register of a tenant; an empty value for an unknown tenant.
func (c *Copy) Of(tenant string) Tenant {
	if d := c.dati.Get(); d != nil && d.tenant[tenant] != nil {
		return *d.tenant[tenant]
	}
	return Tenant{}
}

// Portale gives a portal by code, case ignored.
func (c *Copy) Portale(codice string) (Portale, bool) {
	d := c.dati.Get()
	if d == nil {
		return Portale{}, false
	}
	p, ok := d.portali[strings.ToLower(codice)]
	return p, ok
}

// PortaleDi gives a portal of a tenant, one of the kind where there is one; the first by code of several.
func (c *Copy) PortaleDi(tenant, tipo string) (scelto Portale, trovato bool) {
	d := c.dati.Get()
	if d == nil {
		return Portale{}, false
	}
	for _, p := range d.portali {
		meglio := (p.Tipo == tipo) != (scelto.Tipo == tipo)
		if p.Tenant == tenant && (!trovato || meglio && p.Tipo == tipo || !meglio && p.Codice < scelto.Codice) {
			scelto, trovato = p, true
		}
	}
	return scelto, trovato
}

// Conto gives an account by username, case ignored.
func (c *Copy) Conto(username string) (Conto, bool) {
	d := c.dati.Get()
	if d == nil {
		return Conto{}, false
	}
	x, ok := d.conti[strings.ToLower(username)]
	return x, ok
}

// Refresh reads everything in one snapshot and replaces the copy; a reading that fails leaves it.
func (c *Copy) Refresh(ctx context.Context) error { return c.dati.Refresh(ctx) }

func (c *Copy) leggi(ctx context.Context, _ *dati) (*dati, error) {
	database, err := c.pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	nuovi := &dati{tenant: map[string]*Tenant{}, portali: map[string]Portale{}, conti: map[string]Conto{}}
	if err := database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error { return nuovi.leggi(ctx, tx, c.parts) }); err != nil {
		return nil, db.Wrap("anagrafe", err)
	}
	return nuovi, nil
}
