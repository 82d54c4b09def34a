package stampa_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"image"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

var aggiorna = flag.Bool("update", false, "rewrite the golden files")

// stampatore fails, and never skips, when the fonts are not there.
func stampatore(t testing.TB) *stampa.Stampatore {
	t.Helper()
	s, err := stampa.Nuovo(static.FS())
	if err != nil {
		t.Fatalf("%v (run make risorse)", err)
	}
	return s
}

func rendi(t testing.TB, a stampa.Atto) []byte {
	t.Helper()
	pdf, err := stampatore(t).Rendi(a)
	if err != nil {
		t.Fatal(err)
	}
	return pdf
}

// poppler runs one of its programs on a PDF and returns the folder of its output.
func poppler(t testing.TB, pdf []byte, programma string, argomenti ...string) string {
	t.Helper()
	percorso, err := exec.LookPath(programma)
	if err != nil {
		t.Fatalf("%s is missing: run make prerequisiti", programma)
	}
	cartella := t.TempDir()
	if err := os.WriteFile(filepath.Join(cartella, "atto.pdf"), pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	comando := exec.Command(percorso, argomenti...)
	comando.Dir = cartella
	scritto, err := comando.CombinedOutput()
	scritto = bytes.ReplaceAll(scritto, []byte("no word list\n"), nil) // pdftotext on a blank page
	if err != nil || len(scritto) > 0 {
		t.Fatalf("%s: %v\n%s", programma, err, scritto)
	}
	return cartella
}

func leggi(t testing.TB, percorso string) []byte {
	t.Helper()
	dati, err := os.ReadFile(percorso)
	if err != nil {
		t.Fatal(err)
	}
	return dati
}

// testo returns the text of a PDF as it lies on the pages, without trailing and repeated blanks.
func testo(t testing.TB, pdf []byte) string {
	t.Helper()
	cartella := poppler(t, pdf, "pdftotext", "-layout", "-enc", "UTF-8", "atto.pdf", "atto.txt")
	grezzo := string(leggi(t, filepath.Join(cartella, "atto.txt")))
	grezzo = regexp.MustCompile(`[ \t]+\n`).ReplaceAllString(grezzo, "\n")
	grezzo = strings.ReplaceAll(grezzo, "\f", "\n=== pagina ===\n")
	return regexp.MustCompile(`\n{3,}`).ReplaceAllString(grezzo, "\n\n")
}

// scorrevole returns the words of a PDF in reading order, one blank between them.
func scorrevole(t testing.TB, pdf []byte) string {
	t.Helper()
	cartella := poppler(t, pdf, "pdftotext", "-raw", "-enc", "UTF-8", "atto.pdf", "atto.txt")
	return strings.Join(strings.Fields(string(leggi(t, filepath.Join(cartella, "atto.txt")))), " ")
}

// parola is a word with its box, in mm from the upper left corner.
type parola struct {
	X0    float64 `xml:"xMin,attr"`
	Y0    float64 `xml:"yMin,attr"`
	X1    float64 `xml:"xMax,attr"`
	Y1    float64 `xml:"yMax,attr"`
	Testo string  `xml:",chardata"`
}

// parole returns the words of each page.
func parole(t testing.TB, pdf []byte) [][]parola {
	t.Helper()
	cartella := poppler(t, pdf, "pdftotext", "-bbox", "-enc", "UTF-8", "atto.pdf", "atto.html")
	var documento struct {
		Pagine []struct {
			Parole []parola `xml:"word"`
		} `xml:"body>doc>page"`
	}
	lettore := xml.NewDecoder(bytes.NewReader(leggi(t, filepath.Join(cartella, "atto.html"))))
	lettore.Strict, lettore.Entity = false, xml.HTMLEntity
	if err := lettore.Decode(&documento); err != nil {
		t.Fatal(err)
	}
	var pagine [][]parola
	for _, p := range documento.Pagine {
		for i := range p.Parole {
			w := &p.Parole[i]
			w.X0, w.Y0, w.X1, w.Y1 = mm(w.X0), mm(w.Y0), mm(w.X1), mm(w.Y1)
		}
		pagine = append(pagine, p.Parole)
	}
	return pagine
}

func mm(punti float64) float64 { return punti * 25.4 / 72 }

// immagine renders one page at 200 dots an inch, as a careful office scanner sees it.
func immagine(t testing.TB, pdf []byte, pagina string) image.Image {
	t.Helper()
	cartella := poppler(t, pdf, "pdftoppm", "-r", "200", "-gray", "-png", "-singlefile", "-f", pagina, "atto.pdf", "pagina")
	file, err := os.Open(filepath.Join(cartella, "pagina.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	foto, _, err := image.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return foto
}

// confronta compares with a golden file, or rewrites it.
func confronta(t testing.TB, nome, ha string) {
	t.Helper()
	percorso := filepath.Join("testdata", nome)
	if *aggiorna {
		if err := os.WriteFile(percorso, []byte(ha), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(leggi(t, percorso)), ha); diff != "" {
		t.Errorf("%s differs (-golden +printed); -update rewrites it:\n%s", nome, diff)
	}
}
