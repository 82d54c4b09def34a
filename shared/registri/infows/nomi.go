// Package infows is the words on the wire of Info-ws, the Motorizzazione's web service for who has a convention, as its client
// and its simulator write and read them.
package infows

import (
	_ "embed"

	"github.com/piattaforma-verbali/verbali/shared/registri"
)

//go:embed nomi.json
var nomi []byte

// Nomi reads the words.
func Nomi() (registri.Linguaggio, error) { return registri.Leggi(nomi) }
