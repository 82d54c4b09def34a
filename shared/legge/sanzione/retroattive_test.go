package sanzione_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

func TestRetroattive(t *testing.T) {
	t.Parallel()
	campo := func(nome, prima, dopo string) []foglio.Campo {
		return []foglio.Campo{{Nome: nome, Prima: prima, Dopo: dopo}}
	}
	casi := []struct {
		regola, da  string
		lista       string
		campi       []foglio.Campo
		retroattiva bool
	}{
		{"una riga aggiunta che comincia domani", "2026-11-23", "aggiunte", nil, false},
		{"una riga aggiunta che comincia oggi", "2026-11-22", "aggiunte", nil, true},
		{"una riga aggiunta che è cominciata ieri", "2026-11-21", "aggiunte", nil, true},
		{"una riga tolta che deve ancora cominciare", "2027-01-01", "tolte", nil, false},
		{"una riga tolta che comincia oggi", "2026-11-22", "tolte", nil, true},
		{"una riga tolta che è cominciata", "2021-01-01", "tolte", nil, true},
		{"gli importi di una riga futura", "2027-01-01", "modificate", campo("minCent", "100", "200"), false},
		{"gli importi di una riga cominciata", "2021-01-01", "modificate", campo("minCent", "100", "200"), true},
		{"il testo di una riga cominciata", "2021-01-01", "modificate", campo("testo", "a", "b"), true},
		{"il solo orizzonte", "2021-01-01", "modificate", campo("orizzonte", "2026-12-31", "2028-12-31"), false},
		{"la sola verifica", "2021-01-01", "modificate", campo("verifica", "DERIVATA", "VERIFICATA"), false},
		{"la sola fonte", "2021-01-01", "modificate", campo("fonte", "a", "b"), false},
		{"la sola nota", "2021-01-01", "modificate", campo("nota", "", "b"), false},
		{"la nota e i punti", "2021-01-01", "modificate", append(campo("nota", "", "b"), campo("punti", "1", "2")...), true},
		{"la fine messa a ieri: oggi non vale più", "2021-01-01", "modificate", campo("validoA", "", "2026-11-21"), true},
		{"la fine messa a oggi: oggi vale ancora", "2021-01-01", "modificate", campo("validoA", "", "2026-11-22"), false},
		{"la fine futura spostata", "2021-01-01", "modificate", campo("validoA", "2026-12-31", "2027-12-31"), false},
		{"la fine passata tolta: torna a valere", "2021-01-01", "modificate", campo("validoA", "2026-01-01", ""), true},
	}
	oggi := calendario.MustParse("2026-11-22")
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			v := []foglio.Variazione{{Chiave: "1-1/" + c.da, Decorrenza: calendario.MustParse(c.da), Campi: c.campi}}
			r := map[string]foglio.Rapporto{"aggiunte": {Aggiunte: v}, "modificate": {Modificate: v}, "tolte": {Tolte: v}}[c.lista]
			if got := sanzione.Retroattive(r, oggi); (len(got) == 1) != c.retroattiva {
				t.Errorf("%+v", got)
			}
		})
	}
}

// The report and the table agree: where nothing is retroactive, no day up to today has another row.
func TestRetroattiveConcordaConLaTabella(t *testing.T) {
	t.Parallel()
	prima := sanzione.Iniziale()
	oggi := calendario.MustParse("2026-11-22")
	dopo := aggiornata(t, prima, "2027-01-01", 18)
	r := foglio.Tra(sanzione.Colonne(), prima.Tutte(), dopo.Tutte())
	if len(r.Aggiunte) < 100 || len(sanzione.Retroattive(r, oggi)) != 0 {
		t.Fatalf("%d aggiunte, retroattive %+v", len(r.Aggiunte), sanzione.Retroattive(r, oggi))
	}
	if n := len(sanzione.Retroattive(r, calendario.MustParse("2027-01-01"))); n != len(r.Aggiunte) {
		t.Errorf("%d retroattive il giorno del decreto, attese %d", n, len(r.Aggiunte))
	}
}
