// Package lettura reads the fines from PostgreSQL: states, complete fines, queues, earlier violations.
package lettura

import "github.com/piattaforma-verbali/verbali/shared/spine/db"

// Lettore reads the fines of every tenant; the tenant is in the context.
type Lettore struct{ pools *db.Pools }

// NuovoLettore makes the reader.
func NuovoLettore(p *db.Pools) *Lettore { return &Lettore{pools: p} }
