package interrogazione

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// repliche are sequences of one command in processes of their own, whose calls last so long at most.
func repliche(t *testing.T, chiamata time.Duration) (ctx context.Context, a, b Sequenza) {
	t.Helper()
	ambiente := testkit.NuovoAmbiente(t)
	o := tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
	nuova := func() Sequenza {
		return Sequenza{Store: Store{Pools: ambiente.Pools(t, "connessione")}, Adesso: o.Adesso, Attesa: 10 * time.Second, Chiamata: chiamata}
	}
	return tenant.With(t.Context(), ambiente.Tenant("alfa")), nuova(), nuova()
}

// TestIlTurnoDuraPiuDellaChiamata: a replica that holds its turn may call for as long as a call lasts, and the other waits; one that has
// taken longer to get ready finds that the turn is another's, does not call, and takes nothing away by giving up.
func TestIlTurnoDuraPiuDellaChiamata(t *testing.T) {
	t.Parallel()
	const chiamata = 300 * time.Millisecond
	ctx, a, b := repliche(t, chiamata)
	primo, err := a.Prossima(ctx, "anpr", "")
	if err != nil {
		t.Fatal(err)
	}
	chiama, fine, err := primo.Tieni(ctx)
	if err != nil {
		t.Fatal(err)
	}
	<-chiama.Done() // a call that lasts as long as it may
	fine()
	inAttesa := b
	inAttesa.Attesa = 50 * time.Millisecond
	if _, err := inAttesa.Prossima(ctx, "anpr", ""); !errors.Is(err, esterno.ErrSaturated) {
		t.Fatalf("the other replica got the turn of a call that may still be arriving: %v", err)
	}
	secondo, err := b.Prossima(ctx, "anpr", "") // after the margin: the first has died, or sleeps
	if err != nil || secondo.Numero <= primo.Numero {
		t.Fatalf("%q after %q: %v", secondo.Numero, primo.Numero, err)
	}
	if _, _, err := primo.Tieni(ctx); !errors.Is(err, turno.ErrPerso) {
		t.Errorf("the first would call out of its turn: %v", err)
	}
	primo.Lascia()
	if _, fine, err := secondo.Tieni(ctx); err != nil {
		t.Errorf("the first gave away the turn of the second: %v", err)
	} else {
		fine()
	}
	secondo.Lascia()
	terzo, err := a.Prossima(ctx, "anpr", primo.Numero)
	if err != nil || terzo.Numero != primo.Numero {
		t.Errorf("%q, asked for again as %q: %v", terzo.Numero, primo.Numero, err)
	}
	terzo.Lascia()
}

// TestINumeriCrescono: over replicas every number is given once, and those that need no turn do not wait for one.
func TestINumeriCrescono(t *testing.T) {
	t.Parallel()
	ctx, a, b := repliche(t, 5*time.Second)
	tenuto, err := a.Prossima(ctx, "anpr", "")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	visti, g := map[string]bool{tenuto.Numero: true}, sync.WaitGroup{}
	for i := range 20 {
		s := []Sequenza{a, b}[i%2]
		g.Go(func() {
			numero, err := s.Numero(ctx, "anpr")
			mu.Lock()
			defer mu.Unlock()
			if err != nil || visti[numero] || numero < tenuto.Numero {
				t.Errorf("%q: %v", numero, err)
			}
			visti[numero] = true
		})
	}
	g.Wait()
	if _, fine, err := tenuto.Tieni(ctx); err != nil {
		t.Error(err)
	} else {
		fine()
	}
	tenuto.Lascia()
	ultimo, err := b.Prossima(ctx, "anpr", "")
	if err != nil || visti[ultimo.Numero] {
		t.Errorf("%q %v", ultimo.Numero, err)
	}
}
