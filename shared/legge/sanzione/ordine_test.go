package sanzione

import (
	"slices"
	"testing"
)

// As the Code counts: numbers by value, Latin suffixes in their order, laws outside the Code last.
func TestNumerazione(t *testing.T) {
	t.Parallel()
	ordine := []string{"", "2", "2-bis", "2-bis.1", "9", "9-bis", "9-ter", "9-quater", "9-quinquies", "9-sexies", "9-septies", "9-octies",
		"9-novies", "9-decies", "9-undecies", "9-terdecies", "9-quinquiesdecies", "9-duodevicies", "9-vicies", "9-vicies-quater", "10",
		"126", "126-bis", "75000", "99999999999999999999", "L160/2019", "a", "b"}
	for i, a := range ordine {
		for k, b := range ordine {
			if got := numerazione(a, b); got < 0 != (i < k) || got > 0 != (i > k) {
				t.Errorf("%q e %q: %d", a, b, got)
			}
		}
	}
	if !slices.IsSortedFunc(ordine, numerazione) {
		t.Error("l'ordine non è un ordine")
	}
}
