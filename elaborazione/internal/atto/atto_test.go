package atto_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func TestIntestatario(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	t.Run("trovato: la posizione ha la persona e l'atto è da stampare, una volta sola", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("O-1"))
		fatto := b.Indagine(t, e.IDVerbale, event.IndagineTrovata)
		var g errgroup.Group
		for i := range 9 { // three messages, each delivered three times, all at once
			g.Go(func() error {
				return banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, fmt.Sprintf("m-%d", i/3), fatto))
			})
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
		s := b.Elenca(t, "alfa", `SELECT v.procedura || ' ' || v.marca || ' ' || s.cognome || ' ' || s.codice_fiscale
			FROM verbale v JOIN posizione p ON p.verbale = v.id JOIN soggetto s ON s.id = p.soggetto WHERE v.id = $1`, e.IDVerbale)
		if s != "INTESTATARIO_TROVATO Fiat ROSSI RSSMRA80A01H501U" {
			t.Error(s)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM uscita WHERE oggetto = $1 AND soggetto = 'lavori.elaborazione.pdf.alfa'`, e.IDVerbale); n != 1 {
			t.Errorf("%d lavori di stampa", n)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM ricevuto WHERE id IN ('m-0', 'm-1', 'm-2')`); n != 3 {
			t.Errorf("%d messaggi nella posta in arrivo", n)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("sconosciuto: anomalia per una persona, poi la risposta buona la chiude", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("O-2"))
		for i := range 2 {
			if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, fmt.Sprintf("s-%d", i), b.Indagine(t, e.IDVerbale, event.IndagineSconosciuta))); err != nil {
				t.Fatal(err)
			}
		}
		stato := func() string {
			return b.Elenca(t, "alfa", `SELECT v.procedura || ' ' || count(*) || ' ' || count(a.chiusa) || ' ' || max(a.tipo)
				FROM verbale v JOIN anomalia a ON a.verbale = v.id WHERE v.id = $1 GROUP BY v.id`, e.IDVerbale)
		}
		if s := stato(); s != "INTESTATARIO_ANOMALO 1 0 INTESTATARIO_SCONOSCIUTA" {
			t.Error(s)
		}
		b.Rivive(ctx, t, e.IDVerbale)
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "s-9", b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
			t.Fatal(err)
		}
		if s := stato(); s != "INTESTATARIO_TROVATO 1 1 INTESTATARIO_SCONOSCIUTA" {
			t.Error(s)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("una risposta che giunge tardi non cambia niente", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("O-3"))
		for i, esito := range []string{event.IndagineTrovata, event.IndagineAnomala, event.IndagineTrovata} {
			if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, fmt.Sprintf("t-%d", i), b.Indagine(t, e.IDVerbale, esito))); err != nil {
				t.Fatal(err)
			}
		}
		if s := b.Elenca(t, "alfa", `SELECT procedura || ' ' || sequenza || (SELECT count(*) FROM anomalia WHERE verbale = v.id) FROM verbale v WHERE id = $1`, e.IDVerbale); s != "INTESTATARIO_TROVATO 50" {
			t.Error(s)
		}
	})
	t.Run("l'indagine di un altro verbale, un verbale che non c'è, un messaggio senza senso", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("O-4"))
		fatto := b.Indagine(t, e.IDVerbale, event.IndagineTrovata)
		fatto.IDVerbale = uuid.NewString()
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "x-1", fatto)); err == nil {
			t.Error("accolta l'indagine di un altro")
		}
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "x-2", b.Indagine(t, uuid.NewString(), event.IndagineTrovata))); !problem.Is(err, "NON_TROVATO") {
			t.Errorf("%v", err)
		}
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, bus.Message{ID: "x-3", Body: []byte(`{"idIndagine":7}`)}); err == nil {
			t.Error("accolto un messaggio senza senso")
		}
		if s := b.Elenca(t, "alfa", `SELECT procedura FROM verbale WHERE id = $1`, e.IDVerbale); s != "INTESTATARIO_RICHIESTO" {
			t.Error(s)
		}
	})
}

