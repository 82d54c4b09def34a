//go:build race

package operatore

// memoria of a hash, in KiB: the race detector keeps several bytes of its own for each of these, and the
// tests make thousands of hashes. No image is built with it.
const memoria = 1024
