package operatore

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
)

// A password changed between the reading of its H and the writing of its protection stays.
func TestLaPasswordCambiataNelFrattempoVince(t *testing.T) {
	t.Parallel()
	ambiente := testkit.NuovoAmbiente(t, "alfa")
	s := Nuovo(ambiente.Pools(t, "core"), tempo.Adesso)
	ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli)
		VALUES ('mario', 'alfa', 'PL01', 'PL01', $1, '{LETTURA}')`, auth.Fingerprint("Verbali-prova-2026", "PL01"))
	lette, err := s.Store.antiche(t.Context(), "", "")
	if err != nil || len(lette) != 1 {
		t.Fatalf("%v, %v", lette, err)
	}
	protette, err := proteggiTutte(t.Context(), lette)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CambiaPassword(t.Context(), Conto{Tenant: "alfa", Username: "mario"}, "Altra-segretissima-2026", false); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Store.sostituisci(t.Context(), lette, protette); err != nil || n != 0 {
		t.Errorf("%d written, %v", n, err)
	}
	o, _, err := s.Store.Trova(t.Context(), "mario")
	if giusta, altro := credenziale.Corrisponde(auth.Fingerprint("Altra-segretissima-2026", "PL01"), o.Impronta); err != nil || altro != nil || !giusta {
		t.Errorf("the new password is lost (%v, %v)", err, altro)
	}
}
