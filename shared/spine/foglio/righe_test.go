package foglio_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// tutte reads a file as one text: names, then the rows, each with its line where it has a fault.
func tutte(r io.Reader, separatore rune) string {
	righe := foglio.NuoveRighe(r, separatore)
	nomi, err := righe.Testata()
	if err != nil {
		return err.Error()
	}
	testo := strings.Join(nomi, "|")
	for {
		celle, difetto, err := righe.Prossima()
		switch {
		case errors.Is(err, io.EOF):
			return testo
		case err != nil:
			return testo + " / " + err.Error()
		case difetto != "":
			testo += " / " + difetto
			continue
		}
		for i, c := range celle {
			celle[i] = foglio.Rifila(c)
		}
		testo += " / " + strings.Join(celle, "|")
	}
}

func TestQuelloCheIlFoglioDiCalcoloLascia(t *testing.T) {
	t.Parallel()
	const pulito = "a|b / 1|2 / 3|4"
	for nome, c := range map[string]struct{ file, vuole string }{
		"nothing":                                 {"a;b\n1;2\n3;4\n", pulito},
		"rows of separators":                      {"a;b\n1;2\n;\n3;4\n;\n;;;;\n", pulito},
		"rows of blanks":                          {"a;b\n1;2\n  \n\t\n\u00a0;\u00a0\n3;4\n \n", pulito},
		"a separator at the end of every line":    {"a;b;\n1;2;\n3;4;\n", pulito},
		"separators at the end of some lines":     {"a;b;;;\n1;2\n3;4;;\n", pulito},
		"at the end of the rows alone":            {"a;b\n1;2;\n3;4;;\n", pulito},
		"a first line sep":                        {"sep=;\na;b\n1;2\n3;4\n", pulito},
		"in capitals, quoted, Windows ends":       {"\"SEP=;\"\r\na;b\r\n1;2\r\n3;4\r\n", pulito},
		"with its own mark":                       {"\ufeffsep=,\na,b\n1,2\n3,4\n", pulito},
		"a comma within, by sep":                  {"sep=;\na;\"b,c\"\n1;2\n", "a|b,c / 1|2"},
		"the end of file of another time":         {"a;b\n1;2\n3;4\n\x1a", pulito},
		"without a last end of line":              {"a;b\n1;2\n3;4\x1a", pulito},
		"with its padding":                        {"a;b\n1;2\n3;4\r\n\x1a\x00\x00\x1a\r\n", pulito},
		"NULs at the end":                         {"a;b\n1;2\n3;4\n\x00\x00\x00", pulito},
		"marks where files were joined":           {"\ufeffa;b\n1;2\n\ufeff3;4\n", pulito},
		"the ends of line of a Macintosh":         {"a;b\r1;2\r3;4\r", pulito},
		"quoted names":                            {"\"a\";\" b\u00a0\"\n1;2\n3;4\n", pulito},
		"texts kept as formulas":                  {"a;b\n=\"1\";\"=\"\"2\"\"\"\n3;=\"4\"\n", pulito},
		"a formula with a separator":              {"a;b\n=\"1;x\";2\n", "a|b / 1;x|2"},
		"tabs, by sep":                            {"sep=\t\na\tb\n1\t2\n3\t4\n", pulito},
		"an equals sign within quotes":            {"a;b\n\"x\n=\"\"y\"\"\";2\n", "a|b / x\n=\"y\"|2"},
		"a carriage return within quotes":         {"a;b\n\"x\ry\";2\n", "a|b / x\ry|2"},
		"an unnamed column in the middle, empty":  {"a;;b\n1;;2\n", "a||b / 1||2"},
		"an unnamed column in the middle, filled": {"a;;b\n1;x;2\n", "a||b / la colonna 2 non ha nome nella testata, ma qui ha un valore"},
		"an unnamed column at the end, filled":    {"a;b;\n1;2;x\n3;4;\n", "a|b / la colonna 3 non ha nome nella testata, ma qui ha un valore / 3|4"},
		"a row cut short":                         {"a;b\n1\n3;4\n", "a|b / ha 1 celle invece di 2 / 3|4"},
		"a NUL before the end":                    {"a;b\n1;\x002\n", "a|b / 1|\x002"},
		"an end of file in the middle":            {"a;b\n1;2\n\x1a3;4\n", "a|b / 1|2 / \x1a3|4"},
		"nothing but blanks":                      {" ;\n;;\n", "EOF"},
		"an empty file":                           {"", "EOF"},
		"only sep":                                {"sep=;\n", "EOF"},
	} {
		for come, r := range map[string]io.Reader{"": strings.NewReader(c.file), ", byte by byte": iotest.OneByteReader(strings.NewReader(c.file))} {
			if diff := cmp.Diff(c.vuole, tutte(r, 0)); diff != "" {
				t.Errorf("%s%s (-want +got):\n%s", nome, come, diff)
			}
		}
	}
	cade := io.MultiReader(strings.NewReader("a;b\n1;2\n"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if ha := tutte(cade, ';'); ha != "a|b / 1|2 / unexpected EOF" {
		t.Error(ha)
	}
}
