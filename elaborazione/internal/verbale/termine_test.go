package verbale_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// violazioneDa puts the violation so many days before the day of the tests.
func violazioneDa(giorni int) func(*verbaleins.Verbale) {
	g := calendario.Da(ora()).AddDays(-giorni).Inizio().Add(10 * time.Hour)
	return func(v *verbaleins.Verbale) { v.DataOraViolazione = g }
}

// sospesi are what a fine waits with: open and settled anomalies of the term, acts, letters that wait in the
// open lot.
func (u *ufficio) sospesi(t *testing.T) string {
	t.Helper()
	return u.elenca(t, "alfa", `SELECT count(*) FILTER (WHERE chiusa IS NULL) || ' aperte ' || count(chiusa) || ' chiuse '
			|| (SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO') || ' atti '
			|| (SELECT count(*) FROM voce WHERE verbale = $1 AND stato = 'IN_ATTESA') || ' in lotto'
		FROM anomalia WHERE verbale = $1 AND tipo = 'TERMINE_NOTIFICA_SCADUTO'`, u.id)
}

func (u *ufficio) attende(t *testing.T, quando, vuole string) {
	t.Helper()
	if s := u.sospesi(t); s != vuole {
		t.Errorf("%s: %s, want %s", quando, s, vuole)
	}
	u.rivive(u.ctx, t, u.id.String())
}

// risolve settles the only anomaly of the fine.
func (u *ufficio) risolve(t *testing.T, altro string) {
	t.Helper()
	stato, err := u.Store.Stato(u.ctx, u.id)
	if err != nil || len(stato.Anomalie) != 1 {
		t.Fatalf("%+v %v", stato.Anomalie, err)
	}
	u.fa(t, verbale.EventoAnomaliaRisolta, fmt.Sprintf(`{"anomalia":%q,"esito":"i dati del locatario sono arrivati dopo"%s}`, stato.Anomalie[0].ID, altro))
}

// TestAttoFuoriTermine: art. 201 c. 1 CdS, an act whose ninety days have gone is not printed until a person has
// decided it; then it goes on and is asked about no more.
func TestAttoFuoriTermine(t *testing.T) {
	t.Parallel()
	t.Run("il novantesimo giorno si stampa", func(t *testing.T) {
		t.Parallel()
		u := nuovoUfficio(t, nuovoBanco(t), "T-90", violazioneDa(90))
		u.forma(t)
		u.attende(t, "day 90", "0 aperte 0 chiuse 1 atti 1 in lotto")
	})
	t.Run("il giorno dopo aspetta una persona, che lo lascia andare", func(t *testing.T) {
		t.Parallel()
		b := nuovoBanco(t)
		u := nuovoUfficio(t, b, "T-91", violazioneDa(91))
		u.forma(t)
		u.forma(t)
		u.attende(t, "day 91", "1 aperte 0 chiuse 0 atti 0 in lotto")
		c, err := b.Mostra(u.ctx, u.id, "")
		if err != nil || len(c.Anomalie) != 1 || !strings.Contains(c.Anomalie[0].Testo, "19/11/2026 (90 giorni dall'accertamento del 21/08/2026; art. 201") {
			t.Fatalf("%+v %v", c.Anomalie, err)
		}
		prima := b.lavoriPdf(t, u.id.String())
		u.risolve(t, "")
		if n := b.lavoriPdf(t, u.id.String()) - prima; n != 1 {
			t.Errorf("%d lavori di stampa", n)
		}
		u.forma(t)
		u.attende(t, "settled", "0 aperte 1 chiuse 1 atti 1 in lotto")
	})
	t.Run("chi lo estingue non lo vede partire, e chi riapre sì", func(t *testing.T) {
		t.Parallel()
		u := nuovoUfficio(t, nuovoBanco(t), "T-E", violazioneDa(91))
		u.forma(t)
		u.fa(t, verbale.EventoEstintoTermini, `{"termine":"NOTIFICA"}`)
		u.forma(t)
		u.attende(t, "extinct", "1 aperte 0 chiuse 0 atti 0 in lotto")
		u.risolve(t, "") // with nothing to do
		u.forma(t)
		u.attende(t, "extinct and settled", "0 aperte 1 chiuse 0 atti 0 in lotto")
	})
	t.Run("chi l'ha estinto per errore riapre", func(t *testing.T) {
		t.Parallel()
		u := nuovoUfficio(t, nuovoBanco(t), "T-R", violazioneDa(91))
		u.forma(t)
		u.fa(t, verbale.EventoEstintoTermini, `{"termine":"NOTIFICA"}`)
		u.risolve(t, `,"riapre":true`)
		u.forma(t)
		u.attende(t, "opened again", "0 aperte 1 chiuse 1 atti 1 in lotto")
	})
	t.Run("il verbale consegnato sulla strada non aspetta", func(t *testing.T) {
		t.Parallel()
		u := nuovoUfficio(t, nuovoBanco(t), "T-C", violazioneDa(99), func(v *verbaleins.Verbale) {
			v.Trasgressore, v.ContestazioneImmediata = v.Obbligato, true
		})
		u.forma(t) // the driver's copy, and the owner's on his ninety-ninth day
		u.attende(t, "contested", "0 aperte 0 chiuse 2 atti 1 in lotto")
	})
}

// TestTermineDiChiSiConosceDopo: the driver named by the owner has ninety days of his own; who was on the papers
// of the vehicle all the time has not.
func TestTermineDiChiSiConosceDopo(t *testing.T) {
	t.Parallel()
	const bianchi = `"persona":{"persona":{"cognome":"Bianchi","nome":"Anna"},"indirizzo":{"via":"Via Po","comune":"Ravenna"}}`
	b := nuovoBanco(t)
	u := nuovoUfficio(t, b, "T-D", violazioneDa(80))
	u.forma(t)
	b.orologio.Avanza(20 * 24 * time.Hour)
	u.fa(t, verbale.EventoPosizioneAperta, `{"titolo":"TRASGRESSORE",`+bianchi+`}`)
	u.forma(t)
	u.attende(t, "day 100, named today", "0 aperte 0 chiuse 2 atti 2 in lotto")

	altro := nuovoUfficio(t, b, "T-P", violazioneDa(80))
	persona := verbale.Soggetto{ID: uuid.Must(uuid.NewV7()), Tipo: verbale.Persona, Cognome: "Neri", Nome: "Ugo", Nazione: "IT"}
	if err := b.Store.Applica(altro.ctx, altro.id, func(verbale.Stato) ([]verbale.Evento, error) {
		return []verbale.Evento{{Attore: "prova", Dati: verbale.PosizioneAperta{Titolo: "LOCATARIO", Persona: &persona,
			Nuova: verbale.Posizione{ID: uuid.Must(uuid.NewV7()), Ordine: 2, Titolo: verbale.Trasgressore, Soggetto: persona.ID}}}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	altro.forma(t)
	altro.attende(t, "day 100, on the papers: one anomaly each", "2 aperte 0 chiuse 0 atti 0 in lotto")
}
