package lotto_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// righe counts the rows that making a lot would add.
func (b *banco) righe(t *testing.T) string {
	t.Helper()
	return b.leggi(t, `SELECT (SELECT count(*) FROM lotto) || ' ' || (SELECT count(*) FROM voce) || ' ' || (SELECT count(*) FROM evento) || ' ' || (SELECT count(*) FROM uscita)`)[0]
}

// TestAnteprima: what would enter and leave, what is skipped and why, and the cost of what leaves; nothing is made.
func TestAnteprima(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 5)
	b.conAtto(t, 1, vecchio)
	b.daStampare(t, 1, func(v *richiesta.Verbale) { v.IDEsterno, v.Luogo.Indirizzo = "S", "Via Dora" })
	b.perSend(t, ids[0])
	b.fa(t, ids[1], verbale.EventoNotificaPerfezionata, `{"canale":"MESSO"}`)
	b.fa(t, ids[2], verbale.EventoNotificaAvviata, `{"canale":"MESSO"}`)
	b.orologio.Avanza(24 * time.Hour)
	prima := b.righe(t)
	a, err := b.Anteprima(b.ctx, lotto.Richiesta{Tipo: verbale.LottoSend, Filtro: &lotto.Filtro{}})
	if err != nil {
		t.Fatal(err)
	}
	vuole := event.AnteprimaLotto{Tipo: "SEND", Entrano: 3, Partono: 2, Saltate: 5,
		Motivi: []event.MotivoSaltate{{Motivo: "Il termine per notificare è finito: decide una persona.", Quante: 1}, {Motivo: "L'atto non è formato.", Quante: 1},
			{Motivo: "Una notifica è già in corso.", Quante: 1}, {Motivo: "È già in un altro lotto dello stesso tipo.", Quante: 1}, {Motivo: "È già notificato.", Quante: 1}},
		Costo: event.CostoLotto{Noto: true, DaCent: 2 * 200, ACent: 2 * (200 + 1205), DigitaleCent: 200, CartaceoDaCent: 913, CartaceoACent: 1205}}
	if diff := cmp.Diff(vuole, a, cmpopts.IgnoreFields(event.AnteprimaLotto{}, "Esempi")); diff != "" {
		t.Error(diff)
	}
	if len(a.Esempi) != 5 || a.Esempi[0].Numero == "" || a.Esempi[0].Motivo == "" || a.Esempi[0].IDVerbale == "" || a.Esempi[0].IDPosizione == "" {
		t.Errorf("%+v", a.Esempi)
	}
	if dopo := b.righe(t); dopo != prima {
		t.Errorf("a preview made something: %s, before %s", dopo, prima)
	}
	l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoSend, Filtro: &lotto.Filtro{}})
	if err != nil {
		t.Fatal(err)
	}
	if l = b.lavoraTutto(t, l.ID); l.Voci != (lotto.Conteggi{Totale: 3, Saltati: 1, InAttesa: 2}) {
		t.Errorf("the lot is not what the preview said: %+v", l.Voci)
	}
}

// TestAnteprimaDellaPosta: what the post costs is not known, and is said so.
func TestAnteprimaDellaPosta(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 2)
	if _, err := b.Comanda(b.ctx, uuid.MustParse(b.leggi(t, `SELECT id::text FROM lotto`)[0]), lotto.Annulla); err != nil {
		t.Fatal(err)
	}
	a, err := b.Anteprima(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPostale, Filtro: &lotto.Filtro{}})
	if err != nil || a.Entrano != 2 || a.Partono != 2 || a.Costo != (event.CostoLotto{}) {
		t.Errorf("%+v %v", a, err)
	}
}

// TestAnteprimaDiMolti: examples are few, and every position is counted.
func TestAnteprimaDiMolti(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.daStampare(t, 25)
	a, err := b.Anteprima(b.ctx, lotto.Richiesta{Tipo: verbale.LottoSend, Filtro: &lotto.Filtro{}})
	if err != nil || a.Entrano != 0 || a.Saltate != 25 || len(a.Esempi) != 20 || len(a.Motivi) != 1 {
		t.Errorf("%+v %v", a, err)
	}
}