func TestAtto(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("comando.ente", `"Comune di Alfa"`), banco.Impostazione("comando.pec", `"vigili@pec.alfa.example"`))
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("P-1"))
	if err := b.LavoraPdf(ctx, t, "presto", e.IDVerbale); err != nil {
		t.Fatal(err)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM documento`); n != 0 {
		t.Fatal("un atto senza destinatario")
	}
	if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "i", b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
		t.Fatal(err)
	}
	var g errgroup.Group
	for i := range 6 { // two messages, each delivered three times, all at once
		g.Go(func() error { return b.LavoraPdf(ctx, t, fmt.Sprintf("p-%d", i/3), e.IDVerbale) })
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Run("l'atto è uno, con il suo avviso anonimo", func(t *testing.T) {
		s := b.Elenca(t, "alfa", `SELECT tipo FROM documento WHERE verbale = $1 ORDER BY tipo`, e.IDVerbale)
		n := b.Conta(t, "alfa", `SELECT count(*) FROM uscita WHERE soggetto = 'fatti.alfa.atto.generato' AND oggetto = $1`, e.IDVerbale)
		if s != "ATTO AVVISO_ANONIMO" || n != 1 {
			t.Errorf("%s, %d annunci", s, n)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("è servito com'è nel deposito, e la lettura è nel registro", func(t *testing.T) {
		ufficio := b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio)
		d, pdf, err := b.Consultazione.PDF(ufficio, banco.Parse(e.IDVerbale), uuid.Nil, "192.0.2.1")
		if err != nil || d.Nome != "verbale-2026-1.pdf" || int64(len(pdf)) != d.Byte {
			t.Fatalf("%+v %v", d, err)
		}
		_, ancora, err := b.Consultazione.PDF(ufficio, banco.Parse(e.IDVerbale), banco.Parse(b.PosizioneDi(t, e.IDVerbale)), "192.0.2.1")
		if err != nil || !bytes.Equal(pdf, ancora) {
			t.Errorf("una seconda lettura dà altro: %v", err)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'ATTO_LETTO' AND attore = 'ufficio.alfa' AND indirizzo = '192.0.2.1'`); n != 2 {
			t.Errorf("%d righe di registro", n)
		}
		leggibile(t, pdf, "Comune di Alfa", "vigili@pec.alfa.example", "ROSSI MARIO", "AB123CD", "115,50", "165,00", "A001", e.Avvisi[0].NumeroAvviso[:4])
	})
	t.Run("l'avviso anonimo non nomina nessuno", func(t *testing.T) {
		sha := b.Elenca(t, "alfa", `SELECT sha256 FROM documento WHERE verbale = $1 AND tipo = 'AVVISO_ANONIMO'`, e.IDVerbale)
		pdf, err := b.Deposito.Leggi(ctx, "alfa", sha)
		if err != nil {
			t.Fatal(err)
		}
		if testo := leggibile(t, pdf, "ANONIMO", "115,50"); strings.Contains(testo, "ROSSI") || strings.Contains(testo, "RSSMRA80A01H501U") {
			t.Errorf("nomina il debitore: %s", testo)
		}
	})
	t.Run("la posizione di un altro verbale", func(t *testing.T) {
		altro := b.Inserisce(ctx, t, banco.UnVerbale("P-2"))
		err := banco.Uno(b.Atti.LavoroPdf, ctx, banco.Messaggio(t, "q", event.LavoroPdf{IDVerbale: altro.IDVerbale, IDPosizione: b.PosizioneDi(t, e.IDVerbale)}))
		if err == nil {
			t.Error("accolta")
		}
		if _, _, err := b.Consultazione.PDF(b.Come("alfa", "u", auth.RuoloUfficio), banco.Parse(altro.IDVerbale), uuid.Nil, ""); !problem.Is(err, "ATTO_ASSENTE") {
			t.Errorf("%v", err)
		}
	})
	t.Run("un verbale di un altro comando non esiste", func(t *testing.T) {
		if _, err := b.Consultazione.Mostra(b.Come("beta", "ufficio.beta", auth.RuoloUfficio), banco.Parse(e.IDVerbale), ""); !problem.Is(err, "NON_TROVATO") {
			t.Errorf("%v", err)
		}
	})
}

