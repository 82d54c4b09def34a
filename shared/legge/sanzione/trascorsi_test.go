package sanzione_test

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// TestTrascorsi: a day of the calendar begins at midnight in Rome, a span of 24 hours where the violation did; the night on
// which the clocks change is an hour longer or shorter.
func TestTrascorsi(t *testing.T) {
	t.Parallel()
	roma := func(mese time.Month, giorno, ora, minuto int) time.Time {
		return time.Date(2026, mese, giorno, ora, minuto, 0, 0, calendario.Roma())
	}
	for _, c := range []struct {
		regola   string
		modo     sanzione.Modo
		da, fino time.Time
		vuole    int
	}{
		{"due giorni di calendario in dieci minuti", sanzione.PerGiorno, roma(11, 12, 23, 55), roma(11, 13, 0, 5), 2},
		{"un giorno di calendario in ventitré ore", sanzione.PerGiorno, roma(11, 12, 0, 30), roma(11, 12, 23, 30), 1},
		{"ventiquattro ore non ancora compiute", sanzione.PerOre24, roma(11, 12, 10, 0), roma(11, 13, 9, 59), 1},
		{"due volte ventiquattro ore", sanzione.PerOre24, roma(11, 12, 10, 0), roma(11, 14, 10, 0), 2},
		{"la notte di ottobre ha un'ora in più", sanzione.PerOre24, roma(10, 24, 12, 0), roma(10, 26, 11, 0), 2},
		{"la notte di marzo ne ha una in meno", sanzione.PerOre24, roma(3, 28, 12, 0), roma(3, 30, 12, 0), 1},
		{"periodi del luogo: le ore intere", sanzione.PerPeriodo, roma(11, 12, 10, 0), roma(11, 12, 13, 30), 3},
		{"una volta almeno", sanzione.PerOre24, roma(11, 12, 10, 0), roma(11, 12, 9, 0), 1},
	} {
		if n := c.modo.Trascorsi(c.da, c.fino); n != c.vuole {
			t.Errorf("%s: %d", c.regola, n)
		}
	}
}
