package debito_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Art. 7 c. 15 in 2026: 42.00 to 173.00 euro.
func TestAFineThatWasRead(t *testing.T) {
	t.Parallel()
	notificata := calendario.MustParse("2026-03-02")
	pos := lettura.Posizione{ID: uuid.Max, Titolo: "OBBLIGATO", GiornoZero: notificata, Prova: "AR-1"}
	altra := lettura.Posizione{ID: uuid.MustParse("018f0000-0000-7000-8000-000000000001"), Titolo: "TRASGRESSORE"}
	avviso := lettura.Avviso{ID: uuid.MustParse("018f0000-0000-7000-8000-000000000002"), Posizione: altra.ID, Tipo: cds.Ridotto30, ImportoCent: 2940, Stato: debito.AvvisoEmesso}
	paga := func(cent int64, giorno string, avviso uuid.UUID) lettura.Pagamento {
		return lettura.Pagamento{ImportoCent: importo.Cent(cent), Data: calendario.MustParse(giorno), Avviso: avviso}
	}
	casi := []struct {
		regola    string
		giorno    string
		pagamenti []lettura.Pagamento
		cambia    func(*lettura.Verbale)
		vuole     importo.Cent
	}{
		{"within five days less 30 %", "2026-03-07", nil, nil, 2940},
		{"within sixty days the minimum", "2026-03-08", nil, nil, 4200},
		{"then half of the maximum", "2026-05-05", nil, nil, 8650},
		{"what was paid is taken off", "2026-03-20", []lettura.Pagamento{paga(1000, "2026-03-10", uuid.Nil)}, nil, 3200},
		{"a payment that sufficed on its day closes for good", "2026-12-01", []lettura.Pagamento{paga(2940, "2026-03-05", uuid.Nil)}, nil, 0},
		{"the price is that of the day of the payer's own position", "2026-12-01", []lettura.Pagamento{paga(2940, "2026-04-20", avviso.ID)}, nil, 0},
		{"the same sum too late closes nothing", "2026-04-21", []lettura.Pagamento{paga(2940, "2026-04-20", uuid.Nil)}, nil, 1260},
		{"what was taken back counts nowhere", "2026-03-20", []lettura.Pagamento{{ImportoCent: 1000, Data: calendario.MustParse("2026-03-10"), Stornato: notificata}}, nil, 4200},
		{"while nothing proves the service there is no surcharge", "2026-12-01", nil, func(v *lettura.Verbale) { v.Posizioni[0].ProvaDubbia = true }, 4200},
		{"an imported fine owes what was recorded", "2026-12-01", nil, func(v *lettura.Verbale) {
			v.Importato, v.Violazioni[0].MassimoCent, v.Conto = true, 0, lettura.Conto{PrezzoCent: 3500, ResiduoCent: 3500}
		}, 3500},
		{"what the command gave up is not asked", "2026-12-01", nil, func(v *lettura.Verbale) {
			v.Conto = lettura.Conto{PrezzoCent: 8650, SgravatoCent: 8650}
		}, 0},
		{"a fine that is annulled owes nothing", "2026-12-01", nil, func(v *lettura.Verbale) { v.Procedura = "ANNULLATO_AUTOTUTELA" }, 0},
		{"an open appeal holds it", "2026-12-01", nil, func(v *lettura.Verbale) { v.Ricorso = "PRESENTATO" }, 0},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			v := &lettura.Verbale{Posizioni: []lettura.Posizione{pos, altra}, Avvisi: []lettura.Avviso{avviso}, Pagamenti: c.pagamenti,
				Violazioni: []lettura.Violazione{{Codice: "7-15", MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}}}
			if c.cambia != nil {
				c.cambia(v)
			}
			e, err := debito.Di(v).Dovuto(pos.ID.String(), calendario.MustParse(c.giorno))
			if err != nil {
				t.Fatal(err)
			}
			if e.DovutoCent != c.vuole || len(e.Spiegazione) == 0 {
				t.Errorf("due %d with %d steps, want %d", e.DovutoCent, len(e.Spiegazione), c.vuole)
			}
		})
	}
}
