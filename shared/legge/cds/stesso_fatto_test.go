package cds_test

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestStessoFatto(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		nome, a, b   string
		commaA, comB string
		vuole        bool
	}{
		{"il rosso, per l'art. 41 e per il 146", "41", "146", "11", "3", true},
		{"la sosta, per ordinanza e per il Codice", "7", "158", "14", "2", true},
		{"due fasce di una velocità", "142", "142", "8", "9", true},
		{"la sosta, e il transito nella zona", "158", "7", "2", "13", false},
		{"di un verbale di cui non si sa il comma", "158", "7", "2", "", true},
		{"la distanza e l'incrocio difficile", "149", "150", "5", "5", true},
		{"una velocità e il contrassegno dei limiti", "142", "142", "8", "10", false},
		{"due lettere della sosta: ciascuna è un fatto", "158", "158", "2", "1", false},
		{"cintura e telefono", "172", "173", "10", "3-bis", false},
	} {
		for _, avanti := range []bool{true, false} {
			got := cds.StessoFatto(c.a, c.commaA, c.b, c.comB)
			if !avanti {
				got = cds.StessoFatto(c.b, c.comB, c.a, c.commaA)
			}
			if got != c.vuole {
				t.Errorf("%s: %v", c.nome, got)
			}
		}
	}
	if a := cds.ArticoliDelloStessoFatto("146"); !slices.Equal(a, []string{"146", "40", "41"}) {
		t.Error(a)
	}
	if a := cds.ArticoliDelloStessoFatto("173"); !slices.Equal(a, []string{"173"}) {
		t.Error(a)
	}
}
