// Package migrazioni embeds the migrations of the schema that this service owns.
package migrazioni

import "embed"

// FS holds the migrations and the grants.
//
//go:embed [0-9]*.sql diritti.sql
var FS embed.FS
