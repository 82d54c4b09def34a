package inad

import _ "embed"

//go:embed contratto.json
var contratto []byte

// Contratto is the JSON Schema (2020-12) of the register's bodies, in $defs estratto, verifica, presa, stato, elenco,
// richiesta and rifiuto, as its official description has them. The simulator and every client are tested against it.
func Contratto() []byte { return append([]byte(nil), contratto...) }
