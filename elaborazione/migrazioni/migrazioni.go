// Package migrazioni holds the schema verbali of each tenant's database. schema.sql beside the
// migrations is what they amount to, for a person who reviews it.
package migrazioni

import (
	"embed"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

//go:embed [0-9]*.sql diritti.sql
var file embed.FS

// Tenant is the schema of this service in each tenant's database.
func Tenant() db.Schema { return db.Schema{Name: "verbali", Migrations: file} }
