package sanzione_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

func TestLaTabellaFinisceConLAnno(t *testing.T) {
	t.Parallel()
	prima := sanzione.Iniziale()
	oggi, fine := calendario.MustParse("2026-11-23"), calendario.MustParse("2026-12-31")
	if g, c := prima.Fine(oggi); !c || g != fine {
		t.Errorf("finisce %s", g)
	}
	righe := prima.DaConfermare(oggi, fine)
	if len(righe) < 250 || len(prima.DaConfermare(oggi, fine.AddDays(-1))) != 0 {
		t.Errorf("%d righe entro la fine, %d prima", len(righe), len(prima.DaConfermare(oggi, fine.AddDays(-1))))
	}
	for _, s := range righe {
		if s.Penale || s.Ritirata() || s.Orizzonte != fine {
			t.Errorf("%s non ha importi da confermare", s.Chiave())
		}
	}
	if n := len(prima.DaConfermare(calendario.MustParse("2027-03-01"), fine)); n != len(righe) {
		t.Errorf("a table that is over: %d righe, want %d", n, len(righe))
	}
	dopo := aggiornata(t, prima, "2027-01-01", 18)
	if g, c := dopo.Fine(oggi); !c || g != calendario.MustParse("2028-12-31") {
		t.Errorf("dopo il decreto finisce %s, %d righe %v", g, len(dopo.DaConfermare(oggi, fine)), dopo.DaConfermare(oggi, fine))
	}
}

// Every day of a codice has one row at most, and Intervalli says the same as Cerca.
func TestIntervalli(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	for _, x := range tabella.Intervalli() {
		for _, g := range []calendario.Giorno{x.Dal, x.Al} {
			if g.IsZero() {
				g = calendario.MustParse("2030-01-01")
			}
			if s, c := tabella.Cerca(x.Riga.Codice, g); !c || s.ValidoDa != x.Riga.ValidoDa {
				t.Errorf("%s il %s: %v %s", x.Riga.Chiave(), g, c, s.Chiave())
			}
		}
		if s, c := tabella.Cerca(x.Riga.Codice, x.Dal.AddDays(-1)); c && s.ValidoDa == x.Riga.ValidoDa {
			t.Errorf("%s vale dal giorno prima", x.Riga.Chiave())
		}
	}
}
