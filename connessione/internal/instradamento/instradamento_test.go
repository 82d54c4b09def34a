package instradamento_test

import (
	"encoding/hex"
	"testing"

	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
)

// TestImprontaIsStable: the table outlives the program, so the hash of a pair is for ever.
func TestImprontaIsStable(t *testing.T) {
	t.Parallel()
	k := instradamento.Chiave(make([]byte, 32))
	// printf %s "IUV|TARGA" through openssl dgst -sha256 -mac HMAC gives the same.
	got := hex.EncodeToString(k.Impronta(instradamento.Coppia{IUV: "01100000000000017", Targa: "AB123CD"}))
	if want := "c31165e11059e9ee36d8d202a8783135218c9037803b6cdf4f9944762d2024f1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestImprontaTellsPairsApart(t *testing.T) {
	t.Parallel()
	k := instradamento.Chiave(make([]byte, 32))
	viste := map[string]instradamento.Coppia{}
	for _, c := range []instradamento.Coppia{
		{IUV: "011000000000000", Targa: "17AB"}, {IUV: "01100000000000017", Targa: "AB"},
		{IUV: "01100000000000017", Targa: "AC"}, {IUV: "01100000000000018", Targa: "AB"},
	} {
		h := string(k.Impronta(c))
		if gia, doppia := viste[h]; doppia {
			t.Errorf("%v and %v share a row", gia, c)
		}
		viste[h] = c
	}
}
