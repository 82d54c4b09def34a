package verbale

import (
	"maps"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Art. 7 c. 15 in 2026: 42.00 to 173.00 euro.
func TestDovutoDiUnaPosizione(t *testing.T) {
	t.Parallel()
	notificata := calendario.MustParse("2026-03-02")
	pos := Posizione{ID: uuid.Max, Titolo: "OBBLIGATO", GiornoZero: notificata, Prova: "AR-1"}
	altra := Posizione{ID: uuid.MustParse("018f0000-0000-7000-8000-000000000001"), Titolo: "TRASGRESSORE"}
	avviso := Avviso{ID: uuid.MustParse("018f0000-0000-7000-8000-000000000002"), Posizione: altra.ID, Tipo: cds.Ridotto30, ImportoCent: 2940, Stato: debito.AvvisoEmesso}
	paga := func(cent int64, giorno string, avviso uuid.UUID) Pagamento {
		return Pagamento{ImportoCent: importo.Cent(cent), Data: calendario.MustParse(giorno), Avviso: avviso}
	}
	casi := []struct {
		regola    string
		giorno    string
		pagamenti []Pagamento
		cambia    func(*Verbale)
		vuole     importo.Cent
	}{
		{"within five days less 30 %", "2026-03-07", nil, nil, 2940},
		{"within sixty days the minimum", "2026-03-08", nil, nil, 4200},
		{"then half of the maximum", "2026-05-05", nil, nil, 8650},
		{"what was paid is taken off", "2026-03-20", []Pagamento{paga(1000, "2026-03-10", uuid.Nil)}, nil, 3200},
		{"a payment that sufficed on its day closes for good", "2026-12-01", []Pagamento{paga(2940, "2026-03-05", uuid.Nil)}, nil, 0},
		{"the price is that of the day of the payer's own position", "2026-12-01", []Pagamento{paga(2940, "2026-04-20", avviso.ID)}, nil, 0},
		{"the same sum too late closes nothing", "2026-04-21", []Pagamento{paga(2940, "2026-04-20", uuid.Nil)}, nil, 1260},
		{"what was taken back counts nowhere", "2026-03-20", []Pagamento{{ImportoCent: 1000, Data: calendario.MustParse("2026-03-10"), Stornato: notificata}}, nil, 4200},
		{"while nothing proves the service there is no surcharge", "2026-12-01", nil, func(v *Verbale) { v.Posizioni[0].ProvaDubbia = true }, 4200},
		{"an imported fine owes what was recorded", "2026-12-01", nil, func(v *Verbale) {
			v.Importato, v.Violazioni[0].MassimoCent, v.Conto = true, 0, debito.Conto{PrezzoCent: 3500, ResiduoCent: 3500}
		}, 3500},
		{"what the command gave up is not asked", "2026-12-01", nil, func(v *Verbale) {
			v.Conto = debito.Conto{PrezzoCent: 8650, SgravatoCent: 8650}
		}, 0},
		{"a fine that is annulled owes nothing", "2026-12-01", nil, func(v *Verbale) { v.Procedura = "ANNULLATO_AUTOTUTELA" }, 0},
		{"an open appeal holds it", "2026-12-01", nil, func(v *Verbale) { v.Ricorso = "PRESENTATO" }, 0},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			v := &Verbale{Posizioni: []Posizione{pos, altra}, Avvisi: []Avviso{avviso}, Pagamenti: c.pagamenti,
				Violazioni: []Violazione{{Codice: "7-15", MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}}}
			if c.cambia != nil {
				c.cambia(v)
			}
			e, err := v.Dovuto(pos, calendario.MustParse(c.giorno))
			if err != nil {
				t.Fatal(err)
			}
			if e.DovutoCent != c.vuole || len(e.Spiegazione) == 0 {
				t.Errorf("due %d with %d steps, want %d", e.DovutoCent, len(e.Spiegazione), c.vuole)
			}
		})
	}
}

func TestParole(t *testing.T) {
	t.Parallel()
	casi := map[string]string{
		ParolaProcedura("INTESTATARIO_ANOMALO"): "Intestatario da verificare", ParolaProcedura("VALIDATO"): "Validato",
		ParolaDebito("PAGATO_PARZIALE"): "Pagato in parte", ParolaEvento("COSA_DI_DOMANI"): "Cosa di domani",
		ParolaAvviso(cds.Ridotto): "Entro 60 giorni, misura ridotta", ParolaFonte("SOAP"): "Sistema esterno",
		(Violazione{Articolo: "142", Comma: "8", Lettera: "a"}).norma():        "art. 142 c. 8 lett. a",
		(Soggetto{Tipo: "SOCIETA", Denominazione: "Rossi srl"}).NomeCompleto(): "Rossi srl",
		(Soggetto{Comune: "Bologna", Provincia: "BO"}).recapito():              "Bologna (BO)",
	}
	mezzanotte := calendario.MustParse("2006-03-01").Inizio()
	maps.Copy(casi, map[string]string{
		(&Voce{DataViolazione: mezzanotte}).quando():                 "01/03/2006 00:00",
		(&Voce{DataViolazione: mezzanotte, SenzaOra: true}).quando(): "01/03/2006",
		(&Voce{}).dove():                       "",
		(&Verbale{Chilometro: "12"}).luogo():   "km 12",
		Violazione{}.norma():                   "articolo non registrato",
		ParolaEvento("SGRAVIO_DISPOSTO"):       "Il comando ha rinunciato a quanto restava",
		ParolaAnomalia("PAGAMENTO_NON_DOVUTO"): "Pagamento quando nulla era dovuto",
		ParolaRiscossione("IN_RUOLO"):          "Iscritto a ruolo",
		ParolaPunti("DATI_OMESSI"):             "Conducente non comunicato",
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

// The page says since when a payment is held: by the last hold, not by one that was taken off.
func TestSospesoDal(t *testing.T) {
	t.Parallel()
	v := Verbale{Eventi: []Evento{
		{Tipo: "DEBITO_SOSPESO", DataLegale: calendario.MustParse("2026-03-01")}, {Tipo: "SOSPENSIONE_REVOCATA", DataLegale: calendario.MustParse("2026-03-05")},
		{Tipo: "DEBITO_SOSPESO", DataLegale: calendario.MustParse("2026-04-01")}, {Tipo: "SOSPENSIVA_CONCESSA", DataLegale: calendario.MustParse("2026-05-01")},
	}}
	v.Procedura, v.Debito = "NOTIFICATO", "SOSPESO"
	for ricorso, vuole := range map[string]string{"NESSUNO": "2026-04-01", "SOSPENSIVA": "2026-05-01"} {
		v.Ricorso = ricorso
		if ha := v.daPrezzare().SospesoDal.String(); ha != vuole {
			t.Errorf("%s: since %s, want %s", ricorso, ha, vuole)
		}
	}
	v.Ricorso, v.Debito = "NESSUNO", "INTERO"
	if v.daPrezzare().SospesoDal != (calendario.Giorno{}) {
		t.Error("a debt that nobody holds has a day of hold")
	}
}
