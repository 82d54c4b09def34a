package foglio_test

import (
	"bytes"
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

// TestEveryCSVIsWrittenHere: whoever writes rows with the standard library alone writes the formulas that strangers put
// into names and addresses.
func TestEveryCSVIsWrittenHere(t *testing.T) {
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
		testo, err := os.ReadFile(percorso)
		if err == nil && bytes.Contains(testo, []byte("csv.NewWriter")) && filepath.Dir(percorso) != filepath.Join(radice, "shared", "spine", "foglio") {
			t.Errorf("%s writes CSV by itself: foglio.NuovaPenna", percorso)
		}
		return err
	})
	if err != nil || visti < 500 {
		t.Fatalf("%d files read, %v", visti, err)
	}
}
