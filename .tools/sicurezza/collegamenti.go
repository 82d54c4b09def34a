package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	// collegamento is a link of Markdown: its file, which may be missing, and its heading.
	collegamento = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]+))?\)`)
	titolo       = regexp.MustCompile(`(?m)^#+ (.+)$`)
	// muti are the signs that a heading's anchor leaves out.
	muti = regexp.MustCompile("[^\\p{L}\\p{N} _-]")
)

// collegamentiRotti are the links of the pages under radice that lead to no file, or to no heading of one.
func collegamentiRotti(radice string) (trovati []string, err error) {
	err = filepath.WalkDir(radice, func(nome string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", ".locale", "node_modules", "bin"}, d.Name()):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(nome) != ".md":
			return nil
		}
		testo, err := os.ReadFile(nome)
		if err != nil {
			return err
		}
		relativo, err := filepath.Rel(radice, nome)
		for n, linea := range strings.Split(string(testo), "\n") {
			for _, m := range collegamento.FindAllStringSubmatch(linea, -1) {
				if !strings.Contains(m[1], "://") && !conduce(nome, m[1], m[2]) {
					trovati = append(trovati, fmt.Sprintf("%s:%d: il collegamento %s non porta da nessuna parte", filepath.ToSlash(relativo), n+1, m[0][1:]))
				}
			}
		}
		return err
	})
	return trovati, err
}

// conduce reports whether a link in the page da leads to a file, or folder, that is there and has the heading.
func conduce(da, file, ancora string) bool {
	meta := da
	if file != "" {
		meta = filepath.Join(filepath.Dir(da), filepath.FromSlash(file))
	}
	if _, err := os.Stat(meta); err != nil || ancora == "" {
		return err == nil
	}
	testo, err := os.ReadFile(meta)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(titolo.FindAllStringSubmatch(string(testo), -1), func(m []string) bool {
		return strings.ReplaceAll(muti.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == ancora
	})
}
