package storico_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/storie"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
)

// casi reads all the cases of a text.
func casi(m *storico.Mappa, testo []byte) (tutti []*storico.Caso, err error) {
	l, err := storico.NuovoLettore(bytes.NewReader(testo), m)
	if err != nil {
		return nil, err
	}
	for {
		c, err := l.Prossimo()
		if errors.Is(err, io.EOF) {
			return tutti, nil
		}
		if err != nil {
			return tutti, err
		}
		tutti = append(tutti, c)
	}
}

const (
	creata  = "A1;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;"
	spedita = "A1;Send Fine;2006-12-05;;;;;;;11.00;;;"
	altra   = "A2;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;"
	pagata  = "A2;Payment;2006-07-25;;;;35.00;;;;;;35.00"
)

func righe(r ...string) string { return storie.Testata + "\n" + strings.Join(r, "\n") + "\n" }

func TestAFileIsReadHoweverItIsWrapped(t *testing.T) {
	t.Parallel()
	buono := righe(creata, spedita, altra, pagata)
	var compresso bytes.Buffer
	z := gzip.NewWriter(&compresso)
	_, _ = z.Write([]byte(buono))
	_ = z.Close()
	for regola, testo := range map[string]string{
		"as it is":                      buono,
		"with a byte order mark":        "\uFEFF" + buono,
		"with the lines of Windows":     strings.ReplaceAll(buono, "\n", "\r\n"),
		"without its last line end":     strings.TrimSuffix(buono, "\n"),
		"with empty lines":              strings.ReplaceAll(buono, "\n", "\n\n"),
		"with cells between quotes":     strings.ReplaceAll(buono, "Create Fine", `"Create Fine"`),
		"compressed, whatever its name": compresso.String(),
		"with its columns in another order": func() string {
			var b strings.Builder
			for r := range strings.Lines(buono) {
				c := strings.Split(strings.TrimSpace(r), ";")
				b.WriteString(strings.Join(append(c[5:], c[:5]...), ";") + "\n")
			}
			return b.String()
		}(),
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			tutti, err := casi(mappa(t), []byte(testo))
			if err != nil || len(tutti) != 2 || len(tutti[0].Righe) != 2 || tutti[1].Chiave != "A2" || tutti[1].Righe[1].VersatoCent != 3500 ||
				tutti[0].Righe[1].SpeseCent != 1100 || tutti[0].Righe[1].Giorno.String() != "2006-12-05" {
				t.Errorf("%v %+v", err, tutti)
			}
		})
	}
}

