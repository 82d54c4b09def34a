// Package archivio keeps the fines in PostgreSQL. lettura reads them; scrittura changes them.
package archivio

import (
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Store keeps the fines of every tenant; the tenant is in the context.
type Store struct {
	*lettura.Lettore
	*scrittura.Scrittore
}

// NuovoStore makes the store; adesso is the clock.
func NuovoStore(p *db.Pools, adesso func() time.Time) *Store {
	return &Store{lettura.NuovoLettore(p), scrittura.NuovoScrittore(p, adesso)}
}
