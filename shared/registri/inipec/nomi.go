// Package inipec is the words on the wire of INI-PEC, InfoCamere's register of companies' and professionals' certified addresses, as its client
// and its simulator write and read them.
package inipec

import (
	_ "embed"

	"github.com/piattaforma-verbali/verbali/shared/registri"
)

//go:embed nomi.json
var nomi []byte

// Nomi reads the words.
func Nomi() (registri.Linguaggio, error) { return registri.Leggi(nomi) }
