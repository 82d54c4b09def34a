package lettore_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/lettore"
	"github.com/piattaforma-verbali/verbali/shared/lettore/pesi"
)

// The weights are the ones that their recipe names.
func TestWeightsAreThoseOfTheRecipe(t *testing.T) {
	t.Parallel()
	somma := sha256.Sum256(pesi.File)
	scritta, err := os.ReadFile("pesi/README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(scritta), hex.EncodeToString(somma[:])) {
		t.Errorf("pesi/README.md does not name %x", somma)
	}
}

// Strips of faces that never trained still read, by the Go reader as by the net that was trained.
func TestFixedStripsStillRead(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/strisce.png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	disegno, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	foglio, ok := disegno.(*image.Gray)
	if !ok {
		t.Fatalf("%T", disegno)
	}
	testi, err := os.ReadFile("testdata/strisce.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := apri(t)
	letti := 0
	for i, riga := range strings.Split(strings.TrimSpace(string(testi)), "\n") {
		var larga int
		var testo string
		if _, err := fmt.Sscan(riga, &larga, &testo); err != nil {
			t.Fatal(err)
		}
		grigi := make([]uint8, larga*lettore.Altezza)
		for y := range lettore.Altezza {
			copy(grigi[y*larga:][:larga], foglio.Pix[(i*lettore.Altezza+y)*foglio.Stride:])
		}
		if letto := r.Leggi(grigi, larga).Libero(""); letto == testo {
			letti++
		} else {
			t.Logf("%s read as %s", testo, letto)
		}
	}
	if letti < 22 { // weights are rounded to eight bits, and greys stretched again: one or two may differ
		t.Errorf("%d of 24", letti)
	}
}

func apri(t testing.TB) *lettore.Rete {
	t.Helper()
	r, err := lettore.Apri(pesi.File)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWrongWeightsAreRefused(t *testing.T) {
	t.Parallel()
	for nome, b := range map[string][]byte{
		"nothing": nil, "another file": []byte("PVL2 and more"), "half": pesi.File[:len(pesi.File)/2],
		"one byte more": append(append([]byte(nil), pesi.File...), 0),
	} {
		if _, err := lettore.Apri(b); err == nil {
			t.Errorf("%s is taken", nome)
		}
	}
}

func TestStripsTooSmallHaveNothing(t *testing.T) {
	t.Parallel()
	r := apri(t)
	for _, larga := range []int{0, 1, 11} {
		l := r.Leggi(make([]uint8, larga*lettore.Altezza), larga)
		if l.Libero("") != "" || l.Decodifica(lettore.Schema{"A"}, 1) != nil {
			t.Errorf("width %d: %d columns", larga, l.Colonne())
		}
	}
	if l := r.Leggi(make([]uint8, 10), 40); l.Colonne() != 0 {
		t.Errorf("too few greys: %d columns", l.Colonne())
	}
}

func BenchmarkStrip(b *testing.B) {
	r := apri(b)
	grigi := make([]uint8, 160*lettore.Altezza)
	for i := range grigi {
		grigi[i] = uint8(i * 7)
	}
	for b.Loop() {
		r.Leggi(grigi, 160)
	}
}
