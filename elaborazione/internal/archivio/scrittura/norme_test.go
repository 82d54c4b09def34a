package scrittura

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
)

// TestNorme: the letter of a violation is told with its article.
func TestNorme(t *testing.T) {
	t.Parallel()
	var n conseguenze.Nuovo
	n.Violazioni = make([]conseguenze.Violazione, 1)
	n.Violazioni[0].Articolo, n.Violazioni[0].Comma, n.Violazioni[0].Lettera = "158", "2", "h"
	articoli, norme := norme(n)
	if !slices.Equal(articoli, []string{"158"}) || !slices.Equal(norme, []string{"158 c. 2 lett. h"}) {
		t.Error(articoli, norme)
	}
}
