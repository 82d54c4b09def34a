package utilita

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

func TestMomentoDiRoma(t *testing.T) {
	t.Parallel()
	for scritto, c := range map[string]struct{ giorno, ora string }{
		"2026-05-07":                    {"2026-05-07", ""},
		"2026-05-07T22:10":              {"2026-05-07", "2026-05-07T20:10:00Z"},
		"2026-05-07T22:10:30.5":         {"2026-05-07", "2026-05-07T20:10:30.5Z"},
		"2026-01-07T22:10":              {"2026-01-07", "2026-01-07T21:10:00Z"},
		"2026-05-07T22:30Z":             {"2026-05-08", "2026-05-07T22:30:00Z"},
		"2026-05-07T22:10:00-05:00":     {"2026-05-08", "2026-05-08T03:10:00Z"},
		"2026-03-29T01:59":              {"2026-03-29", "2026-03-29T00:59:00Z"},
		"2026-03-29T03:00":              {"2026-03-29", "2026-03-29T01:00:00Z"},
		"2026-03-29T02:30Z":             {"2026-03-29", "2026-03-29T02:30:00Z"},
		"2026-10-25T02:30":              {"2026-10-25", ""}, // twice: the instant is one of the two
		"0001-01-01":                    {"0001-01-01", ""},
		"9999-12-31":                    {"9999-12-31", ""},
		"2026-03-29T02:00":              {},
		"2026-03-29T02:59:59":           {},
		"2026-02-30":                    {},
		"2026-02-30T10:00":              {},
		"2026-05-07T24:00":              {},
		"2026-05-07 22:10":              {},
		"2026-05-07T22":                 {},
		"2026-05-07T22:10+2":            {},
		"07/05/2026":                    {},
		"0000-12-31":                    {},
		"9999-12-31T23:59Z":             {}, // already the year 10000 in Rome
		"2026-05-07T22:10:00Z trailing": {},
		"":                              {},
	} {
		t.Run(scritto, func(t *testing.T) {
			t.Parallel()
			m, motivo := leggiMomento(scritto)
			if m.giorno.String() != c.giorno || (motivo == "") != (c.giorno != "") {
				t.Fatalf("%v %q", m, motivo)
			}
			if c.ora != "" && m.ora.UTC().Format(time.RFC3339Nano) != c.ora {
				t.Errorf("%s", m.ora.UTC().Format(time.RFC3339Nano))
			}
		})
	}
}

// FuzzMomento: nothing panics, and a moment that is read is on its day in Rome.
func FuzzMomento(f *testing.F) {
	for _, seme := range []string{"2026-05-07", "2026-05-07T22:10", "2026-03-29T02:30", "9999-12-31T23:59Z", "2026-05-07T22:10:00.123456789-11:59", "T"} {
		f.Add(seme)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, motivo := leggiMomento(s)
		if (motivo == "") == m.giorno.IsZero() {
			t.Fatalf("%q: %v %q", s, m, motivo)
		}
		if !m.ora.IsZero() && calendario.Da(m.ora) != m.giorno {
			t.Errorf("%q: %v is not on %v", s, m.ora, m.giorno)
		}
	})
}
