// Package lettura reads the fines from PostgreSQL: their state, a fine whole, what waits, what was found before.
package lettura

import "github.com/piattaforma-verbali/verbali/shared/spine/db"

// Lettore reads the fines of every tenant; the tenant is in the context.
type Lettore struct{ pools *db.Pools }

// NuovoLettore makes the reader.
func NuovoLettore(p *db.Pools) *Lettore { return &Lettore{pools: p} }
