package verbale

import (
	"maps"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func TestParole(t *testing.T) {
	t.Parallel()
	casi := map[string]string{
		ParolaProcedura("INTESTATARIO_ANOMALO"): "Intestatario da verificare", ParolaProcedura("VALIDATO"): "Validato",
		ParolaDebito("PAGATO_PARZIALE"): "Pagato in parte", ParolaEvento("COSA_DI_DOMANI"): "Cosa di domani",
		ParolaAvviso(cds.Ridotto): "Entro 60 giorni, misura ridotta", ParolaFonte("SOAP"): "Sistema esterno",
		norma(lettura.Violazione{Articolo: "142", Comma: "8", Lettera: "a"}): "art. 142 c. 8 lett. a",
	}
	mezzanotte := calendario.MustParse("2006-03-01").Inizio()
	maps.Copy(casi, map[string]string{
		quando(lettura.Voce{DataViolazione: mezzanotte}):                 "01/03/2006 00:00",
		quando(lettura.Voce{DataViolazione: mezzanotte, SenzaOra: true}): "01/03/2006",
		dove(lettura.Voce{}): "",
		(&Verbale{Verbale: lettura.Verbale{LuogoChilometro: "12"}}).luogo(): "km 12",
		norma(lettura.Violazione{}):                                         "articolo non registrato",
		ParolaEvento("SGRAVIO_DISPOSTO"):                                    "Il comando ha rinunciato a quanto restava",
		ParolaAnomalia("PAGAMENTO_NON_DOVUTO"):                              "Pagamento quando nulla era dovuto",
		ParolaRiscossione("IN_RUOLO"):                                       "Iscritto a ruolo",
		ParolaPunti("DATI_OMESSI"):                                          "Conducente non comunicato",
	})
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
