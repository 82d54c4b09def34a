package foglio_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

type riga []string

func (r riga) Campi() []string { return slices.Clone(r) }

func (r riga) Chiave() string { return r[0] }

func colonne() []string { return []string{"chiave", "testo"} }

func TestLeggi(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, testo, attesa string }{
		{"come si scrive", "chiave;testo\na;b\n", "2 a|b"},
		{"con il marchio UTF-8", "\uFEFFchiave;testo\na;b\n", "2 a|b"},
		{"con il marchio e la testata tra virgolette", "\uFEFF\"chiave\";\"testo\"\na;b\n", "2 a|b"},
		{"con le righe di Windows", "chiave;testo\r\na;b\r\n", "2 a|b"},
		{"senza l'ultimo a capo", "chiave;testo\na;b", "2 a|b"},
		{"spazi intorno", "chiave;testo\n a ; b\u00a0\n", "2 a|b"},
		{"righe vuote: la riga detta è quella del file", "chiave;testo\n\n\na;b\n", "4 a|b"},
		{"virgolette, punto e virgola e a capo in una cella", "chiave;testo\n\"a;\"\"x\"\"\";\"b\nc\"\nd;e\n", "2 a;\"x\"|b\nc,4 d|e"},
		{"una formula disarmata torna com'era", "chiave;testo\na;'=1+1\n", "2 a|=1+1"},
		{"una formula nuda è il testo che è", "chiave;testo\na;=1+1\n", "2 a|=1+1"},
		{"un apostrofo qualunque resta", "chiave;testo\na;'Ndrangheta\n", "2 a|'Ndrangheta"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			righe, err := leggi(strings.NewReader(c.testo))
			if got := strings.Join(righe, ","); err != nil || got != c.attesa {
				t.Errorf("%q %v", got, err)
			}
		})
	}
}

func TestLeggiRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		riga         int
		campo, testo string
		motivo       string
	}{
		{1, "file", "", "è vuoto"},
		{1, "file", "\uFEFF\r\n\r\n", "è vuoto"},
		{1, "testata", "testo;chiave\na;b\n", "le colonne devono essere: chiave;testo"},
		{1, "testata", "chiave,testo\na,b\n", "le colonne devono essere: chiave;testo"},
		{1, "testata", "c\x00h\x00;\n", "le colonne devono essere: chiave;testo"},
		{1, "riga", "\"chiave", "le virgolette non sono chiuse o stanno in mezzo a una cella"},
		{2, "file", "chiave;testo\n\n", "la tabella è vuota"},
		{2, "riga", "chiave;testo\na\n", "ha 1 celle invece di 2"},
		{3, "riga", "chiave;testo\na;b\na;b;c\n", "ha 3 celle invece di 2"},
		{2, "riga", "chiave;testo\na;citt\xe0\n", "non è scritta in UTF-8: salvare il file come «CSV UTF-8»"},
		{3, "riga", "chiave;testo\na;b\na;b\"c\n", "le virgolette non sono chiuse o stanno in mezzo a una cella"},
		{2, "riga", "chiave;testo\na;\"b\n\n\n", "le virgolette non sono chiuse o stanno in mezzo a una cella"},
	}
	for _, c := range casi {
		_, err := leggi(strings.NewReader(c.testo))
		var e *foglio.ErroreRiga
		if !errors.As(err, &e) || e.Riga != c.riga || e.Campo != c.campo || e.Motivo != c.motivo {
			t.Errorf("%q: %v", c.testo, err)
		}
	}
}

// Faults are told together, up to a hundred, by line; the rows after them are still read.
func TestLeggiDiceTuttiIGuasti(t *testing.T) {
	t.Parallel()
	_, err := leggi(strings.NewReader("chiave;testo\na\nb;c\nd;e;f\n"))
	if attesi := "riga 2, riga: ha 1 celle invece di 2\nriga 4, riga: ha 3 celle invece di 2"; err == nil || err.Error() != attesi {
		t.Error(err)
	}
	if _, err = leggi(strings.NewReader("chiave;testo\n" + strings.Repeat("a\n", 1000))); strings.Count(err.Error(), "riga: ") != 100 {
		t.Errorf("%d guasti", strings.Count(err.Error(), "riga: "))
	}
}

func TestLeggiHaUnLimite(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	riga := strings.Repeat("a", 1023-len(";b")) + ";b\n"
	appena := "chiave;testo\n" + strings.Repeat(riga, 16*1024-1)
	if _, err := leggi(strings.NewReader(appena)); err != nil || len(appena) > 16*mib {
		t.Errorf("%d byte: %v", len(appena), err)
	}
	for _, oltre := range []string{appena + riga, appena + strings.Repeat("\"", 2*mib), strings.Repeat("x", 17*mib)} {
		var e *foglio.ErroreRiga
		if _, err := leggi(strings.NewReader(oltre)); !errors.As(err, &e) || e.Error() != "file: supera 16 MiB" {
			t.Errorf("%d byte: %.80v", len(oltre), err)
		}
	}
}

