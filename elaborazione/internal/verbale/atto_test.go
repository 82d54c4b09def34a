package verbale_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func parse(id string) uuid.UUID { return uuid.MustParse(id) }

// indagine writes an answer as vpn does and gives its fact; titolo is by which right the owner answers.
func (b *banco) indagine(t *testing.T, idVerbale, esito string, titolo ...string) event.IndagineEsito {
	t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	if esito == event.IndagineTrovata {
		b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, tipo, codice_fiscale, cognome, nome, sesso, data_nascita, luogo_nascita,
				indirizzo, civico, cap, comune, provincia, nazione, marca, modello, rete, quando, titolo)
			VALUES ($1, $2, $3, 'PERSONA', 'RSSMRA80A01H501U', 'ROSSI', 'MARIO', 'M', '1980-01-01', 'Roma', 'Via Garibaldi', '15', '48121', 'Ravenna', 'RA', 'IT',
				'Fiat', 'Panda', 'motorizzazione', now(), $4)`, id, idVerbale, esito, strings.Join(titolo, ""))
	} else {
		b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, motivo, quando) VALUES ($1, $2, $3, 'targa mai immatricolata', now())`, id, idVerbale, esito)
	}
	return event.IndagineEsito{IDIndagine: id, IDVerbale: idVerbale, Esito: esito}
}

func messaggio(t *testing.T, id string, corpo event.Corpo) bus.Message {
	t.Helper()
	dati, err := json.Marshal(corpo)
	if err != nil {
		t.Fatal(err)
	}
	return bus.Message{ID: id, Subject: corpo.Soggetto("alfa"), Body: dati, Deliveries: 1}
}

// posizioneDi is the first position of a fine.
func (b *banco) posizioneDi(t *testing.T, idVerbale string) string {
	t.Helper()
	return b.elenca(t, "alfa", `SELECT id FROM posizione WHERE verbale = $1 ORDER BY ordine LIMIT 1`, idVerbale)
}

func (b *banco) lavoraPdf(ctx context.Context, t *testing.T, id, idVerbale string) error {
	t.Helper()
	return b.LavoroPdf(ctx, messaggio(t, id, event.LavoroPdf{IDVerbale: idVerbale, IDPosizione: b.posizioneDi(t, idVerbale)}))
}

