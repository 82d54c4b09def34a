package deposito

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestIProvvisoriSonoQuelliDellaLibreria: a writer that never ends leaves a file of the name that is looked for; it is
// no document, and goes when nobody has touched it for long enough.
func TestIProvvisoriSonoQuelliDellaLibreria(t *testing.T) {
	t.Parallel()
	d, cartella := inCartella(t)
	metti(t, d, "abc")
	for _, chiave := range []string{tenant + "/" + shaDiAbc, tenant + "/" + shaDiAbc + accantonato} {
		w, err := d.bucket.NewWriter(t.Context(), chiave, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = w.Close() })
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(file(t, cartella)); n != 3 {
		t.Fatalf("%d file: chi scrive non ne lascia uno suo", n)
	}
	for _, c := range []struct {
		primaDi time.Time
		tolti   int
	}{{tempo.Macchina().Add(-time.Hour), 0}, {tempo.Macchina().Add(time.Hour), 2}, {tempo.Macchina().Add(time.Hour), 0}} {
		if tolti, err := d.TogliProvvisori(t.Context(), tenant, c.primaDi); err != nil || tolti != c.tolti {
			t.Errorf("%d %v, want %d", tolti, err, c.tolti)
		}
	}
	if resta := file(t, cartella); len(resta) != 1 || filepath.Base(resta[0]) != shaDiAbc {
		t.Error(resta)
	}
	for indirizzo, nome := range map[string]string{"mem://": tenant, "file://" + t.TempDir(): tenant} {
		if tolti, err := apri(t, indirizzo).TogliProvvisori(t.Context(), nome, tempo.Macchina()); err != nil || tolti != 0 {
			t.Errorf("%s: %d %v", indirizzo, tolti, err)
		}
	}
}
