package esitopostale_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestPochiInsieme: a file that finds the door full waits, and is sent back when nobody comes out; one that comes
// afterwards finds its place.
func TestPochiInsieme(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	buono := b.file(intera, "LOTTO;1;CONSEGNATO;;2026-11-25;;;281526382192;;")
	b.Porta = esitopostale.NuovaPorta(1, 50*time.Millisecond)
	h := esitopostale.HTTP{Service: b.Service}
	manda := func(corpo io.Reader) error {
		r := httptest.NewRequestWithContext(b.ctx, http.MethodPost, "/esitiPostali", corpo)
		r.Header.Set("Content-Type", csvUTF8)
		return h.Carica(echo.New().NewContext(r, httptest.NewRecorder()))
	}
	lento, scrive := io.Pipe()
	primo := make(chan error, 1)
	go func() { primo <- manda(lento) }()
	if _, err := scrive.Write(buono[:10]); err != nil { // read: the first is inside
		t.Fatal(err)
	}
	err := manda(bytes.NewReader(buono))
	if e := problem.As(err); e == nil || e.Kind != problem.TooManyRequests || e.Codice != "CARICAMENTI_IN_CORSO" || e.RetryAfter <= 0 {
		t.Errorf("%v", err)
	}
	altrove := esitopostale.Domande{Service: b.Service, Ammetti: func(context.Context, auth.Permission) (context.Context, error) { return b.ctx, nil }}
	if _, err := altrove.Tutte()[event.EsitiCarica](b.ctx, []byte(`{"sha256":"x","contentType":"text/csv"}`)); !problem.Is(err, "CARICAMENTI_IN_CORSO") {
		t.Errorf("by the bus the door is another: %v", err)
	}
	_ = scrive.CloseWithError(errors.New("cut"))
	if err := <-primo; err == nil {
		t.Error("a file that was cut is taken")
	}
	if err := manda(bytes.NewReader(buono)); err != nil {
		t.Errorf("the place was not given back: %v", err)
	}
}

// TestCorpoUnaVolta: a file of which the length is known is held once, not in the copies of a buffer that grows.
func TestCorpoUnaVolta(t *testing.T) { //nolint:paralleltest // it measures memory
	b := nuovoBanco(t, 1)
	b.Porta = esitopostale.NuovaPorta(1, time.Second)
	h := esitopostale.HTTP{Service: b.Service}
	grande := bytes.Repeat([]byte("x"), 20<<20)      // no CSV: refused by its header, and nothing else is done with it
	misura := testing.Benchmark(func(x *testing.B) { //nolint:thelper // the benchmark itself
		for x.Loop() {
			r := httptest.NewRequestWithContext(b.ctx, http.MethodPost, "/esitiPostali", bytes.NewReader(grande))
			r.Header.Set("Content-Type", csvUTF8)
			if err := h.Carica(echo.New().NewContext(r, httptest.NewRecorder())); !problem.Is(err, "RICHIESTA_MALFORMATA") {
				x.Fatal(err)
			}
		}
	})
	if n := misura.AllocedBytesPerOp(); n == 0 || n > 3<<20+int64(len(grande)) {
		t.Errorf("%d bytes for a file of %d", n, len(grande))
	}
}

// TestCursoreSmisurato: a cursor beyond the rows of any file is the caller's fault.
func TestCursoreSmisurato(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	e := b.carica(t, b.file(intera, "LOTTO;1;IN_VIAGGIO;;;;;;;"))
	for _, cursore := range []string{"3000000000", "99999999999999999999", "0", "-1", "x"} {
		if _, err := b.Dettaglio(b.ctx, e.ID, "", cursore, 10); !problem.Is(err, "DATI_NON_VALIDI") || problem.As(err).Campi[0].Campo != "cursore" {
			t.Errorf("%s: %v", cursore, err)
		}
	}
}

// TestSeparatoreIgnoto: who separates the cells otherwise is told how they are separated.
func TestSeparatoreIgnoto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	for _, s := range []string{"\t", "|", ":"} {
		_, err := b.Carica(b.ctx, fmt.Appendf(nil, "lotto%ssequenza%sesito\nA%s1%sCONSEGNATO\n", s, s, s, s), csvUTF8, "")
		if e := problem.As(err); e == nil || e.Campi[0].Messaggio != "la testata ha una colonna sola: le celle si separano con ; oppure , e le righe vanno a capo" {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// TestMotivoPerPersone: of a failure inside the officer reads that it is one, not the words of the database.
func TestMotivoPerPersone(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	e := b.carica(t, b.file(intera, "LOTTO;1;CONSEGNATO;;2026-11-25;;;281526382192;;"))
	b.Esegui(t, "elaborazione", "alfa", `ALTER TABLE esito_postale_riga ADD CONSTRAINT guasto CHECK (stato <> 'APPLICATO') NOT VALID`)
	if err := b.LavoroEsiti(b.ctx, bus.Message{ID: "m", Body: fmt.Appendf(nil, `{"idEsito":%q,"porzione":1}`, e.ID), Deliveries: 8}); err == nil {
		t.Fatal("nothing failed")
	}
	if d := b.dettaglio(t, e); d.Stato != verbale.EsitiFalliti || d.Motivo != "Errore interno: il motivo è nel log del servizio." {
		t.Errorf("%+v", d.Esito)
	}
}
