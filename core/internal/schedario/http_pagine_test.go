package schedario

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// cosa is an entry with a key, a kind that never changes and a state.
type cosa struct{ tenant, chiave, tipo, stato string }

func cose() Dichiarazione[cosa] {
	tipo := func(c *cosa) *string { return &c.tipo }
	tipi := Fisse[cosa](pagine.Opzione{Valore: "A", Nome: "Primo"}, pagine.Opzione{Valore: "B", Nome: "Secondo"})
	return Dichiarazione[cosa]{
		Testa: func(c *cosa) Testa { return Testa{Tenant: &c.tenant, Chiave: &c.chiave, Stato: &c.stato} },
		Campi: []Campo[cosa]{
			{Campo: pagine.Campo{Nome: "chiave"}, Quando: SoloNuova, Di: func(c *cosa) *string { return &c.chiave }},
			{Campo: pagine.Campo{Nome: "tipo"}, Quando: SoloNuova, Di: tipo, Scelte: tipi},
			{Campo: pagine.Campo{Nome: "tipo", SolaLettura: true}, Quando: SoloPresente, Di: tipo, Scelte: tipi},
			CampoStato(func(c *cosa) *string { return &c.stato }, "", Attivo, Cessato),
		},
	}
}

// visto is a field as a form shows it: value, number of choices, fault.
type visto struct {
	nome, valore string
	scelte       int
	guasto       string
}

func TestOgniModuloHaISuoiCampi(t *testing.T) {
	t.Parallel()
	rifiuto := pagine.Rifiuto{Guasti: pagine.Guasti{problem.Campo{Campo: "tipo", Messaggio: "no"}}}
	for _, c := range []struct {
		regola string
		cosa   cosa
		modulo Modulo
		vuole  []visto
	}{
		{"of a new entry, key and kind", cosa{chiave: "K", tipo: "B", stato: Attivo}, Modulo{Nuova: true, Rifiuto: rifiuto},
			[]visto{{"chiave", "K", 0, ""}, {"tipo", "B", 2, "no"}}},
		{"of a present one, the kind in words and the state", cosa{chiave: "K", tipo: "B", stato: Cessato}, Modulo{},
			[]visto{{"tipo", "Secondo", 0, ""}, {"stato", Cessato, 2, ""}}},
		{"a kind that is none is shown as it is", cosa{tipo: "Z", stato: Attivo}, Modulo{},
			[]visto{{"tipo", "Z", 0, ""}, {"stato", Attivo, 2, ""}}},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			campi, err := Pagine[cosa]{Dichiarazione: cose()}.campi(t.Context(), c.cosa, c.modulo)
			if err != nil {
				t.Fatal(err)
			}
			var visti []visto
			for _, x := range campi {
				visti = append(visti, visto{x.Nome, x.Valore, len(x.Scelte), x.Guasto})
			}
			if diff := cmp.Diff(c.vuole, visti, cmp.AllowUnexported(visto{})); diff != "" {
				t.Errorf("fields (-want +got):\n%s", diff)
			}
		})
	}
}

func TestIDatiDiUnaSecondaCreazione(t *testing.T) {
	t.Parallel()
	vuole := []voce.Campo{{Nome: "chiave", Valore: "K"}, {Nome: "tipo", Valore: "A"}}
	if diff := cmp.Diff(vuole, cose().Dati(cosa{chiave: "K", tipo: "A", stato: Cessato})); diff != "" {
		t.Errorf("data (-want +got):\n%s", diff)
	}
}

func TestSceltaCheNonSiLegge(t *testing.T) {
	t.Parallel()
	d, guasto := cose(), problem.NonTrovato("cosa", "K")
	d.Campi[1].Scelte = func(context.Context, cosa) ([]pagine.Opzione, error) { return nil, guasto }
	if _, err := (Pagine[cosa]{Dichiarazione: d}).campi(t.Context(), cosa{}, Modulo{Nuova: true}); !problem.Is(err, "NON_TROVATO") {
		t.Errorf("the form is shown without its choices: %v", err)
	}
}
