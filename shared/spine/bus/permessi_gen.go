// Code generated from docs/asyncapi.yaml by shared/spine/bus/internal/genera. DO NOT EDIT.

package bus

// Users are the users of the bus: the administrator and one a module, with the module's name.
func Users() []string {
	return []string{
		AdminUser,
		"connessione",
		"core",
		"elaborazione",
		"mobile",
		"ocr",
		"tenantapi",
		"vpn",
	}
}
