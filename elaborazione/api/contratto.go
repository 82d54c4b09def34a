// Package api holds the contract of the REST routes.
package api

import _ "embed"

//go:embed openapi.yaml
var contratto []byte

// Contratto is the OpenAPI 3.1 document.
func Contratto() []byte { return contratto }
