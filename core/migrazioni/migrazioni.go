// Package migrazioni holds the SQL of core's two schemas: the register in the platform database and
// the audit in each tenant's.
package migrazioni

import (
	"embed"
	"io/fs"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Nome of core's schema, in the platform database and in the tenants'.
const Nome = "core"

//go:embed piattaforma/[0-9]*.sql piattaforma/diritti.sql tenant/[0-9]*.sql tenant/diritti.sql
var cartelle embed.FS

// Piattaforma is core's schema in the platform database.
func Piattaforma() db.Schema { return schema("piattaforma") }

// Tenant is core's schema in the database of a tenant.
func Tenant() db.Schema { return schema("tenant") }

func schema(cartella string) db.Schema {
	sotto, err := fs.Sub(cartelle, cartella)
	if err != nil {
		return db.Schema{Name: Nome, Migrations: cartelle} // cannot happen: the names are constant and valid
	}
	return db.Schema{Name: Nome, Migrations: sotto}
}
