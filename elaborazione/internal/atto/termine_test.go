package atto_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// sospesi are what a fine waits with: open and settled anomalies of the term, acts, letters that wait in the
// open lot.
func sospesi(t *testing.T, u *banco.Pratica) string {
	t.Helper()
	return u.Elenca(t, "alfa", `SELECT count(*) FILTER (WHERE chiusa IS NULL) || ' aperte ' || count(chiusa) || ' chiuse '
			|| (SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO') || ' atti '
			|| (SELECT count(*) FROM voce WHERE verbale = $1 AND stato = 'IN_ATTESA') || ' in lotto'
		FROM anomalia WHERE verbale = $1 AND tipo = 'TERMINE_NOTIFICA_SCADUTO'`, u.ID)
}

func attende(t *testing.T, u *banco.Pratica, quando, vuole string) {
	t.Helper()
	if s := sospesi(t, u); s != vuole {
		t.Errorf("%s: %s, want %s", quando, s, vuole)
	}
	u.Rivive(u.Ctx, t, u.ID.String())
}

// risolve settles the only anomaly of the fine.
func risolve(t *testing.T, u *banco.Pratica, altro string) {
	t.Helper()
	stato, err := u.Archivio.Stato(u.Ctx, u.ID)
	if err != nil || len(stato.Anomalie) != 1 {
		t.Fatalf("%+v %v", stato.Anomalie, err)
	}
	u.Fa(t, verbale.EventoAnomaliaRisolta, fmt.Sprintf(`{"anomalia":%q,"esito":"i dati del locatario sono arrivati dopo"%s}`, stato.Anomalie[0].ID, altro))
}

// TestAttoFuoriTermine: art. 201 c. 1 CdS, an act whose ninety days have gone is not printed until a person has
// decided it; then it goes on and is asked about no more.
func TestAttoFuoriTermine(t *testing.T) {
	t.Parallel()
	t.Run("il novantesimo giorno si stampa", func(t *testing.T) {
		t.Parallel()
		u := banco.NuovaPratica(t, banco.NuovoBanco(t), "T-90", banco.ViolazioneDa(90))
		u.Forma(t)
		attende(t, u, "day 90", "0 aperte 0 chiuse 1 atti 1 in lotto")
	})
	t.Run("il giorno dopo aspetta una persona, che lo lascia andare", func(t *testing.T) {
		t.Parallel()
		b := banco.NuovoBanco(t)
		u := banco.NuovaPratica(t, b, "T-91", banco.ViolazioneDa(91))
		u.Forma(t)
		u.Forma(t)
		attende(t, u, "day 91", "1 aperte 0 chiuse 0 atti 0 in lotto")
		c, err := b.Consultazione.Mostra(u.Ctx, u.ID, "")
		if err != nil || len(c.Anomalie) != 1 || !strings.Contains(c.Anomalie[0].Testo, "19/11/2026 (90 giorni dall'accertamento del 21/08/2026; art. 201") {
			t.Fatalf("%+v %v", c.Anomalie, err)
		}
		prima := lavoriPdf(t, b, u.ID.String())
		risolve(t, u, "")
		if n := lavoriPdf(t, b, u.ID.String()) - prima; n != 1 {
			t.Errorf("%d lavori di stampa", n)
		}
		u.Forma(t)
		attende(t, u, "settled", "0 aperte 1 chiuse 1 atti 1 in lotto")
	})
	t.Run("chi lo estingue non lo vede partire, e chi riapre sì", func(t *testing.T) {
		t.Parallel()
		u := banco.NuovaPratica(t, banco.NuovoBanco(t), "T-E", banco.ViolazioneDa(91))
		u.Forma(t)
		u.Fa(t, verbale.EventoEstintoTermini, `{"termine":"NOTIFICA"}`)
		u.Forma(t)
		attende(t, u, "extinct", "1 aperte 0 chiuse 0 atti 0 in lotto")
		risolve(t, u, "") // with nothing to do
		u.Forma(t)
		attende(t, u, "extinct and settled", "0 aperte 1 chiuse 0 atti 0 in lotto")
	})
	t.Run("chi l'ha estinto per errore riapre", func(t *testing.T) {
		t.Parallel()
		u := banco.NuovaPratica(t, banco.NuovoBanco(t), "T-R", banco.ViolazioneDa(91))
		u.Forma(t)
		u.Fa(t, verbale.EventoEstintoTermini, `{"termine":"NOTIFICA"}`)
		risolve(t, u, `,"riapre":true`)
		u.Forma(t)
		attende(t, u, "opened again", "0 aperte 1 chiuse 1 atti 1 in lotto")
	})
	t.Run("il verbale consegnato sulla strada non aspetta", func(t *testing.T) {
		t.Parallel()
		u := banco.NuovaPratica(t, banco.NuovoBanco(t), "T-C", banco.ViolazioneDa(99), func(v *richiesta.Verbale) {
			v.Trasgressore, v.ContestazioneImmediata = v.Obbligato, true
		})
		u.Forma(t) // the driver's copy, and the owner's on his ninety-ninth day
		attende(t, u, "contested", "0 aperte 0 chiuse 2 atti 1 in lotto")
	})
}

