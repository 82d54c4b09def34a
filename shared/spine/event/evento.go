// Package event holds the messages that the services exchange over NATS: one file each, with
// struct, subject and an example that the schema in docs/asyncapi.yaml is checked against. A message
// carries ids, states, dates and hashes, never personal data (design, section 5).
package event

// Corpo is the payload of a message; it knows the subject it travels on.
type Corpo interface {
	// Soggetto gives the NATS subject for a tenant ("piattaforma" for facts of the platform).
	Soggetto(tenant string) string
	// Oggetto is the CloudEvents subject: the id of the thing it speaks of.
	Oggetto() string
}
