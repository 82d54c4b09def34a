package foglio_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

func TestPenna(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	penna := foglio.NuovaPenna(&b)
	for _, celle := range [][]string{{"nome", "via"}, {`=HYPERLINK("http://x","y")`, "+39"}, {"-Rossi; Anna", "\t@SUM(A1)"}, {"È", "Roma"}} {
		if err := penna.Scrivi(celle...); err != nil {
			t.Fatal(err)
		}
	}
	if err := penna.Chiudi(); err != nil {
		t.Fatal(err)
	}
	const atteso = "\ufeffnome;via\n\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\";'+39\n\"'-Rossi; Anna\";'\t@SUM(A1)\nÈ;Roma\n"
	if b.String() != atteso {
		t.Errorf("%q, want %q", b.String(), atteso)
	}
}

// TestOgniCSVSiScriveQui: whoever writes rows with the standard library alone writes the formulas that strangers put
// into names and addresses.
func TestOgniCSVSiScriveQui(t *testing.T) {
	t.Parallel()
	radice, visti := testkit.Radice(), 0
	err := filepath.WalkDir(radice, func(percorso string, d fs.DirEntry, err error) error {
		nome := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && percorso != radice && (strings.HasPrefix(nome, ".") || nome == "node_modules" || nome == "laboratorio"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(nome, ".go") || strings.HasSuffix(nome, "_test.go"):
			return nil
		}
		visti++
		if filepath.Dir(percorso) == filepath.Join(radice, "shared", "spine", "foglio") {
			return nil
		}
		scrive, err := scriveCSV(percorso)
		if scrive {
			t.Errorf("%s writes CSV by itself: foglio.NuovaPenna", percorso)
		}
		return err
	})
	if err != nil || visti < 500 {
		t.Fatalf("%d files read, %v", visti, err)
	}
}

// scriveCSV reports whether a file takes the writer of encoding/csv, by whatever name it imports the package.
func scriveCSV(percorso string) (bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), percorso, nil, parser.SkipObjectResolution)
	if err != nil {
		return false, err
	}
	nome := ""
	for _, i := range file.Imports {
		if i.Path.Value == `"encoding/csv"` {
			if nome = "csv"; i.Name != nil {
				nome = i.Name.Name
			}
		}
	}
	scrive := nome == "." // every name of it, unseen
	ast.Inspect(file, func(n ast.Node) bool {
		if s, si := n.(*ast.SelectorExpr); si && nome != "" {
			di, semplice := s.X.(*ast.Ident)
			scrive = scrive || semplice && di.Name == nome && (s.Sel.Name == "NewWriter" || s.Sel.Name == "Writer")
		}
		return true
	})
	return scrive, nil
}

func TestChiScriveCSVSiVedeConQualunqueNome(t *testing.T) {
	t.Parallel()
	for testo, vuole := range map[string]bool{
		"import \"encoding/csv\"\nvar _ = csv.NewWriter":         true,
		"import altro \"encoding/csv\"\nvar _ = altro.NewWriter": true,
		"import . \"encoding/csv\"\nvar _ = NewWriter":           true,
		"import \"encoding/csv\"\nvar _ csv.Writer":              true,
		"import \"encoding/csv\"\nvar _ = csv.NewReader":         false,
		"import csv \"strings\"\nvar _ = csv.NewReader":          false,
	} {
		percorso := filepath.Join(t.TempDir(), "a.go")
		if err := os.WriteFile(percorso, []byte("package a\n"+testo+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if ha, err := scriveCSV(percorso); ha != vuole || err != nil {
			t.Errorf("%q: %v, %v", testo, ha, err)
		}
	}
}
