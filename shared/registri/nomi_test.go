package registri_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/registri"
	"github.com/piattaforma-verbali/verbali/shared/registri/infows"
	"github.com/piattaforma-verbali/verbali/shared/registri/inipec"
	"github.com/piattaforma-verbali/verbali/shared/registri/ipa"
	"github.com/piattaforma-verbali/verbali/shared/registri/pra"
)

// TestHowManyNamesNobodyConfirms: a name that the convention's documents confirm brings a number down; nothing else may change it.
func TestHowManyNamesNobodyConfirms(t *testing.T) {
	t.Parallel()
	for registro, c := range map[string]struct {
		nomi   func() (registri.Linguaggio, error)
		quanti int
	}{"infows": {infows.Nomi, 57}, "pra": {pra.Nomi, 9}, "inipec": {inipec.Nomi, 32}, "ipa": {ipa.Nomi, 4}} {
		l, err := c.nomi()
		if err != nil {
			t.Fatal(err)
		}
		if n := len(l.DaConfermare()); n != c.quanti {
			t.Errorf("%s: %d names to be confirmed, here %d", registro, n, c.quanti)
		}
		for chiave, n := range l {
			if n.Nome == "" {
				t.Errorf("%s: %s has no name", registro, chiave)
			}
		}
	}
	if _, err := registri.Leggi([]byte("[]")); err == nil {
		t.Error("a file that is not one has names")
	}
}

func TestKeysOfValues(t *testing.T) {
	t.Parallel()
	l, err := infows.Nomi()
	if err != nil {
		t.Fatal(err)
	}
	for valore, vuole := range map[string]string{"ACQUIRENTE PRD": "ACQUIRENTE", "PROPRIETARIO": "PROPRIETARIO", "": "", "VALIDA": ""} {
		if c := l.Chiave("titolo", valore); c != vuole {
			t.Errorf("%q: %q, want %q", valore, c, vuole)
		}
	}
	if n := l.Nome("mai vista"); n != "mai vista" {
		t.Errorf("%q", n)
	}
}
