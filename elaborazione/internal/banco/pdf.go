package banco

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// InfoPDF is what a PDF says of itself to who opens it.
type InfoPDF struct {
	Titolo, Autore string
	Pagine         int
}

// InformaPDF asks poppler's pdfinfo, and fails when the file is no PDF.
func InformaPDF(t testing.TB, pdf []byte) (i InfoPDF) {
	t.Helper()
	percorso := filepath.Join(t.TempDir(), "file.pdf")
	if err := os.WriteFile(percorso, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	detto, err := exec.Command("pdfinfo", "-enc", "UTF-8", percorso).CombinedOutput() //nolint:gosec // a file of the test
	if err != nil {
		t.Fatalf("pdfinfo (make prerequisiti): %v\n%s", err, detto)
	}
	for riga := range strings.Lines(string(detto)) {
		voce, valore, _ := strings.Cut(riga, ":")
		valore = strings.TrimSpace(valore)
		switch voce {
		case "Title":
			i.Titolo = valore
		case "Author":
			i.Autore = valore
		case "Pages":
			if i.Pagine, err = strconv.Atoi(valore); err != nil {
				t.Fatal(err)
			}
		}
	}
	return i
}