// TestTermineDiChiSiConosceDopo: the driver named by the owner has ninety days of his own; a person who was on the papers
// of the vehicle all the time has not.
func TestTermineDiChiSiConosceDopo(t *testing.T) {
	t.Parallel()
	const bianchi = `"persona":{"persona":{"cognome":"Bianchi","nome":"Anna"},"indirizzo":{"via":"Via Po","comune":"Ravenna"}}`
	b := banco.NuovoBanco(t)
	u := banco.NuovaPratica(t, b, "T-D", banco.ViolazioneDa(80))
	u.Forma(t)
	b.Orologio.Avanza(20 * 24 * time.Hour)
	u.Fa(t, verbale.EventoPosizioneAperta, `{"titolo":"TRASGRESSORE",`+bianchi+`}`)
	u.Forma(t)
	attende(t, u, "day 100, named today", "0 aperte 0 chiuse 2 atti 2 in lotto")

	altro := banco.NuovaPratica(t, b, "T-P", banco.ViolazioneDa(80))
	persona := vita.Soggetto{ID: uuid.Must(uuid.NewV7()), Tipo: vita.Persona, Cognome: "Neri", Nome: "Ugo", Nazione: "IT"}
	if err := b.Archivio.Applica(altro.Ctx, altro.ID, func(vita.Stato) ([]vita.Evento, error) {
		return []vita.Evento{{Attore: "prova", Dati: vita.PosizioneAperta{Titolo: "LOCATARIO", Persona: &persona,
			Nuova: vita.Posizione{ID: uuid.Must(uuid.NewV7()), Ordine: 2, Titolo: verbale.Trasgressore, Soggetto: persona.ID}}}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	altro.Forma(t)
	attende(t, altro, "day 100, on the papers: one anomaly each", "2 aperte 0 chiuse 0 atti 0 in lotto")
}

// TestRecapitoFuoriTermine: art. 201 c. 1 CdS, another address gives no other term. In time the second act enters the open
// lot of letters; late, it waits for a person.
func TestRecapitoFuoriTermine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		passati     int
		dopo, messo string
	}{
		{20, "0 aperte 0 chiuse 1 atti 1 in lotto", "0 aperte 0 chiuse 1 atti 1 in lotto"},
		{21, "1 aperte 0 chiuse 0 atti 0 in lotto", "0 aperte 1 chiuse 1 atti 1 in lotto"},
	} {
		t.Run(fmt.Sprint(70+c.passati, " giorni"), func(t *testing.T) {
			t.Parallel()
			b := banco.NuovoBanco(t)
			u := banco.NuovaPratica(t, b, "T-N", banco.ViolazioneDa(70))
			u.Forma(t)
			b.Esegui(t, "elaborazione", "alfa", `DELETE FROM voce`) // as if the lot had left
			u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
			u.Fa(t, verbale.EventoNotificaNonRiuscita, `{"motivo":"TRASFERITO"}`)
			b.Orologio.Avanza(time.Duration(c.passati) * 24 * time.Hour)
			prima := lavoriPdf(t, b, u.ID.String())
			u.Fa(t, verbale.EventoRecapitoIndicato, `{"indirizzo":"Via Cavour","comune":"Faenza"}`)
			if n := lavoriPdf(t, b, u.ID.String()) - prima; n != 1 {
				t.Errorf("%d lavori di stampa", n)
			}
			u.Forma(t)
			attende(t, u, "at the new address", c.dopo)
			if c.dopo != c.messo {
				risolve(t, u, "")
				u.Forma(t)
			}
			attende(t, u, "decided", c.messo)
			if s := u.Elenca(t, "alfa", `SELECT tipo || count(*) FROM documento WHERE verbale = $1 GROUP BY tipo ORDER BY tipo`, u.ID); s != "ATTO1 AVVISO_ANONIMO1 SUPERATO2" {
				t.Error(s)
			}
		})
	}
}
