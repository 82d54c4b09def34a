package lotto_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/notifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
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

// perSend makes a lot for SEND of some fines, or of all of them.
func (b *banco) perSend(t *testing.T, ids ...uuid.UUID) uuid.UUID {
	t.Helper()
	r := lotto.Richiesta{Tipo: verbale.LottoSend}
	for _, id := range ids {
		r.Scelti = append(r.Scelti, id.String())
	}
	if len(ids) == 0 {
		r.Filtro = &lotto.Filtro{}
	}
	l, err := b.Crea(b.ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	return l.ID
}

// lavoraTutto works all chunks of a lot.
func (b *banco) lavoraTutto(t *testing.T, id uuid.UUID) lotto.Lotto {
	t.Helper()
	l := b.lotto(t, id)
	for p := 1; p <= (l.Voci.Totale+1)/2; p++ {
		b.lavora(t, id, fmt.Sprint(id, p), p)
	}
	return b.lotto(t, id)
}

// detto is what SEND says of the act of a fine: state and code.
type detto struct {
	verbale       uuid.UUID
	stato, codice string
}

// esiti delivers what SEND says of the last attempts of some fines, all together.
func (b *banco) esiti(t *testing.T, detti ...detto) {
	t.Helper()
	s := notifica.Service{Archivio: b.Archivio, Pools: b.Store.Pools, Adesso: b.orologio.Adesso}
	mm := make([]bus.Message, len(detti))
	for i, d := range detti {
		var posizione, tentativo string
		_, _ = fmt.Sscan(b.leggi(t, fmt.Sprintf(`SELECT posizione || ' ' || id FROM voce WHERE verbale = '%s' AND tipo = 'SEND' ORDER BY lotto DESC`, d.verbale))[0], &posizione, &tentativo)
		b.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, chiesto, revisione)
			VALUES ($1, $2, $3, $3, 'ab', now(), $4) ON CONFLICT (id) DO UPDATE SET revisione = $4`, tentativo, d.verbale, posizione, b.revisione+1)
		b.revisione++
		f := event.InvioEsito{IDVerbale: d.verbale.String(), IDPosizione: posizione, IDNotifica: tentativo, Canale: "SEND", Revisione: b.revisione, Stato: d.stato}
		if d.codice != "" {
			f.Codici = []string{d.codice}
		}
		if d.stato == event.InvioPerfezionato {
			accettata := b.orologio.Adesso()
			f.Accettata, f.Giorno, f.Modo, f.Via = &accettata, "2026-11-20", "VISIONE", "SEND_DIGITALE"
		}
		mm[i] = banchi.Messaggio(t, uuid.NewString(), f)
	}
	errori, err := s.InvioEsito(b.ctx, mm)
	for i, e := range errori {
		if e != nil {
			t.Errorf("%+v: %v", detti[i], e)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// voci are the states and reasons of a lot's items, by fine.
func (b *banco) voci(t *testing.T, id uuid.UUID) map[string]string {
	t.Helper()
	tutte := map[string]string{}
	for _, riga := range b.leggi(t, fmt.Sprintf(`SELECT verbale || ' ' || stato || CASE WHEN motivo = '' THEN '' ELSE ' ' || motivo END FROM voce WHERE lotto = '%s'`, id)) {
		di, come, _ := strings.Cut(riga, " ")
		tutte[di] = come
	}
	return tutte
}

// TestLottoSend: each act leaves once, its item ends with what SEND first says of it, and the last one completes the lot.
func TestLottoSend(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 6)
	id := b.perSend(t)
	if l := b.lavoraTutto(t, id); l.Stato != verbale.LottoInCorso || l.Voci != (lotto.Conteggi{Totale: 6, InAttesa: 6}) || l.AlSecondo != nil {
		t.Fatalf("%+v", l)
	}
	if n := b.leggi(t, `SELECT count(*) || ' ' || count(DISTINCT corpo->>'idNotifica') FROM uscita WHERE soggetto LIKE 'lavori.connessione.send.%'`)[0]; n != "6 6" {
		t.Errorf("sent: %s", n)
	}
	if diversi := b.leggi(t, `SELECT u.corpo::text FROM uscita u JOIN voce v ON v.id = (u.corpo->>'idNotifica')::uuid JOIN documento d ON d.id = v.documento
		WHERE u.soggetto LIKE 'lavori.connessione.send.%'
			AND (d.sha256, d.id::text) IS DISTINCT FROM (u.corpo->>'sha256', u.corpo->>'idDocumento')`); len(diversi) > 0 {
		t.Error(diversi)
	}
	b.esiti(t, detto{ids[0], event.InvioAccettato, ""}, detto{ids[1], event.InvioNonPartito, "PN_GENERIC_INVALIDPARAMETER"}, detto{ids[2], event.InvioRifiutato, "TAXID_NOT_VALID"})
	b.esiti(t, detto{ids[0], event.InvioAccettato, ""}, detto{ids[1], event.InvioNonPartito, ""}, detto{ids[3], event.InvioPerfezionato, ""})
	if l := b.lotto(t, id); l.Stato != verbale.LottoInCorso || l.Voci != (lotto.Conteggi{Totale: 6, OK: 2, Definitivi: 2, InAttesa: 2}) {
		t.Fatalf("%+v", l)
	}
	b.esiti(t, detto{ids[4], event.InvioNonPartito, event.InvioAnnullatoPrima}, detto{ids[5], event.InvioNonPartito, event.InvioNonPiuDovuto})
	b.esiti(t, detto{ids[0], event.InvioRifiutato, ""}) // later: the item has ended
	if l := b.lotto(t, id); l.Stato != verbale.LottoCompletatoConErrori || l.Finito == nil ||
		l.Voci != (lotto.Conteggi{Totale: 6, OK: 2, Definitivi: 2, Saltati: 1, Annullati: 1}) {
		t.Errorf("%+v", l)
	}
	if diff := cmp.Diff(map[string]string{ids[0].String(): "OK", ids[1].String(): "ERRORE_DEFINITIVO SEND non l'ha accettata: SEND non ammette un dato della richiesta.",
		ids[2].String(): "ERRORE_DEFINITIVO SEND l'ha rifiutata: il codice fiscale del destinatario non esiste.", ids[3].String(): "OK",
		ids[4].String(): "ANNULLATO Una persona l'ha annullata prima che partisse.", ids[5].String(): "SALTATO Non è partita: non c'era più nulla da chiedere."},
		b.voci(t, id)); diff != "" {
		t.Error(diff)
	}
	if _, err := b.Comanda(b.ctx, id, lotto.Riprova); !problem.Is(err, "NULLA_DA_RIPROVARE") {
		t.Error(err)
	}
	if file := b.leggi(t, `SELECT nome FROM lotto_file`); len(file) > 0 {
		t.Errorf("a lot for SEND has a package: %v", file)
	}
}

// TestUnaPorzioneSendDueVolte: a chunk that comes again hands nothing over again, also after a pause.
func TestUnaPorzioneSendDueVolte(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 3)
	id := b.perSend(t)
	b.lavora(t, id, "uno", 1)
	b.lavora(t, id, "uno di nuovo", 1)
	for _, c := range []lotto.Comando{lotto.Pausa, lotto.Riprendi} {
		if _, err := b.Comanda(b.ctx, id, c); err != nil {
			t.Fatal(err)
		}
	}
	b.lavora(t, id, "due", 2)
	b.lavora(t, id, "due di nuovo", 2)
	b.lavora(t, id, "tre", 3)
	if l := b.lotto(t, id); l.Voci != (lotto.Conteggi{Totale: 3, InAttesa: 3}) || l.Stato != verbale.LottoInCorso {
		t.Errorf("%+v", l)
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM evento WHERE tipo = 'NOTIFICA_AVVIATA'`)[0]; n != "3" {
		t.Errorf("%s services have begun", n)
	}
}

