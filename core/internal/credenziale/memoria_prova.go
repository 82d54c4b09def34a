//go:build race || prova

package credenziale

// memoria of a hash, in KiB: the tests make thousands of hashes, and the race detector keeps several bytes of
// its own for each of these. No image is built with either tag.
const memoria = 1024
