package main

import "testing"

// TestEverySignatureIsMadeAnew: the bench would measure nothing of one that was refused.
func TestEverySignatureIsMadeAnew(t *testing.T) {
	t.Parallel()
	calcoli, err := calcoliFirma()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range calcoli {
		for n := range 3 {
			if err := c.nostro(n); err != nil || c.rispetto == "" {
				t.Fatalf("%s: %v", c.nome, err)
			}
			if err := c.pari(n); err != nil {
				t.Fatalf("peer of %s: %v", c.nome, err)
			}
		}
	}
}
