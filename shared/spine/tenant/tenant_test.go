package tenant_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// fonte is a platform behaving as told, which counts its readings.
type fonte struct {
	mu      sync.Mutex
	tutti   []tenant.Tenant
	guasto  error
	letture int
	prima   func(n int) // called before the n-th answer
}

func (f *fonte) Tenant(ctx context.Context) ([]tenant.Tenant, error) {
	f.mu.Lock()
	f.letture++
	n, tutti, guasto, prima := f.letture, f.tutti, f.guasto, f.prima
	f.mu.Unlock()
	if prima != nil {
		prima(n)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return tutti, guasto
}

func (f *fonte) imposta(g func(*fonte)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	g(f)
}

func (f *fonte) quante() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.letture
}

func attivo(nome string) tenant.Tenant { return tenant.Tenant{Nome: nome, Stato: tenant.Active} }

func prepara(nomi ...string) (*tenant.Directory, *fonte, *tempo.Orologio) {
	f := &fonte{}
	for _, n := range nomi {
		f.tutti = append(f.tutti, attivo(n))
	}
	ora := tempo.Fisso(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	return tenant.NewDirectory(f, ora.Adesso), f, ora
}

func TestNames(t *testing.T) {
	t.Parallel()
	for nome, atteso := range map[string]string{
		"alfa": "alfa", "ALFA": "alfa", "a1": "a1", "comune-di-x": "comune-di-x", "a" + strings.Repeat("b", 29): "a" + strings.Repeat("b", 29),
		"": "", "a": "", "1a": "", "-a": "", "a_b": "", "a b": "", " alfa": "", "alfa\n": "", "al.fa": "", "al/fa": "", "al'fa": "", `al"fa`: "",
		"alfa\x00": "", "a" + strings.Repeat("b", 30): "", strings.Repeat("a", 5000): "", "alfà": "", "\u212aappa": "", "al*": "", "al>": "",
		"piattaforma": "", "Piattaforma": "", "postgres": "", "template0": "", "TEMPLATE1": "", "nats": "", "Ruoli": "",
	} {
		avuto, ok := tenant.Normalize(nome)
		if ok != (atteso != "") || ok && avuto != atteso {
			t.Errorf("%.40q: %q %v", nome, avuto, ok)
		}
	}
}

func FuzzNormalizza(f *testing.F) {
	for _, s := range []string{"alfa", "ALFA-1", "piattaforma", "\u212aappa", "İstanbul", "a\x00b", "a'; DROP DATABASE x; --"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, nome string) {
		n, ok := tenant.Normalize(nome)
		if !ok {
			return
		}
		if !strings.EqualFold(n, nome) || len(n) < 2 || len(n) > 30 || n == tenant.Platform || strings.ContainsAny(n, ".*> \x00'\"/") {
			t.Fatalf("%q became %q", nome, n)
		}
		if ancora, ok := tenant.Normalize(n); !ok || ancora != n {
			t.Fatalf("%q is not stable: %q", n, ancora)
		}
	})
}

func TestUnknownNameIsAskedOnceInFiveSeconds(t *testing.T) {
	t.Parallel()
	r, f, ora := prepara("alfa")
	cerca := func(nome string, noto bool, letture int) {
		t.Helper()
		_, err := r.Find(t.Context(), nome)
		if noto != (err == nil) || err != nil && !problem.Is(err, "TENANT_SCONOSCIUTO") || f.quante() != letture {
			t.Fatalf("%s: %v after %d readings", nome, err, f.quante())
		}
	}
	cerca("alfa", true, 1)
	cerca("ALFA", true, 1)
	cerca("beta", false, 2)
	f.imposta(func(f *fonte) { f.tutti = append(f.tutti, attivo("beta")) })
	ora.Avanza(4999 * time.Millisecond)
	cerca("beta", false, 2)
	ora.Avanza(time.Millisecond)
	cerca("beta", true, 3)
	cerca("no way", false, 3) // no name at all: nobody is asked
}

func TestFactOfANewTenantEndsTheNegativeAnswer(t *testing.T) {
	t.Parallel()
	r, f, _ := prepara()
	if _, err := r.Find(t.Context(), "beta"); !problem.Is(err, "TENANT_SCONOSCIUTO") {
		t.Fatal(err)
	}
	f.imposta(func(f *fonte) { f.tutti = []tenant.Tenant{attivo("beta")} })
	if err := r.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Find(t.Context(), "beta"); err != nil {
		t.Error(err)
	}
}

