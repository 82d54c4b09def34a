package lotto_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// attoDi is the hash of the act of a fine, and where the store has it.
func (b *banco) attoDi(t *testing.T, id uuid.UUID) (sha, percorso string) {
	t.Helper()
	sha = b.leggi(t, `SELECT sha256 FROM documento WHERE tipo = 'ATTO' AND verbale = '`+id.String()+`'`)[0]
	return sha, filepath.Join(b.cartella, "alfa", sha)
}

// nonPdf gives a fine an act that no printer reads.
func (b *banco) nonPdf(t *testing.T, id uuid.UUID) {
	t.Helper()
	x, err := b.Deposito.Metti(t.Context(), "alfa", []byte("non è un PDF"), "")
	if err != nil {
		t.Fatal(err)
	}
	b.Esegui(t, "elaborazione", "alfa", `UPDATE documento SET sha256 = $2 WHERE tipo = 'ATTO' AND verbale = $1`, id, x.SHA256)
}

func (b *banco) togli(t *testing.T, percorso string) (contenuto []byte) {
	t.Helper()
	contenuto, err := os.ReadFile(percorso)
	if err == nil {
		err = os.Remove(percorso)
	}
	if err != nil {
		t.Fatal(err)
	}
	return contenuto
}

func (b *banco) scrivi(t *testing.T, percorso string, contenuto []byte) {
	t.Helper()
	if err := os.WriteFile(percorso, contenuto, 0o600); err != nil {
		t.Fatal(err)
	}
}

// sorte is what became of the fines of a lot.
func (b *banco) sorte(t *testing.T, lotto uuid.UUID) map[string]string {
	t.Helper()
	sorti := map[string]string{}
	for _, riga := range b.leggi(t, `SELECT verbale || ' ' || stato || ' ' || motivo FROM voce WHERE lotto = '`+lotto.String()+`'`) {
		id, resto, _ := strings.Cut(riga, " ")
		sorti[id] = strings.TrimSpace(resto)
	}
	return sorti
}

func (b *banco) spedizioni(t *testing.T) string {
	t.Helper()
	return b.leggi(t, `SELECT count(*)::text FROM evento WHERE tipo = 'NOTIFICA_AVVIATA'`)[0]
}

// TestUnaVoceGuastaFallisceDaSola: one act lost, one altered, one that is no PDF, one fine annulled: each says
// why, no service begins with what cannot leave, and the others leave.
func TestUnaVoceGuastaFallisceDaSola(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.PerPorzione = 10
	ids := b.conAtto(t, 6)
	_, perso := b.attoDi(t, ids[0])
	b.togli(t, perso)
	_, alterato := b.attoDi(t, ids[1])
	b.togli(t, alterato)
	b.scrivi(t, alterato, []byte("%PDF-1.7 un altro"))
	b.nonPdf(t, ids[2])
	id := b.chiude(t)
	if _, _, err := b.stanze.Pratiche.RegistraEvento(b.ctx, ids[3], mosse.RichiestaEvento{Tipo: "VERBALE_ANNULLATO", DataLegale: "2026-11-20",
		Motivo: "errore di persona", Idempotenza: "annulla", Dati: json.RawMessage(`{}`)}, ""); err != nil {
		t.Fatal(err)
	}
	l := b.lavora(t, id, "uno", 1)
	if l.Stato != verbale.LottoCompletatoConErrori || l.Voci != (lotto.Conteggi{Totale: 6, OK: 2, Ripetibili: 2, Definitivi: 1, Saltati: 1}) {
		t.Fatalf("%+v", l)
	}
	sorti := b.sorte(t, id)
	for i, dice := range []string{"ERRORE_RIPETIBILE L'atto non si trova", "ERRORE_RIPETIBILE L'atto nel deposito dei documenti non è più quello",
		"ERRORE_DEFINITIVO Il file dell'atto non è un PDF", "SALTATO ", "OK", "OK"} {
		if s := sorti[ids[i].String()]; !strings.HasPrefix(s, dice) || dice == "SALTATO " && len(s) <= len("SALTATO") {
			t.Errorf("%d: %q", i, s)
		}
	}
	if n := b.spedizioni(t); n != "2" {
		t.Errorf("%s notifiche avviate", n)
	}
	if pagine := b.leggi(t, `SELECT max(pagina_a)::text || ' ' || (SELECT pagine FROM lotto_file WHERE nome LIKE 'pdf/%') FROM voce WHERE stato = 'OK'`); len(pagine) != 1 ||
		strings.Fields(pagine[0])[0] != strings.Fields(pagine[0])[1] {
		t.Error(pagine)
	}
}

