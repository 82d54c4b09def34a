package bus

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:generate go run ./internal/genera

const (
	// AdminUser is the NATS user that may do everything: core piattaforma prepara and people
	// use it, no service does.
	AdminUser = "amministratore"
	// PlatformAccount is the NATS account that holds the streams; the administrator is in it. Each module
	// has an account of its own with the module's name.
	PlatformAccount = "piattaforma"
)

//go:embed nats.conf
var configurazione string

// Configuration is the configuration of nats-server with accounts, users and permissions, generated from
// docs/asyncapi.yaml; password gives the password of a user by name.
func Configuration(password func(utente string) (string, error)) (string, error) {
	var righe strings.Builder
	for _, utente := range Users() {
		p, err := password(utente)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&righe, "password_%s: %q\n", utente, p)
	}
	return strings.Replace(configurazione, "include password.conf\n", righe.String(), 1), nil
}
