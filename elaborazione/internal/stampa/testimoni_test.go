package stampa_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	carta "github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
)

// ogniCarta is every kind of document that is printed.
func ogniCarta(t testing.TB) map[string][]byte {
	t.Helper()
	s, tutte := stampatore(t), map[string][]byte{}
	for nome, a := range map[string]stampa.Atto{
		"atto": conStemma(), "bollettini": conBarre(conConto(esempio())), "estero": estero(), "lungo": lungo(), "senza avviso": senzaAvviso(),
	} {
		tutte[nome] = rendi(t, a)
	}
	var err error
	if tutte["anonimo"], err = s.RendiAvvisoAnonimo(conStemma()); err != nil {
		t.Fatal(err)
	}
	if tutte["rettifica"], err = s.RendiRettifica(rettificata()); err != nil {
		t.Fatal(err)
	}
	return tutte
}

// TestQpdfNonTrovaDifetti: the structure of each paper, and of all of them in one file, is whole.
func TestQpdfNonTrovaDifetti(t *testing.T) {
	t.Parallel()
	raccolta := carta.NuovaRaccolta()
	var letti []carta.Letto
	tutte := ogniCarta(t)
	for nome, pdf := range tutte {
		controllaStruttura(t, nome, pdf)
		letto, err := raccolta.Leggi(pdf)
		if err != nil {
			t.Fatalf("%s: %v", nome, err)
		}
		letti = append(letti, letto)
	}
	unite := raccolta.Unisci(carta.Dati{Titolo: "Tutte"}, letti)
	controllaStruttura(t, "unite", unite)
	if n := bytes.Count(unite, []byte("/FontFile2")); n > 8 { // two cuts of four faces
		t.Errorf("%d faces in the merged file", n)
	}
}

func controllaStruttura(t testing.TB, nome string, pdf []byte) {
	t.Helper()
	cartella := poppler(t, pdf, "pdftotext", "-raw", "atto.pdf", "atto.txt")
	if detto, err := exec.Command("qpdf", "--check", filepath.Join(cartella, "atto.pdf")).CombinedOutput(); err != nil {
		t.Errorf("%s: qpdf (make prerequisiti): %v\n%s", nome, err, detto)
	}
}

// TestUniteComeDaSole: in the merged file each page is the picture that it is alone.
func TestUniteComeDaSole(t *testing.T) {
	t.Parallel()
	raccolta := carta.NuovaRaccolta()
	var letti []carta.Letto
	var foto []string
	for _, a := range []stampa.Atto{conStemma(), estero()} {
		pdf := rendi(t, a)
		letto, err := raccolta.Leggi(pdf)
		if err != nil {
			t.Fatal(err)
		}
		letti, foto = append(letti, letto), append(foto, fotografie(t, pdf, len(letto))...)
	}
	for i, ha := range fotografie(t, raccolta.Unisci(carta.Dati{}, letti), len(foto)) {
		if ha != foto[i] {
			t.Errorf("page %d is another picture", i+1)
		}
	}
}

// fotografie are the first pages as pictures.
func fotografie(t testing.TB, pdf []byte, quante int) (tutte []string) {
	t.Helper()
	cartella := poppler(t, pdf, "pdftoppm", "-r", "60", "atto.pdf", "pagina")
	trovate, err := filepath.Glob(filepath.Join(cartella, "pagina-*.ppm"))
	if err != nil || len(trovate) != quante {
		t.Fatalf("%d pages, want %d (%v)", len(trovate), quante, err)
	}
	for _, f := range trovate {
		tutte = append(tutte, string(leggi(t, f)))
	}
	return tutte
}

// TestQRLettoDaAltri: a reader that is not ours, on what comes out of a lot.
func TestQRLettoDaAltri(t *testing.T) {
	t.Parallel()
	raccolta := carta.NuovaRaccolta()
	letto, err := raccolta.Leggi(rendi(t, esempio()))
	if err != nil {
		t.Fatal(err)
	}
	unito := raccolta.Unisci(carta.Dati{}, []carta.Letto{letto})
	cartella := poppler(t, unito, "pdftoppm", "-r", "200", "-gray", "-png", "-singlefile", "-f", "2", "atto.pdf", "pagina")
	detto, err := exec.Command("zbarimg", "--quiet", "--raw", filepath.Join(cartella, "pagina.png")).Output()
	if err != nil {
		t.Fatalf("zbarimg (make prerequisiti): %v", err)
	}
	for _, voluto := range []string{qr30, qr60} {
		if !strings.Contains(string(detto), voluto+"\n") {
			t.Errorf("zbarimg does not read %q:\n%s", voluto, detto)
		}
	}
}
