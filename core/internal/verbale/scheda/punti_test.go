package scheda

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func TestPuntiProposti(t *testing.T) {
	t.Parallel()
	giorno := time.Date(2026, 5, 1, 11, 0, 0, 0, calendario.Roma())
	due := []lettura.Violazione{{Codice: "172-10", Punti: 5, Conseguenze: []string{}}, {Codice: "146-3", Punti: 6, Conseguenze: []string{}}}
	senzaNomi := []lettura.Violazione{{Codice: "172-10", Punti: 5}, {Codice: "142-9", Punti: 6}}
	sospesa := []lettura.Violazione{{Codice: "172-10", Punti: 5}, {Codice: "altra", Punti: 6, Conseguenze: []string{"SOSPENSIONE_PATENTE"}}}
	for regola, c := range map[string]struct {
		violazioni []lettura.Violazione
		posizioni  []lettura.Posizione
		vuole      string
		punti      verbale.Punti
	}{
		"nessuno sa chi guidava":                                               {due, []lettura.Posizione{{Titolo: verbale.Obbligato}}, "", ""},
		"chi era indicato non guidava":                                         {due, []lettura.Posizione{{Titolo: verbale.Trasgressore, Chiusa: "non era lui"}}, "", verbale.PuntiRichiesti},
		"chi guidava si è saputo quando tutto era pagato":                      {due, []lettura.Posizione{{Titolo: verbale.Trasgressore, Chiusa: verbale.NullaDaNotificare}}, "11", verbale.PuntiRichiesti},
		"da chi guidava non si chiede più nulla":                               {due, []lettura.Posizione{{Titolo: verbale.Trasgressore, Chiusa: "pagato dal proprietario"}}, "11", verbale.PuntiDaComunicare},
		"il conducente":                                                        {due, []lettura.Posizione{{Titolo: verbale.Trasgressore}}, "11", ""},
		"il neopatentato, con il massimo":                                      {due, []lettura.Posizione{{Titolo: verbale.Trasgressore, Neopatentato: true}}, "15, raddoppiati: la violazione è dei primi tre anni dal rilascio della patente (art. 126-bis CdS)", ""},
		"il neopatentato che perde la patente non ha massimo":                  {sospesa, []lettura.Posizione{{Titolo: verbale.Trasgressore, Neopatentato: true}}, "22, raddoppiati: la violazione è dei primi tre anni dal rilascio della patente (art. 126-bis CdS)", ""},
		"di un verbale di prima lo dice la tabella del giorno, come sull'atto": {senzaNomi, []lettura.Posizione{{Titolo: verbale.Trasgressore, Neopatentato: true}}, "22, raddoppiati: la violazione è dei primi tre anni dal rilascio della patente (art. 126-bis CdS)", ""},
	} {
		v := lettura.Verbale{Voce: lettura.Voce{DataViolazione: giorno}, Punti: c.punti, Violazioni: c.violazioni, Posizioni: c.posizioni}
		if testo := puntiProposti(&v, sanzione.Iniziale); testo != c.vuole {
			t.Errorf("%s: %q", regola, testo)
		}
	}
}
