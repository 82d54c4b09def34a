package verbale

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// A fine that waited for the data of its device waits for them no more once a person has given them.
func TestAvvertenzeDelDispositivo(t *testing.T) {
	t.Parallel()
	v := Verbale{Verbale: lettura.Verbale{Voce: lettura.Voce{Procedura: verbale.DaValidare}, AvvertenzeIngresso: []string{
		verbale.ScriviAvvertenza(verbale.AvvertenzaDispositivoMancante, "manca"), verbale.ScriviAvvertenza(verbale.AvvertenzaRigaDubbia, "dubbia")}}}
	if n := len(v.trattengono()); n != 2 {
		t.Errorf("%d", n)
	}
	v.Eventi = []lettura.Evento{{Tipo: verbale.EventoDispositivoIndicato}}
	if x := v.trattengono(); len(x) != 1 || x[0].nome != verbale.AvvertenzaRigaDubbia || len(v.altreAvvertenze()) != 1 {
		t.Errorf("%+v", x)
	}
}
