package verbale

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// What an event has settled is told apart from what still holds the fine; once it is validated nothing holds it.
func TestAvvertenzeApertaERisolta(t *testing.T) {
	t.Parallel()
	v := Verbale{Verbale: lettura.Verbale{Voce: lettura.Voce{Procedura: verbale.DaValidare}, AvvertenzeIngresso: []string{
		verbale.ScriviAvvertenza(verbale.AvvertenzaDispositivoMancante, "manca"), verbale.ScriviAvvertenza(verbale.AvvertenzaRigaDubbia, "dubbia"), "ALTRA: altro"},
		AvvertenzeAperte: []verbale.Avvertenza{verbale.AvvertenzaRigaDubbia}}}
	if x, y, z := v.trattengono(), v.risolte(), v.altreAvvertenze(); len(x) != 1 || x[0].nome != verbale.AvvertenzaRigaDubbia ||
		len(y) != 1 || y[0].nome != verbale.AvvertenzaDispositivoMancante || len(z) != 1 {
		t.Errorf("%v %v %v", x, y, z)
	}
	v.Procedura = verbale.Validato
	if len(v.trattengono()) != 0 || len(v.risolte()) != 0 || len(v.altreAvvertenze()) != 3 {
		t.Errorf("%v %v %v", v.trattengono(), v.risolte(), v.altreAvvertenze())
	}
}

// Each event that a person records is told on the page that follows.
func TestFattoDiOgniEvento(t *testing.T) {
	t.Parallel()
	for _, tipo := range verbale.TipiEvento() {
		if fatto(tipo) == "" {
			t.Errorf("%s: nothing is said", tipo)
		}
	}
	if detto := fatto("<b>"); detto != "" {
		t.Error(detto)
	}
}
