//go:build !race

package operatore

// memoria of a hash, in KiB.
const memoria = 19 * 1024
