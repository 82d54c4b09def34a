package codici_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

func TestSegniChePortanoNulla(t *testing.T) {
	t.Parallel()
	for _, r := range " \t\r\n\x00\x7f\u00a0\u2009\u3000\u200b\u200e\u00ad\ufeff" {
		if !codici.Vuoto(r) || codici.Trattino(r) {
			t.Errorf("%U si vede", r)
		}
	}
	for _, r := range "Aa09-.–é０\ufffd" {
		if codici.Vuoto(r) {
			t.Errorf("%U è vuoto", r)
		}
	}
}

func TestTrattini(t *testing.T) {
	t.Parallel()
	for _, r := range "-‐‑–—−－" {
		if !codici.Trattino(r) {
			t.Errorf("%U non è un trattino", r)
		}
	}
	for _, r := range "_.+~A0 ·" {
		if codici.Trattino(r) {
			t.Errorf("%U è un trattino", r)
		}
	}
}

func TestSoloLettereECifreASCII(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		b := byte(c)
		if codici.Lettera(b) != (strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ", b) >= 0) || codici.Cifra(b) != (strings.IndexByte("0123456789", b) >= 0) {
			t.Errorf("%q", b)
		}
	}
	for testo, attesa := range map[string]bool{"": true, "0123456789": true, "12a": false, "1 2": false, "１２": false, "-1": false, "1.0": false} {
		if codici.SoloCifre(testo) != attesa {
			t.Errorf("%q", testo)
		}
	}
}
