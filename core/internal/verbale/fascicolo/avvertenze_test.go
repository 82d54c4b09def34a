package fascicolo

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
	if x, y, z := v.Trattengono(), v.Risolte(), v.AltreAvvertenze(); len(x) != 1 || x[0].Nome != verbale.AvvertenzaRigaDubbia ||
		len(y) != 1 || y[0].Nome != verbale.AvvertenzaDispositivoMancante || len(z) != 1 {
		t.Errorf("%v %v %v", x, y, z)
	}
	v.Procedura = verbale.Validato
	if len(v.Trattengono()) != 0 || len(v.Risolte()) != 0 || len(v.AltreAvvertenze()) != 3 {
		t.Errorf("%v %v %v", v.Trattengono(), v.Risolte(), v.AltreAvvertenze())
	}
}