func TestLeggiPortaGliErroriDellaFonte(t *testing.T) {
	t.Parallel()
	rotta := io.MultiReader(strings.NewReader("chiave;testo\na;b\n"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := leggi(rotta); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

func TestCelle(t *testing.T) {
	t.Parallel()
	var c *foglio.Celle
	forma := foglio.Forma{Colonne: []string{"siNo", "intero", "giorno", "elenco"}}
	prova := func(testo string) error {
		return forma.Leggi(strings.NewReader("siNo;intero;giorno;elenco\n"+testo+"\n"), func(celle *foglio.Celle) {
			c = celle
			c.SiNo("siNo")
			c.Intero("intero", 10)
			c.Giorno("giorno")
			c.Aggiungi([]foglio.Difetto{{Campo: "intero", Motivo: "non si dice due volte"}})
		})
	}
	err := prova("sì;11;30/02/2026;a  b")
	attesi := "riga 2, siNo: deve essere \"si\" o \"no\"\nriga 2, intero: deve essere un numero intero tra 0 e 10\nriga 2, giorno: deve essere una data AAAA-MM-GG"
	if err == nil || err.Error() != attesi {
		t.Error(err)
	}
	if c.Testo("assente") != "" || !slices.Equal(c.Elenco("elenco"), []string{"a", "b"}) || c.Elenco("assente") != nil {
		t.Error("una cella che non c'è è vuota")
	}
	if err := prova("no;10;;"); err == nil || err.Error() != "riga 2, intero: non si dice due volte" {
		t.Error(err)
	}
}

func TestErroreRiga(t *testing.T) {
	t.Parallel()
	for atteso, e := range map[string]foglio.ErroreRiga{
		"riga 3, campo: motivo": {Riga: 3, Chiave: "a", Campo: "campo", Motivo: "motivo"},
		"a, campo: motivo":      {Chiave: "a", Campo: "campo", Motivo: "motivo"},
		"campo: motivo":         {Campo: "campo", Motivo: "motivo"},
	} {
		if e.Error() != atteso {
			t.Error(e.Error())
		}
	}
	if foglio.Unisci(nil) != nil {
		t.Error("nessun guasto non è un errore")
	}
}

func TestTestoPulito(t *testing.T) {
	t.Parallel()
	for testo, atteso := range map[string]bool{"": true, "Forlì – cent": true, "dodici lette": true, "tredici lette": false, " a": false, "a ": false,
		"a\nb": false, "a\tb": false, "a\xff": false, "a\u200bb": false, "a\u202eb": false, "\uFEFFa": false} {
		if foglio.TestoPulito(testo, 12) != atteso {
			t.Errorf("%q", testo)
		}
	}
}

// A file that is written is read again to the byte, and no cell begins as a formula does.
func TestScriviProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		testo := rapid.OneOf(rapid.StringMatching(`['=+\-@＝"; a]{0,8}`), rapid.String()).Filter(func(s string) bool { return foglio.TestoPulito(s, 1000) }).Draw(t, "testo")
		var b bytes.Buffer
		if err := foglio.Scrivi(&b, colonne(), []riga{{"k", testo}}); err != nil {
			t.Fatal(err)
		}
		scritto := strings.TrimPrefix(b.String(), "\ufeffchiave;testo\nk;")
		if cella := strings.TrimPrefix(scritto, "\""); strings.IndexAny(cella, "=+-@＝") == 0 {
			t.Fatalf("%q è una formula", cella)
		}
		righe, err := leggi(&b)
		if err != nil || len(righe) != 1 || righe[0] != "2 k|"+testo {
			t.Fatalf("%q %v", righe, err)
		}
	})
}

// A doubled quotation mark within a cell ends no cell: what stands after it is text.
func TestLeVirgoletteDentroUnaCella(t *testing.T) {
	t.Parallel()
	for _, testo := range []string{`";=`, `";="1"`, `a";="b"`, `"";=`, `";sep=;`, "\"\n=\"", `""`, `"`} {
		var b bytes.Buffer
		if err := foglio.Scrivi(&b, colonne(), []riga{{"k", testo}, {"z", "1"}}); err != nil {
			t.Fatal(err)
		}
		righe, err := leggi(&b)
		if err != nil || len(righe) != 2 || !strings.HasSuffix(righe[0], " k|"+testo) || !strings.HasSuffix(righe[1], " z|1") {
			t.Errorf("%q: %q %v", testo, righe, err)
		}
	}
}

func TestScriviPortaGliErrori(t *testing.T) {
	t.Parallel()
	lettore, scrittore := io.Pipe()
	_ = lettore.Close()
	if err := foglio.Scrivi(scrittore, colonne(), []riga{{"a", "b"}}); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

func FuzzLeggi(f *testing.F) {
	f.Add("chiave;testo\na;b\n")
	f.Add("\uFEFFchiave;testo\r\n\"a\nb\";'=1\r\n")
	f.Add("chiave;testo\n\"")
	f.Fuzz(func(t *testing.T, testo string) {
		var righe []riga
		err := foglio.Forma{Colonne: colonne()}.Leggi(strings.NewReader(testo), func(c *foglio.Celle) {
			righe = append(righe, riga{c.Testo("chiave"), c.Testo("testo")})
		})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := foglio.Scrivi(&b, colonne(), righe); err != nil {
			t.Fatal(err)
		}
		i := 0
		err = foglio.Forma{Colonne: colonne()}.Leggi(&b, func(c *foglio.Celle) {
			if c.Testo("chiave") != righe[i][0] || c.Testo("testo") != righe[i][1] {
				t.Errorf("scritto %q, riletto %q %q", righe[i], c.Testo("chiave"), c.Testo("testo"))
			}
			i++
		})
		if err != nil || i != len(righe) {
			t.Fatalf("%d righe di %d: %v", i, len(righe), err)
		}
	})
}

func leggi(r io.Reader) ([]string, error) {
	var righe []string
	err := foglio.Forma{Colonne: colonne()}.Leggi(r, func(c *foglio.Celle) {
		righe = append(righe, string(rune('0'+c.Linea()%10))+" "+c.Testo("chiave")+"|"+c.Testo("testo"))
	})
	return righe, err
}
