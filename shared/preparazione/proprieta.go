// Package preparazione makes a PostgreSQL server ready for the platform: one login role per service,
// one reader group per schema, the platform database and the template of tenants' databases, with
// every schema owned by its service (design, section 3). core runs it for operations, the test kit
// for tests: ownership is the same in both.
package preparazione

import "slices"

const (
	// BancaPiattaforma is the name of the platform database.
	BancaPiattaforma = "piattaforma"
	// BancaModello is the template that tenants' databases are cloned from.
	BancaModello = "verbali_modello"
)

// Modulo is a service seen from the database.
type Modulo struct {
	Nome          string
	Schema        string
	InPiattaforma bool     // has a schema in the platform database too
	InTenant      bool     // has a schema in the tenants' databases
	CreaBanche    bool     // CREATEDB: core alone
	Legge         []string // schemas whose published views it reads
}

// Ruolo is the login role of a service.
func (m Modulo) Ruolo() string { return "verbali_" + m.Nome }

// Gruppo is the reader group of a schema.
func Gruppo(schema string) string { return "verbali_legge_" + schema }

// Viste is the schema in which another schema's views are published.
func Viste(schema string) string { return schema + "_v1" }

// Moduli is who owns and who reads what.
func Moduli() []Modulo {
	return []Modulo{
		{Nome: "core", Schema: "core", InPiattaforma: true, InTenant: true, CreaBanche: true,
			Legge: []string{"core", "verbali", "connessione", "mobile", "ocr", "vpn", "tenantapi"}},
		{Nome: "connessione", Schema: "connessione", InPiattaforma: true, InTenant: true, Legge: []string{"core", "verbali"}},
		{Nome: "elaborazione", Schema: "verbali", InTenant: true, Legge: []string{"core", "vpn", "connessione", "mobile", "ocr"}},
		{Nome: "mobile", Schema: "mobile", InTenant: true, Legge: []string{"core", "verbali"}},
		{Nome: "ocr", Schema: "ocr", InTenant: true, Legge: []string{"core", "verbali"}},
		{Nome: "vpn", Schema: "vpn", InTenant: true, Legge: []string{"core", "verbali"}},
		{Nome: "tenantapi", Schema: "tenantapi", InTenant: true, Legge: []string{"core", "verbali"}},
	}
}

// Cerca gives a module by name.
func Cerca(nome string) (Modulo, bool) {
	i := slices.IndexFunc(Moduli(), func(m Modulo) bool { return m.Nome == nome })
	if i < 0 {
		return Modulo{}, false
	}
	return Moduli()[i], true
}