func TestInventedNamesCauseFewReadings(t *testing.T) {
	t.Parallel()
	r, f, ora := prepara("alfa")
	for i := range 25_000 {
		if _, err := r.Find(t.Context(), fmt.Sprintf("nome-%d", i)); !problem.Is(err, "TENANT_SCONOSCIUTO") {
			t.Fatal(err)
		}
	}
	if n := f.quante(); n > 10 {
		t.Errorf("25,000 names caused %d readings", n)
	}
	if _, err := r.Find(t.Context(), "alfa"); err != nil {
		t.Errorf("a tenant was thrown out: %v", err)
	}
	ora.Avanza(5 * time.Second)
	prima := f.quante()
	if _, _ = r.Find(t.Context(), "nuovo"); f.quante() != prima+1 {
		t.Error("five seconds later nobody is asked")
	}
}

func TestManyAskingForOneNameReadOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, f, _ := prepara("alfa")
		avanti := make(chan struct{})
		f.prima = func(int) { <-avanti }
		var gruppo sync.WaitGroup
		for range 50 {
			gruppo.Go(func() {
				if _, err := r.Find(t.Context(), "beta"); !problem.Is(err, "TENANT_SCONOSCIUTO") {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		close(avanti)
		gruppo.Wait()
		if f.quante() != 1 {
			t.Errorf("%d readings", f.quante())
		}
	})
}

func TestSlowReadingNeverOverwritesANewerOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, f, _ := prepara("alfa")
		lenta := make(chan struct{})
		f.prima = func(n int) {
			if n == 1 {
				<-lenta // the first reading has its rows and is slow to give them
			}
		}
		var gruppo sync.WaitGroup
		gruppo.Go(func() { _ = r.Refresh(t.Context()) })
		synctest.Wait()
		f.imposta(func(f *fonte) { f.tutti = append(f.tutti, attivo("beta")) })
		gruppo.Go(func() { _ = r.Refresh(t.Context()) })
		synctest.Wait()
		close(lenta)
		gruppo.Wait()
		if n := len(r.Active()); n != 2 {
			t.Errorf("%d tenants: the older reading won", n)
		}
	})
}

func TestWaitingForAReadingEndsWithTheCaller(t *testing.T) {
	t.Parallel()
	r, f, _ := prepara()
	avanti, dentro := make(chan struct{}), make(chan struct{})
	f.prima = func(int) { close(dentro); <-avanti }
	fatto := make(chan error)
	go func() { fatto <- r.Refresh(context.WithoutCancel(t.Context())) }()
	<-dentro
	ctx, via := context.WithCancel(t.Context())
	via()
	if _, err := r.Find(ctx, "beta"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	close(avanti)
	if err := <-fatto; err != nil {
		t.Error(err)
	}
}

func TestFailedReading(t *testing.T) {
	t.Parallel()
	r, f, ora := prepara("alfa")
	guasto := problem.NonDisponibile("BANCA_DATI_NON_DISPONIBILE", "via")
	f.guasto = guasto
	for range 30 { // also when the readings of unknown names are used up, nobody is told that it does not exist
		if _, err := r.Find(t.Context(), "alfa"); problem.As(err) == nil || problem.As(err).Kind != problem.Unavailable {
			t.Fatalf("never read, and the answer is %v", err)
		}
	}
	if r.Ready() || len(r.Active()) != 0 {
		t.Error("ready without a reading")
	}
	ora.Avanza(5 * time.Second)
	f.imposta(func(f *fonte) { f.guasto = nil })
	if _, err := r.Find(t.Context(), "alfa"); err != nil || !r.Ready() {
		t.Fatal(err)
	}
	f.imposta(func(f *fonte) { f.guasto = guasto })
	if err := r.Refresh(t.Context()); !errors.Is(err, guasto) {
		t.Errorf("%v", err)
	}
	if _, err := r.Find(t.Context(), "alfa"); err != nil {
		t.Errorf("a failed reading lost what was known: %v", err)
	}
}

func TestSuspendedTenant(t *testing.T) {
	t.Parallel()
	r, f, _ := prepara("beta", "alfa")
	f.tutti = append(f.tutti, tenant.Tenant{Nome: "fermo", Stato: tenant.Suspended}, tenant.Tenant{Nome: "strano", Stato: "ALTRO"})
	var visti []int
	r.OnChange(func(tutti []tenant.Tenant) { visti = append(visti, len(tutti)) })
	for range 2 {
		if err := r.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, nome := range []string{"fermo", "strano"} {
		if _, err := r.Find(t.Context(), nome); !problem.Is(err, "TENANT_SOSPESO") {
			t.Errorf("%s: %v", nome, err)
		}
	}
	if diff := cmp.Diff([]tenant.Tenant{attivo("alfa"), attivo("beta")}, r.Active()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{4, 4}, visti); diff != "" {
		t.Error(diff)
	}
}

func TestTenantOfTheContext(t *testing.T) {
	t.Parallel()
	if _, ok := tenant.From(t.Context()); ok {
		t.Error("an empty context has a tenant")
	}
	if x, ok := tenant.From(tenant.With(t.Context(), attivo("alfa"))); !ok || x.Nome != "alfa" {
		t.Errorf("%+v", x)
	}
}
