package cds_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// A sentence that people read agrees with its number.
func TestUnoSiScriveAlSingolare(t *testing.T) {
	t.Parallel()
	dovuto := func(giorni, semestri int) ([]cds.Passo, error) {
		e, err := cds.Dovuto(cds.Situazione{Violazioni: []cds.Violazione{c153()}, SemestriInRitardo: semestri}, &giorni)
		return e.Spiegazione, err
	}
	casi := []struct {
		frase string
		passi func() ([]cds.Passo, error)
	}{
		{"È trascorso 1 giorno dalla", func() ([]cds.Passo, error) { return dovuto(1, 0) }},
		{"per 1 semestre compiuto di ritardo", func() ([]cds.Passo, error) { return dovuto(300, 1) }},
		{"senza contare 1 giorno di agosto", func() ([]cds.Passo, error) {
			e, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: cds.RicorsoGiudice30, Decorrenza: calendario.MustParse("2026-08-30")})
			return e.Spiegazione, err
		}},
		{"Violazione 153-11: 1 punto.", func() ([]cds.Passo, error) {
			e, err := cds.Punti(cds.RichiestaPunti{Data: calendario.MustParse("2026-11-20"), Conducente: &cds.Conducente{},
				Violazioni: []cds.PuntiViolazione{{Codice: "153-11", Punti: 1}}})
			return e.Spiegazione, err
		}},
		{"ha 1 punto: la patente", func() ([]cds.Passo, error) {
			e, err := cds.SospensioneBreve(cds.RichiestaSospensioneBreve{Data: calendario.MustParse("2026-11-20"),
				Norma: "art. 173 c. 3-bis CdS", Elencata: true, Punti: 1, Identificato: true})
			return e.Spiegazione, err
		}},
	}
	for _, c := range casi {
		t.Run(c.frase, func(t *testing.T) {
			t.Parallel()
			passi, err := c.passi()
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range passi {
				if strings.Contains(p.Testo, c.frase) {
					return
				}
			}
			t.Errorf("%+v", passi)
		})
	}
}
