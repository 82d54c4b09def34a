package pdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
)

// precedente is a file as the library before this package wrote it: acts that a command has kept are of that form.
func precedente(t testing.TB) []byte {
	t.Helper()
	dati, err := os.ReadFile(filepath.Join("testdata", "precedente.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return dati
}

func leggi(t testing.TB, r *pdf.Raccolta, file []byte) pdf.Letto {
	t.Helper()
	l, err := r.Leggi(file)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The file of a collection has the pages of those chosen, in their order, and what they share once.
func TestTheMergedFileHasThePagesOfEach(t *testing.T) {
	t.Parallel()
	r := pdf.NuovaRaccolta()
	var tutti []pdf.Letto
	for i := range 30 {
		tutti = append(tutti, leggi(t, r, con(t, fmt.Sprintf("atto_%d_fronte", i), fmt.Sprintf("atto_%d_retro_%c", i, []rune("aéł")[i%3]))))
	}
	tutti = append(tutti, leggi(t, r, precedente(t)))
	unito := r.Unisci(dati(), tutti)
	controlla(t, unito)
	ha := testo(t, unito)
	if len(ha) != 62 || ha[0] != "atto_0_fronte" || ha[59] != "atto_29_retro_ł" || ha[60] != "prima_facciata_(dritta)" || ha[61] != "seconda_\\_facciata" {
		t.Errorf("%q", ha)
	}
	if n := bytes.Count(unito, []byte("/FontFile2")); n != 3 {
		t.Errorf("%d faces, want two and a second cut", n)
	}
	informa := programma(t, unito, "pdfinfo", "-enc", "UTF-8", "file.pdf")
	if !strings.Contains(informa, "Pages:           62\n") || !strings.Contains(informa, "è 😀") {
		t.Error(informa)
	}
	if !bytes.Equal(unito, r.Unisci(dati(), tutti)) {
		t.Error("written twice it differs")
	}
}

// Of a file that is not chosen nothing is in the merged one.
func TestNothingOfWhoIsLeftOut(t *testing.T) {
	t.Parallel()
	r := pdf.NuovaRaccolta()
	a, b, c := leggi(t, r, con(t, "primo")), leggi(t, r, con(t, "secondo", "Łukasz")), leggi(t, r, con(t, "terzo"))
	unito := r.Unisci(dati(), []pdf.Letto{c, a})
	controlla(t, unito)
	if ha := testo(t, unito); !slices.Equal(ha, []string{"terzo", "primo"}) {
		t.Errorf("%q", ha)
	}
	due := pdf.NuovaRaccolta()
	soli := due.Unisci(dati(), []pdf.Letto{leggi(t, due, con(t, "terzo")), leggi(t, due, con(t, "primo"))})
	if n, vuole := bytes.Count(unito, []byte(" 0 obj\n")), bytes.Count(soli, []byte(" 0 obj\n")); n != vuole {
		t.Errorf("%d objects, %d without the one left out", n, vuole)
	}
	if tutti := r.Unisci(dati(), []pdf.Letto{a, b, c}); len(tutti) < len(unito)+5000 {
		t.Errorf("with all of them it weighs %d bytes, without one %d", len(tutti), len(unito))
	}
	if vuoto := r.Unisci(dati(), nil); bytes.Contains(vuoto, []byte("/Font")) {
		t.Error("a file of nobody has faces")
	}
}

// A merged file is itself a file that can be put into another one.
func TestAMergedFileIsReadAgain(t *testing.T) {
	t.Parallel()
	r := pdf.NuovaRaccolta()
	unito := r.Unisci(dati(), []pdf.Letto{leggi(t, r, con(t, "primo", "secondo")), leggi(t, r, precedente(t))})
	altra := pdf.NuovaRaccolta()
	if ha := testo(t, altra.Unisci(dati(), []pdf.Letto{leggi(t, altra, unito)})); len(ha) != 4 || ha[1] != "secondo" {
		t.Errorf("%q", ha)
	}
}

func TestWhatIsNoFileOfOursIsRefused(t *testing.T) {
	t.Parallel()
	buono, prima := con(t, "pagina"), precedente(t)
	for regola, guasto := range map[string][]byte{
		"nothing":                       nil,
		"not a PDF":                     []byte("non è un PDF"),
		"cut short":                     []byte("%PDF-1.7 monco"),
		"without its last line":         buono[:len(buono)-30],
		"encrypted":                     bytes.Replace(buono, []byte("trailer\n<<"), []byte("trailer\n<</Encrypt 1 0 R "), 1),
		"changed after it was written":  bytes.Replace(buono, []byte("trailer\n<<"), []byte("trailer\n<</Prev 9 "), 1),
		"a tree that names itself":      bytes.Replace(prima, []byte("/Kids [3 0 R"), []byte("/Kids [1 0 R"), 1),
		"nodes named again and again":   bytes.Replace(prima, []byte("/Kids [3 0 R 5"), []byte("/Kids [3 0 R 3"), 1),
		"an object where another was":   bytes.Replace(buono, []byte("\n4 0 obj"), []byte("\n5 0 obj"), 1),
		"a stream longer than the file": bytes.Replace(prima, []byte("/Length 133"), []byte("/Length 999"), 1),
	} {
		if _, err := pdf.NuovaRaccolta().Leggi(guasto); !errors.Is(err, pdf.ErrIllegibile) {
			t.Errorf("%s: %v", regola, err)
		}
	}
}

// FuzzLeggi: whatever the bytes, a file is read or refused; what is read can be written.
func FuzzLeggi(f *testing.F) {
	precedente := precedente(f)
	f.Add(precedente)
	f.Add(con(f, "pagina"))
	for i := 0; i < len(precedente); i += 113 {
		f.Add(slices.Concat(precedente[:i], []byte("<</Kids [1 0 R]>>"), precedente[i:]))
		f.Add(slices.Delete(slices.Clone(precedente), i, min(i+7, len(precedente))))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r := pdf.NuovaRaccolta()
		l, err := r.Leggi(file)
		if err == nil {
			r.Unisci(dati(), []pdf.Letto{l})
		} else if !errors.Is(err, pdf.ErrIllegibile) {
			t.Error(err)
		}
	})
}

func BenchmarkRaccolta(b *testing.B) {
	var file [][]byte
	for i := range 250 {
		file = append(file, con(b, fmt.Sprintf("atto %d", i), "retro"))
	}
	b.ReportAllocs()
	for b.Loop() {
		r := pdf.NuovaRaccolta()
		var tutti []pdf.Letto
		for _, f := range file {
			tutti = append(tutti, leggi(b, r, f))
		}
		r.Unisci(dati(), tutti)
	}
	b.ReportMetric(float64(b.N*len(file))/b.Elapsed().Seconds(), "atti/s")
}
