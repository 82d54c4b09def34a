package operatore_test

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// What a directory said of an account is nothing to it once core keeps its password, also where it was read before.
func TestUnaLetturaVecchiaNonTocca(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	o.Verifica = operatore.LDAP // as it was read before it changed
	gruppi := operatore.DaiGruppi{Ruoli: []string{"UFFICIO"}, Fonte: "gruppi LDAP", DiDirettorio: true, Sostituiti: true, Assente: true}
	if _, err := b.Gruppi(t.Context(), o, gruppi); err != nil {
		t.Fatal(err)
	}
	if ora := b.riletto(t, o.Username); !slices.Equal(ora.Ruoli, []string{"OPERATORE"}) || ora.Generazione != o.Generazione {
		t.Errorf("roles %s, generation %d", ora.Ruoli, ora.Generazione)
	}
	gruppi.DiDirettorio, gruppi.Assente = false, false // single sign-on serves accounts of both kinds
	if _, err := b.Gruppi(t.Context(), o, gruppi); err != nil {
		t.Fatal(err)
	}
	if ora := b.riletto(t, o.Username); !slices.Equal(ora.Ruoli, []string{"UFFICIO"}) {
		t.Errorf("roles of single sign-on: %s", ora.Ruoli)
	}
}
