package ruolo_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
)

func TestOgniRuoloDellaMatriceHaLeSueParole(t *testing.T) {
	t.Parallel()
	detti := map[string][]auth.Permission{}
	for _, r := range ruolo.Tutti() {
		if r.Descrizione == "" {
			t.Errorf("%s has no words", r.Nome)
		}
		detti[r.Nome] = r.Concessi()
	}
	if diff := cmp.Diff(auth.Matrix(), detti); diff != "" {
		t.Errorf("roles (-matrix +said):\n%s", diff)
	}
}