// TestOgniVoceFallisce: the lot ends, says why of each item, and has no package.
func TestOgniVoceFallisce(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for _, id := range b.conAtto(t, 3) {
		b.nonPdf(t, id)
	}
	id := b.chiude(t)
	b.lavora(t, id, "uno", 1)
	l := b.lavora(t, id, "due", 2)
	if l.Stato != verbale.LottoCompletatoConErrori || l.Voci != (lotto.Conteggi{Totale: 3, Definitivi: 3}) || b.spedizioni(t) != "0" {
		t.Fatalf("%+v", l)
	}
	if _, err := b.Comanda(b.ctx, id, lotto.Riprova); !problem.Is(err, "NULLA_DA_RIPROVARE") || !strings.Contains(err.Error(), "3 con un errore definitivo") {
		t.Error(err)
	}
	if n := len(b.leggi(t, `SELECT id::text FROM lotto`)); n != 1 {
		t.Errorf("%d lotti", n)
	}
}

// TestUnDepositoAssenteNonGuastaLeVoci: the chunk waits for the store, whatever the bus has tried.
func TestUnDepositoAssenteNonGuastaLeVoci(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 2)
	id := b.chiude(t)
	if err := os.Rename(b.cartella, b.cartella+"-via"); err != nil {
		t.Fatal(err)
	}
	err := b.Lavora(b.ctx, scrittura.Messaggio{Consumatore: "prova", ID: "uno"}, id, 1)
	if !problem.Is(err, "DEPOSITO_NON_DISPONIBILE") {
		t.Fatal(err)
	}
	if err := os.Rename(b.cartella+"-via", b.cartella); err != nil {
		t.Fatal(err)
	}
	if l := b.lavora(t, id, "uno", 1); l.Stato != verbale.LottoCompletato {
		t.Errorf("%+v", l)
	}
}

// TestUnDepositoCheNonScriveEDelDeposito: the chunk waits for it, an act that could not be stored is not said to be
// impossible, and nobody is told that the database is away.
func TestUnDepositoCheNonScriveEDelDeposito(t *testing.T) {
	t.Parallel()
	for nota, ids := range map[string]func(*banco) []uuid.UUID{
		"manca l'atto":       func(b *banco) []uuid.UUID { return b.daStampare(t, 2) },
		"manca il fascicolo": func(b *banco) []uuid.UUID { return b.conAtto(t, 2) },
	} {
		t.Run(nota, func(t *testing.T) {
			t.Parallel()
			b := nuovoBanco(t)
			scelti := []string{}
			for _, id := range ids(b) {
				scelti = append(scelti, id.String())
			}
			l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPdf, Scelti: scelti})
			if err != nil {
				t.Fatal(err)
			}
			sua := filepath.Join(b.cartella, "alfa")
			_ = os.Rename(sua, sua+"-via") // a folder that cannot be written, also by root
			if err := os.WriteFile(sua, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := b.Lavora(b.ctx, scrittura.Messaggio{Consumatore: "prova", ID: "uno"}, l.ID, 1); !problem.Is(err, "DEPOSITO_NON_DISPONIBILE") {
				t.Error(err)
			}
			if err := os.Remove(sua); err != nil {
				t.Fatal(err)
			}
			_ = os.Rename(sua+"-via", sua)
			if l := b.lavora(t, l.ID, "uno", 1); l.Stato != verbale.LottoCompletato || l.Voci.OK != 2 {
				t.Errorf("%+v", l)
			}
		})
	}
}

