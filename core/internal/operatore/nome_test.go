package operatore

import "testing"

// A character that is not ASCII is left as it is: no name becomes another's.
func TestIlNomeSiNormalizzaSoloInASCII(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, scritto, vuole string
		valido                 bool
	}{
		{"capitals", "Mario.ROSSI@Alfa", "mario.rossi@alfa", true},
		{"blanks around", " \tmario\r\n", "mario", true},
		{"a blank that does not break", "mario\u00a0", "mario\u00a0", false},
		{"the Kelvin sign", "mari\u212a", "mari\u212a", false},
		{"an accented capital", "NICOLÒ", "nicolÒ", false},
		{"bytes that are no text", "mario\xff", "mario\ufffd", false},
		{"nothing", "", "", false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if ha := Normalizza(c.scritto); ha != c.vuole || FormaValida(ha) != c.valido {
				t.Errorf("%q, a username %v; want %q, %v", ha, FormaValida(ha), c.vuole, c.valido)
			}
		})
	}
}
