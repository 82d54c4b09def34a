package sanzione_test

import (
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

var aggiorna = flag.Bool("update", false, "rewrite the tables of docs/correzioni-tabella.md")

const correzioni = "../../../docs/correzioni-tabella.md"

// cambiata is a row of the earlier table beside one of those that now hold on the same days.
type cambiata struct {
	prima, ora sanzione.Sanzione
	dal, al    calendario.Giorno // the days that both hold; al is zero without an end
	in         []sanzione.Differenza
}

// cambiate compares the two tables, codice by codice and day by day: a codice that was divided with those in its place.
func cambiate(t testing.TB) (tutte []cambiata) {
	t.Helper()
	prima, ora := tabellaPrecedente(t), sanzione.Iniziale()
	perCodice := map[string][]sanzione.Intervallo{}
	for _, x := range ora.Intervalli() {
		perCodice[x.Riga.Codice] = append(perCodice[x.Riga.Codice], x)
	}
	divisaFra := map[string][]string{}
	for _, s := range ora.Tutte() {
		divisaFra[s.Codice] = s.SostituitaDa
	}
	for _, p := range prima.Intervalli() {
		sole := perCodice[p.Riga.Codice]
		for _, codice := range divisaFra[p.Riga.Codice] {
			for _, x := range perCodice[codice] {
				if n := len(sole); n > 0 && sole[n-1].Riga.Ritirata() && !x.Dal.After(sole[n-1].Al) {
					if x.Dal = sole[n-1].Al.AddDays(1); !x.Al.IsZero() && x.Al.Before(x.Dal) {
						continue // until then the codice itself priced
					}
				}
				sole = append(slices.Clip(sole), x)
			}
		}
		for _, x := range sole {
			if c, insieme := accanto(p, x); insieme {
				tutte = append(tutte, c)
			}
		}
	}
	return tutte
}

// accanto compares two rows on the days that both hold; false where there is none.
func accanto(p, x sanzione.Intervallo) (cambiata, bool) {
	c := cambiata{prima: p.Riga, ora: x.Riga, dal: p.Dal, al: p.Al}
	if x.Dal.After(c.dal) {
		c.dal = x.Dal
	}
	if c.al.IsZero() || !x.Al.IsZero() && x.Al.Before(c.al) {
		c.al = x.Al
	}
	s := p.Riga
	c.in = x.Riga.Differenze(sanzione.Prezzata{Codice: s.Codice, MinCent: s.MinCent, MaxCent: s.MaxCent, Sconto30: s.AmmetteSconto(false),
		PagamentoRidotto: s.PagamentoRidotto, Punti: s.Punti, Notturna: s.Notturna, Atto: &sanzione.Atto{Accessoria: s.Accessoria}})
	altraCondizione := s.Sconto30 == sanzione.ScontoCondizionato && s.PerPrecedenti() != x.Riga.PerPrecedenti()
	if (s.Sconto30 != x.Riga.Sconto30 || altraCondizione) && !slices.Contains(c.in, sanzione.DiversoSconto) {
		c.in = append(c.in, sanzione.DiversoSconto) // what a repeat changes of it
	}
	if s.Accessoria != "" && x.Riga.Accessoria == "" && !slices.Contains(c.in, sanzione.DiverseConseguenze) {
		c.in = append(c.in, sanzione.DiverseConseguenze)
	}
	return c, c.al.IsZero() || !c.al.Before(c.dal)
}

// codice names the row, and the one that it has become.
func (c cambiata) codice() string {
	if c.prima.Codice == c.ora.Codice {
		return "`" + c.ora.Codice + "`"
	}
	return "`" + c.prima.Codice + "`, ora `" + c.ora.Codice + "`"
}

func giorniDetti(dal, al calendario.Giorno) string {
	if al.IsZero() {
		return "dal " + dal.Italiano()
	}
	return "dal " + dal.Italiano() + " al " + al.Italiano()
}

func bandaDetta(s sanzione.Sanzione) string {
	if s.Penale {
		return "reato"
	}
	return "da " + s.MinCent.Cifre() + " a " + s.MaxCent.Cifre()
}

func scontoDetto(s sanzione.Sanzione) string {
	switch {
	case !s.PagamentoRidotto:
		return "nessun pagamento in misura ridotta"
	case s.Sconto30 == sanzione.ScontoSi:
		return "sì"
	case s.Sconto30 == sanzione.ScontoNo:
		return "no"
	case s.PerPrecedenti():
		return "alla prima violazione"
	}
	return "a una condizione: " + s.ScontoSe.Parola()
}

func oNessuna(testo string) string {
	if testo == "" {
		return "nessuna"
	}
	return testo
}

// rigaDetta is a row of a table of the document.
func rigaDetta(celle ...string) string {
	for i, c := range celle {
		celle[i] = strings.ReplaceAll(c, "|", "\\|")
	}
	return "| " + strings.Join(celle, " | ") + " |"
}

// tabelleDelDocumento are the rows of each table of the document, by its heading.
func tabelleDelDocumento(t testing.TB) map[string][]string {
	t.Helper()
	tabelle := map[string][]string{}
	metti := func(titolo string, celle ...string) {
		if r := rigaDetta(celle...); !slices.Contains(tabelle[titolo], r) {
			tabelle[titolo] = append(tabelle[titolo], r)
		}
	}
	for _, c := range cambiate(t) {
		giorni := giorniDetti(c.dal, c.al)
		for _, d := range c.in {
			switch d {
			case sanzione.DiversoImporto:
				metti("Importi", c.codice(), c.ora.Norma(), giorni, bandaDetta(c.prima), bandaDetta(c.ora), c.ora.Fonte)
			case sanzione.DiversiPunti:
				metti("Punti", c.codice(), c.ora.Norma(), giorni, strconv.Itoa(c.prima.Punti), strconv.Itoa(c.ora.Punti), c.ora.Fonte)
			case sanzione.DiversoSconto:
				metti("Sconto e pagamento ridotto", c.codice(), c.ora.Norma(), giorni, scontoDetto(c.prima), scontoDetto(c.ora), c.ora.Fonte)
			case sanzione.DiverseConseguenze:
				metti("Sanzioni accessorie", c.codice(), c.ora.Norma(), giorni, oNessuna(c.prima.Accessoria), oNessuna(c.ora.Accessoria), c.ora.Fonte)
			case sanzione.CodiceDiviso, sanzione.NonInVigore: // of a fine, not of a row
			}
		}
		if c.prima.Codice == c.ora.Codice && !c.ora.Ritirata() && c.prima.Norma() != c.ora.Norma() {
			metti("Commi e lettere", c.codice(), giorni, c.prima.Norma(), c.ora.Norma())
		}
	}
	precedenti, adesso := codiciPrecedenti(), sanzione.Iniziale()
	for _, s := range adesso.Tutte() {
		if ultima, _ := adesso.Cerca(s.Codice, s.ValidoA.AddDays(1)); s.Ritirata() && ultima.Codice == "" {
			ultimo := "mai da sola"
			if s.MaxCent > 0 {
				ultimo = s.ValidoA.Italiano()
			}
			metti("Codici divisi", "`"+s.Codice+"`", ultimo, "`"+strings.Join(s.SostituitaDa, "`, `")+"`", s.Nota)
		}
	}
	for _, x := range adesso.Intervalli() {
		s := x.Riga
		if s.Ritirata() {
			continue
		}
		if !slices.Contains(precedenti, s.Codice) {
			metti("Righe aggiunte", "`"+s.Codice+"`", s.Norma(), s.TestoBreve, bandaDetta(s), giorniDetti(x.Dal, x.Al), s.Fonte)
		}
		if s.Dubbio != "" {
			metti("Righe da verificare", "`"+s.Codice+"`", s.Norma(), giorniDetti(x.Dal, x.Al), s.Dubbio)
		}
	}
	return tabelle
}

// The document that commands read has, in each of its tables, every row that changed, with the figures of before and of now,
// their days and their source, and no other; -update rewrites them.
func TestElencoDelleCorrezioni(t *testing.T) {
	t.Parallel()
	documento, err := os.ReadFile(correzioni)
	if err != nil {
		t.Fatal(err)
	}
	tabelle := tabelleDelDocumento(t)
	var scritto []string
	titolo, dentro := "", false
	trovate := map[string][]string{}
	for riga := range strings.SplitSeq(strings.TrimSuffix(string(documento), "\n"), "\n") {
		if detto, c := strings.CutPrefix(riga, "## "); c {
			titolo, dentro = detto, false
		}
		if dentro && strings.HasPrefix(riga, "|") {
			trovate[titolo] = append(trovate[titolo], riga)
			continue
		}
		if scritto, dentro = append(scritto, riga), strings.HasPrefix(riga, "|--"); dentro {
			scritto = append(scritto, tabelle[titolo]...)
		}
	}
	if *aggiorna {
		if err := os.WriteFile(correzioni, []byte(strings.Join(scritto, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	for titolo, righe := range tabelle {
		if d := cmp.Diff(righe, trovate[titolo]); d != "" {
			t.Errorf("%s (-vuole +ha):\n%s", titolo, d)
		}
	}
	for _, c := range []struct {
		titolo string
		codici []string
	}{
		{"Importi", []string{"`15-2`", "`7-13`, ora `7-13-divieto`", "`158-2-h`", "`158-2-h-2r`", "`25-6`, ora `25-5`", "`L160-75-area`"}},
		{"Punti", []string{"`173-3`"}},
		{"Sconto e pagamento ridotto", []string{"`6-12`", "`7-15-bis`", "`191-1`", "`150-5-danni`"}},
		{"Sanzioni accessorie", []string{"`6-12`", "`217-6`", "`164-8`"}},
	} {
		for _, codice := range c.codici {
			if !slices.ContainsFunc(trovate[c.titolo], func(r string) bool { return strings.HasPrefix(r, "| "+codice+" |") }) {
				t.Errorf("%s non ha %s", c.titolo, codice)
			}
		}
	}
}
