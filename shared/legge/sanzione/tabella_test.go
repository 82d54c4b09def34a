package sanzione_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

func TestTabellaIniziale(t *testing.T) {
	t.Parallel()
	righe := sanzione.Iniziale().Tutte()
	if len(righe) != 374 {
		t.Errorf("%d righe, attese 374", len(righe))
	}
	type chiave struct {
		codice string
		da     calendario.Giorno
	}
	viste := map[chiave]bool{}
	for _, s := range righe {
		k := chiave{s.Codice, s.ValidoDa}
		if viste[k] {
			t.Errorf("%s dal %s è ripetuto", s.Codice, s.ValidoDa)
		}
		viste[k] = true
		if s.Testo == "" || s.Fonte == "" || s.Norma() == "" {
			t.Errorf("%s è incompleto: %+v", s.Codice, s)
		}
		if s.Ritirata() && s.MaxCent == 0 {
			continue
		}
		punita := s.Articolo // artt. 40 and 41 are punished by art. 146: the night is that of the sanction
		if s.ArticoloSanzione != "" {
			punita = s.ArticoloSanzione
		}
		// Art. 150 borrows from art. 149, which art. 195 c. 2-bis names: the sheet says no, and so does the row.
		if notturna := cds.ArticoloNotturno(punita, s.Comma) || cds.ArticoloNotturno(punita, s.CommaSanzione); s.Notturna != notturna && s.Articolo != "150" {
			t.Errorf("%s: notturna %v, ma l'art. 195 c. 2-bis dice %v", s.Codice, s.Notturna, notturna)
		}
		if _, err := s.Violazione(true, false).Fascia(); err != nil {
			t.Errorf("%s non si calcola: %v", s.Codice, err)
		}
	}
}

// A text in another language, or left untranslated, betrays itself by its common words.
func TestTestiInItaliano(t *testing.T) {
	t.Parallel()
	for _, s := range sanzione.Iniziale().Tutte() {
		for _, campo := range []string{s.Testo, s.TestoBreve, s.Accessoria, s.Nota, s.Fonte, s.Dubbio} {
			for parola := range strings.FieldsSeq(strings.ToLower(campo)) {
				switch strings.Trim(parola, ".,;()") {
				case "the", "of", "licence", "vehicle", "suspended", "repeat", "driving", "without", "with", "months", "as", "check", "from", "before", "after", "points",
					"annex", "force", "doubled", "computed", "halved", "minimum", "which", "same", "notes":
					t.Errorf("%s: %q in %q", s.Codice, parola, campo)
				}
			}
		}
		if strings.Count(strings.ReplaceAll(s.Testo, "n. ", ""), ". ") > 0 || !strings.HasSuffix(s.Testo, ".") || strings.ToUpper(s.Testo[:1]) != s.Testo[:1] {
			t.Errorf("%s non è una frase sola: %q", s.Codice, s.Testo)
		}
		if n := len([]rune(s.TestoBreve)); n > 60 || strings.HasSuffix(s.TestoBreve, ".") || n == 0 && !s.Ritirata() {
			t.Errorf("%s in breve: %q", s.Codice, s.TestoBreve)
		}
	}
}

// Art. 202 c. 3-bis and the offences, written out here a second time.
func TestSenzaPagamentoRidotto(t *testing.T) {
	t.Parallel()
	attesi := map[string]bool{"97-9": true, "100-12": true, "168-8": true, "176-19": true, "216-6": true, "217-6": true, "218-6": true,
		"192-6-bis": true, "192-6-bis-rec": true, "192-7": true, // art. 202 c. 3
		"9-8-bis": true, "9-ter-1": true, "186-2-b": true, "186-2-c": true, "187-1": true, "189-6": true, "192-7-bis": true}
	reati := map[string]bool{"7-15-bis-rec/2021-01-01": true} // and a doubled fine since
	for _, s := range sanzione.Iniziale().Tutte() {
		if s.Ritirata() && s.MaxCent == 0 {
			continue
		}
		if s.PagamentoRidotto == (attesi[s.Codice] || reati[s.Chiave()]) {
			t.Errorf("%s: pagamento ridotto %v", s.Chiave(), s.PagamentoRidotto)
		}
		if rifiuto := strings.HasPrefix(s.Codice, "192-6-altri") || strings.HasPrefix(s.Codice, "192-6-fino") || s.Codice == "192-6"; (s.RidottoSe == sanzione.SeRifiuto) != rifiuto {
			t.Errorf("%s: il pagamento ridotto dipende da %q", s.Chiave(), s.RidottoSe)
		}
		if !s.PagamentoRidotto && s.AmmetteSconto(false) {
			t.Errorf("%s: sconto senza pagamento ridotto", s.Codice)
		}
	}
}