// TestAnnullaUnLottoSend: what was not handed over is given up; what is out goes on, and the lot ends with its last outcome.
func TestAnnullaUnLottoSend(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 3)
	id := b.perSend(t)
	b.lavora(t, id, "uno", 1)
	if l, err := b.Comanda(b.ctx, id, lotto.Annulla); err != nil || l.Stato != verbale.LottoInAnnullamento {
		t.Fatalf("%+v %v", l, err)
	}
	if l := b.lavora(t, id, "due", 2); l.Stato != verbale.LottoInAnnullamento || l.Finito != nil || l.Voci != (lotto.Conteggi{Totale: 3, Annullati: 1, InAttesa: 2}) {
		t.Fatalf("%+v", l)
	}
	var fuori []uuid.UUID
	for di, come := range b.voci(t, id) {
		if come == string(verbale.VoceInAttesa) {
			fuori = append(fuori, uuid.MustParse(di))
		}
	}
	b.esiti(t, detto{fuori[0], event.InvioAccettato, ""})
	if l := b.lotto(t, id); l.Stato != verbale.LottoInAnnullamento || l.Voci.InAttesa != 1 {
		t.Fatalf("%+v", l)
	}
	b.esiti(t, detto{fuori[1], event.InvioNonPartito, event.InvioAnnullatoPrima})
	if l := b.lotto(t, id); l.Stato != verbale.LottoAnnullato || l.Finito == nil || l.Voci != (lotto.Conteggi{Totale: 3, OK: 1, Annullati: 2}) {
		t.Errorf("%+v", l)
	}
	if l := b.lavora(t, b.perSend(t), "altro", 1); l.Voci != (lotto.Conteggi{Totale: 2, InAttesa: 2}) { // what never left, and what was cancelled
		t.Errorf("%+v", l.Voci)
	}
}

