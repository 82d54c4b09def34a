package archivio_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestImprontaRiletta: an event that a person asked for is read back with the digest of the request, so that
// who writes a history again, as it was read, keeps it.
func TestImprontaRiletta(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	u := banco.NuovaPratica(t, b, "IMPRONTA-1")
	u.Fa(t, verbale.EventoNotaAggiunta, `{"testo":"letta"}`)
	scritta := b.Elenca(t, "alfa", `SELECT impronta FROM evento WHERE verbale = $1 AND impronta <> ''`, u.ID)
	eventi, err := b.Archivio.Eventi(u.Ctx, u.ID)
	if err != nil || len(eventi) != 2 || len(scritta) != 64 || eventi[0].Impronta != "" || eventi[1].Impronta != scritta {
		t.Errorf("%q di %d eventi, %v: %+v", scritta, len(eventi), err, eventi)
	}
}
