package calcolo

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

func codici(righe []sanzione.Sanzione) []string {
	var tutti []string
	for _, s := range righe {
		tutti = append(tutti, s.Codice)
	}
	slices.Sort(tutti)
	return tutti
}

func TestUnaViolazioneSiCercaComeLaSiDice(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	giorno := calendario.MustParse("2026-09-10")
	for _, c := range []struct {
		scritto string
		trovate []string
	}{
		{"153-10", []string{"153-10"}},
		{"153 c. 10", []string{"153-10"}},
		{"Art. 153, comma 10", []string{"153-10"}},
		{"153/10", []string{"153-10"}},
		{"126 bis", []string{"126-bis-2"}},
		{"126-BIS", []string{"126-bis-2"}},
		{"158 c. 2 lett. d)", []string{"158-2-d", "158-2-d-2r"}},
		{"145", []string{"145-10", "145-5"}},
		{"176 20", []string{"176-1-b", "176-1-cd", "176-6", "176-7"}},
		{"158 c. 1 lett. f", []string{"158-1-f", "158-1-f-2r"}},
		{"158 c. 1 lett. g", []string{"158-1-altre", "158-1-altre-2r"}},
		{"158 2 g bis", []string{"158-2-d-bis-g-bis", "158-2-d-bis-g-bis-2r"}},
		{"7 c. 13-bis lett. a", []string{"7-13-bis"}}, // a row for any letter
		{"L160/2019 75 undecies", []string{"L160-75-undecies"}},
		{"zzz", nil}, {"999", nil}, {"art.", nil}, {"", nil}, {"153 99", nil},
	} {
		t.Run(c.scritto, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.trovate, codici(cercaViolazioni(tabella, c.scritto, giorno))); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// A codice of the earlier table is found by whoever has it: on its own days it is the row, afterwards the rows in its place
// are offered. Nobody finds it in a list.
func TestUnCodiceDivisoSiTrovaSoloPerCodice(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	for _, c := range []struct {
		scritto, giorno string
		trovate         []string
	}{
		{"158-1", "2024-12-13", []string{"158-1"}},
		{"158-1", "2024-12-14", []string{"158-1-altre", "158-1-f"}},
		{"158-1-2R", "2026-09-10", []string{"158-1-altre-2r", "158-1-f-2r"}},
		{"7-13", "2022-09-10", []string{"7-13-divieto", "7-14-p1"}},
		{"158 1", "2024-12-13", []string{"158-1-altre", "158-1-altre-2r", "158-1-f", "158-1-f-2r"}},
		{"192-6", "2026-09-10", []string{"192-6-altri-obblighi", "192-6-bis"}},
		{"7-13", "2018-09-10", nil},
	} {
		giorno := calendario.MustParse(c.giorno)
		if diff := cmp.Diff(c.trovate, codici(cercaViolazioni(tabella, c.scritto, giorno))); diff != "" {
			t.Errorf("%s on %s (-want +got):\n%s", c.scritto, c.giorno, diff)
		}
		if slices.ContainsFunc(inVigore(tabella, giorno), sanzione.Sanzione.Ritirata) {
			t.Errorf("on %s a codice that was divided is offered", c.giorno)
		}
	}
}

func TestLeParoleSiCercanoNelTestoDellAtto(t *testing.T) {
	t.Parallel()
	for scritto, attesa := range map[string]string{"cintura": "172-10", "cinture di sicurezza": "172-10", "passo carrabile": "158-2", "ZONA": "7-14-2"} {
		trovate := codici(cercaViolazioni(sanzione.Iniziale(), scritto, calendario.MustParse("2026-09-10")))
		if !slices.Contains(trovate, attesa) || len(trovate) > 20 {
			t.Errorf("%q finds %v", scritto, trovate)
		}
	}
}

// The rows offered are those of the day of the violation: amounts of another day are not shown.
func TestLeRigheSonoQuelleDelGiorno(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	for _, giorno := range []string{"2021-06-01", "2024-12-13", "2024-12-14", "2026-09-10"} {
		g := calendario.MustParse(giorno)
		viste := map[string]bool{}
		for _, s := range inVigore(tabella, g) {
			if viste[s.Codice] || g.Before(s.ValidoDa) || !s.ValidoA.IsZero() && g.After(s.ValidoA) {
				t.Errorf("%s on %s: twice or not in force", s.Codice, giorno)
			}
			viste[s.Codice] = true
		}
		if len(viste) < 100 {
			t.Errorf("on %s only %d rows", giorno, len(viste))
		}
	}
}

func FuzzCercaViolazioni(f *testing.F) {
	tabella := sanzione.Iniziale()
	giorno := calendario.MustParse("2026-09-10")
	for _, testo := range []string{"153 c. 10", "126 bis", "bis", "lett. d", "<script>", "'", "\xff", "L160/2019"} {
		f.Add(testo)
	}
	f.Fuzz(func(t *testing.T, testo string) {
		for _, s := range cercaViolazioni(tabella, testo, giorno) {
			if inBreve(s) == "" {
				t.Errorf("%q finds %+v", testo, s)
			}
		}
	})
}
