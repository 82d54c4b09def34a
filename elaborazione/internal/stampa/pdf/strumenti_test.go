package pdf_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/simbolo"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

// The faces of the tests.
const (
	tondo pdf.Carattere = iota
	fisso
)

// usuali are in the first cut: é is not.
const usuali = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~àèìòù€–"

// componi cuts the faces once for all the tests.
var componi = sync.OnceValues(func() (*pdf.Caratteri, error) {
	var facce []pdf.Faccia
	var originali []*pdf.Originale
	for nome, file := range map[string]string{"TitilliumWeb-Regular": static.FontRegular, "RobotoMono-Regular": static.FontMono} {
		dati, err := fs.ReadFile(static.FS(), file)
		if err != nil {
			return nil, err
		}
		o, err := pdf.Leggi(dati)
		if err != nil {
			return nil, err
		}
		originali = append(originali, o)
		facce = append(facce, pdf.Faccia{Nome: nome, Originale: o, Usuali: usuali})
	}
	if facce[0].Nome[0] == 'R' {
		facce[0], facce[1] = facce[1], facce[0]
	}
	return pdf.Componi(facce, pdf.Comuni(originali))
})

func caratteri(t testing.TB) *pdf.Caratteri {
	t.Helper()
	c, err := componi()
	if err != nil {
		t.Fatalf("%v (run make risorse)", err)
	}
	return c
}

// dati of a file of the tests.
func dati() pdf.Dati {
	return pdf.Dati{Titolo: "Prova (1) \\ è 😀", Autore: "Alfa", Produttore: "prova", Creato: time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)}
}

// con draws a document of a page for each text.
func con(t testing.TB, testi ...string) []byte {
	t.Helper()
	d := caratteri(t).Apri()
	for _, x := range testi {
		d.Pagina()
		d.Scrivi(20, 20, pdf.Testo{Carattere: tondo, Corpo: 12}, x)
	}
	return d.Chiudi(dati())
}

// simboloDiProva is a symbol that no reader would take for one.
func simboloDiProva() simbolo.Griglia {
	return simbolo.Griglia{Lato: 10, Passo: 2, Bit: []byte(strings.Repeat("\xaa\x80\x55\x40", 5))}
}

// programma runs an outside reader on a file, and fails when it complains.
func programma(t testing.TB, file []byte, nome string, argomenti ...string) string {
	t.Helper()
	cartella := t.TempDir()
	if err := os.WriteFile(filepath.Join(cartella, "file.pdf"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	comando := exec.Command(nome, argomenti...)
	comando.Dir = cartella
	detto, err := comando.CombinedOutput()
	if err != nil {
		t.Fatalf("%s (make prerequisiti): %v\n%s", nome, err, detto)
	}
	return string(detto)
}

// controlla has qpdf look at the whole structure.
func controlla(t testing.TB, file []byte) {
	t.Helper()
	if detto := programma(t, file, "qpdf", "--check", "file.pdf"); strings.Contains(detto, "WARNING") {
		t.Error(detto)
	}
}

// testo is what poppler reads on the pages, by lines.
func testo(t testing.TB, file []byte) []string {
	t.Helper()
	return strings.Fields(strings.ReplaceAll(programma(t, file, "pdftotext", "-enc", "UTF-8", "file.pdf", "-"), " ", "_"))
}

// foto is a page as poppler draws it.
func foto(t testing.TB, file []byte) string {
	t.Helper()
	return programma(t, file, "pdftoppm", "-r", "100", "-singlefile", "file.pdf")
}
