package cds_test

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestStessoFatto(t *testing.T) {
	t.Parallel()
	n := func(articolo, comma, periodo string) cds.Norma {
		return cds.Norma{Articolo: articolo, Comma: comma, Periodo: periodo}
	}
	for _, c := range []struct {
		nome  string
		a, b  cds.Norma
		vuole bool
	}{
		{"il rosso, per l'art. 41 e per il 146", n("41", "11", ""), n("146", "3", ""), true},
		{"la sosta, per ordinanza e per il Codice", n("7", "14", ""), n("158", "2", ""), true},
		{"due fasce di una velocità", n("142", "8", ""), n("142", "9", ""), true},
		{"la sosta, e il transito nella zona", n("158", "2", ""), n("7", "13", ""), false},
		{"di un verbale di cui non si sa il comma", n("158", "2", ""), n("7", "", ""), true},
		{"la distanza e l'incrocio difficile", n("149", "5", ""), n("150", "5", ""), true},
		{"una velocità e il contrassegno dei limiti", n("142", "8", ""), n("142", "10", ""), false},
		{"due lettere della sosta: ciascuna è un fatto", n("158", "2", ""), n("158", "1", ""), false},
		{"cintura e telefono", n("172", "10", ""), n("173", "3-bis", ""), false},
		{"il divieto di sosta e il pagamento, art. 7", n("7", "14", "1"), n("7", "15", ""), true},
		{"il tempo massimo e il pagamento, art. 7", n("7", "14", "4"), n("7", "15", "3"), true},
		{"il divieto e il tempo massimo, due periodi del c. 14", n("7", "14", "1"), n("7", "14", "4"), true},
		{"niente pagato e pagato poco", n("7", "15", "1"), n("7", "15", "3"), true},
		{"di un periodo che non si sa", n("7", "14", ""), n("7", "15", ""), true},
		{"l'ingresso nella zona e la sosta a pagamento", n("7", "14", "2"), n("7", "15", "1"), false},
		{"l'ingresso senza diritto e senza pedaggio", n("7", "14", "2"), n("7", "14-bis", ""), true},
		{"niente pedaggio e pedaggio scarso", n("7", "14-bis", ""), n("7", "14-ter", ""), true},
		{"la sosta e il pedaggio della zona", n("7", "15", "1"), n("7", "14-bis", ""), false},
		{"la sosta e il divieto di circolazione", n("7", "15", "1"), n("7", "13", ""), false},
		{"l'ingresso nella zona e la sosta vietata dal Codice", n("7", "14", "2"), n("158", "2", ""), false},
		{"il limite dell'ente e la sosta fuori città", n("6", "14", "1"), n("158", "2", ""), false},
	} {
		if cds.StessoFatto(c.a, c.b) != c.vuole || cds.StessoFatto(c.b, c.a) != c.vuole {
			t.Errorf("%s: %v %v", c.nome, cds.StessoFatto(c.a, c.b), cds.StessoFatto(c.b, c.a))
		}
	}
	if a := cds.ArticoliDelloStessoFatto("146"); !slices.Equal(a, []string{"146", "40", "41"}) {
		t.Error(a)
	}
	if a := cds.ArticoliDelloStessoFatto("173"); !slices.Equal(a, []string{"173"}) {
		t.Error(a)
	}
}
