package verbale

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// omonimi are words of the vocabulary that mean something else elsewhere too: a text with one of them may be right.
func omonimi() map[string]string {
	return map[string]string{
		"ANNULLATO": "a rule of the price and an act of the audit", "VISURA": "a look-up in the population register", "ALTRO": "the last of any list", "OK": "an outcome of the audit and of HTTP", "TARGA": "a part of a fine that its anomaly names", "PROVA": "a plate of dealers", "PEC": "an address",
		"SEND": "a network", "PDF": "a format", "OCR": "a module", "SOAP": "a protocol", "MANUALE": "a policy of validation",
		"BLOCCATO": "an account", "CESSATO": "an entry of a register", "SOSPESO": "a tenant", "VALIDATO": "a check",
		"RUBATO": "an outcome of the post", "SCONOSCIUTO": "an outcome of the post", "RIFIUTATO": "an outcome of the post",
		"IN_VIAGGIO": "an outcome of the post", "IN_ATTESA": "a queue of the list of fines", "FALLITO": "a work",
		"LOCATARIO": "a right on a vehicle", "USUFRUTTUARIO": "a right on a vehicle", "ACQUIRENTE": "a right on a vehicle",
		"TARGA_NON_VALIDA": "a refusal", "TARGA_ESTERA": "an answer of the national register",
		"NON_PRESENTE": "an answer of the national register", "NON_IMMATRICOLATO": "an answer of the national register",
		"PAGAMENTO_STORNATO": "a refusal of a payment", "IMPORTAZIONE": "a source of fines", "POSTA": "a channel of service", "PAGOPA": "the heading of its QR code", "SOSPENSIONE_BREVE": "a doubt about a row", "ECCEDENZA": "an outcome of a payment and a rule of the law",
	}
}

// esenti are the folders that may write words of the vocabulary, and why.
func esenti() map[string]string {
	return map[string]string{
		"shared/verbale":                "the vocabulary",
		"shared/legge/cds":              "the law's own enumeration of amounts, which the vocabulary names, and ids of rules",
		"shared/legge/riscontro":        "the law's own names of the rules, which the vocabulary takes",
		"shared/laboratorio/simulatore": "the outside systems speak for themselves",
		"vpn/internal/motorizzazione":   "the words of the national register",
	}
}

var traApici = regexp.MustCompile(`'([A-Z][A-Z0-9_]+)'`)

// copie are the words of the vocabulary that a file writes by itself, in a text or within a statement of SQL.
func copie(t *testing.T, file string, parole []string) (trovate []string) {
	t.Helper()
	insieme := token.NewFileSet()
	f, err := parser.ParseFile(insieme, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		l, ok := n.(*ast.BasicLit)
		if !ok || l.Kind != token.STRING {
			return true
		}
		testo, err := strconv.Unquote(l.Value)
		if err != nil {
			return true // a tag of a struct
		}
		for _, m := range append(traApici.FindAllStringSubmatch(testo, -1), []string{"", testo}) {
			if slices.Contains(parole, m[1]) {
				trovate = append(trovate, insieme.Position(l.Pos()).String()+": "+m[1])
			}
		}
		return true
	})
	return trovate
}

// TestNessunoHaUnaCopia: production code takes the words from here.
func TestNessunoHaUnaCopia(t *testing.T) {
	t.Parallel()
	const radice = "../.."
	var parole []string
	for _, v := range enumerazioni() {
		parole = append(parole, v...)
	}
	parole = slices.DeleteFunc(parole, func(p string) bool { return omonimi()[p] != "" })
	err := filepath.WalkDir(radice, func(dove string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relativo, err := filepath.Rel(radice, dove)
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, esente := esenti()[filepath.ToSlash(relativo)]
			if esente || len(d.Name()) > 2 && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(dove, ".go") && !strings.HasSuffix(dove, "_test.go") {
			for _, c := range copie(t, dove, parole) {
				t.Errorf("%s: it is a constant of shared/verbale", c)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