// Only 157 c. 7-bis costs less after sixty days than within them; a new row that does so too is
// likelier a slip of the pen.
func TestMetaDelMassimoCopreIlMinimo(t *testing.T) {
	t.Parallel()
	for _, s := range sanzione.Iniziale().Tutte() {
		if 2*s.MinCent > s.MaxCent && s.Codice != "157-7-bis" {
			t.Errorf("%s: minimo %s, massimo %s", s.Codice, s.MinCent.Euro(), s.MaxCent.Euro())
		}
	}
}

func TestScontoCondizionato(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-05-01")
	casi := []struct {
		codice        string
		prima, ancora bool
	}{{"146-3", true, false}, {"172-10", true, false}, {"158-1-altre", true, true}, {"142-9", false, false}, {"173-3-bis", false, false}}
	tabella := sanzione.Iniziale()
	for _, c := range casi {
		s, trovata := tabella.Cerca(c.codice, g)
		if !trovata || s.AmmetteSconto(false) != c.prima || s.AmmetteSconto(true) != c.ancora {
			t.Errorf("%s: prima volta %v, recidiva %v", c.codice, s.AmmetteSconto(false), s.AmmetteSconto(true))
		}
	}
}

// A conditional discount depends on the repeat where the row says so or, in a table of before, says nothing.
func TestDaCheDipendeLoSconto(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-05-01")
	for codice, atteso := range map[string]bool{"146-3": true, "193-2": false, "192-6-altri-obblighi": false} {
		if s, ok := sanzione.Iniziale().Cerca(codice, g); !ok || s.PerPrecedenti() != atteso {
			t.Errorf("%s: %v", codice, s.PerPrecedenti())
		}
	}
	if s, ok := tabellaPrecedente(t).Cerca("193-2", g); !ok || !s.PerPrecedenti() {
		t.Errorf("193-2 di prima: %+v", s)
	}
}

func TestNormaEOrizzonte(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-12-31")
	tabella := sanzione.Iniziale()
	for codice, attesa := range map[string]string{
		"146-3": "art. 146 c. 3 CdS", "158-2-g": "art. 158 c. 2 lett. g e c. 4-bis CdS",
		"L160-75-novies": "L. 160/2019 art. 1 c. 75-novies", "186-2-a": "art. 186 c. 2 lett. a CdS",
		"41-11": "art. 41 c. 11 e art. 146 c. 3 CdS", "150-5-danni": "art. 150 c. 5 e art. 149 c. 5 CdS", "193-4-bis": "art. 193 c. 4-bis e c. 2 CdS",
		"158-1-altre": "art. 158 c. 1 e c. 5 CdS", "158-1-f": "art. 158 c. 1 lett. f e c. 5-bis CdS",
	} {
		s, trovata := tabella.Cerca(codice, g)
		if !trovata || s.Norma() != attesa {
			t.Errorf("%s: %q", codice, s.Norma())
		}
	}
	s, _ := tabella.Cerca("146-3", g)
	if s.OltreOrizzonte(g) || !s.OltreOrizzonte(g.AddDays(1)) {
		t.Error("l'orizzonte del 2021 è il 31 dicembre 2026")
	}
	if _, trovata := tabella.Cerca("7-14-2", calendario.MustParse("2018-01-01")); trovata {
		t.Error("nel 2018 la tabella non ha righe")
	}
}

