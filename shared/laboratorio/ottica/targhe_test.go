package ottica_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/ottica"
	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
	"github.com/piattaforma-verbali/verbali/shared/lettore/targhe"
)

// Pictures that everybody can read are read; no Italian plate has a letter that no plate has; where there is no plate none is sure.
func TestPlatesOfEasyPictures(t *testing.T) {
	t.Parallel()
	f, err := ottica.FacceProprie()
	if err != nil {
		t.Fatal(err)
	}
	l, err := targhe.Nuovo()
	if err != nil {
		t.Fatal(err)
	}
	giuste, tutte := 0, 0
	for _, classe := range append(append([]string{}, ottica.ClassiTarga...), ottica.ClassiNegative...) {
		for i := range uint64(2) {
			s := f.Targa(rand.New(rand.NewPCG(202, i)), classe, ottica.Facile)
			letta := l.Leggi(s.Tela.Piano())
			if letta.Italiana && strings.ContainsAny(letta.Testo, "IOQU") && !strings.HasPrefix(letta.Testo, "EI") {
				t.Errorf("%s: %s", classe, letta.Testo)
			}
			if s.Testo == "" {
				if letta.Confidenza >= 0.97 {
					t.Errorf("%s %d: invents %+v", classe, i, letta)
				}
				continue
			}
			tutte++
			if letta.Testo == s.Testo {
				giuste++
			} else {
				t.Logf("%s %d: %s read as %s", classe, i, s.Testo, letta.Testo)
			}
		}
	}
	if giuste*4 < tutte*3 {
		t.Errorf("%d of %d", giuste, tutte)
	}
}

func TestPicturesOfNothing(t *testing.T) {
	t.Parallel()
	l, err := targhe.Nuovo()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range [][2]int{{0, 0}, {1, 1}, {1, 3000}, {3000, 1}, {640, 480}} {
		if x := l.Leggi(grigio.Nuovo(m[0], m[1])); x.Testo != "" {
			t.Errorf("%v: %+v", m, x)
		}
	}
}