// TestNonPartonoConSend: what changed between the making of a lot and its work keeps an act here, with the reason; a lot of which
// nothing leaves is complete at once.
func TestNonPartonoConSend(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 4)
	tardi := b.conAtto(t, 1, vecchio)[0]
	id := b.perSend(t)
	b.orologio.Avanza(24 * time.Hour)
	totale := int64(1_000_00)
	if _, _, err := b.stanze.Pratiche.RegistraPagamento(b.ctx, conseguenze.RichiestaPagamento{IDVerbale: ids[0].String(), ImportoCent: &totale, Data: "2026-11-21",
		Canale: "SPORTELLO", Riferimento: "1"}); err != nil {
		t.Fatal(err)
	}
	b.fa(t, ids[1], verbale.EventoAnnullato, `{}`)
	b.fa(t, ids[2], verbale.EventoNotificaPerfezionata, `{"canale":"MESSO"}`)
	b.fa(t, ids[3], verbale.EventoNotificaAvviata, `{"canale":"MESSO"}`)
	l := b.lavoraTutto(t, id)
	if l.Stato != verbale.LottoCompletato || l.Finito == nil || l.Voci != (lotto.Conteggi{Totale: 5, Saltati: 5}) {
		t.Errorf("%+v", l)
	}
	voci := b.voci(t, id)
	for di, vuole := range map[uuid.UUID]string{ids[0]: "SALTATO Il debito è chiuso", ids[1]: "SALTATO ", ids[2]: "SALTATO È già notificato",
		ids[3]: "SALTATO Una notifica è già in corso.", tardi: "SALTATO Il termine per notificare all'obbligato in solido è finito il 20/11/2026"} {
		if !strings.HasPrefix(voci[di.String()], vuole) {
			t.Errorf("%s, want %s", voci[di.String()], vuole)
		}
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM uscita WHERE soggetto LIKE 'lavori.connessione.send.%'`)[0]; n != "0" {
		t.Errorf("%s acts left", n)
	}
	if a := b.leggi(t, `SELECT verbale::text FROM anomalia WHERE tipo = 'TERMINE_NOTIFICA_SCADUTO' AND chiusa IS NULL`); len(a) != 1 || a[0] != tardi.String() {
		t.Errorf("a person is called about %v", a)
	}
}

// TestRifiutatoDaSendTornaInUnLotto: an act that SEND refused may leave by post.
func TestRifiutatoDaSendTornaInUnLotto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 1)
	primo := b.perSend(t, ids[0])
	b.lavoraTutto(t, primo)
	b.esiti(t, detto{ids[0], event.InvioRifiutato, "FILE_GONE"})
	if l := b.lotto(t, primo); l.Stato != verbale.LottoCompletatoConErrori {
		t.Fatalf("%+v", l)
	}
	l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPostale, Scelti: []string{ids[0].String()}})
	if err != nil {
		t.Fatal(err)
	}
	if l = b.lavora(t, l.ID, "posta", 1); l.Voci != (lotto.Conteggi{Totale: 1, OK: 1}) {
		t.Errorf("%+v", l.Voci)
	}
}

// TestDalPiano: the plan's lot leaves in the plan's order, nearest term first, and is made once, whoever asks.
func TestDalPiano(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 5)
	var posizioni []uuid.UUID
	for _, p := range b.leggi(t, `SELECT id::text FROM posizione ORDER BY md5(id::text)`) {
		posizioni = append(posizioni, uuid.MustParse(p))
	}
	if l, err := b.DalPiano(b.ctx, verbale.LottoSend, nil); err != nil || l.ID != uuid.Nil {
		t.Errorf("of nothing: %+v %v", l, err)
	}
	gia, err := b.DalPiano(b.ctx, verbale.LottoSend, posizioni[:1])
	if err != nil {
		t.Fatal(err)
	}
	var insieme errgroup.Group
	fatti := make([]lotto.Lotto, 2)
	for i := range fatti {
		insieme.Go(func() (err error) {
			fatti[i], err = b.DalPiano(b.ctx, verbale.LottoSend, posizioni)
			return err
		})
	}
	if err := insieme.Wait(); err != nil {
		t.Fatal(err)
	}
	if fatti[0].ID == uuid.Nil {
		fatti[0], fatti[1] = fatti[1], fatti[0]
	}
	l := fatti[0]
	if fatti[1].ID != uuid.Nil || l.Voci.Totale != 4 || l.Stato != verbale.LottoAccodato || !l.Automatico || l.CreatoDa != "piano" || gia.Voci.Totale != 1 {
		t.Fatalf("%+v %+v", l, fatti[1])
	}
	var ordine []uuid.UUID
	for _, p := range b.leggi(t, fmt.Sprintf(`SELECT posizione::text FROM voce WHERE lotto = '%s' ORDER BY ordine`, l.ID)) {
		ordine = append(ordine, uuid.MustParse(p))
	}
	if diff := cmp.Diff(posizioni[1:], ordine); diff != "" {
		t.Error(diff)
	}
	b.lavoraTutto(t, gia.ID)
	b.lavoraTutto(t, l.ID)
	if again, err := b.DalPiano(b.ctx, verbale.LottoSend, posizioni); err != nil || again.ID != uuid.Nil {
		t.Errorf("what is out is sent again: %+v %v", again, err)
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM evento WHERE tipo = 'NOTIFICA_AVVIATA'`)[0]; n != "5" {
		t.Errorf("%s services have begun", n)
	}
}