// A decree of the future is more rows of the same codici: it takes over on its day, by itself.
func TestUnDecretoSostituisceLeRighe(t *testing.T) {
	t.Parallel()
	riga := "146-3;;146;3;;;;;no;17300;69000;6;;condizionato;si;no;si;2027-01-01;;2028-12-31;Decreto di prova;DERIVATA;;Il conducente proseguiva la marcia con il semaforo rosso." +
		strings.Repeat(";", 16) + "\n"
	tabella := carica(t, scritta(t, sanzione.Iniziale())+riga)
	for giorno, atteso := range map[string]int64{"2026-12-31": 16700, "2027-01-01": 17300} {
		s, trovata := tabella.Cerca("146-3", calendario.MustParse(giorno))
		if !trovata || int64(s.MinCent) != atteso {
			t.Errorf("%s: %d", giorno, s.MinCent)
		}
	}
	if tabella.Versione() == sanzione.Iniziale().Versione() {
		t.Error("una riga in più è un'altra versione")
	}
}

func TestScriviRilegge(t *testing.T) {
	t.Parallel()
	prima := sanzione.Iniziale()
	dopo := carica(t, "\uFEFF"+strings.ReplaceAll(scritta(t, prima), "\n", "\r\n"))
	if d := cmp.Diff(prima.Tutte(), dopo.Tutte()); d != "" {
		t.Error(d)
	}
	if prima.Versione() != dopo.Versione() || len(prima.Versione()) != 16 {
		t.Errorf("versioni %q e %q", prima.Versione(), dopo.Versione())
	}
}

func TestVersioneNonDipendeDallOrdine(t *testing.T) {
	t.Parallel()
	righe := strings.SplitAfter(scritta(t, sanzione.Iniziale()), "\n")
	righe[1], righe[100] = righe[100], righe[1]
	if got := carica(t, strings.Join(righe, "")).Versione(); got != sanzione.Iniziale().Versione() {
		t.Errorf("versione %s", got)
	}
	cambiata := strings.Replace(strings.Join(righe, ""), ";16700;66500;", ";16701;66500;", 1)
	if carica(t, cambiata).Versione() == sanzione.Iniziale().Versione() {
		t.Error("un centesimo in più è un'altra versione")
	}
}

// A table read back from a database comes in any order, through JSON, and is the same table.
func TestNuovaInOgniOrdine(t *testing.T) {
	t.Parallel()
	prima := sanzione.Iniziale()
	righe := prima.Tutte()
	rapid.Check(t, func(t *rapid.T) {
		dati, err := json.Marshal(rapid.Permutation(righe).Draw(t, "righe"))
		if err != nil {
			t.Fatal(err)
		}
		var lette []sanzione.Sanzione
		if err := json.Unmarshal(dati, &lette); err != nil {
			t.Fatal(err)
		}
		for i := range lette { // as other JSON may write the empty lists
			lette[i].Classi = append([]sanzione.Classe{}, lette[i].Classi...)
			lette[i].AltriCommi = append([]string{}, lette[i].AltriCommi...)
		}
		dopo, err := sanzione.Nuova(lette)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(prima.Tutte(), dopo.Tutte()); d != "" || prima.Versione() != dopo.Versione() {
			t.Fatal(d)
		}
		criterio := sanzione.Criterio{Articolo: "158", Data: calendario.MustParse("2026-05-01")}
		a, _ := prima.Scegli(criterio)
		b, _ := dopo.Scegli(criterio)
		if d := cmp.Diff(a, b); d != "" {
			t.Fatal(d)
		}
	})
}

