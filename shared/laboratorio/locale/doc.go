// Package locale starts, on the machine at hand, the two servers that the platform stands on: a
// private PostgreSQL cluster made from the binaries that are installed, and a NATS server with
// JetStream inside the calling process.
//
// It serves shared/laboratorio/avvio (the local stack of make run) and shared/laboratorio/testkit. No service imports
// it: in production both servers exist already.
package locale
