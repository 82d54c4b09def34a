package registri_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/registri"
)

// daConfermare is how many names of each register no source confirms. A name that the convention's documents confirm brings
// the number down; nothing else may change it.
func daConfermare() map[string]int {
	return map[string]int{"infows": 57, "pra": 9, "inipec": 32, "ipa": 4}
}

func TestHowManyNamesNobodyConfirms(t *testing.T) {
	t.Parallel()
	for registro, quanti := range daConfermare() {
		l, err := registri.Leggi(registro)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(l.DaConfermare()); n != quanti {
			t.Errorf("%s: %d names to be confirmed, here %d", registro, n, quanti)
		}
		t.Logf("%s: %d nomi su %d da confermare con i documenti della convenzione", registro, len(l.DaConfermare()), len(l))
		for chiave, n := range l {
			if n.Nome == "" {
				t.Errorf("%s: %s has no name", registro, chiave)
			}
		}
	}
	if _, err := registri.Leggi("altro"); err == nil {
		t.Error("a register that nobody knows has names")
	}
}

func TestKeysOfValues(t *testing.T) {
	t.Parallel()
	l, err := registri.Leggi("infows")
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
