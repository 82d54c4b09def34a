package utilita

import (
	"encoding/json"
	"errors"
	"strconv"
	"testing"
)

func TestNumeroSiLeggePerEsteso(t *testing.T) {
	t.Parallel()
	for scritto, c := range map[string]struct {
		decimali int
		valore   int64
		ammesso  bool
	}{
		"66.5":                  {1, 665, true},
		"66.50":                 {1, 665, true},
		"66":                    {1, 660, true},
		"66.55":                 {1, 0, false},
		"-0.5":                  {1, -5, true},
		"-0":                    {0, 0, true},
		"8700":                  {0, 8700, true},
		"8700.00":               {0, 8700, true},
		"8700.5":                {0, 0, false},
		"1e3":                   {0, 0, false},
		"1E1000000000":          {0, 0, false},
		"99999999999999999":     {0, 99999999999999999, true},
		"-99999999999999999":    {0, -99999999999999999, true},
		"100000000000000000":    {0, 0, false},
		"9223372036854775808":   {0, 0, false},
		"0.1000000000000000001": {1, 0, false},
	} {
		t.Run(scritto, func(t *testing.T) {
			t.Parallel()
			if valore, motivo := Numero(scritto).scala(c.decimali); valore != c.valore || (motivo == "") != c.ammesso {
				t.Errorf("%d %q", valore, motivo)
			}
		})
	}
}

func TestNumeroRifiutaGliAltriTipiDiJSON(t *testing.T) {
	t.Parallel()
	for _, altro := range []string{`"5"`, `true`, `false`, `[5]`, `{"n":5}`} {
		var r struct {
			N *Numero `json:"n"`
		}
		err := json.Unmarshal([]byte(`{"n":`+altro+`}`), &r)
		if tipo, ok := errors.AsType[*json.UnmarshalTypeError](err); !ok || tipo.Field != "n" {
			t.Errorf("%s: %v", altro, err)
		}
	}
}

// FuzzNumero: what is read is what strconv reads, and nothing else is.
func FuzzNumero(f *testing.F) {
	for _, seme := range []string{"0", "-1", "66.5", "1e5", "00", "1.", ".5", "+1", "12345678901234567890"} {
		f.Add(seme)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var n Numero
		if json.Unmarshal([]byte(s), &n) != nil || n == "" {
			return
		}
		valore, motivo := n.scala(0)
		if atteso, err := strconv.ParseInt(string(n), 10, 64); err == nil && motivo == "" && valore != atteso {
			t.Errorf("%s: %d, want %d", s, valore, atteso)
		}
		if motivo != "" && valore != 0 {
			t.Errorf("%s: refused (%s) with the value %d", s, motivo, valore)
		}
	})
}
