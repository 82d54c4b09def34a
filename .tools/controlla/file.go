package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
)

// fileDiGit lists tracked files and new files that are not ignored, relative to radice.
func fileDiGit(radice string) ([]string, error) {
	cmd := exec.Command("git", "-C", radice, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	uscita, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(uscita), func(r rune) bool { return r == 0 }), nil
}

// leggi returns the content of a file; one that was deleted and not yet committed, or a link, has none.
func leggi(nome string) ([]byte, error) {
	info, err := os.Lstat(nome)
	if errors.Is(err, fs.ErrNotExist) || (err == nil && !info.Mode().IsRegular()) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(nome)
}
