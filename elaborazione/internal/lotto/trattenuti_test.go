package lotto_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestDoppioneNonParte: the printed act of a fine that may be the double of one that came after it does not leave with the
// others; once one of the two is thrown away it is tried again.
func TestDoppioneNonParte(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	primo := b.conAtto(t, 1)[0]
	secondo := b.daStampare(t, 1, func(v *richiesta.Verbale) { v.IDEsterno = "DOPPIO" })[0]
	id := b.chiude(t)
	l := b.lavora(t, id, "uno", 1)
	if l.Stato != verbale.LottoCompletatoConErrori || l.Voci != (lotto.Conteggi{Totale: 1, Ripetibili: 1}) {
		t.Fatalf("%+v", l)
	}
	if motivo := strings.Join(b.leggi(t, `SELECT motivo FROM voce WHERE stato = 'ERRORE_RIPETIBILE'`), "|"); motivo !=
		"Gli atti del verbale sono fermi finché non si decide l'anomalia «Possibile doppione». Decisa l'anomalia, la voce si riprova." {
		t.Error(motivo)
	}
	b.fa(t, secondo, verbale.EventoScartato, `{}`)
	ritento, err := b.Comanda(b.ctx, id, lotto.Riprova)
	if err != nil {
		t.Fatal(err)
	}
	if l = b.lavora(t, ritento.ID, "due", 1); l.Voci != (lotto.Conteggi{Totale: 1, OK: 1}) {
		t.Errorf("%+v", l)
	}
	if s := b.leggi(t, `SELECT procedura FROM verbale WHERE id = '`+primo.String()+`'`)[0]; s != string(verbale.InNotifica) {
		t.Error(s)
	}
}

// TestMinorenneNonParte: art. 2 L. 689/1981, an act that was printed for a minor before anybody looked does not leave, and
// calls a person.
func TestMinorenneNonParte(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 2)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE soggetto SET data_nascita = '2016-05-20' WHERE id = (SELECT soggetto FROM posizione WHERE verbale = $1)`, ids[0])
	if l := b.lavora(t, b.chiude(t), "uno", 1); l.Voci != (lotto.Conteggi{Totale: 2, OK: 1, Saltati: 1}) {
		t.Fatalf("%+v", l)
	}
	if s := b.leggi(t, `SELECT verbale || ' ' || tipo FROM anomalia WHERE chiusa IS NULL`); len(s) != 1 || s[0] != ids[0].String()+" DESTINATARIO_MINORENNE" {
		t.Error(s)
	}
	for _, id := range []uuid.UUID{ids[0], ids[1]} {
		if r, err := b.Archivio.RicalcolaUno(b.ctx, id); err != nil || len(r.Diversi) > 0 {
			t.Errorf("ricalcolo: %v %+v", err, r.Diversi)
		}
	}
}
