package deposito

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestCioCheEDaParteSiLegge: on every store; what is younger stays, what is altered stays where it is.
func TestCioCheEDaParteSiLegge(t *testing.T) {
	t.Parallel()
	for nota, indirizzo := range map[string]string{"cartella": "file://" + t.TempDir(), "memoria": "mem://"} {
		t.Run(nota, func(t *testing.T) {
			t.Parallel()
			ctx, d := context.Background(), apri(t, indirizzo)
			metti(t, d, "abc")
			elenchi := func() (dentro, fuori int) {
				if err := errors.Join(d.Elenca(ctx, tenant, func(Voce) error { dentro++; return nil }),
					d.ElencaAccantonati(ctx, tenant, func(Voce) error { fuori++; return nil })); err != nil {
					t.Fatal(err)
				}
				return dentro, fuori
			}
			if fatto, err := d.Accantona(ctx, tenant, shaDiAbc, tempo.Macchina().Add(-time.Hour)); err != nil || fatto {
				t.Fatalf("è giovane: %v %v", fatto, err)
			}
			if fatto, err := d.Accantona(ctx, tenant, shaDiAbc, tempo.Macchina().Add(time.Hour)); err != nil || !fatto {
				t.Fatalf("%v %v", fatto, err)
			}
			if dentro, fuori := elenchi(); dentro != 0 || fuori != 1 {
				t.Errorf("%d dentro, %d da parte", dentro, fuori)
			}
			if c, err := d.Leggi(ctx, tenant, shaDiAbc); err != nil || string(c) != "abc" {
				t.Errorf("%q %v", c, err)
			}
			if esiste, err := d.Esiste(ctx, tenant, shaDiAbc); err != nil || !esiste {
				t.Errorf("%v %v", esiste, err)
			}
			if err := d.Ripristina(ctx, tenant, shaDiAbc); err != nil {
				t.Fatal(err)
			}
			if dentro, fuori := elenchi(); dentro != 1 || fuori != 0 {
				t.Errorf("%d dentro, %d da parte", dentro, fuori)
			}
			if _, err := d.Accantona(ctx, tenant, shaDiAbc, tempo.Macchina().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time there is nothing
				if err := d.Scarta(ctx, tenant, shaDiAbc); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := d.Leggi(ctx, tenant, shaDiAbc); !errors.Is(err, ErrNonTrovato) {
				t.Error(err)
			}
		})
	}
	d, cartella := inCartella(t)
	metti(t, d, "abc")
	if err := os.WriteFile(filepath.Join(cartella, tenant, shaDiAbc), []byte("altro"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Accantona(t.Context(), tenant, shaDiAbc, tempo.Macchina().Add(time.Hour)); !errors.Is(err, ErrCorrotto) || len(file(t, cartella)) != 1 {
		t.Errorf("%v %v", err, file(t, cartella))
	}
}
