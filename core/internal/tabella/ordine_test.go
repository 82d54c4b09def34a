package tabella

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestOrdineDellePersone(t *testing.T) {
	t.Parallel()
	giusto := []string{"7-13/2021-01-01", "7-13/2025-01-01", "7-13-bis/2021-01-01", "8-1/2021-01-01", "126-7/2021-01-01", "126-bis-8/2021-01-01",
		"142-7/2021-01-01", "142-12/2021-01-01", "000001/1900-01-01", "100000/1900-01-01", "100001/1900-01-01", "L160/2020-01-01"}
	ha := slices.Clone(giusto)
	slices.Reverse(ha)
	slices.SortFunc(ha, func(a, b string) int { return strings.Compare(ordine(a), ordine(b)) })
	if !slices.Equal(ha, giusto) {
		t.Errorf("sorted %v", ha)
	}
}

func TestOrdineNonConfondeDueChiavi(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		forma := rapid.StringMatching(`[A-Za-z0-9/-]{0,12}`)
		a, b := forma.Draw(t, "a"), forma.Draw(t, "b")
		if (a == b) != (ordine(a) == ordine(b)) {
			t.Fatalf("%q and %q are %q and %q", a, b, ordine(a), ordine(b))
		}
	})
}
