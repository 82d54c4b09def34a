package sanzione_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// The corrections have, in each of their tables, every row that changed, with the figures of before and of now, their days and
// their source, and no other.
func TestElencoDelleCorrezioni(t *testing.T) {
	t.Parallel()
	righe := map[string][][]string{}
	quante := map[string]int{}
	for _, p := range sanzione.Correzioni() {
		righe[p.Titolo], quante[p.Titolo] = p.Righe, len(p.Righe)
		for _, r := range p.Righe {
			if len(r) != len(p.Colonne) || slices.Contains(r[:3], "") {
				t.Errorf("%s: %q is no row of %q", p.Titolo, r, p.Colonne)
			}
		}
	}
	if d := cmp.Diff(map[string]int{"Importi": 30, "Punti": 8, "Sconto e pagamento ridotto": 19, "Sanzioni accessorie": 28, "Commi e lettere": 18,
		"Codici divisi": 18, "Righe aggiunte": 195, "Righe da verificare": 90}, quante); d != "" {
		t.Errorf("rows of each table (-want +got):\n%s", d)
	}
	const decreto = " (Normattiva 29/7/2026); D.M. Giustizia 31/12/2020 (G.U. 323/2020)"
	for _, c := range []struct {
		titolo string
		riga   []string
	}{
		{"Importi", []string{"`15-2`", "art. 15 c. 1 e c. 2 CdS", "dal 01/01/2021", "da 430,00 a 1.731,00", "da 42,00 a 173,00", "CdS art. 15 c.2, 4" + decreto}},
		{"Importi", []string{"`7-13`, ora `7-13-divieto`", "art. 7 c. 13 CdS", "dal 01/01/2021", "da 42,00 a 173,00", "da 87,00 a 344,00", "CdS art. 7 c.13" + decreto}},
		{"Commi e lettere", []string{"`15-2`", "dal 01/01/2021", "art. 15 c. 2 CdS", "art. 15 c. 1 e c. 2 CdS"}},
		{"Codici divisi", []string{"`7-13`", "mai da sola", "`7-13-divieto`, `7-14-p1`", "Il testo di prima univa la sospensione o il divieto della circolazione " +
			"(c. 13) e gli altri obblighi e limitazioni (c. 14, primo periodo), di importo diverso dal primo giorno."}},
		{"Righe aggiunte", []string{"`6-12-bis`", "art. 6 c. 12-bis CdS", "Zona a traffico limitato territoriale di un sito UNESCO", "da 87,00 a 344,00",
			"dal 14/12/2024", "CdS art. 6 c.12-bis (Normattiva 29/7/2026); L. 177/2024 art. 25 (in vigore dal 14/12/2024)"}},
		{"Righe da verificare", []string{"`7-11-bis`", "art. 7 c. 11-bis e c. 13-bis CdS", "dal 01/01/2021", "Conseguenze: non è confermato che alla seconda " +
			"violazione nel biennio segua la sospensione della patente prevista dal comma 13-bis."}},
	} {
		if !slices.ContainsFunc(righe[c.titolo], func(r []string) bool { return slices.Equal(r, c.riga) }) {
			t.Errorf("%s lacks %q", c.titolo, c.riga)
		}
	}
	ha := func(titolo, codice string) bool {
		return slices.ContainsFunc(righe[titolo], func(r []string) bool { return r[0] == codice })
	}
	for _, c := range []struct {
		titolo string
		codici []string
	}{
		{"Importi", []string{"`158-2-h`", "`158-2-h-2r`", "`25-6`, ora `25-5`", "`L160-75-area`"}},
		{"Punti", []string{"`173-3`"}},
		{"Sconto e pagamento ridotto", []string{"`6-12`", "`7-15-bis`", "`191-1`", "`150-5-danni`"}},
		{"Sanzioni accessorie", []string{"`6-12`", "`217-6`", "`164-8`"}},
	} {
		for _, codice := range c.codici {
			if !ha(c.titolo, codice) {
				t.Errorf("%s lacks %s", c.titolo, codice)
			}
		}
	}
	for _, stessa := range []string{"`142-7`", "`146-3`"} { // the correction left their amounts alone
		if ha("Importi", stessa) {
			t.Errorf("the amount of %s did not change", stessa)
		}
	}
}
