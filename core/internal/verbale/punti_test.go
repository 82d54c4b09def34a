package verbale

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func TestPuntiProposti(t *testing.T) {
	t.Parallel()
	violazioni := []lettura.Violazione{{Codice: "172-10", Punti: 5}, {Codice: "146-3", Punti: 6}}
	for regola, c := range map[string]struct {
		posizioni []lettura.Posizione
		vuole     string
	}{
		"nessuno sa chi guidava":          {[]lettura.Posizione{{Titolo: verbale.Obbligato}}, ""},
		"chi era indicato non guidava":    {[]lettura.Posizione{{Titolo: verbale.Trasgressore, Chiusa: "non era lui"}}, ""},
		"il conducente":                   {[]lettura.Posizione{{Titolo: verbale.Trasgressore}}, "11"},
		"il neopatentato, con il massimo": {[]lettura.Posizione{{Titolo: verbale.Trasgressore, Neopatentato: true}}, "15, raddoppiati: la violazione è dei primi tre anni dal rilascio della patente (art. 126-bis CdS)"},
	} {
		if testo := puntiProposti(&lettura.Verbale{Violazioni: violazioni, Posizioni: c.posizioni}); testo != c.vuole {
			t.Errorf("%s: %q", regola, testo)
		}
	}
}