// TestIlGiornoDellaPartenzaSiChiedeAncora: a lot of the plan for SEND asks the registers again about addressees whose answer is not fresh,
// and waits for them; after an hour the others go on, and who is still asked about is tried again.
func TestIlGiornoDellaPartenzaSiChiedeAncora(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 2)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE soggetto SET codice_fiscale = 'VRDLCU80A01H501S' WHERE id = (SELECT soggetto FROM posizione WHERE verbale = $1)`, ids[0])
	b.Esegui(t, "core", "", banchi.Impostazione("visura.residenza", "true"))
	if err := b.stanze.Ufficio.Anagrafe.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	var posizioni []uuid.UUID
	for _, p := range b.leggi(t, `SELECT id::text FROM posizione`) {
		posizioni = append(posizioni, uuid.MustParse(p))
	}
	l, err := b.DalPiano(b.ctx, verbale.LottoSend, posizioni)
	if err != nil {
		t.Fatal(err)
	}
	porzione := func(messaggio string) error {
		return b.Lavora(b.ctx, scrittura.Messaggio{Consumatore: "prova", ID: messaggio}, l.ID, 1)
	}
	for _, messaggio := range []string{"subito", "di nuovo"} {
		if err := porzione(messaggio); !problem.Is(err, "REGISTRI_IN_ATTESA") {
			t.Fatalf("%s: %v", messaggio, err)
		}
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM visura`)[0]; n != "1" {
		t.Errorf("asked %s times", n)
	}
	b.orologio.Avanza(2 * time.Hour)
	if err := porzione("dopo"); err != nil {
		t.Fatal(err)
	}
	if l := b.lotto(t, l.ID); l.Voci != (lotto.Conteggi{Totale: 2, Ripetibili: 1, InAttesa: 1}) || l.Stato != verbale.LottoInCorso {
		t.Errorf("%+v", l)
	}
}
