package bootstrap

// For tests that try it from outside.
var (
	CreaRuolo = creaRuolo
	Esegui    = esegui
)
