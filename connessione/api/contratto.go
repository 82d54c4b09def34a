// Package api is the contract of connessione, written by hand and checked against the real answers.
package api

import _ "embed"

//go:embed openapi.yaml
var contratto []byte

// Contratto is the OpenAPI 3.1 document, YAML.
func Contratto() []byte { return contratto }
