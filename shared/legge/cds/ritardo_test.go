package cds_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestSemestriCompiuti(t *testing.T) {
	t.Parallel()
	casi := []struct {
		da, a  string
		atteso int
	}{
		{"2026-01-10", "2026-01-09", 0}, {"2026-01-10", "2026-07-09", 0}, {"2026-01-10", "2026-07-10", 1},
		{"2026-01-10", "2029-01-10", 6}, {"2026-08-31", "2027-02-28", 1},
	}
	for _, c := range casi {
		if got := cds.SemestriCompiuti(calendario.MustParse(c.da), calendario.MustParse(c.a)); got != c.atteso {
			t.Errorf("dal %s al %s: %d semestri, attesi %d", c.da, c.a, got, c.atteso)
		}
	}
}

// The sum becomes due on the day after the sixtieth, holidays included; the cap is certain for debts that
// arose under it, and open for the older ones.
func TestRitardoEsempiSvolti(t *testing.T) {
	t.Parallel()
	ordinata := cds.Situazione{Violazioni: []cds.Violazione{c172()}, OrdinanzaPrefetto: true}
	esclusa := cds.Situazione{Violazioni: []cds.Violazione{{Codice: "97-9", MinCent: 7900, MaxCent: 31600, SenzaPagamentoRidotto: true}}}
	casi := []struct {
		regola, notifica, giorno string
		s                        cds.Situazione
		semestri                 int
		avvisa                   bool
	}{
		{"il sessantesimo giorno non è in ritardo", "2026-03-02", "2026-05-02", cds.Situazione{Violazioni: []cds.Violazione{c172()}}, 0, false},
		{"un giorno prima del semestre compiuto: art. 27 c. 6 L. 689/1981", "2026-03-02", "2026-11-02", cds.Situazione{Violazioni: []cds.Violazione{c172()}}, 0, false},
		{"semestre compiuto dal giorno dopo il termine", "2026-03-02", "2026-11-03", cds.Situazione{Violazioni: []cds.Violazione{c172()}}, 1, false},
		{"debito sorto dopo la L. 177/2024: il limite è certo", "2026-03-02", "2031-03-02", cds.Situazione{Violazioni: []cds.Violazione{c172()}}, 9, false},
		{"debito sorto prima del 14/12/2024: si scrivono i due risultati", "2021-03-02", "2026-03-02", cds.Situazione{Violazioni: []cds.Violazione{c172()}}, 9, true},
		{"debito vecchio entro i tre quinti: nulla da scegliere", "2023-12-01", "2026-03-02", cds.Situazione{Violazioni: []cds.Violazione{c172()}}, 4, false},
		{"sotto l'ordinanza il giorno è un altro", "2021-03-02", "2026-03-02", ordinata, 0, false},
		{"senza pagamento in misura ridotta nulla è scaduto", "2021-03-02", "2026-03-02", esclusa, 0, false},
		{"senza notifica nulla è scaduto", "", "2026-03-02", cds.Situazione{Violazioni: []cds.Violazione{c172()}}, 0, false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			var notifica calendario.Giorno
			if c.notifica != "" {
				notifica = calendario.MustParse(c.notifica)
			}
			giorno := calendario.MustParse(c.giorno)
			n, err := c.s.SemestriAl(notifica, giorno)
			if err != nil || n != c.semestri {
				t.Fatalf("%d semestri, %v; attesi %d", n, err, c.semestri)
			}
			c.s.SemestriInRitardo = n
			e, err := cds.DovutoAl(c.s, notifica, giorno)
			if err != nil {
				t.Fatal(err)
			}
			testo := strings.Join(e.Avvertenze, " ")
			if strings.Contains(testo, "14/12/2024") != c.avvisa {
				t.Errorf("avvertenze: %q", e.Avvertenze)
			}
			if c.avvisa && (!strings.Contains(testo, "99,60 €") || !strings.Contains(testo, "149,40 €")) {
				t.Errorf("mancano i due risultati: %q", testo)
			}
			controllaSpiegazione(t, int64(e.DovutoCent), e.Spiegazione)
		})
	}
}

// Whoever reads the increase finds how late the sum is and, past three fifths, why the rest does not count.
func TestRitardoSpiegaIlLimite(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola   string
		semestri int
		frase    string
	}{
		{"art. 27 c. 6 L. 689/1981: un semestre", 1, "per 1 semestre compiuto di ritardo: 16,60 €."},
		{"L. 177/2024: sei semestri sono i tre quinti", 6, "per 6 semestri compiuti di ritardo: 99,60 €."},
		{"L. 177/2024: oltre i sei il passo dice il limite", 8, "per 8 semestri compiuti di ritardo, dei quali ne contano 6 perché l'aumento non supera tre quinti: 99,60 €."},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			e, err := cds.Dovuto(cds.Situazione{Violazioni: []cds.Violazione{c172()}, SemestriInRitardo: c.semestri}, giorni(2000))
			if err != nil || !slices.ContainsFunc(e.Spiegazione, func(p cds.Passo) bool { return strings.HasSuffix(p.Testo, c.frase) }) {
				t.Errorf("%+v, %v: manca %q", e.Spiegazione, err, c.frase)
			}
		})
	}
}

// The late increase never passes three fifths and grows with the half-years.
func TestMaggiorazioneProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := cds.Situazione{Violazioni: []cds.Violazione{violazioneQualunque().Draw(t, "v")}, SemestriInRitardo: rapid.IntRange(1, 40).Draw(t, "n")}
		meno := s
		meno.SemestriInRitardo--
		e, err := cds.Dovuto(s, giorni(100))
		prima, err2 := cds.Dovuto(meno, giorni(100))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if 10*e.MaggiorazioneCent > 6*e.SanzioneCent+5 || e.MaggiorazioneCent < prima.MaggiorazioneCent {
			t.Fatalf("maggiorazione %d su %d, prima %d", e.MaggiorazioneCent, e.SanzioneCent, prima.MaggiorazioneCent)
		}
	})
}