func TestOrdineCanonico(t *testing.T) {
	t.Parallel()
	posto := map[string]int{}
	for i, s := range sanzione.Iniziale().Tutte() {
		posto[s.Codice] = i // the last of its rows
	}
	ordine := []string{"6-12", "7-15-bis", "9-8-bis", "9-ter-1", "80-14-3", "100-12", "116-15", "116-15-bis", "126-11", "126-bis-2", "141-8", "142-7", "142-9",
		"142-9-bis", "143-11", "158-1", "158-1-altre", "158-2", "158-2-d", "158-2-i", "186-2-a", "186-bis-2", "187-1", "L160-75-novies", "L160-75-area"}
	for i := 1; i < len(ordine); i++ {
		if posto[ordine[i-1]] >= posto[ordine[i]] {
			t.Errorf("%s viene dopo %s", ordine[i-1], ordine[i])
		}
	}
	compilata, err := os.ReadFile("sanzioni.csv")
	if err != nil || string(compilata) != scritta(t, sanzione.Iniziale()) {
		t.Errorf("il file compilato non è scritto in ordine canonico: %v", err)
	}
}

func TestNuovaRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		campo, chiave string
		guasta        func(*sanzione.Sanzione)
	}{
		{"codice", "146 3/2021-01-01", func(s *sanzione.Sanzione) { s.Codice = "146 3" }},
		{"articolo", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Articolo = "" }},
		{"comma", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Comma = "3-BIS" }},
		{"altriCommi", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.AltriCommi = []string{"1 2"} }},
		{"classe", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Classi = []sanzione.Classe{"TRENO"} }},
		{"minCent", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.MinCent = s.MaxCent + 1 }},
		{"minCent", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.MinCent = -1 }},
		{"punti", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Punti = 21 }},
		{"validoDa", "146-3/", func(s *sanzione.Sanzione) { s.ValidoDa = calendario.Giorno{} }},
		{"testo", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Testo = "Il conducente\nproseguiva." }},
		{"nota", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Nota = " spazio" }},
		{"fonte", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Fonte = "D.M. \xff" }},
		{"base", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Base = "146-2" }},
		{"base", "146-3/2021-01-01", func(s *sanzione.Sanzione) { s.Base, s.Recidiva = "9-9", true }},
	}
	buona, _ := sanzione.Iniziale().Cerca("146-3", calendario.MustParse("2026-01-01"))
	for _, c := range casi {
		s := buona
		c.guasta(&s)
		_, err := sanzione.Nuova([]sanzione.Sanzione{s})
		var e *sanzione.ErroreRiga
		if !errors.As(err, &e) || e.Campo != c.campo || e.Chiave != c.chiave || !strings.Contains(err.Error(), c.campo) {
			t.Errorf("%s: %v", c.campo, err)
		}
	}
	altra := buona
	altra.ValidoDa, altra.Articolo = altra.ValidoDa.AddDays(1), "147"
	for campo, righe := range map[string][]sanzione.Sanzione{"validoDa": {buona, buona}, "articolo": {buona, altra}} {
		var e *sanzione.ErroreRiga
		if _, err := sanzione.Nuova(righe); !errors.As(err, &e) || e.Campo != campo {
			t.Errorf("%s: %v", campo, err)
		}
	}
}

// A spreadsheet must not run what somebody wrote into a table, and reading takes the mark away again.
func TestScriviNeutralizzaLeFormule(t *testing.T) {
	t.Parallel()
	s, _ := sanzione.Iniziale().Cerca("146-3", calendario.MustParse("2026-01-01"))
	s.Nota, s.Fonte = "=HYPERLINK(\"http://prova.invalid\")", "-2 % dal 2021"
	tabella, err := sanzione.Nuova([]sanzione.Sanzione{s})
	if err != nil {
		t.Fatal(err)
	}
	testo := scritta(t, tabella)
	if !strings.Contains(testo, "\"'=HYPERLINK") || !strings.Contains(testo, ";'-2 % dal 2021;") {
		t.Error(testo)
	}
	if d := cmp.Diff(tabella.Tutte(), carica(t, testo).Tutte()); d != "" {
		t.Error(d)
	}
}

