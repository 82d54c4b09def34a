package archivio_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestSospensioneRiletta: since when the payment is held is read again as the events tell it, while it is.
func TestSospensioneRiletta(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	storia := pieno()
	storia.Eventi = storia.Eventi[:1]
	scrivi(t, b, storia)
	for i, d := range []vita.Dati{
		vita.Fatto{Quale: verbale.EventoDebitoSospeso},
		vita.RicorsoProposto{IDRicorso: idProva(90), Autorita: verbale.Prefetto},
		vita.RicorsoMosso{Quale: verbale.EventoSospensivaConcessa, IDRicorso: idProva(90)},
	} {
		e := esempio(1, d)
		e.Importato, e.DataLegale = true, oggi().AddDays(i)
		switch i {
		case 0:
			e.Deciso.Debito = verbale.Sospeso
		case 1:
			e.Deciso.Ricorso = verbale.RicorsoPresentato
		default:
			e.Deciso.Ricorso = verbale.RicorsoSospensiva
		}
		if err := b.Archivio.Applica(ctx, storia.ID, func(vita.Stato) ([]vita.Evento, error) { return []vita.Evento{e}, nil }); err != nil {
			t.Fatal(err)
		}
		b.Rivive(ctx, t, storia.ID.String())
	}
	s, err := b.Archivio.Stato(ctx, storia.ID)
	if err != nil || s.SospesoDal != oggi() || s.SospensivaDal != oggi().AddDays(2) {
		t.Errorf("held since %s, suspended since %s: %v", s.SospesoDal, s.SospensivaDal, err)
	}
}
