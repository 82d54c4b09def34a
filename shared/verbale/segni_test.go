package verbale

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	segnoSQL = regexp.MustCompile(`'(\[[^'\]"]+\])[^']*'`)
	zeriSQL  = regexp.MustCompile(`repeat\('0'(?:::text)?, (\d+)\)|'(0{32,})'`)
)

// TestUnSoloSegnoInOgniModulo: what the functions of the databases write in the place of a person and of a file is what the
// program knows, in every module; and no program writes it by itself.
func TestUnSoloSegnoInOgniModulo(t *testing.T) {
	t.Parallel()
	segnano := map[string]bool{}
	err := filepath.WalkDir("../..", func(dove string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if len(d.Name()) > 2 && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules" ||
				dove == filepath.Join("..", "..", "shared", "verbale") {
				return filepath.SkipDir
			}
			return nil
		}
		programma := strings.HasSuffix(dove, ".go") && !strings.HasSuffix(dove, "_test.go")
		if !programma && d.Name() != "schema.sql" {
			return nil
		}
		dati, err := os.ReadFile(dove)
		if err != nil {
			return err
		}
		testo := string(dati)
		if programma {
			if strings.Contains(testo, Cancellato) || strings.Contains(testo, FileCancellato) {
				t.Errorf("%s: it is a constant of shared/verbale", dove)
			}
			return nil
		}
		for _, m := range segnoSQL.FindAllStringSubmatch(testo, -1) {
			segnano[strings.Split(filepath.ToSlash(dove), "/")[2]] = true
			if m[1] != Cancellato {
				t.Errorf("%s: %s is not the mark of what was erased", dove, m[0])
			}
		}
		for _, m := range zeriSQL.FindAllStringSubmatch(testo, -1) {
			if n, _ := strconv.Atoi(m[1]); max(n, len(m[2])) != len(FileCancellato) {
				t.Errorf("%s: %s is not the hash of a file that was erased", dove, m[0])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, modulo := range []string{"connessione", "core", "elaborazione", "vpn"} {
		if !segnano[modulo] {
			t.Errorf("%s: no function writes the mark: the test looks in the wrong place", modulo)
		}
	}
}
