// Package pra is the words on the wire of PRA, the public register of vehicles kept by ACI, as its client
// and its simulator write and read them.
package pra

import (
	_ "embed"

	"github.com/piattaforma-verbali/verbali/shared/registri"
)

//go:embed nomi.json
var nomi []byte

// Nomi reads the words.
func Nomi() (registri.Linguaggio, error) { return registri.Leggi(nomi) }
