package verbale_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
)

// TestImprontaRiletta: an event that a person asked for is read back with the digest of the request, so that
// who writes a history again, as it was read, keeps it.
func TestImprontaRiletta(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("validazione.SOAP", `"MANUALE"`))
	u := nuovoUfficio(t, b, "IMPRONTA-1")
	u.fa(t, verbale.EventoNotaAggiunta, `{"testo":"letta"}`)
	scritta := b.elenca(t, "alfa", `SELECT impronta FROM evento WHERE verbale = $1 AND impronta <> ''`, u.id)
	eventi, err := b.Store.Eventi(u.ctx, u.id)
	if err != nil || len(eventi) != 2 || len(scritta) != 64 || eventi[0].Impronta != "" || eventi[1].Impronta != scritta {
		t.Errorf("%q di %d eventi, %v: %+v", scritta, len(eventi), err, eventi)
	}
}