func TestIntestatario(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	t.Run("trovato: la posizione ha la persona e l'atto è da stampare, una volta sola", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("O-1"))
		fatto := b.indagine(t, e.IDVerbale, event.IndagineTrovata)
		var g errgroup.Group
		for i := range 9 { // three messages, each delivered three times, all at once
			g.Go(func() error { return b.IndagineEsito(ctx, messaggio(t, fmt.Sprintf("m-%d", i/3), fatto)) })
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
		s := b.elenca(t, "alfa", `SELECT v.procedura || ' ' || v.marca || ' ' || s.cognome || ' ' || s.codice_fiscale
			FROM verbale v JOIN posizione p ON p.verbale = v.id JOIN soggetto s ON s.id = p.soggetto WHERE v.id = $1`, e.IDVerbale)
		if s != "INTESTATARIO_TROVATO Fiat ROSSI RSSMRA80A01H501U" {
			t.Error(s)
		}
		if n := b.conta(t, "alfa", `SELECT count(*) FROM uscita WHERE oggetto = $1 AND soggetto = 'lavori.elaborazione.pdf.alfa'`, e.IDVerbale); n != 1 {
			t.Errorf("%d lavori di stampa", n)
		}
		if n := b.conta(t, "alfa", `SELECT count(*) FROM ricevuto WHERE id IN ('m-0', 'm-1', 'm-2')`); n != 3 {
			t.Errorf("%d messaggi nella posta in arrivo", n)
		}
		b.rivive(ctx, t, e.IDVerbale)
	})
	t.Run("sconosciuto: anomalia per una persona, poi la risposta buona la chiude", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("O-2"))
		for i := range 2 {
			if err := b.IndagineEsito(ctx, messaggio(t, fmt.Sprintf("s-%d", i), b.indagine(t, e.IDVerbale, event.IndagineSconosciuta))); err != nil {
				t.Fatal(err)
			}
		}
		stato := func() string {
			return b.elenca(t, "alfa", `SELECT v.procedura || ' ' || count(*) || ' ' || count(a.chiusa) || ' ' || max(a.tipo)
				FROM verbale v JOIN anomalia a ON a.verbale = v.id WHERE v.id = $1 GROUP BY v.id`, e.IDVerbale)
		}
		if s := stato(); s != "INTESTATARIO_ANOMALO 1 0 INTESTATARIO_SCONOSCIUTA" {
			t.Error(s)
		}
		b.rivive(ctx, t, e.IDVerbale)
		if err := b.IndagineEsito(ctx, messaggio(t, "s-9", b.indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
			t.Fatal(err)
		}
		if s := stato(); s != "INTESTATARIO_TROVATO 1 1 INTESTATARIO_SCONOSCIUTA" {
			t.Error(s)
		}
		b.rivive(ctx, t, e.IDVerbale)
	})
	t.Run("una risposta che giunge tardi non cambia niente", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("O-3"))
		for i, esito := range []string{event.IndagineTrovata, event.IndagineAnomala, event.IndagineTrovata} {
			if err := b.IndagineEsito(ctx, messaggio(t, fmt.Sprintf("t-%d", i), b.indagine(t, e.IDVerbale, esito))); err != nil {
				t.Fatal(err)
			}
		}
		if s := b.elenca(t, "alfa", `SELECT procedura || ' ' || sequenza || (SELECT count(*) FROM anomalia WHERE verbale = v.id) FROM verbale v WHERE id = $1`, e.IDVerbale); s != "INTESTATARIO_TROVATO 50" {
			t.Error(s)
		}
	})
	t.Run("l'indagine di un altro verbale, un verbale che non c'è, un messaggio senza senso", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("O-4"))
		fatto := b.indagine(t, e.IDVerbale, event.IndagineTrovata)
		fatto.IDVerbale = uuid.NewString()
		if err := b.IndagineEsito(ctx, messaggio(t, "x-1", fatto)); err == nil {
			t.Error("accolta l'indagine di un altro")
		}
		if err := b.IndagineEsito(ctx, messaggio(t, "x-2", b.indagine(t, uuid.NewString(), event.IndagineTrovata))); !problem.Is(err, "NON_TROVATO") {
			t.Errorf("%v", err)
		}
		if err := b.IndagineEsito(ctx, bus.Message{ID: "x-3", Body: []byte(`{"idIndagine":7}`)}); err == nil {
			t.Error("accolto un messaggio senza senso")
		}
		if s := b.elenca(t, "alfa", `SELECT procedura FROM verbale WHERE id = $1`, e.IDVerbale); s != "INTESTATARIO_RICHIESTO" {
			t.Error(s)
		}
	})
}

