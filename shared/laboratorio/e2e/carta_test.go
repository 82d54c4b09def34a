//go:build e2e

package e2e

import (
	"bytes"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/multi/qrcode"
)

// testoPDF is what a person reads on the pages, laid out as on paper.
func testoPDF(tb testing.TB, pdf []byte) string {
	tb.Helper()
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		tb.Fatalf("not a PDF: %.100q", pdf)
	}
	cmd := exec.CommandContext(tb.Context(), "pdftotext", "-layout", "-enc", "UTF-8", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	uscita, err := cmd.Output()
	if err != nil {
		tb.Fatalf("pdftotext: %v", err)
	}
	return string(uscita)
}

// codiciQR reads the QR codes of the pages from the given one on, as a phone would from the paper, in
// order of their text.
func codiciQR(tb testing.TB, pdf []byte, daPagina int) []string {
	tb.Helper()
	cartella := tb.TempDir()
	cmd := exec.CommandContext(tb.Context(), "pdftoppm", "-r", "200", "-f", strconv.Itoa(daPagina), "-png", "-gray", "-", filepath.Join(cartella, "pagina"))
	cmd.Stdin = bytes.NewReader(pdf)
	if uscita, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("pdftoppm: %v\n%s", err, uscita)
	}
	pagine, err := filepath.Glob(filepath.Join(cartella, "*.png"))
	if err != nil || len(pagine) == 0 {
		tb.Fatalf("no page was rendered: %v", err)
	}
	var trovati []string
	for _, p := range pagine {
		trovati = append(trovati, codiciPagina(tb, p)...)
	}
	slices.Sort(trovati)
	return trovati
}

func codiciPagina(tb testing.TB, percorso string) []string {
	tb.Helper()
	f, err := os.Open(percorso)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	immagine, err := png.Decode(f)
	if err != nil {
		tb.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(immagine)
	if err != nil {
		tb.Fatal(err)
	}
	letti, err := qrcode.NewQRCodeMultiReader().DecodeMultipleWithoutHint(bitmap)
	if err != nil {
		return nil // a page without codes
	}
	var testi []string
	for _, l := range letti {
		testi = append(testi, l.GetText())
	}
	return testi
}

// raggruppato is a notice number as it is printed, four digits at a time.
func raggruppato(nav string) string {
	var gruppi []string
	for g := range slices.Chunk([]byte(nav), 4) {
		gruppi = append(gruppi, string(g))
	}
	return strings.Join(gruppi, " ")
}

// rigaCon reports whether some line of a text has all the words.
func rigaCon(testo string, parole ...string) bool {
	for riga := range strings.Lines(testo) {
		if !slices.ContainsFunc(parole, func(p string) bool { return !strings.Contains(riga, p) }) {
			return true
		}
	}
	return false
}

// conserva leaves a file for people to look at.
func conserva(tb testing.TB, nome string, contenuto []byte) {
	tb.Helper()
	if err := os.WriteFile(filepath.Join(cartellaEsiti(), nome), contenuto, 0o644); err != nil {
		tb.Fatal(err)
	}
}
