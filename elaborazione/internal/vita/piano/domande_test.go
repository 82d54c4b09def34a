package piano_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestChiSiCercaDove: persons in the population register, companies in the business register where the command is connected to it,
// public bodies in neither; then, of all, the domicile.
func TestChiSiCercaDove(t *testing.T) {
	t.Parallel()
	const residente, domicilio = verbale.VisuraResidenza, verbale.VisuraDomicilio
	tutto := piano.Domande{Residenza: true, Domicilio: true, Sede: true, Giorni: 30}
	senzaSede := tutto
	senzaSede.Sede = false
	p := vita.Posizione{ID: uuid.New(), Soggetto: uuid.New()}
	for nome, c := range map[string]struct {
		domande piano.Domande
		tipo    string
		codice  string
		vuole   verbale.RegistroVisura
	}{
		"a person":                     {tutto, vita.Persona, "RSSMRA80A01H501U", residente},
		"a company":                    {tutto, vita.Societa, "01234567897", residente},
		"a company, and no connection": {senzaSede, vita.Societa, "01234567897", domicilio},
		"a public body":                {tutto, vita.Societa, "80012000826", domicilio},
		"a company when nobody is asked for residences": {piano.Domande{Sede: true}, vita.Societa, "01234567897", ""},
	} {
		if r, serve := c.domande.Prossima(vita.Stato{}, p, vita.Soggetto{Tipo: c.tipo, CodiceFiscale: c.codice}, calendario.MustParse("2026-11-20")); r != c.vuole || serve != (c.vuole != "") {
			t.Errorf("%s: %q %v, want %q", nome, r, serve, c.vuole)
		}
	}
}
