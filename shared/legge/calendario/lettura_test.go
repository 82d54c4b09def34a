package calendario_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

func TestLeggiData(t *testing.T) {
	t.Parallel()
	casi := map[string]string{
		"2026-11-20": "2026-11-20", "20/11/2026": "2026-11-20", "20.11.2026": "2026-11-20", "20-11-2026": "2026-11-20",
		"20 novembre 2026": "2026-11-20", "1º novembre 2026": "2026-11-01", "1° novembre 2026": "2026-11-01",
		"primo novembre 2026": "2026-11-01", "1 novembre 2026": "2026-11-01", "01 NOVEMBRE 2026": "2026-11-01",
		"  20   Novembre\t2026 ": "2026-11-20", "1/2/2026": "2026-02-01", "29/02/2028": "2028-02-29",
		"venerdì 20 novembre 2026": "2026-11-20", "Venerdi 20 novembre 2026": "2026-11-20", "domenica 1º novembre 2026": "2026-11-01",
		"31/12/9999": "9999-12-31", "01/01/0001": "0001-01-01",
	}
	for testo, atteso := range casi {
		if got, err := calendario.LeggiData(testo); err != nil || got.String() != atteso {
			t.Errorf("LeggiData(%q) = %s, %v; atteso %s", testo, got, err, atteso)
		}
	}
}

func TestLeggiDataRifiuta(t *testing.T) {
	t.Parallel()
	for _, testo := range []string{
		"", " ", "20/11/26", "2026/11/20", "20/11-2026", "29/02/2026", "31 aprile 2026", "0/1/2026", "1/13/2026", "32 gennaio 2026",
		"20 nov 2026", "20 november 2026", "lunedì 20 novembre 2026", "2º novembre 2026", "20 11 2026", "+1/2/2026", "-1/2/2026",
		"1/ 2/2026", "1//2026", "001/2/2026", "1/2/02026", "٢٠/١١/٢٠٢٦", "2026-11-20T10:00:00Z", "20 novembre", "venerdì novembre 2026 20",
		strings.Repeat("1", 65), "20/11/2026/", "\x00", "20 novembre 2026 circa", "1/1/0000",
	} {
		if got, err := calendario.LeggiData(testo); !errors.Is(err, calendario.ErrGiorno) || !got.IsZero() {
			t.Errorf("LeggiData(%q) = %s, %v", testo, got, err)
		}
	}
}

func TestLeggiDataNonRipeteUnTestoLungo(t *testing.T) {
	t.Parallel()
	if _, err := calendario.LeggiData(strings.Repeat("9", 1<<20)); !errors.Is(err, calendario.ErrGiorno) || len(err.Error()) > 100 {
		t.Errorf("%v", err)
	}
}

func TestInLettere(t *testing.T) {
	t.Parallel()
	casi := map[string]string{
		"2026-11-20": "venti novembre duemilaventisei", "2027-05-01": "primo maggio duemilaventisette",
		"2026-01-23": "ventitré gennaio duemilaventisei", "2023-12-31": "trentuno dicembre duemilaventitré",
		"1999-08-08": "otto agosto millenovecentonovantanove", "2028-02-29": "ventinove febbraio duemilaventotto", "": "",
	}
	for giorno, atteso := range casi {
		var g calendario.Giorno
		if err := g.UnmarshalText([]byte(giorno)); err != nil {
			t.Fatal(err)
		}
		if got := g.InLettere(); got != atteso {
			t.Errorf("%s = %q, atteso %q", giorno, got, atteso)
		}
	}
}

// Every day of four centuries is read back as it was written; the properties draw from all the others.
func TestLeggiDataRileggeOgniGiorno(t *testing.T) {
	t.Parallel()
	for g := calendario.MustParse("1800-01-01"); g.Anno() < 2200; g = g.AddDays(1) {
		for _, scritto := range []string{g.Italiano(), g.String()} {
			if letto, err := calendario.LeggiData(scritto); err != nil || letto != g {
				t.Fatalf("%q rilegge %s, %v", scritto, letto, err)
			}
		}
	}
}

func TestLeggiDataRileggeIlGiornoEsteso(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := calendario.MustParse("1000-01-01").AddDays(rapid.IntRange(0, 3287181).Draw(t, "giorno"))
		altro := qualunque().Draw(t, "altro")
		if letto, err := calendario.LeggiData(altro.Italiano()); err != nil || letto != altro {
			t.Fatalf("%q rilegge %s, %v", altro.Italiano(), letto, err)
		}
		if letto, err := calendario.LeggiData(g.Esteso()); err != nil || letto != g {
			t.Fatalf("%q rilegge %s, %v", g.Esteso(), letto, err)
		}
		if (g.InLettere() == altro.InLettere()) != (g == altro) {
			t.Fatalf("%s e %s si scrivono %q", g, altro, g.InLettere())
		}
	})
}

// A text that is accepted is a day and reads back; one that is refused has its error and no day.
func FuzzLeggiData(f *testing.F) {
	for _, s := range []string{"2026-11-20", "20/11/2026", "20.11.2026", "20-11-2026", "1º novembre 2026", "venerdì 20 novembre 2026",
		"primo maggio 2027", "29/2/2027", "", "\xff\xfe", "K/İ/ſ", "1 2 3 4 5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, err := calendario.LeggiData(s)
		if err != nil {
			if !errors.Is(err, calendario.ErrGiorno) || !g.IsZero() {
				t.Fatalf("%q: %s, %v", s, g, err)
			}
			return
		}
		if riletto, err := calendario.LeggiData(g.Italiano()); err != nil || riletto != g || g.InLettere() == "" {
			t.Fatalf("%q dà %s e rilegge %s, %v", s, g, riletto, err)
		}
	})
}