// TestRiprovaInUnAltroLotto: what may be mended is tried again once, whoever asks and however often; the
// package that was delivered stays as it is, and what failed for good is not tried.
func TestRiprovaInUnAltroLotto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.PerPorzione = 10
	ids := b.conAtto(t, 5)
	shaA, percorso := b.attoDi(t, ids[0])
	contenuto := b.togli(t, percorso)
	_, altro := b.attoDi(t, ids[1])
	b.togli(t, altro)
	b.nonPdf(t, ids[2])
	primo := b.chiude(t)
	if l := b.lavora(t, primo, "uno", 1); l.Voci != (lotto.Conteggi{Totale: 5, OK: 2, Ripetibili: 2, Definitivi: 1}) {
		t.Fatalf("%+v", l)
	}
	consegnato := func() []string {
		return b.leggi(t, `SELECT nome || ' ' || sha256 FROM lotto_file WHERE lotto = '`+primo.String()+`' ORDER BY 1`)
	}
	prima := consegnato()
	b.scrivi(t, percorso, contenuto) // a person has mended one of them
	var insieme sync.WaitGroup
	lotti := make([]lotto.Lotto, 6)
	for i := range lotti {
		insieme.Go(func() {
			var err error
			if lotti[i], err = b.Comanda(b.ctx, primo, lotto.Riprova); err != nil {
				t.Error(err)
			}
		})
	}
	insieme.Wait()
	secondo := lotti[0].ID
	for _, l := range lotti {
		if l.ID != secondo || l.ID == primo || l.Origine == nil || *l.Origine != primo || l.Ritento == nil ||
			*l.Ritento != (lotto.Ritento{Riprovate: 2, Definitive: 1}) {
			t.Errorf("%+v", l)
		}
	}
	if lavori := b.lavori(t); !slices.Equal(lavori, []int{1, 1}) {
		t.Errorf("messi in coda: %v", lavori)
	}
	if l := b.lavora(t, secondo, "due", 1); l.Stato != verbale.LottoCompletatoConErrori || l.Voci != (lotto.Conteggi{Totale: 2, OK: 1, Ripetibili: 1}) {
		t.Fatalf("%+v", l)
	}
	if n := b.spedizioni(t); n != "3" {
		t.Errorf("%s notifiche avviate", n)
	}
	if diff := cmp.Diff(prima, consegnato()); diff != "" {
		t.Errorf("il pacchetto consegnato è cambiato:\n%s", diff)
	}
	if l := b.lotto(t, primo); l.Stato != verbale.LottoCompletatoConErrori || l.Voci.Ripetibili != 2 {
		t.Errorf("%+v", l)
	}
	if posti := b.leggi(t, `SELECT v.lotto::text FROM voce v JOIN documento d ON d.id = v.documento WHERE v.stato = 'OK' AND d.sha256 = '`+shaA+`'`); !slices.Equal(posti, []string{secondo.String()}) {
		t.Errorf("un posto in un pacchetto: %v", posti)
	}
	terzo, err := b.Comanda(b.ctx, primo, lotto.Riprova) // it goes on from the last one, not back to one that has ended
	if err != nil || *terzo.Origine != secondo || *terzo.Ritento != (lotto.Ritento{Riprovate: 1}) {
		t.Fatalf("%+v %v", terzo, err)
	}
	for _, id := range []uuid.UUID{primo, secondo} {
		if l, err := b.Comanda(b.ctx, id, lotto.Riprova); err != nil || l.ID != terzo.ID {
			t.Errorf("una volta sola: %+v %v", l, err)
		}
	}
	if _, err := b.Comanda(b.ctx, terzo.ID, lotto.Annulla); err != nil {
		t.Fatal(err)
	}
	b.lavora(t, terzo.ID, "tre", 1)
	if l, err := b.Comanda(b.ctx, secondo, lotto.Riprova); err != nil || l.ID == terzo.ID || l.Voci.Totale != 1 {
		t.Errorf("annullato, si riprova: %+v %v", l, err)
	}
}

// TestRiprovaCioCheEAltrove: what waits or has left in another lot meanwhile stays there.
func TestRiprovaCioCheEAltrove(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 2)
	_, percorso := b.attoDi(t, ids[0])
	contenuto := b.togli(t, percorso)
	primo := b.chiude(t)
	b.lavora(t, primo, "uno", 1)
	b.scrivi(t, percorso, contenuto)
	if l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPostale, Scelti: []string{ids[0].String()}}); err != nil || l.Voci.Totale != 1 {
		t.Fatalf("%+v %v", l, err)
	}
	if _, err := b.Comanda(b.ctx, primo, lotto.Riprova); !problem.Is(err, "NULLA_DA_RIPROVARE") || !strings.Contains(err.Error(), "1 già in un altro lotto") {
		t.Error(err)
	}
}

// TestRiprovaUnLottoFallito: the same lot goes on, once.
func TestRiprovaUnLottoFallito(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 3)
	id := b.chiude(t)
	b.lavora(t, id, "uno", 1)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET stato = 'FALLITO', motivo = 'prova' WHERE id = $1`, id)
	var insieme sync.WaitGroup
	esiti := make([]error, 4)
	for i := range esiti {
		insieme.Go(func() { _, esiti[i] = b.Comanda(b.ctx, id, lotto.Riprova) })
	}
	insieme.Wait()
	riusciti := 0
	for _, err := range esiti {
		if err == nil {
			riusciti++
		} else if !problem.Is(err, "LOTTO_IN_ALTRO_STATO") {
			t.Error(err)
		}
	}
	if riusciti != 1 || !slices.Equal(b.lavori(t), []int{1, 2, 2}) {
		t.Fatalf("%d riusciti, %v", riusciti, b.lavori(t))
	}
	if l := b.lavora(t, id, "due", 2); l.Stato != verbale.LottoCompletato || l.Voci.OK != 3 || l.Motivo != "" {
		t.Errorf("%+v", l)
	}
}

// TestUnLottoFallitoSiAnnulla: what keeps it from being worked may be there to stay; its items can enter another lot.
func TestUnLottoFallitoSiAnnulla(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 3)
	id := b.chiude(t)
	b.lavora(t, id, "uno", 1)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET stato = 'FALLITO', motivo = 'prova' WHERE id = $1`, id)
	if l, err := b.Comanda(b.ctx, id, lotto.Annulla); err != nil || l.Stato != verbale.LottoInAnnullamento {
		t.Fatalf("%+v %v", l, err)
	}
	if in := b.lavori(t); !slices.Equal(in, []int{1, 2, 2}) { // nobody else would give up what is left
		t.Errorf("queued: %v", in)
	}
	if l := b.lavora(t, id, "due", 2); l.Stato != verbale.LottoAnnullato || l.Voci != (lotto.Conteggi{Totale: 3, OK: 2, Annullati: 1}) {
		t.Errorf("%+v", l)
	}
	scelti := make([]string, len(ids))
	for i := range ids {
		scelti[i] = ids[i].String()
	}
	if l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPostale, Scelti: scelti}); err != nil || l.Voci.Totale != 1 {
		t.Errorf("%+v %v", l, err)
	}
}

