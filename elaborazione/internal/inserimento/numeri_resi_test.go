package inserimento_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/permutazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// TestNumeriResi: an insertion that is recorded already, or refused, or waits for a person, leaves no gap
// in the notice numbers, however often it is sent.
func TestNumeriResi(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	qui := func(v *richiesta.Verbale) { v.Luogo.Civico = "12" }
	serie := func(v *richiesta.Verbale) { v.Numero, v.Lettera = "7", "X" }
	b.Inserisce(ctx, t, banco.UnVerbale("R-1", qui, serie))
	const volte = 60 // by two numbers: more than a block
	for i := range volte {
		if e := b.Inserisce(ctx, t, banco.UnVerbale("R-1", qui, serie)); e.Esito != verbaleins.GiaPresente {
			t.Fatalf("%+v", e)
		}
		if _, err := b.Soap.Inserisci(ctx, banco.UnVerbale("R-1", qui)); !problem.Is(err, "CONTENUTO_DIVERSO") {
			t.Fatal(err)
		}
		if _, err := b.Soap.Inserisci(ctx, banco.UnVerbale("R-2", serie)); !problem.Is(err, "NUMERO_GIA_USATO") {
			t.Fatal(err)
		}
		if e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("DOPPIO-%d", i), qui)); e.Procedura != "DA_VALIDARE" || len(e.Avvisi) != 0 {
			t.Fatalf("%+v", e)
		}
	}
	b.Inserisce(ctx, t, banco.UnVerbale("R-3"))
	i := b.Ufficio.Anagrafe.Of("alfa").Intervalli[0]
	var chiave []byte
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(ctx, `SELECT chiave FROM chiave_numeri`).Scan(&chiave); err != nil {
		t.Fatal(err)
	}
	ordine, err := permutazione.Nuovo(chiave, permutazione.Intervallo{Tipo: permutazione.Avvisi, ID: i.ID, Cifre: 12, Dal: new(int64)})
	if err != nil {
		t.Fatal(err)
	}
	var posizioni []int64
	for cifre := range strings.FieldsSeq(b.Elenca(t, "alfa", `SELECT string_agg(substr(numero_avviso, 5, 12), ' ') FROM avviso`)) {
		n, err := strconv.ParseInt(cifre, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := ordine.Posizione(n)
		posizioni = append(posizioni, p)
	}
	if slices.Sort(posizioni); !slices.Equal(posizioni, []int64{1, 2, 3, 4}) {
		t.Errorf("quattro avvisi di seguito: %v", posizioni)
	}
	if n := b.Conta(t, "alfa", `SELECT ultimo FROM numero_avviso`); n != 100 {
		t.Errorf("presi %d numeri", n)
	}
}

// TestNumeriResiInsieme: what comes back is given to one only, also while many ask.
func TestNumeriResiInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	intervalli := b.Ufficio.Anagrafe.Of("alfa").Intervalli
	var mu sync.Mutex
	var tenuti []string
	var g errgroup.Group
	for i := range 8 {
		g.Go(func() error {
			for j := range 50 {
				numeri, err := b.Archivio.NumeriAvviso(ctx, intervalli, 3)
				if err != nil {
					return err
				}
				if (i+j)%2 == 0 {
					b.Archivio.RendiNumeri(ctx, numeri)
					continue
				}
				mu.Lock()
				for _, n := range numeri {
					tenuti = append(tenuti, n.Numero)
				}
				mu.Unlock()
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(tenuti)
	if n := len(tenuti); n != 600 || len(slices.Compact(tenuti)) != n {
		t.Errorf("%d numeri tenuti, fra cui alcuni dati due volte", n)
	}
}

// TestNumeriResiAllaFineDellIntervallo: a request that finds too few numbers leaves them to a smaller one.
func TestNumeriResiAllaFineDellIntervallo(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	intervalli := b.Ufficio.Anagrafe.Of("alfa").Intervalli
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_avviso (intervallo, ultimo) VALUES ($1, 999999999999 - 1)`, intervalli[0].ID)
	if _, err := b.Archivio.NumeriAvviso(ctx, intervalli[:1], 2); !problem.Is(err, "INTERVALLO_ESAURITO") {
		t.Fatal(err)
	}
	if numeri, err := b.Archivio.NumeriAvviso(ctx, intervalli[:1], 1); err != nil || len(numeri) != 1 {
		t.Errorf("%d numeri, %v", len(numeri), err)
	}
}
