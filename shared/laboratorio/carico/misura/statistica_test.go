package misura

import (
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	t.Parallel()
	cento := make([]time.Duration, 100)
	for i := range cento {
		cento[len(cento)-1-i] = time.Duration(i+1) * time.Millisecond
	}
	for _, c := range []struct {
		nome   string
		valori []time.Duration
		p      float64
		atteso time.Duration
	}{
		{"the median of an even number is the lower middle, a value that was measured", []time.Duration{4, 1, 3, 2}, 50, 2},
		{"half of a hundred values is the fiftieth", cento, 50, 50 * time.Millisecond},
		{"p99 of a hundred values is the ninety-ninth, not the largest", cento, 99, 99 * time.Millisecond},
		{"p100 is the largest", cento, 100, 100 * time.Millisecond},
		{"p0 is the smallest", cento, 0, time.Millisecond},
		{"p99 of few values is the largest", []time.Duration{5, 9, 7}, 99, 9},
		{"one value is every percentile", []time.Duration{7}, 1, 7},
		{"no values give zero", nil, 99, 0},
	} {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			if v := Percentile(c.valori, c.p); v != c.atteso {
				t.Errorf("p%v of %v = %v, want %v", c.p, c.valori, v, c.atteso)
			}
		})
	}
	if cento[0] != 100*time.Millisecond {
		t.Error("the caller's values were put in order")
	}
}

func TestMediana(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		nome   string
		valori []float64
		atteso float64
	}{
		{"the middle one of three, whatever their order", []float64{1.1, 0.7, 0.9}, 0.9},
		{"the mean of the two in the middle", []float64{4, 1, 3, 2}, 2.5},
		{"one round is its own median", []float64{0.8}, 0.8},
		{"no rounds give zero", nil, 0},
	} {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			if v := Mediana(c.valori); v != c.atteso {
				t.Errorf("median of %v = %v, want %v", c.valori, v, c.atteso)
			}
		})
	}
}
