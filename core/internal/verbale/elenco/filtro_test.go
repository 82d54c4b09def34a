package elenco

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestNumeroComeSulVerbale(t *testing.T) {
	t.Parallel()
	casi := []struct {
		scritto string
		vuole   Filtro
		buono   bool
	}{
		{"", Filtro{}, true},
		{"123", Filtro{Numero: 123}, true},
		{"000123", Filtro{Numero: 123}, true},
		{"2026", Filtro{Numero: 2026}, true}, // alone it is a number
		{"123/2026", Filtro{Numero: 123, Anno: 2026}, true},
		{"2026/123", Filtro{Numero: 123, Anno: 2026}, true},
		{"2025/2026", Filtro{Numero: 2025, Anno: 2026}, true},
		{"123/a/2026", Filtro{Numero: 123, Lettera: "A", Anno: 2026}, true},
		{" 123 - ABC - 2026 ", Filtro{Numero: 123, Lettera: "ABC", Anno: 2026}, true},
		{"9999999999", Filtro{Numero: 9_999_999_999}, true},
		{"10000000000", Filtro{}, false},
		{"0", Filtro{}, false},
		{"-5", Filtro{Numero: 5}, true}, // a dash separates
		{"A", Filtro{}, false},
		{"123/ABCD", Filtro{}, false},
		{"123/A/B", Filtro{}, false},
		{"1/2", Filtro{}, false},
		{"1/2/3", Filtro{}, false},
		{"123/À", Filtro{}, false},
		{"12a", Filtro{}, false},
	}
	for _, c := range casi {
		t.Run(c.scritto, func(t *testing.T) {
			t.Parallel()
			f, err := LeggiFiltro(c.scritto, "", "")
			if c.buono != (err == nil) {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(c.vuole, f); diff != "" {
				t.Errorf("filter (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOgniPostoTornaUguale(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := Posto{
			Data: time.UnixMicro(rapid.Int64Range(0, 253_402_300_799_000_000).Draw(t, "micro")).UTC(),
			ID:   uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id")),
		}
		if p.ID == uuid.Nil {
			return // no place at all
		}
		ha, buono := LeggiPosto(p.String())
		if !buono || !ha.Data.Equal(p.Data) || ha.ID != p.ID {
			t.Fatalf("%+v comes back as %+v (%v)", p, ha, buono)
		}
	})
}

func FuzzLeggiFiltro(f *testing.F) {
	f.Add("123/A/2026", "ab 123 cd", Posto{Data: time.Unix(1, 0), ID: uuid.Max}.String())
	f.Add("\x00", strings.Repeat("ı", 100), "AAAA")
	f.Fuzz(func(t *testing.T, numero, targa, dopo string) {
		ha, err := LeggiFiltro(numero, targa, dopo)
		if err != nil {
			if problem.As(err) == nil {
				t.Errorf("an error that is not for the user: %v", err)
			}
			return
		}
		if ha.Numero < 0 || ha.Numero > 9_999_999_999 || len(ha.Targa) > 20 || len(ha.Lettera) > 3 || ha.Dopo.Data.Year() > 9999 {
			t.Errorf("filter %+v", ha)
		}
	})
}
