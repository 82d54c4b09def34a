package credenziale

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// A password changed between the reading of its H and the writing of its protection stays.
func TestLaPasswordCambiataNelFrattempoVince(t *testing.T) {
	t.Parallel()
	ambiente := testkit.NuovoAmbiente(t, "alfa")
	a := Archivio{ambiente.Pools(t, "core")}
	ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli)
		VALUES ('mario', 'alfa', 'PL01', 'PL01', $1, '{LETTURA}')`, auth.Fingerprint("Verbali-prova-2026", "PL01"))
	lette, err := a.antiche(t.Context(), "", "")
	if err != nil || len(lette) != 1 {
		t.Fatalf("%v, %v", lette, err)
	}
	protette, err := proteggiTutte(t.Context(), lette)
	if err != nil {
		t.Fatal(err)
	}
	altra := auth.Fingerprint("Altra-segretissima-2026", "PL01")
	ambiente.Esegui(t, "core", "", `UPDATE operatore SET impronta = $1 WHERE username = 'mario'`, altra)
	if n, err := a.sostituisci(t.Context(), lette, protette); err != nil || n != 0 {
		t.Errorf("%d written, %v", n, err)
	}
	if lette, err := a.antiche(t.Context(), "", ""); err != nil || len(lette) != 1 || lette[0].Impronta != altra {
		t.Errorf("the new password is lost (%v, %v)", lette, err)
	}
}
