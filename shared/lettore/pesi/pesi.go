// Package pesi holds the weights of the line reader: README.md says how they were made.
package pesi

import _ "embed" // the file

// File is what lettore.Apri reads.
//
//go:embed lettore.pesi
var File []byte

// Versione names the weights: it stands beside each reading.
const Versione = "2"
