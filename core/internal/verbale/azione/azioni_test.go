package azione

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Each event that a person records is told on the page that follows.
func TestFattoDiOgniEvento(t *testing.T) {
	t.Parallel()
	for _, tipo := range verbale.TipiEvento() {
		if Fatto(tipo) == "" {
			t.Errorf("%s: nothing is said", tipo)
		}
	}
	if detto := Fatto("<b>"); detto != "" {
		t.Error(detto)
	}
}
