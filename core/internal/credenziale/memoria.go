//go:build !race && !prova

package credenziale

// memoria of a hash, in KiB (19 MiB, OWASP's first choice). The tests run with the other one (memoria_prova.go).
const memoria = 19 * 1024