func TestAFaultSaysLineAndColumn(t *testing.T) {
	t.Parallel()
	buono := righe(creata, spedita, altra, pagata)
	lunga := righe(creata, `A3;"`+strings.Repeat("x;\n", 1<<20))
	var compresso bytes.Buffer
	z := gzip.NewWriter(&compresso)
	grande, _ := file(t, 5, 300)
	_, _ = z.Write([]byte(grande))
	_ = z.Close()
	guastato := bytes.Clone(compresso.Bytes())
	guastato[len(guastato)-6] ^= 0xff // the checksum
	guasti := map[string]struct{ testo, dice string }{
		"an empty file":                    {"", "riga 1: il file è vuoto"},
		"only a header":                    {storie.Testata + "\n", "riga 2: il file non ha righe"},
		"a column that is missing":         {strings.Replace(buono, "expense", "", 1), "riga 1, colonna expense: manca"},
		"a column that nobody knows":       {strings.Replace(buono, "points", "punteggio", 1), "riga 1, colonna points: manca"},
		"a column too many":                {strings.ReplaceAll(buono, "\n", ";x\n"), "riga 1, carattere 140, colonna x: la mappa non la conosce"},
		"a column twice":                   {strings.ReplaceAll(strings.ReplaceAll(buono, "\n", ";\n"), "paymentAmount;", "paymentAmount;amount"), "colonna amount: c'è due volte"},
		"commas for semicolons":            {strings.ReplaceAll(buono, ";", ","), "riga 1, colonna case_id: manca"},
		"a line that is cut":               {righe(creata, spedita, "A2;Create Fine;2006-07"), "riga 4, carattere 1: ha 3 celle invece di"},
		"a line with a cell too many":      {righe(creata, spedita+";x"), "riga 3, carattere 1: ha"},
		"a value without a name":           {strings.ReplaceAll(buono, "\n", ";\n") + spedita + ";x\n", "non ha nome nella testata"},
		"a key in scientific notation":     {strings.Replace(buono, "A1;", "2,81526E+11;", 1), "riga 2, carattere 1, colonna case_id: un foglio di calcolo"},
		"quotes that are not closed":       {righe(creata, `A1;"Send Fine;2006`), "le virgolette aperte alla riga 3 non sono chiuse"},
		"quotes that swallow a great deal": {lunga, "supera 1 MiB"},
		"a day the other way round":        {strings.Replace(buono, "2006-12-05", "05-12-2006", 1), `riga 3, carattere 14, colonna timestamp: "05-12-2006" non è un giorno scritto AAAA-MM-GG`},
		"a day that does not exist":        {strings.Replace(buono, "2006-12-05", "2006-02-30", 1), "riga 3, carattere 14, colonna timestamp"},
		"no day":                           {strings.Replace(buono, "2006-12-05", "", 1), "riga 3, carattere 14, colonna timestamp"},
		"a day with an hour":               {strings.Replace(buono, "2006-12-05", "2006-12-05T00:00:00", 1), "riga 3, carattere 14, colonna timestamp"},
		"a comma for decimals":             {strings.Replace(buono, "11.00", "11,00", 1), `riga 3, carattere 31, colonna expense: "11,00" non è un importo`},
		"an amount that is cut":            {strings.TrimSuffix(buono, "5.00\n"), `riga 5, carattere 37, colonna paymentAmount: "3" non è un importo`},
		"an amount with three decimals":    {strings.Replace(buono, "11.00", "11.000", 1), "riga 3, carattere 31, colonna expense"},
		"an amount below zero":             {strings.Replace(buono, "11.00", "-11.00", 1), "riga 3, carattere 31, colonna expense"},
		"an amount beyond all fines":       {strings.Replace(buono, "11.00", "111111111111.00", 1), "riga 3, carattere 31, colonna expense"},
		"an amount that is missing":        {strings.Replace(buono, "11.00", "", 1), "riga 3, carattere 31, colonna expense: manca, ma Send Fine la vuole"},
		"an activity that nobody knows":    {strings.Replace(buono, "Send Fine", "Lost Fine", 1), `riga 3, carattere 4, colonna activity: "Lost Fine" non è fra le attività`},
		"points that are none":             {strings.Replace(buono, "157;0", "157;due", 1), "colonna points"},
		"a case without a key":             {strings.Replace(buono, "A2;Payment", ";Payment", 1), "riga 5, carattere 1, colonna case_id: manca"},
		"a case that comes back":           {righe(creata, altra, pagata, spedita), "riga 5, carattere 1, colonna case_id: il caso A1 riprende dopo altri: le sue righe cominciano alla 2"},
		"a case without end":               {righe(creata, strings.TrimSuffix(strings.Repeat(spedita+"\n", 1000), "\n")), "il caso A1 ha più di 1000 righe"},
		"Latin letters in a file of UTF-8": {strings.Replace(buono, "157", "15\xe0", 1), "riga 2, carattere 44, colonna article: contiene caratteri che non sono utf-8"},
		"letters that were lost before":    {strings.Replace(buono, "157", "15\uFFFD", 1), "riga 2, carattere 44, colonna article"},
		"a zero byte":                      {strings.Replace(buono, "157", "15\x00", 1), "riga 2, carattere 44, colonna article: contiene un byte nullo (NUL)"},
		"UTF-16":                           {"\xff\xfec\x00a\x00", "UTF-16"},
		"a compressed file that is cut":    {string(compresso.Bytes()[:compresso.Len()-9]), "il file compresso è tagliato"},
		"a compressed file that is spoilt": {string(guastato), "il file compresso è rovinato"},
	}
	for regola, c := range guasti {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			_, err := casi(mappa(t), []byte(c.testo))
			var g *storico.Guasto
			if !errors.As(err, &g) || !strings.Contains(g.Error(), c.dice) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestWhatASpreadsheetLeaves: rows without a value, columns without name and value, sep= and an end of file are nothing.
func TestWhatASpreadsheetLeaves(t *testing.T) {
	t.Parallel()
	buono := righe(creata, spedita, altra, pagata)
	pulito, err := casi(mappa(t), []byte(buono))
	if err != nil {
		t.Fatal(err)
	}
	for nome, testo := range map[string]string{
		"rows of separators": buono + ";;;;;\n;\n", "a separator at every end": strings.ReplaceAll(buono, "\n", ";\n"), "sep": "sep=;\n" + buono,
		"an end of file": buono + "\x1a", "its padding": buono + "\x1a\x00\x00", "blank lines": strings.ReplaceAll(buono, "\n", "\n \t\n"),
		"a Macintosh": strings.ReplaceAll(buono, "\n", "\r"), "a mark in the middle": strings.Replace(buono, "\nA2", "\n\ufeffA2", 1),
	} {
		ha, err := casi(mappa(t), []byte(testo))
		if err != nil || len(ha) != len(pulito) || len(ha[0].Righe) != len(pulito[0].Righe) || ha[0].Chiave != pulito[0].Chiave {
			t.Errorf("%s: %d casi, %v", nome, len(ha), err)
		}
	}
}

func TestOldEncodingsAreReadAsTheMappingSays(t *testing.T) {
	t.Parallel()
	m, err := storico.LeggiMappa(strings.NewReader(buona))
	if err != nil {
		t.Fatal(err)
	}
	const testo = "Pratica,Fase,Data,Importo,Spese,Versato,Targa,Luogo,Ora,Note interne\nA1,Apertura,24/07/2006,35.00,,,AB123CD,Via Forlì – € 5,10:30,x\n"
	scritto, err := charmap.Windows1252.NewEncoder().String(testo)
	if err != nil {
		t.Fatal(err)
	}
	tutti, err := casi(m, []byte(scritto))
	if err != nil || len(tutti) != 1 {
		t.Fatalf("%v %v", tutti, err)
	}
	s, err := m.Traduci(tutti[0], adesso())
	if err != nil || !bytes.Contains(datiInserito(t, s).Origine, []byte("Via Forlì – € 5")) {
		t.Errorf("%v %s", err, datiInserito(t, s).Origine)
	}
	if _, err := casi(m, []byte(strings.Replace(scritto, "Via", "Vi\x81", 1))); err == nil || !strings.Contains(err.Error(), "colonna Luogo: contiene caratteri che non sono windows-1252") {
		t.Errorf("a byte that the encoding does not have: %v", err)
	}
}

// Wherever a file is cut, the cases that are given are whole ones of the whole file; only a cut right
// after a line may shorten the last.
func TestACutFileGivesWholeCases(t *testing.T) {
	t.Parallel()
	testo, _ := file(t, 3, 30)
	m := mappa(t)
	interi, err := casi(m, []byte(testo))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		dove := rapid.IntRange(0, len(testo)).Draw(t, "dove")
		dati, err := casi(m, []byte(testo[:dove]))
		aRiga := dove > 0 && (testo[dove-1] == '\n' || dove == len(testo) || testo[dove] == '\n')
		if err == nil && !aRiga {
			t.Fatalf("cut at %d: no fault", dove)
		}
		for i, c := range dati {
			if c.Chiave != interi[i].Chiave || len(c.Righe) != len(interi[i].Righe) && (i < len(dati)-1 || !aRiga) {
				t.Fatalf("cut at %d: case %s has %d lines", dove, c.Chiave, len(c.Righe))
			}
		}
	})
}

func FuzzLettore(f *testing.F) {
	f.Add([]byte(righe(creata, spedita, altra, pagata)))
	f.Add([]byte("\uFEFF" + righe(creata)))
	f.Add([]byte{0x1f, 0x8b, 8, 0})
	f.Fuzz(func(t *testing.T, testo []byte) {
		m := mappa(t)
		tutti, err := casi(m, testo)
		var g *storico.Guasto
		if err != nil && !errors.As(err, &g) {
			t.Errorf("%v", err)
		}
		for _, c := range tutti {
			var r *storico.Rifiuto
			if _, err := m.Traduci(c, adesso()); err != nil && !errors.As(err, &r) {
				t.Errorf("%+v: %v", c, err)
			}
		}
	})
}