// TestOpzioniRifiutate: what a lot does not know how to do is refused by name.
func TestOpzioniRifiutate(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for campo, r := range map[string]lotto.Richiesta{
		"opzioni.nome":          {Tipo: verbale.LottoSend, Filtro: &lotto.Filtro{}, Opzioni: lotto.Opzioni{Nome: "mio"}},
		"opzioni.entro":         {Tipo: verbale.LottoSend, Filtro: &lotto.Filtro{}, Opzioni: lotto.Opzioni{Entro: "2026-12-01"}},
		"opzioni.anteprima":     {Tipo: verbale.LottoPdf, Filtro: &lotto.Filtro{}, Opzioni: lotto.Opzioni{Anteprima: true}},
		"filtro.piano":          {Tipo: verbale.LottoSend, Filtro: &lotto.Filtro{Piano: &lotto.FiltroPiano{}}},
		"filtro.piano.via":      {Tipo: verbale.LottoSend, Filtro: &lotto.Filtro{Piano: &lotto.FiltroPiano{Via: "MESSO"}}},
		"filtro.piano.proposta": {Tipo: verbale.LottoPostale, Filtro: &lotto.Filtro{Piano: &lotto.FiltroPiano{Proposta: "SEND"}}},
	} {
		_, err := b.Crea(b.ctx, r)
		if campi := banchi.Campi(err); len(campi) != 1 || campi[0] != campo {
			t.Errorf("%s: %v", campo, err)
		}
	}
	pdf := lotto.Richiesta{Tipo: verbale.LottoPdf, Filtro: &lotto.Filtro{Piano: &lotto.FiltroPiano{Via: "SEND"}}}
	if _, err := b.Crea(b.ctx, pdf); !problem.Is(err, "DATI_NON_VALIDI") {
		t.Error(err)
	}
}

// TestFiltroDelPiano: the lot has those whom the plan sends by a way, or for whom it proposes one; these leave by post although the command
// prefers SEND. A fine to which something has happened since it was judged is left out.
func TestFiltroDelPiano(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 4)
	if _, err := b.Comanda(b.ctx, uuid.MustParse(b.leggi(t, `SELECT id::text FROM lotto`)[0]), lotto.Annulla); err != nil {
		t.Fatal(err)
	}
	b.Esegui(t, "elaborazione", "alfa", `DELETE FROM piano`)
	for i, passo := range []struct {
		via, proposta string
		prima         int // events of the fine since it was judged
	}{{"SEND", "", 0}, {"SEND", "POSTA", 0}, {"POSTA", "", 0}, {"SEND", "POSTA", 1}} {
		b.Esegui(t, "elaborazione", "alfa", `INSERT INTO piano (posizione, verbale, sequenza, scelte, aspetta, via, proposta, perche, dal, fatto)
			SELECT p.id, v.id, v.sequenza - $4, '', 'DECISIONE', $2, $3, '', now(), now() FROM verbale v JOIN posizione p ON p.verbale = v.id
			WHERE v.id = $1`, ids[i], passo.via, passo.proposta, passo.prima)
	}
	for _, c := range []struct {
		tipo  verbale.TipoLotto
		piano lotto.FiltroPiano
		quali []uuid.UUID
	}{
		{verbale.LottoPostale, lotto.FiltroPiano{Proposta: verbale.CanalePosta}, ids[1:2]},
		{verbale.LottoPostale, lotto.FiltroPiano{Via: verbale.CanalePosta}, ids[2:3]},
		{verbale.LottoSend, lotto.FiltroPiano{Via: verbale.CanaleSend}, ids[:1]}, // the second has left by then
	} {
		l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: c.tipo, Filtro: &lotto.Filtro{Piano: &c.piano}})
		if err != nil {
			t.Fatalf("%+v: %v", c.piano, err)
		}
		b.lavoraTutto(t, l.ID)
		voci := b.voci(t, l.ID)
		for _, id := range c.quali {
			if come := voci[id.String()]; len(voci) != len(c.quali) || come != string(verbale.VoceOK) && c.tipo == verbale.LottoPostale {
				t.Errorf("%+v: %v", c.piano, voci)
			}
		}
	}
	if come := b.leggi(t, `SELECT string_agg(canale, ' ' ORDER BY canale) FROM notifica`)[0]; come != "POSTA POSTA SEND" {
		t.Error(come)
	}
}
