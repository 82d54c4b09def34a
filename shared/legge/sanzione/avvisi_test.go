package sanzione_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// What a person reads who picks a row, sentence by sentence.
func TestAvvisi(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	for _, c := range []struct {
		codice, giorno string
		avvisi         []string
	}{
		{"153-10", "2026-05-01", nil},
		{"6-14-p2", "2026-05-01", []string{"Da verificare. Importo: il testo di Normattiva del 29/7/2026 riporta da 41 a 167 euro, le note alla L. 177/2024 da 42 a 173 euro.",
			"La sanzione si applica per ogni periodo di ventiquattro ore."}},
		{"7-14-p4", "2026-05-01", []string{"La sanzione si applica per ogni periodo intero trascorso, al massimo 4 volte."}},
		{"7-15-p1", "2026-05-01", []string{"La sanzione si applica per ogni periodo di ventiquattro ore.",
			"Alla sanzione si aggiunge la tariffa dell'intero periodo tariffario del giorno, senza sconto."}},
		{"158-2-d-bis-g-bis", "2026-05-01", []string{"Vale per le lettere d-bis e g-bis.", "La sanzione si applica per ogni giorno di calendario."}},
		{"146-3", "2026-05-01", []string{"Lo sconto del 30 % vale per la prima violazione: con un precedente nei termini non spetta.",
			"Comporta la sospensione breve della patente, secondo i punti rimasti al conducente (art. 218-ter CdS)."}},
		{"192-6-altri-obblighi", "2026-05-01", []string{"Lo sconto del 30 % non spetta a chi non si è fermato o ha rifiutato i documenti.",
			"Il pagamento in misura ridotta non spetta a chi non si è fermato o ha rifiutato i documenti."}},
		{"158-1", "2024-05-01", []string{"La riga è stata divisa: dopo il suo ultimo giorno si sceglie fra 158-1-altre, 158-1-f.", "La sanzione si applica per ogni giorno di calendario."}},
	} {
		s, vige := tabella.Cerca(c.codice, calendario.MustParse(c.giorno))
		if d := cmp.Diff(c.avvisi, s.Avvisi()); !vige || d != "" {
			t.Errorf("%s: %v\n%s", c.codice, vige, d)
		}
	}
	for _, s := range tabella.Tutte() {
		for _, a := range s.Avvisi() {
			if !strings.HasSuffix(a, ".") || strings.Contains(a, "..") || strings.Contains(a, "  ") {
				t.Errorf("%s: %q", s.Chiave(), a)
			}
		}
	}
	if a := (sanzione.Sanzione{PuntiIgnoti: true}).Avvisi(); len(a) != 1 || a[0] != "I punti della violazione non sono noti." {
		t.Errorf("%q", a)
	}
}

// The ceiling of the law takes what is claimed beyond it; a violation that counts once has no times.
func TestVolte(t *testing.T) {
	t.Parallel()
	tabella, giorno := sanzione.Iniziale(), calendario.MustParse("2026-05-01")
	for _, c := range []struct {
		codice       string
		volte, vuole int
		ammesse      bool
	}{
		{"153-10", 0, 0, true}, {"153-10", 1, 1, true}, {"153-10", 2, 1, false},
		{"7-14-p4", 3, 3, true}, {"7-14-p4", 4, 4, true}, {"7-14-p4", 5, 4, true}, {"158-2", 30, 30, true},
	} {
		s, _ := tabella.Cerca(c.codice, giorno)
		if n, ok := s.Volte(c.volte); n != c.vuole || ok != c.ammesse {
			t.Errorf("%s per %d volte: %d, %v", c.codice, c.volte, n, ok)
		}
	}
}
