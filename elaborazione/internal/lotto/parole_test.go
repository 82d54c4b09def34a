package lotto_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestParoleDegliStati: who is refused something reads where the lot is in words.
func TestParoleDegliStati(t *testing.T) {
	t.Parallel()
	viste := map[string]verbale.StatoLotto{}
	for _, s := range verbale.StatiLotto() {
		p := s.InFrase()
		if regexp.MustCompile(`[A-Z_]|sconosciuto`).MatchString(p) || viste[p] != "" {
			t.Errorf("%s: %q, as %s", s, p, viste[p])
		}
		viste[p] = s
	}
	b := nuovoBanco(t)
	b.conAtto(t, 1)
	id := uuid.MustParse(b.leggi(t, `SELECT id::text FROM lotto`)[0])
	_, err := b.Comanda(b.ctx, id, lotto.Riprova)
	if p := problem.As(err); p == nil || !strings.Contains(p.Dettaglio, "Il lotto è ancora aperto: non si può") {
		t.Error(err)
	}
}