// L. 177/2024 is in force from 14 December 2024: what it replaced ends the day before, and what follows names it or is
// the codes in its place.
func TestLegge177(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	entrata, cominciate, finite := calendario.MustParse("2024-12-14"), 0, 0
	for _, s := range tabella.Tutte() {
		if s.ValidoDa == entrata && strings.Contains(s.Fonte, "177/2024") {
			cominciate++
		}
		if s.ValidoA != entrata.AddDays(-1) {
			continue
		}
		finite++
		dopo, trovata := tabella.Cerca(s.Codice, entrata)
		if trovata && (dopo.ValidoDa != entrata || !strings.Contains(dopo.Fonte, "177/2024")) {
			t.Errorf("%s: la riga che segue è %s (%s)", s.Codice, dopo.Chiave(), dopo.Fonte)
		}
		if !trovata && !s.Ritirata() && s.Codice != "7-15-periodi" && s.Codice != "147-5-ante-2024" {
			t.Errorf("%s finisce e nessuno la segue", s.Codice)
		}
	}
	attese := 0
	for _, r := range foglioDellaLegge(t) {
		if r["valid_from"] == entrata.String() && strings.Contains(r["source"], "177/2024") {
			attese++
		}
	}
	attese++ // 142-8-rec-pes, which art. 142 c. 11 doubles
	if cominciate != attese || attese < 40 || finite != 17 {
		t.Errorf("%d righe cominciano con la legge 177, nel foglio %d, e %d finiscono", cominciate, attese, finite)
	}
}

// testataDi24 is the header that the files of the earlier table have.
const testataDi24 = "codice;base;articolo;comma;commaSanzione;altriCommi;lettera;classe;recidiva;minCent;maxCent;punti;accessoria;sconto30;" +
	"pagamentoRidotto;penale;notturna;validoDa;validoA;orizzonte;fonte;verifica;nota;testo"

func TestCaricaRifiuta(t *testing.T) {
	t.Parallel()
	testata := testataDi24
	buona := "1-1;;1;1;;;;;no;100;200;0;;si;si;no;no;2021-01-01;;;prova;DERIVATA;;Il conducente provava."
	con := func(vecchio, nuovo string) string {
		return testata + "\n" + strings.Replace(buona, vecchio, nuovo, 1) + "\n"
	}
	casi := []struct {
		riga       int
		campo, csv string
	}{
		{1, "file", ""},
		{1, "testata", strings.Replace(testata, "codice", "code", 1) + "\n" + buona},
		{2, "file", testata + "\n"},
		{2, "riga", testata + "\na;b\n"},
		{2, "codice", con("1-1;", "1 1;")},
		{2, "articolo", con(";;1;1;", ";;;1;")},
		{2, "comma", con(";;1;1;", ";;1;;")},
		{2, "classe", con(";;;no;100", ";;TRENO;no;100")},
		{2, "recidiva", con(";no;100", ";forse;100")},
		{2, "minCent", con(";100;200;", ";300;200;")},
		{2, "minCent", con(";100;200;", ";0;200;")},
		{2, "minCent", con(";100;", ";-100;")},
		{2, "maxCent", con(";200;", ";2,00;")},
		{2, "punti", con(";200;0;", ";200;21;")},
		{2, "sconto30", con(";si;si;no;no;", ";yes;si;no;no;")},
		{2, "sconto30", con(";si;si;no;no;", ";si;no;no;no;")},
		{2, "validoDa", con("2021-01-01", "")},
		{2, "validoDa", con("2021-01-01", "1/1/2021")},
		{2, "validoA", con("2021-01-01;;", "2021-01-01;2020-12-31;")},
		{2, "orizzonte", con("2021-01-01;;", "2021-01-01;;2020-12-31")},
		{2, "verifica", con("DERIVATA", "sourced")},
		{2, "fonte", con("prova", "")},
		{2, "testo", con("Il conducente provava.", "")},
		{2, "base", con("1-1;;", "1-1;9-9;")},
		{3, "validoDa", con("", "") + buona + "\n"},
		{3, "validoDa", con("2021-01-01;;", "2021-01-01;2022-01-01;") + strings.Replace(buona, "2021-01-01", "2022-01-01", 1) + "\n"},
		{3, "base", con("", "") + strings.NewReplacer("1-1;;", "1-2;9-9;", ";;;no;", ";;PESANTE;no;").Replace(buona) + "\n"},
	}
	for _, c := range casi {
		_, err := sanzione.Carica(strings.NewReader(c.csv))
		var e *sanzione.ErroreRiga
		if !errors.As(err, &e) || e.Riga != c.riga || e.Campo != c.campo {
			t.Errorf("riga %d campo %s: %v", c.riga, c.campo, err)
		}
	}
	if _, err := sanzione.Carica(strings.NewReader(con("", ""))); err != nil {
		t.Errorf("la riga buona: %v", err)
	}
}

