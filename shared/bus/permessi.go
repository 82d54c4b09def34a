package bus

//go:generate go run ./internal/genera

// UtenteAmministratore is the NATS user that may do everything: core piattaforma prepara and people
// use it, no service does.
const UtenteAmministratore = "amministratore"

// Permessi is what the NATS user of one module may do, and nothing else; the user has the module's
// name. They are generated from docs/asyncapi.yaml: PermessiModuli.
type Permessi struct {
	Modulo      string
	Pubblica    []string
	NonPubblica []string // exceptions to Pubblica
	Ascolta     []string
}