// TestIlRifiutoDiceCheCosaSiPuo: in every state.
func TestIlRifiutoDiceCheCosaSiPuo(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 1)
	id := b.chiude(t)
	for stato, dice := range map[verbale.StatoLotto]string{
		verbale.LottoAccodato: "«chiudi», ma «pausa» o «annulla».", verbale.LottoInPausa: "«chiudi», ma «riprendi» o «annulla».",
		verbale.LottoFallito:             "«chiudi», ma «annulla» o «riprova».",
		verbale.LottoCompletatoConErrori: "«chiudi», né altro.", verbale.LottoCompletato: "«chiudi», né altro.", verbale.LottoInAnnullamento: "«chiudi», né altro.",
	} {
		b.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET stato = $2 WHERE id = $1`, id, stato)
		if _, err := b.Comanda(b.ctx, id, lotto.Chiudi); !problem.Is(err, "LOTTO_IN_ALTRO_STATO") || !strings.HasSuffix(problem.As(err).Dettaglio, dice) {
			t.Errorf("%s: %v", stato, err)
		}
	}
	b.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET stato = 'COMPLETATO_CON_ERRORI', ripetibili = 1 WHERE id = $1`, id)
	if _, err := b.Comanda(b.ctx, id, lotto.Annulla); !strings.HasSuffix(problem.As(err).Dettaglio, "ma «riprova».") {
		t.Error(err)
	}
}

// TestLavoratoreUccisoNelMezzo: a worker that dies in the middle of a chunk leaves nothing of it; the message
// comes again and is worked once.
func TestLavoratoreUccisoNelMezzo(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 2)
	id := b.chiude(t)
	altrove := b.Collega(t, "elaborazione", "alfa")
	tx, err := altrove.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `SELECT FROM verbale WHERE id = ANY ($1) FOR UPDATE`, ids); err != nil {
		t.Fatal(err)
	}
	ctx, uccidi := context.WithCancel(b.ctx)
	fine := make(chan error, 1)
	go func() { fine <- b.Lavora(ctx, scrittura.Messaggio{Consumatore: "prova", ID: "uno"}, id, 1) }()
	b.finche(t, `SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`, "1")
	uccidi()
	if err := <-fine; err == nil {
		t.Fatal("ucciso, e ha finito")
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if l := b.lotto(t, id); l.Stato != verbale.LottoInCorso || l.Voci.InAttesa != 2 || b.spedizioni(t) != "0" {
		t.Fatalf("%+v", l)
	}
	for range 2 {
		if l := b.lavora(t, id, "uno", 1); l.Stato != verbale.LottoCompletato || l.Voci.OK != 2 || b.spedizioni(t) != "2" {
			t.Fatalf("%+v", l)
		}
	}
}

// finche waits until a query says so.
func (b *banco) finche(t *testing.T, sql, vuole string) {
	t.Helper()
	scade := tempo.Macchina().Add(20 * time.Second)
	for b.leggi(t, sql)[0] != vuole {
		if tempo.Macchina().After(scade) {
			t.Fatal(errors.New(sql))
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestTipiNonAncoraLavorati: the refusal names the field and what works today.
func TestTipiNonAncoraLavorati(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for tipo, dice := range map[verbale.TipoLotto]string{"PEC": "i lotti PEC non si lavorano ancora: oggi si lavorano VISURA, PDF, POSTALE, SEND e RETTIFICHE",
		"ALTRO": "non è un tipo di lotto: oggi si lavorano VISURA, PDF, POSTALE, SEND e RETTIFICHE", "": "non è un tipo di lotto"} {
		_, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: tipo, Filtro: &lotto.Filtro{}})
		p := problem.As(err)
		if p == nil || p.Kind.Status() != 400 || len(p.Campi) != 1 || p.Campi[0].Campo != "tipo" || !strings.HasPrefix(p.Campi[0].Messaggio, dice) {
			t.Errorf("%s: %v", tipo, fmt.Sprintf("%+v", p))
		}
	}
}
