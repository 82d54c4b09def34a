// Command genera writes the permissions of the NATS users from docs/asyncapi.yaml: a table for the
// embedded server (permessi_gen.go) and a configuration for nats-server (nats.conf). It is run in
// shared/bus by go generate.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := genera("../../docs/asyncapi.yaml", "."); err != nil {
		fmt.Fprintln(os.Stderr, "permessi del bus:", err)
		os.Exit(1)
	}
}

// genera reads the contract and writes the two files into a folder.
func genera(contratto, cartella string) error {
	testo, err := os.ReadFile(contratto)
	if err != nil {
		return err
	}
	moduli, err := permessi(testo)
	if err != nil {
		return fmt.Errorf("%s: %w", contratto, err)
	}
	return scrivi(cartella, moduli)
}
