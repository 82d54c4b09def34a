// Package ipa is the words on the wire of IPA, the index of public administrations, as its client
// and its simulator write and read them.
package ipa

import (
	_ "embed"

	"github.com/piattaforma-verbali/verbali/shared/registri"
)

//go:embed nomi.json
var nomi []byte

// Nomi reads the words.
func Nomi() (registri.Linguaggio, error) { return registri.Leggi(nomi) }
