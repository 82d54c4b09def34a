package ottica

import (
	"bytes"
	"context"
	"image/png"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/lettore/targhe"
)

// Conto is how a reader did on the pictures of one class and difficulty.
type Conto struct {
	Immagini, Giuste int
	// Inventate are plates read where there is none.
	Inventate int
	// Caratteri are those of the plates, CaratteriGiusti those that an alignment finds right.
	Caratteri, CaratteriGiusti int
	// Sicure are readings given as a value, SicureErrate those of them that are wrong.
	Sicure, SicureErrate int
}

// Piu adds another count.
func (c *Conto) Piu(o Conto) {
	c.Immagini += o.Immagini
	c.Giuste += o.Giuste
	c.Inventate += o.Inventate
	c.Caratteri += o.Caratteri
	c.CaratteriGiusti += o.CaratteriGiusti
	c.Sicure += o.Sicure
	c.SicureErrate += o.SicureErrate
}

// Segna adds a reading of a picture whose plate is vero (empty: none).
func (c *Conto) Segna(vero, letto string, sicura bool) {
	c.Immagini++
	c.Caratteri += len(vero)
	c.CaratteriGiusti += max(0, len(vero)-distanza(vero, letto))
	if letto == vero {
		c.Giuste++
	}
	if vero == "" && letto != "" {
		c.Inventate++
	}
	if sicura {
		c.Sicure++
		if letto != vero {
			c.SicureErrate++
		}
	}
}

// distanza is Levenshtein's.
func distanza(a, b string) int {
	riga := make([]int, len(b)+1)
	for j := range riga {
		riga[j] = j
	}
	for i := range len(a) {
		prima := riga[0]
		riga[0] = i + 1
		for j := range len(b) {
			costo := prima
			if a[i] != b[j] {
				costo++
			}
			prima, riga[j+1] = riga[j+1], min(costo, riga[j]+1, riga[j+1]+1)
		}
	}
	return riga[len(b)]
}

// Prova is how an evaluation is made: Quante pictures of each class and difficulty; from the probability Sicura a reading is a value.
type Prova struct {
	Lettore *targhe.Lettore
	Seme    uint64
	Quante  int
	Sicura  float64
}

// Leggi draws the pictures of a class and reads them.
func (f Facce) Leggi(p Prova, classe string, quanto Difficolta, vista func(Scena, targhe.Lettura, time.Duration)) (c Conto) {
	for i := range p.Quante {
		s := f.Targa(Caso(p.Seme, classe, quanto, i), classe, quanto)
		inizio := tempo.Macchina()
		x := p.Lettore.Leggi(s.Tela.Piano())
		durata := time.Since(inizio)
		c.Segna(s.Testo, x.Testo, x.Confidenza >= p.Sicura)
		if vista != nil {
			vista(s, x, durata)
		}
	}
	return c
}

// Caso is the source of one picture: the same for the same numbers.
func Caso(seme uint64, classe string, quanto Difficolta, i int) *rand.Rand {
	altro := uint64(i) + 1000*uint64(quanto)
	for _, b := range []byte(classe) {
		altro = altro*131 + uint64(b)
	}
	return rand.New(rand.NewPCG(seme, altro)) //nolint:gosec // a picture
}

var forseTarga = regexp.MustCompile(`[A-Z0-9]{5,8}`)

// Tesseract reads a picture whole with plain Tesseract; false where it is not installed.
func Tesseract(ctx context.Context, s Scena) (letto string, ok bool) {
	var b bytes.Buffer
	if png.Encode(&b, s.Tela.Gray) != nil {
		return "", false
	}
	c := exec.CommandContext(ctx, "tesseract", "stdin", "stdout", "--psm", "11")
	c.Env, c.Stdin = []string{"OMP_THREAD_LIMIT=1", "PATH=/usr/bin:/bin"}, &b
	testo, err := c.Output()
	if err != nil {
		return "", false
	}
	for riga := range strings.Lines(strings.ToUpper(string(testo))) {
		solo := strings.Map(func(r rune) rune {
			if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, riga)
		if t := forseTarga.FindString(solo); len(t) > len(letto) && strings.ContainsAny(t, "0123456789") {
			letto = t
		}
	}
	return letto, true
}
