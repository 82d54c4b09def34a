package verbale

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func TestParole(t *testing.T) {
	t.Parallel()
	mezzanotte := calendario.MustParse("2006-03-01").Inizio()
	casi := map[string]string{
		norma(lettura.Violazione{Articolo: "142", Comma: "8", Lettera: "a"}): "art. 142 c. 8 lett. a",
		quando(lettura.Voce{DataViolazione: mezzanotte}):                     "01/03/2006 00:00",
		quando(lettura.Voce{DataViolazione: mezzanotte, SenzaOra: true}):     "01/03/2006",
		dove(lettura.Voce{}): "",
		(&Verbale{Verbale: lettura.Verbale{LuogoChilometro: "12"}}).luogo(): "km 12",
		norma(lettura.Violazione{}):                                         "articolo non registrato",
	}
	for ha, vuole := range casi {
		if ha != vuole {
			t.Errorf("%q, want %q", ha, vuole)
		}
	}
	decimi := 1234
	if chilometri(&decimi) != "123,4 km/h" || chilometri(nil) != "" {
		t.Errorf("%q %q", chilometri(&decimi), chilometri(nil))
	}
}
