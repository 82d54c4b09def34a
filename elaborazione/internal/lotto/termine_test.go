package lotto_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// vecchio is a fine of 22 August 2026, whose ninetieth day is that of the tests.
func vecchio(v *richiesta.Verbale) {
	v.IDEsterno, v.Luogo.Indirizzo = "V"+v.IDEsterno, "Via Po"
	v.DataOraViolazione = time.Date(2026, 8, 22, 10, 20, 0, 0, calendario.Roma())
}

func (b *banco) fa(t *testing.T, id uuid.UUID, tipo verbale.TipoEvento, dati string) {
	t.Helper()
	if _, _, err := b.stanze.Pratiche.RegistraEvento(b.ctx, id, mosse.RichiestaEvento{Tipo: string(tipo), Motivo: "prova", Dati: []byte(dati), Idempotenza: string(tipo)}, ""); err != nil {
		t.Fatal(err)
	}
}

// TestFuoriTermineNonParte: art. 201 c. 1 CdS, an act that was printed in time and whose lot closes a day too late
// does not leave with the others until a person says that it may, and then once.
func TestFuoriTermineNonParte(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 1)
	tardi := b.conAtto(t, 1, vecchio)[0]
	b.orologio.Avanza(24 * time.Hour)
	id := b.chiude(t)
	if l := b.lavora(t, id, "uno", 1); l.Stato != verbale.LottoCompletato || l.Voci != (lotto.Conteggi{Totale: 2, OK: 1, Saltati: 1}) {
		t.Fatalf("%+v", l)
	}
	motivo := strings.Join(b.leggi(t, `SELECT motivo FROM voce WHERE stato = 'SALTATO'`), "|")
	if !strings.HasPrefix(motivo, "Il termine per notificare all'obbligato in solido è finito il 20/11/2026 (90 giorni") || !strings.Contains(motivo, "Decide una persona") {
		t.Error(motivo)
	}
	stato := func() string {
		if r, err := b.Archivio.RicalcolaUno(b.ctx, tardi); err != nil || len(r.Diversi) > 0 {
			t.Errorf("ricalcolo: %v %+v", err, r.Diversi)
		}
		return b.leggi(t, fmt.Sprintf(`SELECT v.procedura || ' ' || count(a.id) || ' ' || count(a.chiusa)
			FROM verbale v LEFT JOIN anomalia a ON a.verbale = v.id AND a.tipo = 'TERMINE_NOTIFICA_SCADUTO' WHERE v.id = '%s' GROUP BY v.id`, tardi))[0]
	}
	if s := stato(); s != "ATTO_GENERATO 1 0" {
		t.Fatal(s)
	}
	t.Run("un altro lotto lo salta ancora, e non chiama una seconda volta", func(t *testing.T) {
		l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPostale, Scelti: []string{tardi.String()}})
		if err != nil {
			t.Fatal(err)
		}
		if l = b.lavora(t, l.ID, "due", 1); l.Voci != (lotto.Conteggi{Totale: 1, Saltati: 1}) || stato() != "ATTO_GENERATO 1 0" {
			t.Errorf("%+v %s", l.Voci, stato())
		}
	})
	t.Run("risolto, torna nel lotto aperto e parte", func(t *testing.T) {
		b.fa(t, tardi, verbale.EventoAnomaliaRisolta, fmt.Sprintf(`{"anomalia":%q,"esito":"il termine decorre dal 10/09"}`,
			b.leggi(t, `SELECT id::text FROM anomalia WHERE chiusa IS NULL`)[0]))
		if l := b.lavora(t, b.chiude(t), "tre", 1); l.Voci != (lotto.Conteggi{Totale: 1, OK: 1}) || stato() != "IN_NOTIFICA 1 1" {
			t.Errorf("%+v %s", l.Voci, stato())
		}
	})
}

// TestEstintoNonParte: who decides that the duty to pay has ended sees the act leave no more (art. 201 c. 5 CdS).
func TestEstintoNonParte(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	tardi := b.conAtto(t, 1, vecchio)[0]
	b.orologio.Avanza(24 * time.Hour)
	b.lavora(t, b.chiude(t), "uno", 1)
	b.fa(t, tardi, verbale.EventoEstintoTermini, `{"termine":"NOTIFICA"}`)
	b.fa(t, tardi, verbale.EventoAnomaliaRisolta, fmt.Sprintf(`{"anomalia":%q,"esito":"estinto"}`, b.leggi(t, `SELECT id::text FROM anomalia WHERE chiusa IS NULL`)[0]))
	if in := b.leggi(t, `SELECT id::text FROM voce WHERE stato = 'IN_ATTESA'`); len(in) > 0 {
		t.Errorf("wait in a lot: %v", in)
	}
	l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPostale, Filtro: &lotto.Filtro{}})
	if err != nil {
		t.Fatal(err)
	}
	if l = b.lavora(t, l.ID, "due", 1); l.Voci != (lotto.Conteggi{Totale: 1, Saltati: 1}) {
		t.Errorf("%+v", l.Voci)
	}
}
