// Package api holds the contract of the service.
package api

import _ "embed"

// Contratto is the OpenAPI document.
//
//go:embed openapi.yaml
var Contratto []byte
