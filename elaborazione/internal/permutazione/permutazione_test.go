package permutazione_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/permutazione"
)

func potenza(cifre int) int64 {
	n := int64(1)
	for range cifre {
		n *= 10
	}
	return n
}

func ordine(tb testing.TB, seme byte, i permutazione.Intervallo) permutazione.Ordine {
	tb.Helper()
	o, err := permutazione.Nuovo(bytes.Repeat([]byte{seme}, 32), i)
	if err != nil {
		tb.Fatal(err)
	}
	return o
}

// TestOgniNumeroUnaVolta takes small ranges whole: every position has a number of its own, from 1 to the last of the range
// without those left to the old order, and the number gives the position back.
func TestOgniNumeroUnaVolta(t *testing.T) {
	t.Parallel()
	for cifre := 1; cifre <= 4; cifre++ {
		n := potenza(cifre)
		for _, dal := range []int64{0, 1, 2, 7, n / 3, n - 3, n - 2, n - 1, n, 5 * n} {
			o := ordine(t, 1, permutazione.Intervallo{Tipo: permutazione.Avvisi, ID: 3, Cifre: cifre, Dal: &dal})
			dati := map[int64]bool{}
			for p := int64(1); p < n; p++ {
				numero, ok := o.Numero(p)
				if p > o.Ultima() {
					if ok {
						t.Fatalf("%d cifre dal %d: la posizione %d ha il numero %d", cifre, dal, p, numero)
					}
					continue
				}
				if !ok || numero < 1 || numero >= n || dati[numero] || p <= dal && numero != p {
					t.Fatalf("%d cifre dal %d: posizione %d, numero %d, %v, già dato: %v", cifre, dal, p, numero, ok, dati[numero])
				}
				dati[numero] = true
				if indietro, ok := o.Posizione(numero); !ok || indietro != p {
					t.Fatalf("%d cifre dal %d: il numero %d è della posizione %d, non %d", cifre, dal, numero, indietro, p)
				}
			}
			riserva := n - 1 - int64(len(dati))
			if dal == 0 && riserva != 0 || riserva > n/1000 {
				t.Errorf("%d cifre dal %d: %d numeri non dati", cifre, dal, riserva)
			}
			for r := dal + 1; r <= min(dal+riserva, n-1); r++ {
				if p, ok := o.Posizione(r); dati[r] || !ok || p != r {
					t.Errorf("%d cifre dal %d: il numero %d, lasciato all'ordine di prima, è della posizione %d, %v", cifre, dal, r, p, ok)
				}
			}
			for _, fuori := range []int64{-1, 0, n, n + 1} {
				if _, ok := o.Posizione(fuori); ok {
					t.Errorf("il numero %d è dell'intervallo", fuori)
				}
				if _, ok := o.Numero(fuori); ok {
					t.Errorf("la posizione %d è dell'intervallo", fuori)
				}
			}
		}
	}
}

// TestInverso tries ranges of every size, in use or not.
func TestInverso(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cifre := rapid.IntRange(1, 18).Draw(t, "cifre")
		dal := rapid.Int64Range(0, potenza(cifre)-2).Draw(t, "dal")
		i := permutazione.Intervallo{Tipo: rapid.SampledFrom([]string{permutazione.Avvisi, permutazione.AG}).Draw(t, "tipo"),
			ID: rapid.Int64().Draw(t, "id"), Cifre: cifre, Dal: &dal}
		o, err := permutazione.Nuovo(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "chiave"), i)
		if err != nil {
			t.Fatal(err)
		}
		p := rapid.Int64Range(1, o.Ultima()).Draw(t, "posizione")
		numero, ok := o.Numero(p)
		if !ok || numero < 1 || numero >= potenza(cifre) || p > dal && numero <= dal {
			t.Fatalf("posizione %d: numero %d, %v", p, numero, ok)
		}
		if indietro, ok := o.Posizione(numero); !ok || indietro != p {
			t.Fatalf("numero %d: posizione %d, %v, non %d", numero, indietro, ok, p)
		}
	})
}

// TestNonSiIndovina: neighbours in the order are far from each other, and another key, range or kind is another order.
func TestNonSiIndovina(t *testing.T) {
	t.Parallel()
	zero := int64(0)
	i := permutazione.Intervallo{Tipo: permutazione.Avvisi, ID: 1, Cifre: 12, Dal: &zero}
	o := ordine(t, 1, i)
	altri := map[string]permutazione.Ordine{"chiave": ordine(t, 2, i)}
	i.ID = 2
	altri["intervallo"] = ordine(t, 1, i)
	i.ID, i.Tipo = 1, permutazione.AG
	altri["tipo"] = ordine(t, 1, i)
	const quanti = 10_000
	var prima, somma, crescenti int64
	for p := int64(1); p <= quanti; p++ {
		n, _ := o.Numero(p)
		if d := n - prima; d > 0 {
			crescenti++
		}
		if d := n - prima; -1_000_000 < d && d < 1_000_000 && p > 1 {
			somma++
		}
		prima = n
		for nome, altro := range altri {
			if m, _ := altro.Numero(p); m == n {
				t.Errorf("posizione %d: lo stesso numero con un'altra %s", p, nome)
			}
		}
	}
	// A neighbour within a million is one in half a million; half of the steps go up, with a deviation of 0.3 %.
	if somma > 2 || crescenti < quanti*48/100 || crescenti > quanti*52/100 {
		t.Errorf("%d vicini, %d passi in su di %d", somma, crescenti, quanti)
	}
}

// TestFermo fixes an order: numbers on paper depend on it for ever.
func TestFermo(t *testing.T) {
	t.Parallel()
	zero, mille := int64(0), int64(1000)
	for _, c := range []struct {
		i      permutazione.Intervallo
		p      int64
		numero int64
	}{
		{permutazione.Intervallo{Tipo: permutazione.Avvisi, ID: 1, Cifre: 12, Dal: &zero}, 1, 703721802668},
		{permutazione.Intervallo{Tipo: permutazione.Avvisi, ID: 1, Cifre: 12, Dal: &mille}, 1001, 927060060172},
		{permutazione.Intervallo{Tipo: permutazione.AG, ID: 7, Cifre: 3, Dal: &zero}, 1, 815},
		{permutazione.Intervallo{Tipo: permutazione.AG, ID: 7, Cifre: 3}, 500, 500},
	} {
		if n, ok := ordine(t, 9, c.i).Numero(c.p); !ok || n != c.numero {
			t.Errorf("%+v: la posizione %d ha il numero %d, non %d", c.i, c.p, n, c.numero)
		}
	}
}

func TestChiaveOIntervalloCattivi(t *testing.T) {
	t.Parallel()
	meno := int64(-1)
	for nome, i := range map[string]permutazione.Intervallo{"senza cifre": {}, "troppe cifre": {Cifre: 19}, "dal negativo": {Cifre: 3, Dal: &meno}} {
		if _, err := permutazione.Nuovo(make([]byte, 32), i); err == nil {
			t.Errorf("%s: nessun errore", nome)
		}
	}
	if _, err := permutazione.Nuovo(make([]byte, 16), permutazione.Intervallo{Cifre: 3}); err == nil {
		t.Error("chiave corta: nessun errore")
	}
}

func BenchmarkNumero(b *testing.B) {
	zero := int64(0)
	o := ordine(b, 1, permutazione.Intervallo{Cifre: 12, Dal: &zero})
	p := int64(0)
	for b.Loop() {
		p++
		o.Numero(p)
	}
}
