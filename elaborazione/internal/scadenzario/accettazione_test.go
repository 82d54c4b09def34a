package scadenzario_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/scadenzario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// contestato makes a fine handed over to the driver on the day notifica, which waits for a person.
func (b *banco) contestato(t *testing.T) *fine {
	t.Helper()
	f := &fine{servito: notifica, prova: "AR-1"}
	x := b.storia(f)
	consegna := vita.Evento{Posizione: f.obbligato, DataLegale: calendario.MustParse(notifica), Registrato: alle(notifica), Attore: "prova", Prova: "copia",
		Dati: vita.Contestato{Debito: verbale.DebitoRidotto30, Scadenze: termini(notifica)}}
	x.Posizioni[0].Titolo = verbale.Trasgressore // of the driver, alone
	x.Eventi = []vita.Evento{x.Eventi[0], consegna}
	b.scrivi(t, "alfa", []scrittura.Storia{x})
	return f
}

// A contested fine that the command has not accepted after sixty days: nothing is asked for it, no round
// fails for it, and when it is accepted the term passes.
func TestChiNonAccettatoNonRiceveAvvisi(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.contestato(t)
	if e := b.il(dopoLoSconto); e != (scadenzario.Esito{Mossi: 1}) {
		t.Errorf("lo sconto decorre: %+v", e)
	}
	for range 2 {
		if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{}) {
			t.Errorf("non accettato: %+v", e)
		}
	}
	if s := b.stato(t, f.id); s.Procedura != verbale.DaValidare || s.Debito != verbale.DebitoRidotto || avvisi(s) != "" {
		t.Errorf("%+v %s", s.Assi, avvisi(s))
	}
	if n := b.conta(t, `SELECT count(*) FROM numero_avviso`); n != 0 {
		t.Error("sono stati presi numeri di avviso")
	}
	validato := vita.Evento{Posizione: uuid.Nil, Dati: vita.ValidatoDati{Politica: vita.Manuale}}
	validato.Deciso.Procedura = verbale.Notificato
	b.applica(t, f.id, validato)
	if e := b.il("2026-05-04"); e != (scadenzario.Esito{Mossi: 1}) {
		t.Errorf("accettato: %+v", e)
	}
	if s := b.stato(t, f.id); s.Debito != verbale.DebitoIntero || avvisi(s) != "INTERO 8650 EMESSO" {
		t.Errorf("%+v %s", s.Assi, avvisi(s))
	}
	testo := b.elenca(t, `SELECT tipo || ' ' || data_legale FROM evento WHERE sequenza > 2 ORDER BY sequenza`)
	if testo != "TERMINE_SCONTO_DECORSO 2026-03-08, VERBALE_VALIDATO 2026-05-03, TERMINE_RIDOTTO_DECORSO 2026-05-03, AVVISI_EMESSI 2026-05-04" {
		t.Error(testo)
	}
}

// Learned late, both terms are over at once: the discount passes, and no number of a notice is used up.
func TestChiNonAccettatoPerdeSoloLoSconto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.contestato(t)
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 1}) {
		t.Errorf("%+v", e)
	}
	if s := b.stato(t, f.id); s.Debito != verbale.DebitoRidotto || avvisi(s) != "" {
		t.Errorf("%+v %s", s.Assi, avvisi(s))
	}
	if n := b.conta(t, `SELECT count(*) FROM numero_avviso`); n != 0 {
		t.Error("sono stati presi numeri di avviso")
	}
}
