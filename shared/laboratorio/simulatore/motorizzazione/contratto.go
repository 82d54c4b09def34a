package motorizzazione

import _ "embed"

//go:embed contratto.json
var contratto []byte

// Contratto is the JSON Schema (2020-12) of the register's answers, in $defs
// veicolo, patente and problema. The simulator and every client are tested
// against it.
func Contratto() []byte { return append([]byte(nil), contratto...) }
