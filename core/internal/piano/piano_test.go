package piano

import (
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func TestUnTermineVicinoSiSegna(t *testing.T) {
	t.Parallel()
	oggi := calendario.MustParse("2026-11-29")
	for entro, vuole := range map[string]struct {
		scade bool
		detto string
	}{
		"2026-11-28": {true, "passato da 1 giorno"}, "2026-11-20": {true, "passato da 9 giorni"}, "2026-11-29": {true, "è oggi"},
		"2026-11-30": {true, "è domani"}, "2026-12-06": {true, "fra 7 giorni"}, "2026-12-07": {false, "fra 8 giorni"},
	} {
		r := Riga{Entro: calendario.MustParse(entro)}
		if r.Scade(oggi) != vuole.scade || r.Mancano(oggi) != vuole.detto {
			t.Errorf("%s: %v %q", entro, r.Scade(oggi), r.Mancano(oggi))
		}
	}
	if r := (Riga{}); r.Scade(oggi) || r.Mancano(oggi) != "" {
		t.Error("what has left has no term")
	}
}

func TestUnSegnapostoSiRilegge(t *testing.T) {
	t.Parallel()
	id := uuid.MustParse("018f0000-0000-7000-8000-000000000001")
	for _, p := range []posto{{}, {Posizione: id}, {Entro: calendario.MustParse("2026-12-01"), Posizione: id}} {
		if letto, ok := leggiPosto(p.String()); !ok || letto != p {
			t.Errorf("%q: %+v %v", p, letto, ok)
		}
	}
	for _, s := range []string{"x", "_", "2026-12-01", "2026-12-01_", "_" + id.String(), "2026-02-30_" + id.String(), uuid.Nil.String()} {
		if _, ok := leggiPosto(s); ok {
			t.Errorf("%q is read", s)
		}
	}
}

// TestINomiDelGraficoNonSiCoprono: three ways at most, those by which most left; their names stand apart and within the plot, even where
// the lines end together.
func TestINomiDelGraficoNonSiCoprono(t *testing.T) {
	t.Parallel()
	p := paginaCifre{Oggi: calendario.MustParse("2026-11-29")}
	for i, via := range []cds.Canale{verbale.CanaleSend, verbale.CanalePosta, cds.CanaleMesso, cds.CanaleMani} {
		p.Cifre = append(p.Cifre, Cifra{Mese: "2026-01", Via: via, Partite: 9 - i})
	}
	linee := p.linee()
	if len(linee) != lineeMostrate || !p.altre() || p.massimo() != 9 {
		t.Fatalf("%+v", linee)
	}
	nomi := map[string]bool{}
	for i, l := range linee {
		nomi[l.Nome] = true
		if l.Y < sopra || l.Y > altezza || i > 0 && linee[i-1].Y-l.Y < riga {
			t.Errorf("%+v", l)
		}
	}
	if nomi[verbale.ParolaCanale(cds.CanaleMani)] {
		t.Error("the least used way is in the plot")
	}
	if mesi := p.mesi(); mesi[0] != "2025-12" || mesi[len(mesi)-1] != "2026-11" {
		t.Errorf("%v", mesi)
	}
}
