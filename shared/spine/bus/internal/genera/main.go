// Command genera writes, from docs/asyncapi.yaml, the accounts and permissions of the NATS users as a
// configuration of nats-server (nats.conf), which the embedded server reads too, and the users' names
// (permessi_gen.go). It is run in shared/spine/bus by go generate.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := genera("../../../docs/asyncapi.yaml", "."); err != nil {
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
	moduli, passa, err := permessi(testo)
	if err != nil {
		return fmt.Errorf("%s: %w", contratto, err)
	}
	return scrivi(cartella, moduli, passa)
}
