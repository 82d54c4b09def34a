package simulatore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Guasto writes an answer that is late, wrong, cut or missing instead of the good one, or lets the
// good one through.
type Guasto func(w http.ResponseWriter, r *http.Request, buona Risposta)

// Risposta is a whole answer.
type Risposta struct {
	Stato int
	Tipo  string // media type
	Corpo []byte
	Volta int // how often its key has been asked for, this time included; written by the Banco
}

// Scrivi sends the answer with its length.
func (b Risposta) Scrivi(w http.ResponseWriter) {
	b.testata(w)
	_, _ = w.Write(b.Corpo) // a caller that has left is no failure of ours
}

func (b Risposta) testata(w http.ResponseWriter) {
	w.Header().Set("Content-Type", b.Tipo)
	w.Header().Set("Content-Length", strconv.Itoa(len(b.Corpo)))
	w.WriteHeader(b.Stato)
}

// InJSON encodes a good answer.
func InJSON(v any) Risposta { return codifica(http.StatusOK, "application/json", v) }

func codifica(stato int, tipo string, v any) Risposta {
	corpo, err := json.Marshal(v)
	if err != nil { // our own structs: a bug, shown as the system's failure
		return Risposta{Stato: http.StatusInternalServerError, Tipo: "text/plain", Corpo: []byte(err.Error())}
	}
	return Risposta{Stato: stato, Tipo: tipo, Corpo: corpo}
}

// Problema is a refusal as a problem document (RFC 9457) with the member codice. Altro are further
// members, such as those of one system alone.
func Problema(stato int, codice, dettaglio string, altro map[string]any) Risposta {
	documento := map[string]any{"type": "about:blank", "title": http.StatusText(stato), "status": stato, "detail": dettaglio, "codice": codice}
	maps.Copy(documento, altro)
	return codifica(stato, "application/problem+json", documento)
}

// ErroreStato answers an error status; attendi, when it is not empty, is its Retry-After.
func ErroreStato(stato int, attendi string) Guasto {
	return func(w http.ResponseWriter, _ *http.Request, _ Risposta) {
		if attendi != "" {
			w.Header().Set("Retry-After", attendi)
		}
		Problema(stato, "ERRORE_SIMULATO", "Errore richiesto dallo scenario.", nil).Scrivi(w)
	}
}

// ErroreVolte fails the first n requests of a key and is good from then on.
func ErroreVolte(n int) Guasto {
	return func(w http.ResponseWriter, r *http.Request, b Risposta) {
		if b.Volta <= n {
			ErroreStato(http.StatusInternalServerError, "")(w, r, b)
			return
		}
		b.Scrivi(w)
	}
}

// Lento waits, then answers well; it gives up when the caller leaves.
func Lento(attesa time.Duration) Guasto {
	return func(w http.ResponseWriter, r *http.Request, b Risposta) {
		t := time.NewTimer(attesa)
		defer t.Stop()
		select {
		case <-t.C:
			b.Scrivi(w)
		case <-r.Context().Done():
		}
	}
}

// Muto holds the connection without a byte until the caller leaves.
func Muto(_ http.ResponseWriter, r *http.Request, _ Risposta) { <-r.Context().Done() }

// Taglia promises the whole body and sends half of it: net/http then closes the connection because
// the promised length was not met.
func Taglia(w http.ResponseWriter, _ *http.Request, b Risposta) {
	b.testata(w)
	_, _ = w.Write(b.Corpo[:len(b.Corpo)/2])
}

// Chiudi drops the connection before any byte of an answer.
func Chiudi(w http.ResponseWriter, r *http.Request, b Risposta) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2 cannot be taken over: half an answer is the nearest
		Taglia(w, r, b)
		return
	}
	_ = conn.Close()
}

// DueVolte sends the whole answer twice on one connection and closes it: a caller that reuses the
// connection at once finds the second one before its own.
func DueVolte(w http.ResponseWriter, _ *http.Request, b Risposta) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2 ties each answer to its question
		b.Scrivi(w)
		return
	}
	defer func() { _ = conn.Close() }()
	una := fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
		b.Stato, http.StatusText(b.Stato), b.Tipo, len(b.Corpo), b.Corpo)
	_, _ = conn.Write(append(una, una...)) // a caller that has left is no failure of ours
}

// RipetutaNelCorpo writes the good answer twice where one is promised.
func RipetutaNelCorpo(w http.ResponseWriter, _ *http.Request, b Risposta) {
	b.Corpo = slices.Concat(b.Corpo, b.Corpo)
	b.Scrivi(w)
}

// Corpo answers 200 with a fixed text.
func Corpo(tipo, testo string) Guasto { return pagina(http.StatusOK, tipo, testo) }

// AltroServer answers in the system's stead: a proxy, a gateway, a page of courtesy.
func AltroServer(stato int) Guasto {
	return pagina(stato, "text/html", "<html><body>Accesso alla rete</body></html>")
}

func pagina(stato int, tipo, testo string) Guasto {
	return func(w http.ResponseWriter, _ *http.Request, _ Risposta) {
		Risposta{Stato: stato, Tipo: tipo, Corpo: []byte(testo)}.Scrivi(w)
	}
}

// Enorme answers two mebibytes of valid JSON, above what any caller should read.
func Enorme(w http.ResponseWriter, r *http.Request, b Risposta) {
	Corpo("application/json", `{"campo":"`+strings.Repeat("A", 2<<20)+`"}`)(w, r, b)
}

// Altera changes the members of the good answer.
func Altera(cambia func(m map[string]any)) Guasto {
	return func(w http.ResponseWriter, _ *http.Request, b Risposta) {
		var m map[string]any
		if err := json.NewDecoder(bytes.NewReader(b.Corpo)).Decode(&m); err == nil {
			cambia(m)
			b.Corpo, _ = json.Marshal(m)
		}
		b.Scrivi(w)
	}
}

// InLatino writes what another failure writes in ISO-8859-1; it shows where a character is not ASCII.
func InLatino(g Guasto) Guasto {
	return func(w http.ResponseWriter, r *http.Request, b Risposta) { g(scrittoreLatino{w}, r, b) }
}

// scrittoreLatino turns each character of UTF-8 text into its one ISO-8859-1 byte.
type scrittoreLatino struct{ http.ResponseWriter }

// WriteHeader drops the length, which the other encoding shortens.
func (l scrittoreLatino) WriteHeader(stato int) {
	l.Header().Del("Content-Length")
	l.ResponseWriter.WriteHeader(stato)
}

// Write takes UTF-8 and reports as written what it took.
func (l scrittoreLatino) Write(b []byte) (int, error) {
	var testo strings.Builder
	for _, r := range string(b) {
		testo.WriteByte(byte(r)) // no character above U+00FF is written
	}
	if _, err := l.ResponseWriter.Write([]byte(testo.String())); err != nil {
		return 0, err
	}
	return len(b), nil
}
