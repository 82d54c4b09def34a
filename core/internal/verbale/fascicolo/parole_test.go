package fascicolo

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func TestParole(t *testing.T) {
	t.Parallel()
	mezzanotte := calendario.MustParse("2006-03-01").Inizio()
	casi := map[string]string{
		Norma(lettura.Violazione{Articolo: "142", Comma: "8", Lettera: "a"}): "art. 142 c. 8 lett. a",
		Quando(lettura.Voce{DataViolazione: mezzanotte}):                     "01/03/2006 00:00",
		Quando(lettura.Voce{DataViolazione: mezzanotte, SenzaOra: true}):     "01/03/2006",
		Dove(lettura.Voce{}): "",
		(&Verbale{Verbale: lettura.Verbale{LuogoChilometro: "12"}}).Luogo(): "km 12",
		Norma(lettura.Violazione{}):                                         "articolo non registrato",
	}
	for ha, vuole := range casi {
		if ha != vuole {
			t.Errorf("%q, want %q", ha, vuole)
		}
	}
	decimi := 1234
	if Chilometri(&decimi) != "123,4 km/h" || Chilometri(nil) != "" {
		t.Errorf("%q %q", Chilometri(&decimi), Chilometri(nil))
	}
}
