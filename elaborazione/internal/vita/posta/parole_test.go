package posta

import (
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// TestParole: an outcome that contradicts the fine is told in words, and no code.
func TestParole(t *testing.T) {
	t.Parallel()
	g := &giudice{Esito: Esito{Nome: "COMPIUTA_GIACENZA", Posizione: uuid.UUID{15: 1}, Fatto: calendario.MustParse("2026-03-08"), Canale: "POSTA_DEPOSITO"},
		noti: map[string]bool{}}
	g.noti[g.chiave("contro:")] = true
	if _, _, err := g.contraddetto(vita.Stato{}, "l'atto risulta notificato "+calendario.MustParse("2026-03-11").Detto("il")); err != nil {
		t.Fatal(err)
	}
	if g.giudizio.Testo != "La posta dice «compiuta giacenza» con CAD spedita l'08/03/2026, ma l'atto risulta notificato l'11/03/2026." {
		t.Error(g.giudizio.Testo)
	}
}