func TestAtto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("comando.ente", `"Comune di Alfa"`), impostazione("comando.pec", `"vigili@pec.alfa.example"`))
	ctx := b.integratore("alfa")
	e := b.inserisce(ctx, t, unVerbale("P-1"))
	if err := b.lavoraPdf(ctx, t, "presto", e.IDVerbale); err != nil {
		t.Fatal(err)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM documento`); n != 0 {
		t.Fatal("un atto senza destinatario")
	}
	if err := b.IndagineEsito(ctx, messaggio(t, "i", b.indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
		t.Fatal(err)
	}
	var g errgroup.Group
	for i := range 6 { // two messages, each delivered three times, all at once
		g.Go(func() error { return b.lavoraPdf(ctx, t, fmt.Sprintf("p-%d", i/3), e.IDVerbale) })
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Run("l'atto è uno, con il suo avviso anonimo", func(t *testing.T) {
		s := b.elenca(t, "alfa", `SELECT tipo FROM documento WHERE verbale = $1 ORDER BY tipo`, e.IDVerbale)
		n := b.conta(t, "alfa", `SELECT count(*) FROM uscita WHERE soggetto = 'fatti.alfa.atto.generato' AND oggetto = $1`, e.IDVerbale)
		if s != "ATTO AVVISO_ANONIMO" || n != 1 {
			t.Errorf("%s, %d annunci", s, n)
		}
		b.rivive(ctx, t, e.IDVerbale)
	})
	t.Run("è servito com'è nel deposito, e la lettura è nel registro", func(t *testing.T) {
		ufficio := b.come("alfa", "ufficio.alfa", auth.RuoloUfficio)
		d, pdf, err := b.PDF(ufficio, parse(e.IDVerbale), uuid.Nil, "192.0.2.1")
		if err != nil || d.Nome != "verbale-2026-1.pdf" || int64(len(pdf)) != d.Byte {
			t.Fatalf("%+v %v", d, err)
		}
		_, ancora, err := b.PDF(ufficio, parse(e.IDVerbale), parse(b.posizioneDi(t, e.IDVerbale)), "192.0.2.1")
		if err != nil || !bytes.Equal(pdf, ancora) {
			t.Errorf("una seconda lettura dà altro: %v", err)
		}
		if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'ATTO_LETTO' AND attore = 'ufficio.alfa' AND indirizzo = '192.0.2.1'`); n != 2 {
			t.Errorf("%d righe di registro", n)
		}
		leggibile(t, pdf, "Comune di Alfa", "vigili@pec.alfa.example", "ROSSI MARIO", "AB123CD", "115,50", "165,00", "A001", e.Avvisi[0].NumeroAvviso[:4])
	})
	t.Run("l'avviso anonimo non nomina nessuno", func(t *testing.T) {
		sha := b.elenca(t, "alfa", `SELECT sha256 FROM documento WHERE verbale = $1 AND tipo = 'AVVISO_ANONIMO'`, e.IDVerbale)
		pdf, err := b.Deposito.Leggi(ctx, "alfa", sha)
		if err != nil {
			t.Fatal(err)
		}
		if testo := leggibile(t, pdf, "ANONIMO", "115,50"); strings.Contains(testo, "ROSSI") || strings.Contains(testo, "RSSMRA80A01H501U") {
			t.Errorf("nomina il debitore: %s", testo)
		}
	})
	t.Run("la posizione di un altro verbale", func(t *testing.T) {
		altro := b.inserisce(ctx, t, unVerbale("P-2"))
		err := b.LavoroPdf(ctx, messaggio(t, "q", event.LavoroPdf{IDVerbale: altro.IDVerbale, IDPosizione: b.posizioneDi(t, e.IDVerbale)}))
		if err == nil {
			t.Error("accolta")
		}
		if _, _, err := b.PDF(b.come("alfa", "u", auth.RuoloUfficio), parse(altro.IDVerbale), uuid.Nil, ""); !problem.Is(err, "ATTO_ASSENTE") {
			t.Errorf("%v", err)
		}
	})
	t.Run("un verbale di un altro comando non esiste", func(t *testing.T) {
		if _, err := b.Mostra(b.come("beta", "ufficio.beta", auth.RuoloUfficio), parse(e.IDVerbale), ""); !problem.Is(err, "NON_TROVATO") {
			t.Errorf("%v", err)
		}
	})
}

// TestAttoSenzaPagamentoRidotto prints the one page of a fine that no notice can pay.
func TestAttoSenzaPagamentoRidotto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	e := b.inserisce(ctx, t, unVerbale("R-1", func(v *verbaleins.Verbale) {
		v.Violazioni = []verbaleins.Violazione{senzaRidotto(t, b)}
		v.Obbligato = &verbaleins.Soggetto{Societa: &verbaleins.Societa{Denominazione: "Trasporti & Figli S.r.l.", PartitaIva: "01234567897"},
			Indirizzo: &verbaleins.Indirizzo{Via: "Via Po 1", Comune: "Torino", Nazione: "IT"}}
	}))
	if err := b.lavoraPdf(ctx, t, "r", e.IDVerbale); err != nil {
		t.Fatal(err)
	}
	_, pdf, err := b.PDF(b.come("alfa", "u", auth.RuoloUfficio), parse(e.IDVerbale), uuid.Nil, "")
	if err != nil {
		t.Fatal(err)
	}
	leggibile(t, pdf, "Trasporti & Figli", "NON AMMESSO")
	if s := b.elenca(t, "alfa", `SELECT tipo FROM documento WHERE verbale = $1`, e.IDVerbale); s != verbale.DocumentoAtto {
		t.Error(s)
	}
	b.rivive(ctx, t, e.IDVerbale)
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
