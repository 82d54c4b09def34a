package lotto_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestChiParteConSendEsceDalLottoAperto: an act leaves once, by SEND or by post: it goes out of the open lot, and a lot that was closed
// skips it.
func TestChiParteConSendEsceDalLottoAperto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 3)
	send := func(id uuid.UUID) { b.fa(t, id, verbale.EventoNotificaAvviata, `{"canale":"SEND","parte":true}`) }
	send(ids[0])
	aperto := uuid.MustParse(b.leggi(t, `SELECT id::text FROM lotto WHERE automatico AND stato = 'BOZZA'`)[0])
	if l := b.lotto(t, aperto); l.Voci != (lotto.Conteggi{Totale: 3, Saltati: 1, InAttesa: 2}) {
		t.Fatalf("%+v", l.Voci)
	}
	id := b.chiude(t)
	send(ids[1])
	b.lavora(t, id, "uno", 1)
	if l := b.lavora(t, id, "due", 2); l.Stato != verbale.LottoCompletato || l.Voci != (lotto.Conteggi{Totale: 3, OK: 1, Saltati: 2}) {
		t.Errorf("%+v", l)
	}
	if m := strings.Join(b.leggi(t, `SELECT motivo FROM voce WHERE stato = 'SALTATO' ORDER BY motivo`), "|"); m !=
		"L'atto parte con SEND: non va per posta.|Una notifica è già in corso." {
		t.Error(m)
	}
	if n := strings.Join(b.leggi(t, `SELECT canale FROM notifica ORDER BY canale`), " "); n != "POSTA SEND SEND" {
		t.Error(n)
	}
}

// TestUnLottoApertoDaCuiSonoUsciti: where all have left there is nothing to close; giving it up counts what is left.
func TestUnLottoApertoDaCuiSonoUsciti(t *testing.T) {
	t.Parallel()
	for n, vuole := range map[int]lotto.Conteggi{1: {Totale: 1, Saltati: 1}, 2: {Totale: 2, Saltati: 1, Annullati: 1}} {
		b := nuovoBanco(t)
		b.fa(t, b.conAtto(t, n)[0], verbale.EventoNotificaAvviata, `{"canale":"SEND","parte":true}`)
		aperto := uuid.MustParse(b.leggi(t, `SELECT id::text FROM lotto WHERE automatico AND stato = 'BOZZA'`)[0])
		if n == 1 {
			if _, err := b.Comanda(b.ctx, aperto, lotto.Chiudi); !problem.Is(err, "LOTTO_VUOTO") {
				t.Error(err)
			}
		}
		if l, err := b.Comanda(b.ctx, aperto, lotto.Annulla); err != nil || l.Stato != verbale.LottoAnnullato || l.Voci != vuole {
			t.Errorf("%+v %v, want %+v", l.Voci, err, vuole)
		}
	}
}
