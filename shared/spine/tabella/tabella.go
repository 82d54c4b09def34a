// Package tabella is the copy in memory of the fixed tables that core keeps: municipalities,
// violations, and the streets of each tenant. It follows core's versions: read at start, after each
// fact of the platform and at each reconnection, and then only what has a new version. Where the
// platform has loaded no version, the table compiled into the program is the one, with version 0.
package tabella

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/snapshot"
)

// Names of the tables, as core writes them.
const (
	Comuni     = "comuni"
	Violazioni = "violazioni"
	Strade     = "strade" // per tenant
)

// Versione is a version of a table. Tenant is empty for the tables of the platform; Impronta is the
// hash of the rows.
type Versione struct {
	Nome, Tenant string
	Versione     int
	Impronta     string
	Righe        int
}

type chiave struct{ nome, tenant string }

// dati is never written after it was published.
type dati struct {
	viste      map[chiave]Versione // what core had at the last reading
	uso        map[string]Versione // the platform's tables, as they are here
	mancanti   map[string]error    // tables never had, and why
	comuni     *comune.Tabella
	violazioni *sanzione.Tabella
}

// Copy is the copy; safe for concurrent use. A table that it gave never changes: who needs the same
// rows throughout a request takes it once.
type Copy struct {
	pools  *db.Pools
	nomi   []string
	dati   *snapshot.Copy[dati]
	strade recenti
}

// New makes a copy of the tables named, or of all: a service holds only what it uses.
func New(p *db.Pools, nomi ...string) *Copy {
	if len(nomi) == 0 {
		nomi = []string{Comuni, Violazioni, Strade}
	}
	c := &Copy{pools: p, nomi: nomi}
	d := &dati{uso: map[string]Versione{}, mancanti: map[string]error{}}
	for _, nome := range nomi {
		d.compila(nome)
	}
	c.dati = snapshot.New(d, c.aggiorna)
	return c
}

// compila puts the compiled table in place.
func (d *dati) compila(nome string) {
	v := Versione{Nome: nome}
	switch nome {
	case Comuni:
		d.comuni = comune.Iniziale()
		v.Impronta, v.Righe = d.comuni.Versione(), len(d.comuni.Tutte())
	case Violazioni:
		d.violazioni = sanzione.Iniziale()
		v.Impronta, v.Righe = d.violazioni.Versione(), len(d.violazioni.Tutte())
	default:
		return // streets belong to the tenants
	}
	d.uso[nome] = v
}

// Ready is nil when every table of the copy has been read once; else DATI_NON_PRONTI, for readiness and
// for callers that must not work with a table older than core's.
func (c *Copy) Ready(context.Context) error {
	d := c.dati.Get()
	if d.viste == nil {
		return nonPronto(nil)
	}
	for _, nome := range slices.Sorted(maps.Keys(d.mancanti)) {
		return nonPronto(d.mancanti[nome])
	}
	return nil
}

func nonPronto(causa error) error {
	return problem.NonDisponibile("DATI_NON_PRONTI", "Le tabelle fisse non sono ancora state lette.").With(causa)
}

// Violazioni gives the table of violations in use; nil when the copy does not hold it. Before Ready it is
// the compiled one.
func (c *Copy) Violazioni() *sanzione.Tabella { return c.dati.Get().violazioni }

// Comuni gives the municipalities in use; nil when the copy does not hold them. Before Ready they are the
// compiled ones.
func (c *Copy) Comuni() *comune.Tabella { return c.dati.Get().comuni }

// Versione gives the version in use of a table of the platform (tenant empty) or of a tenant's; 0 is the
// compiled one, or none.
func (c *Copy) Versione(nome, tenant string) int {
	d := c.dati.Get()
	if tenant == "" {
		return d.uso[nome].Versione
	}
	return d.viste[chiave{nome, tenant}].Versione
}

// Versioni lists the tables of the platform in use, by name.
func (c *Copy) Versioni() []Versione {
	return slices.SortedFunc(maps.Values(c.dati.Get().uso), func(a, b Versione) int { return cmp.Compare(a.Nome, b.Nome) })
}
