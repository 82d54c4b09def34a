// Package migrazioni embeds the migrations of the schema that this service owns.
package migrazioni

import "embed"

// FS holds the numbered SQL files.
//
//go:embed 0*.sql diritti.sql
var FS embed.FS
