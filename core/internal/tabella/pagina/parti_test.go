package pagina

import (
	"fmt"
	"testing"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// A long difference is shown a hundred rows at a time, each once, wherever an address says to begin.
func TestUnaDifferenzaLungaSiLeggeAPagine(t *testing.T) {
	t.Parallel()
	var r tabella.Rapporto
	for i := range 250 {
		r.Rapporto.Aggiunte = append(r.Rapporto.Aggiunte, foglio.Variazione{Chiave: fmt.Sprintf("%d/2027-01-01", i)})
	}
	viste := map[string]bool{}
	pagine := 0
	for da := 0; pagine == 0 || da > 0; pagine++ {
		p := Parti(r, func(parte string) int { return map[string]int{parteAggiunte: da}[parte] })[0]
		if p.Tutte != 250 || p.Da != da {
			t.Fatalf("page from %d: %d of %d", da, p.Da, p.Tutte)
		}
		for _, v := range p.Voci {
			viste[v.Codice] = true
		}
		da = p.successive()
	}
	if len(viste) != 250 || pagine != 3 {
		t.Errorf("%d rows in %d pages", len(viste), pagine)
	}
	for _, da := range []int{-1, 250, 1 << 40} {
		if p := Parti(r, func(string) int { return da })[0]; p.successive() > 0 && da > 0 {
			t.Errorf("from %d there is more: %+v", da, p)
		}
	}
}
