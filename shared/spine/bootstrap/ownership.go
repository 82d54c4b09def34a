// Package bootstrap makes a PostgreSQL server ready for the platform: two login roles per service, the first of which owns
// and migrates while the second works, one reader group per schema, the platform database and the template of tenants'
// databases, with every schema owned by its service (design, section 3). core runs it for operations, the test kit
// for tests: ownership is the same in both.
package bootstrap

import (
	"slices"
	"strings"
)

const (
	// PlatformDatabase is the name of the platform database.
	PlatformDatabase = "piattaforma"
	// TemplateDatabase is the template that tenants' databases are cloned from.
	TemplateDatabase = "verbali_modello"
)

// Module is a service seen from the database.
type Module struct {
	Name             string
	Schema           string
	InPlatform       bool     // has a schema in the platform database too
	InTenant         bool     // has a schema in the tenants' databases
	CreatesDatabases bool     // CREATEDB: core alone
	Reads            []string // schemas whose published views its owner reads, while it works too: see RuntimeRole
}

// Role owns the schemas of a service and migrates them.
func (m Module) Role() string { return "verbali_" + m.Name }

// RuntimeRole is the role with which a service works. It owns nothing, is a member of nothing, and may do what the
// owners of the schemas have granted to it by name (db.Schema).
func (m Module) RuntimeRole() string { return m.Role() + runtimeSuffix }

// RuntimeRoles are those of all modules, in their order.
func RuntimeRoles() []string {
	var roles []string
	for _, m := range Modules() {
		roles = append(roles, m.RuntimeRole())
	}
	return roles
}

// IsRuntimeRole reports whether a role of this name works without owning anything.
func IsRuntimeRole(name string) bool { return strings.HasSuffix(name, runtimeSuffix) }

const runtimeSuffix = "_uso"

// ReaderGroup is the reader group of a schema.
func ReaderGroup(schema string) string { return "verbali_legge_" + schema }

// Views is the schema in which another schema's views are published.
func Views(schema string) string { return schema + "_v1" }

// Modules is who owns and who reads what.
func Modules() []Module {
	return []Module{
		{Name: "core", Schema: "core", InPlatform: true, InTenant: true, CreatesDatabases: true,
			Reads: []string{"core", "verbali", "connessione", "mobile", "ocr", "vpn", "tenantapi"}},
		{Name: "connessione", Schema: "connessione", InPlatform: true, InTenant: true, Reads: []string{"core", "verbali"}},
		{Name: "elaborazione", Schema: "verbali", InTenant: true, Reads: []string{"core", "vpn", "connessione", "mobile", "ocr"}},
		{Name: "mobile", Schema: "mobile", InTenant: true, Reads: []string{"core"}},
		{Name: "ocr", Schema: "ocr", InTenant: true, Reads: []string{"core"}},
		{Name: "vpn", Schema: "vpn", InTenant: true, Reads: []string{"core", "verbali"}},
		{Name: "tenantapi", Schema: "tenantapi", InTenant: true, Reads: []string{"core", "verbali"}},
	}
}

// FindModule gives a module by name.
func FindModule(nome string) (Module, bool) {
	i := slices.IndexFunc(Modules(), func(m Module) bool { return m.Name == nome })
	if i < 0 {
		return Module{}, false
	}
	return Modules()[i], true
}
