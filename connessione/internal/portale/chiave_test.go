package portale

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// FuzzChiave: whatever the body, the key is refused with the fields at fault or is one that the
// database can hold.
func FuzzChiave(f *testing.F) {
	for _, seme := range []string{
		`{"numero":"42","lettera":"A","targa":"AB123CD"}`, `{"numero":42,"targa":"ab 123-cd","anno":2026}`,
		`{"numero":1e9}`, `{"numero":null,"targa":null}`, `{"numero":{},"targa":[]}`, `{"numero":"٤٢","targa":"ÀB"}`, `{}`, `[]`,
	} {
		f.Add([]byte(seme))
	}
	f.Fuzz(func(t *testing.T, corpo []byte) {
		var k Chiave
		if json.Unmarshal(corpo, &k) != nil {
			return
		}
		letta, err := k.leggi()
		if err != nil {
			if p := problem.As(err); p == nil || len(p.Campi) == 0 {
				t.Fatalf("%q: %v", corpo, err)
			}
			return
		}
		if letta.Numero < 1 || letta.Numero > 9_999_999_999 || len(letta.Lettera) > 3 || letta.Targa == "" ||
			!utf8.ValidString(letta.Targa) || targa.Normalizza(letta.Targa) != letta.Targa {
			t.Fatalf("%q: %+v", corpo, letta)
		}
	})
}

// FuzzConsulta: whatever the pair, it is refused with the fields at fault or is of digits and a plate.
func FuzzConsulta(f *testing.F) {
	for _, seme := range [][2]string{{"3010 1000 0000 0000 42", "AB 123 CD"}, {"01100000000000017", "ab123cd"}, {"", ""}, {"３０", "\x00"}, {"0-0-0", "Ä"}} {
		f.Add(seme[0], seme[1])
	}
	f.Fuzz(func(t *testing.T, iuv, plate string) {
		c, err := Consulta{IUV: iuv, Targa: plate}.leggi()
		if err != nil {
			if p := problem.As(err); p == nil || len(p.Campi) == 0 {
				t.Fatalf("%q %q: %v", iuv, plate, err)
			}
			return
		}
		if n := len(c.IUV); n != 17 && n != 15 || c.Targa == "" || targa.Normalizza(c.Targa) != c.Targa {
			t.Fatalf("%q %q: %+v", iuv, plate, c)
		}
	})
}
