package calendario_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// qualunque draws any day of the calendar.
func qualunque() *rapid.Generator[calendario.Giorno] {
	return rapid.Custom(func(t *rapid.T) calendario.Giorno {
		return calendario.MustParse("0001-01-01").AddDays(rapid.IntRange(0, 3652058).Draw(t, "giorno"))
	})
}

func TestGiornoInRoma(t *testing.T) {
	t.Parallel()
	casi := map[string]string{
		"2026-07-12T21:59:59Z":      "2026-07-12",
		"2026-07-12T22:00:00Z":      "2026-07-13", // ora legale: due ore avanti
		"2026-12-31T22:59:59Z":      "2026-12-31",
		"2026-12-31T23:00:00Z":      "2027-01-01", // ora solare: un'ora avanti
		"2026-09-10T00:30:00+02:00": "2026-09-10",
		"2026-09-10T08:00:00+14:00": "2026-09-09",
	}
	for istante, atteso := range casi {
		ora, err := time.Parse(time.RFC3339, istante)
		if err != nil {
			t.Fatal(err)
		}
		if got := calendario.Da(ora).String(); got != atteso {
			t.Errorf("Da(%s) = %s, atteso %s", istante, got, atteso)
		}
	}
	if !calendario.Da(time.Time{}).IsZero() {
		t.Error("l'istante zero deve dare nessun giorno")
	}
}

func TestGiornoTesti(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-11-09")
	if g.String() != "2026-11-09" || g.Italiano() != "09/11/2026" || g.Esteso() != "lunedì 9 novembre 2026" {
		t.Errorf("%s | %s | %s", g, g.Italiano(), g.Esteso())
	}
	if got := calendario.MustParse("2027-05-01").Esteso(); got != "sabato 1º maggio 2027" {
		t.Error(got)
	}
	var nessuno calendario.Giorno
	if nessuno.String() != "" || nessuno.Italiano() != "" || nessuno.Esteso() != "" || nessuno.Anno() != 0 {
		t.Error("nessun giorno si scrive vuoto")
	}
}

func TestGiornoRifiuta(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "2026-02-30", "2026-2-3", "26-02-03", "2026/02/03", " 2026-02-03", "2026-02-03 ",
		"2026-02-03T00:00:00Z", "0000-01-01", "10000-01-01", "2026-13-01", "2026-00-10", "٢٠٢٦-٠١-٠١"} {
		if _, err := calendario.Parse(s); !errors.Is(err, calendario.ErrGiorno) {
			t.Errorf("Parse(%q): %v", s, err)
		}
	}
	if _, err := calendario.Nuovo(2025, time.February, 29); !errors.Is(err, calendario.ErrGiorno) {
		t.Errorf("29 febbraio 2025: %v", err)
	}
	var g calendario.Giorno
	for _, s := range []string{`""`, `20260203`, `"2026-02-30"`, `{}`, `true`} {
		if err := json.Unmarshal([]byte(s), &g); !errors.Is(err, calendario.ErrGiorno) {
			t.Errorf("JSON %s: %v", s, err)
		}
	}
	if err := g.Scan(42); !errors.Is(err, calendario.ErrGiorno) {
		t.Errorf("Scan(42): %v", err)
	}
}

func TestGiornoColonna(t *testing.T) {
	t.Parallel()
	atteso := calendario.MustParse("2026-11-09")
	for _, valore := range []any{time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC), "2026-11-09", []byte("2026-11-09")} {
		var g calendario.Giorno
		if err := g.Scan(valore); err != nil || g != atteso {
			t.Errorf("Scan(%v) = %s, %v", valore, g, err)
		}
	}
	g := atteso
	if err := g.Scan(nil); err != nil || !g.IsZero() {
		t.Errorf("NULL: %s, %v", g, err)
	}
	if v, err := (calendario.Giorno{}).Value(); v != nil || err != nil {
		t.Errorf("nessun giorno si scrive NULL, non %v", v)
	}
}

func TestGiornoAddMonths(t *testing.T) {
	t.Parallel()
	casi := []struct {
		da     string
		mesi   int
		atteso string
	}{
		{"2026-08-31", 6, "2027-02-28"}, {"2027-08-31", 6, "2028-02-29"}, {"2026-01-15", 12, "2027-01-15"},
		{"2026-03-31", -1, "2026-02-28"}, {"9999-12-31", 6, "9999-12-31"}, {"0001-01-05", -1, "0001-01-05"},
	}
	for _, c := range casi {
		if got := calendario.MustParse(c.da).AddMonths(c.mesi).String(); got != c.atteso {
			t.Errorf("%s più %d mesi = %s, atteso %s", c.da, c.mesi, got, c.atteso)
		}
	}
}

func TestGiornoProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := qualunque().Draw(t, "g")
		dati, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		var letto calendario.Giorno
		if err := json.Unmarshal(dati, &letto); err != nil || letto != g {
			t.Fatalf("%s rilegge %s, %v", dati, letto, err)
		}
		valore, err := g.Value()
		if err != nil {
			t.Fatal(err)
		}
		if err := letto.Scan(valore); err != nil || letto != g {
			t.Fatalf("colonna %v rilegge %s, %v", valore, letto, err)
		}
		y, m, d := g.Date()
		if g.Weekday() != time.Date(y, m, d, 12, 0, 0, 0, time.UTC).Weekday() {
			t.Fatalf("%s cade di %s", g, g.Weekday())
		}
		if altro := qualunque().Draw(t, "altro"); g.AddDays(altro.DiffDays(g)) != altro || altro.Before(g) != g.After(altro) {
			t.Fatalf("differenza tra %s e %s", g, altro)
		}
	})
}

func TestGiornoAgliEstremi(t *testing.T) {
	t.Parallel()
	if got := calendario.MustParse("9999-12-31").AddDays(1 << 40).String(); got != "9999-12-31" {
		t.Error(got)
	}
	inizio := calendario.MustParse("0001-01-01")
	if inizio.AddDays(math.MaxInt).String() != "9999-12-31" || inizio.AddMonths(math.MaxInt).String() != "9999-12-01" ||
		inizio.AddDays(math.MinInt) != inizio || inizio.AddMonths(math.MinInt) != inizio {
		t.Error("un passo enorme si ferma alla fine del calendario")
	}
	if got := calendario.MustParse("0001-01-01").AddDays(-1).String(); got != "0001-01-01" {
		t.Error(got)
	}
	for secondi, atteso := range map[int64]string{1 << 48: "9999-12-31", -1 << 48: "0001-01-01", 253402300800: "9999-12-31"} {
		if got := calendario.Da(time.Unix(secondi, 0)).String(); got != atteso {
			t.Errorf("un istante oltre il calendario si ferma alla fine: %d dà %s", secondi, got)
		}
	}
	if !(calendario.Giorno{}).AddDays(3).IsZero() {
		t.Error("nessun giorno resta nessun giorno")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"2026-11-09", "2024-02-29", "2026-02-30", "0001-01-01", "9999-12-31", "", "2026-1-1", "\x002026-01-01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, err := calendario.Parse(s)
		if err != nil && !errors.Is(err, calendario.ErrGiorno) {
			t.Fatalf("errore senza tipo: %v", err)
		}
		if err == nil && g.String() != s {
			t.Fatalf("%q rilegge %q", s, g)
		}
	})
}
