package misura

import (
	"math"
	"slices"
	"time"
)

// Percentile is the smallest value with at least p percent of the values at or below it (nearest
// rank): always a measured one. Values need no order; none at all give 0.
func Percentile(valori []time.Duration, p float64) time.Duration {
	if len(valori) == 0 {
		return 0
	}
	ordinati := slices.Sorted(slices.Values(valori))
	rango := int(math.Ceil(p / 100 * float64(len(ordinati))))
	return ordinati[min(max(rango, 1), len(ordinati))-1]
}

// Mediana is the middle value, or the mean of the two in the middle; 0 when there is none.
func Mediana(valori []float64) float64 {
	if len(valori) == 0 {
		return 0
	}
	ordinati := slices.Sorted(slices.Values(valori))
	mezzo := len(ordinati) / 2
	if len(ordinati)%2 == 1 {
		return ordinati[mezzo]
	}
	return (ordinati[mezzo-1] + ordinati[mezzo]) / 2
}

// Media is the mean of two.
func Media(a, b float64) float64 { return (a + b) / 2 }

// Millisecondi is a duration for the table.
func Millisecondi(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