func TestCaricaDiceTuttiGliErrori(t *testing.T) {
	t.Parallel()
	testata := testataDi24
	cattiva := "1-1;;1;;;;;;no;100;200;99;;si;si;no;no;2021-01-01;;;prova;DERIVATA;;Il conducente provava.\n"
	_, err := sanzione.Carica(strings.NewReader(testata + "\n" + strings.Repeat(cattiva, 200)))
	if n := strings.Count(err.Error(), "riga "); n != 100 {
		t.Errorf("%d errori, attesi 100", n)
	}
	if !strings.HasPrefix(err.Error(), "riga 2, punti") && !strings.HasPrefix(err.Error(), "riga 2, comma") {
		t.Errorf("il primo errore è della riga 2: %.60s", err)
	}
}

func FuzzCarica(f *testing.F) {
	testata, _, _ := strings.Cut(scritta(f, sanzione.Iniziale()), "\n")
	const riga = "\n1-1;;1;1;;;;;no;100;200;0;;si;si;no;no;2021-01-01;;;prova;DERIVATA;;Il conducente provava."
	f.Add(testataDi24 + riga + "\n")
	f.Add(testata + riga + ";Prova;1;2;;;PER_PERIODO;4;NON_PAGATA;FERMO_VEICOLO;CONFISCA_VEICOLO;si;;;IMPORTO PUNTI;Importo: non letto.;\n")
	f.Add(testata + "\n\"1-1\";;1;1\n")
	f.Add(testata)
	f.Add("\uFEFFcodice;base")
	f.Add("\"")
	f.Fuzz(func(t *testing.T, testo string) {
		tabella, err := sanzione.Carica(strings.NewReader(testo))
		if err != nil {
			return
		}
		dopo, err := sanzione.Carica(strings.NewReader(scritta(t, tabella)))
		if err != nil || dopo.Versione() != tabella.Versione() {
			t.Fatalf("non rilegge quello che scrive: %v", err)
		}
		for _, riga := range tabella.Tutte() {
			if _, trovata := tabella.Cerca(riga.Codice, riga.ValidoDa); !trovata {
				t.Fatalf("%s non si ritrova nel suo primo giorno", riga.Codice)
			}
		}
	})
}

func BenchmarkScegli(b *testing.B) {
	tabella := sanzione.Iniziale()
	criterio := sanzione.Criterio{Articolo: "158", Comma: "2", Lettera: "d", Data: calendario.MustParse("2026-05-01")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tabella.Scegli(criterio); err != nil {
			b.Fatal(err)
		}
	}
}

func scritta(t testing.TB, tabella *sanzione.Tabella) string {
	t.Helper()
	var b bytes.Buffer
	if err := tabella.Scrivi(&b); err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(b.String(), "\ufeff") // the mark is foglio's
}

func carica(t testing.TB, testo string) *sanzione.Tabella {
	t.Helper()
	tabella, err := sanzione.Carica(strings.NewReader(testo))
	if err != nil {
		t.Fatal(err)
	}
	return tabella
}
