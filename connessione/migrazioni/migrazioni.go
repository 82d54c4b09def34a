// Package migrazioni holds the schema of connessione: its part of the platform database, with the
// routing of anonymous consultations, and its part of each tenant's. schema.sql beside the migrations
// is what they add up to.
package migrazioni

import (
	"embed"
	"io/fs"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

//go:embed piattaforma/[0-9]*.sql piattaforma/diritti.sql tenant/[0-9]*.sql tenant/diritti.sql
var file embed.FS

// nome is the name of the schema in either database.
const nome = "connessione"

// Piattaforma is the schema in the platform database.
func Piattaforma() db.Schema { return db.Schema{Name: nome, Migrations: cartella("piattaforma")} }

// Tenant is the schema in the database of each tenant.
func Tenant() db.Schema { return db.Schema{Name: nome, Migrations: cartella("tenant")} }

// cartella cannot fail: the names are those of the embedding above.
func cartella(quale string) fs.FS {
	c, err := fs.Sub(file, quale)
	if err != nil {
		panic(err)
	}
	return c
}