// TestAttoSenzaPagamentoRidotto prints the one page of a fine that no notice can pay.
func TestAttoSenzaPagamentoRidotto(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("R-1", func(v *richiesta.Verbale) {
		v.Violazioni = []richiesta.Violazione{banco.SenzaRidotto(t, b)}
		v.Obbligato = &richiesta.Soggetto{Societa: &richiesta.Societa{Denominazione: "Trasporti & Figli S.r.l.", PartitaIva: "01234567897"},
			Indirizzo: &richiesta.Indirizzo{Via: "Via Po 1", Comune: "Torino", Nazione: "IT"}}
	}))
	if err := b.LavoraPdf(ctx, t, "r", e.IDVerbale); err != nil {
		t.Fatal(err)
	}
	_, pdf, err := b.Consultazione.PDF(b.Come("alfa", "u", auth.RuoloUfficio), banco.Parse(e.IDVerbale), uuid.Nil, "")
	if err != nil {
		t.Fatal(err)
	}
	leggibile(t, pdf, "Trasporti & Figli", "NON AMMESSO")
	if s := b.Elenca(t, "alfa", `SELECT tipo FROM documento WHERE verbale = $1`, e.IDVerbale); s != string(verbale.DocumentoAtto) {
		t.Error(s)
	}
	b.Rivive(ctx, t, e.IDVerbale)
}

// TestAttoPerPiuPeriodi: the band stands once beside how often it is applied (art. 7 c. 14 CdS), the sums are those of all times.
func TestAttoPerPiuPeriodi(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("R-3", func(v *richiesta.Verbale) {
		v.Violazioni = []richiesta.Violazione{{Articolo: "7", Comma: "14", Codice: "7-14-p4", Periodi: new(int64(3))}}
		v.Obbligato = &richiesta.Soggetto{Societa: &richiesta.Societa{Denominazione: "Trasporti & Figli S.r.l.", PartitaIva: "01234567897"},
			Indirizzo: &richiesta.Indirizzo{Via: "Via Po 1", Comune: "Torino", Nazione: "IT"}}
	}))
	if err := b.LavoraPdf(ctx, t, "r", e.IDVerbale); err != nil {
		t.Fatal(err)
	}
	_, pdf, err := b.Consultazione.PDF(b.Come("alfa", "u", auth.RuoloUfficio), banco.Parse(e.IDVerbale), uuid.Nil, "")
	if err != nil {
		t.Fatal(err)
	}
	leggibile(t, pdf, "sanzione da € 26,00 a € 102,00, per 3 volte", "78,00")
}

// TestTargaComeScritta: in a German plate the gap after the district tells two cars apart, so the act keeps it.
func TestTargaComeScritta(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	for i, scritta := range []string{"B NO 1234", "BN O 1234"} {
		e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("D-%d", i), func(v *richiesta.Verbale) {
			v.Veicolo = richiesta.Veicolo{Targa: "BNO1234", TargaScritta: scritta, Nazione: "DE"}
			v.Obbligato = &richiesta.Soggetto{Societa: &richiesta.Societa{Denominazione: "Trasporti & Figli S.r.l.", PartitaIva: "01234567897"},
				Indirizzo: &richiesta.Indirizzo{Via: "Via Po 1", Comune: "Torino", Nazione: "IT"}}
		}))
		if err := b.LavoraPdf(ctx, t, fmt.Sprintf("d-%d", i), e.IDVerbale); err != nil {
			t.Fatal(err)
		}
		_, pdf, err := b.Consultazione.PDF(b.Come("alfa", "u", auth.RuoloUfficio), banco.Parse(e.IDVerbale), uuid.Nil, "")
		if err != nil {
			t.Fatal(err)
		}
		leggibile(t, pdf, scritta)
	}
}

// leggibile reads a PDF as a person does and looks for texts in it.
func leggibile(t *testing.T, pdf []byte, testi ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "atto.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	uscita, err := exec.CommandContext(t.Context(), "pdftotext", "-raw", file, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext (run make prerequisiti): %v", err)
	}
	letto := strings.Join(strings.Fields(string(uscita)), " ")
	for _, x := range testi {
		if !strings.Contains(letto, x) {
			t.Errorf("manca %q in: %s", x, letto)
		}
	}
	return letto
}
