package motorizzazione

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// guasto writes an answer that is late, wrong, cut or missing instead of the
// good one, or lets the good one through.
type guasto func(s *Simulatore, w http.ResponseWriter, r *http.Request, buona risposta)

// risposta is the good answer, complete.
type risposta struct {
	chiave string // normalised plate or licence number
	stato  int
	tipo   string // media type
	corpo  []byte
}

func (b risposta) scrivi(w http.ResponseWriter) {
	w.Header().Set("Content-Type", b.tipo)
	w.Header().Set("Content-Length", strconv.Itoa(len(b.corpo)))
	w.WriteHeader(b.stato)
	_, _ = w.Write(b.corpo) // a caller that has left is no failure of ours
}

// rifiuto is a problem answer (RFC 9457).
type rifiuto struct {
	stato             int
	codice, dettaglio string
	nazione           string // with TARGA_ESTERA
}

func (f rifiuto) risposta(chiave string) risposta {
	return inJSON(chiave, f.stato, "application/problem+json", problema{Type: "about:blank", Title: http.StatusText(f.stato),
		Status: f.stato, Detail: f.dettaglio, Codice: f.codice, Nazione: f.nazione})
}

type problema struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Codice string `json:"codice"`
	// Nazione is the country that gave a plate (ISO 3166-1 alpha-2), with TARGA_ESTERA.
	Nazione string `json:"nazione,omitempty"`
}

// inJSON is the one place where an answer is encoded.
func inJSON(chiave string, stato int, tipo string, v any) risposta {
	corpo, err := json.Marshal(v)
	if err != nil { // our own structs: a bug, shown as the register's failure
		return risposta{chiave: chiave, stato: http.StatusInternalServerError, tipo: "text/plain", corpo: []byte(err.Error())}
	}
	return risposta{chiave: chiave, stato: stato, tipo: tipo, corpo: corpo}
}

func secondi(n string) time.Duration {
	v, _ := strconv.Atoi(n)
	return time.Duration(v) * time.Second
}

// stato answers an error status; 429 and 503 ask to come back in one second.
func stato(codice int) guasto {
	return func(_ *Simulatore, w http.ResponseWriter, _ *http.Request, b risposta) {
		if codice == http.StatusTooManyRequests || codice == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		rifiuto{stato: codice, codice: "ERRORE_SIMULATO", dettaglio: "Errore richiesto dallo scenario."}.risposta(b.chiave).scrivi(w)
	}
}

// erroreVolte fails the first n requests of a key and is good from then on.
func erroreVolte(n int) guasto {
	return func(s *Simulatore, w http.ResponseWriter, r *http.Request, b risposta) {
		if s.conteggio.richieste(b.chiave) <= n {
			stato(http.StatusInternalServerError)(s, w, r, b)
			return
		}
		b.scrivi(w)
	}
}

// lento waits, then answers well; it gives up when the caller leaves.
func lento(attesa time.Duration) guasto {
	return func(_ *Simulatore, w http.ResponseWriter, r *http.Request, b risposta) {
		t := time.NewTimer(attesa)
		defer t.Stop()
		select {
		case <-t.C:
			b.scrivi(w)
		case <-r.Context().Done():
		}
	}
}

// muto holds the connection without a byte until the caller leaves.
func muto(_ *Simulatore, _ http.ResponseWriter, r *http.Request, _ risposta) {
	<-r.Context().Done()
}

// taglia promises the whole body and sends half of it: net/http then closes the
// connection because the promised length was not met.
func taglia(_ *Simulatore, w http.ResponseWriter, _ *http.Request, b risposta) {
	w.Header().Set("Content-Type", b.tipo)
	w.Header().Set("Content-Length", strconv.Itoa(len(b.corpo)))
	w.WriteHeader(b.stato)
	_, _ = w.Write(b.corpo[:len(b.corpo)/2])
}

// chiudi drops the connection before any byte of an answer.
func chiudi(s *Simulatore, w http.ResponseWriter, r *http.Request, b risposta) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2 cannot be taken over: half an answer is the nearest
		taglia(s, w, r, b)
		return
	}
	_ = conn.Close()
}

// dueVolte sends the whole answer twice on one connection and closes it: a caller that
// reuses the connection at once finds the second one before its own.
func dueVolte(_ *Simulatore, w http.ResponseWriter, _ *http.Request, b risposta) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2 ties each answer to its question
		b.scrivi(w)
		return
	}
	defer func() { _ = conn.Close() }()
	una := fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
		b.stato, http.StatusText(b.stato), b.tipo, len(b.corpo), b.corpo)
	_, _ = conn.Write(append(una, una...)) // a caller that has left is no failure of ours
}

// ripetutaNelCorpo writes the good answer twice where one is promised.
func ripetutaNelCorpo(_ *Simulatore, w http.ResponseWriter, _ *http.Request, b risposta) {
	b.corpo = slices.Concat(b.corpo, b.corpo)
	b.scrivi(w)
}

// altroServer answers in the register's stead: a proxy, a gateway, a page of courtesy.
func altroServer(stato int) guasto {
	return func(_ *Simulatore, w http.ResponseWriter, _ *http.Request, b risposta) {
		risposta{chiave: b.chiave, stato: stato, tipo: "text/html", corpo: []byte("<html><body>Accesso alla rete</body></html>")}.scrivi(w)
	}
}

func corpo(tipo, testo string) guasto {
	return func(_ *Simulatore, w http.ResponseWriter, _ *http.Request, b risposta) {
		risposta{chiave: b.chiave, stato: http.StatusOK, tipo: tipo, corpo: []byte(testo)}.scrivi(w)
	}
}

// enorme answers two mebibytes of valid JSON, above what any caller should read.
func enorme(s *Simulatore, w http.ResponseWriter, r *http.Request, b risposta) {
	corpo("application/json", `{"targa":"`+strings.Repeat("A", 2<<20)+`"}`)(s, w, r, b)
}

// altera changes the members of the good answer.
func altera(cambia func(m map[string]any)) guasto {
	return func(_ *Simulatore, w http.ResponseWriter, _ *http.Request, b risposta) {
		var m map[string]any
		if err := json.NewDecoder(bytes.NewReader(b.corpo)).Decode(&m); err == nil {
			cambia(m)
			b.corpo, _ = json.Marshal(m)
		}
		b.scrivi(w)
	}
}
