package simulatore

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestControlloGuastaLeProssimeNRichieste(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	if stato, s := p.comanda(t, `{"modo":"errore","volte":2}`); stato != 200 || s.Modo != "errore" || s.Volte != 2 {
		t.Fatalf("%d %+v", stato, s)
	}
	for i, atteso := range []int{500, 500, 200} {
		if r := p.chiedi(t, "/voci/A1"); r.stato != atteso {
			t.Errorf("request %d: %d, want %d", i+1, r.stato, atteso)
		}
	}
	if modo, volte := p.comando.leggi(); modo != "normale" || volte != 0 {
		t.Errorf("left in %s %d", modo, volte)
	}
}

func TestControlloFinoANuovoOrdine(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	p.comanda(t, `{"modo":"taglia"}`)
	for range 3 {
		if r := p.chiedi(t, "/voci/A1"); r.errore == nil {
			t.Errorf("answer whole: %s", r.corpo)
		}
	}
	p.comanda(t, `{"modo":"normale"}`)
	if r := p.chiedi(t, "/voci/A1"); r.stato != 200 || r.errore != nil {
		t.Errorf("%+v", r)
	}
}

// TestOgniModo: what each mode does to a good question, seen from the caller.
func TestOgniModo(t *testing.T) {
	t.Parallel()
	stati := map[string]int{"normale": 200, "lento": 200, "errore": 500, "muto": 0, "taglia": 200, "chiude": 0, "doppia": 200, "html": 200,
		"troppe": 429, "troppe-subito": 429}
	for _, modo := range Modi() {
		p := nuovaProva(t)
		p.comanda(t, `{"modo":"`+modo+`","millisecondi":1}`)
		r := p.chiediEntro(t, "/voci/A1", time.Second)
		if r.stato != stati[modo] || (r.stato == 0) != (r.errore != nil) && modo != "taglia" {
			t.Errorf("%s: %+v", modo, r)
		}
		if attendi := r.testata.Get("Retry-After"); (attendi == "1") != (modo == "troppe") {
			t.Errorf("%s: Retry-After %q", modo, attendi)
		}
	}
}

func TestControlloLentoEMuto(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	for _, modo := range []string{`{"modo":"lento","volte":1,"millisecondi":60000}`, `{"modo":"muto","volte":1}`} {
		p.comanda(t, modo)
		if r := p.chiediEntro(t, "/voci/A1", 50*time.Millisecond); r.errore == nil {
			t.Errorf("%s: state %d", modo, r.stato)
		}
	}
}

func TestControlloConta(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	for _, chiave := range []string{"A1", "a1", "F500", "IGNOTA"} {
		p.chiedi(t, "/voci/"+chiave)
	}
	_, s := p.comanda(t, `{}`)
	atteso := Richieste{Totale: 4, Risorse: map[string]int{"voci": 4}, Chiavi: map[string]int{"A1": 2, "F500": 1, "IGNOTA": 1}}
	if d := cmp.Diff(atteso, s.Richieste); d != "" {
		t.Error(d)
	}
	var uno StatoControllo
	if err := json.Unmarshal(p.chiedi(t, "/controllo/prova?chiave=a1").corpo, &uno); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]int{"A1": 2}, uno.Richieste.Chiavi); d != "" || p.Richieste("a1") != 2 {
		t.Error(d)
	}
	if _, s = p.comanda(t, `{"azzera":true}`); s.Richieste.Totale != 0 || len(s.Richieste.Chiavi) != 0 {
		t.Errorf("after azzera: %+v", s)
	}
}

func TestControlloRifiuta(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	for _, corpo := range []string{`{"modo":"boh"}`, `{"modo":"errore","volte":-1}`, `{"modi":"errore"}`, `[`, ``, `{"modo":"lento","millisecondi":-5}`} {
		if stato, _ := p.comanda(t, corpo); stato != http.StatusBadRequest {
			t.Errorf("%s: %d", corpo, stato)
		}
	}
	if r := p.chiedi(t, "/voci/A1"); r.stato != 200 {
		t.Errorf("%+v", r)
	}
}

func TestControlloContaAncheInsieme(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	var gruppo sync.WaitGroup
	for range 8 {
		gruppo.Go(func() {
			for range 5 {
				p.chiedi(t, "/voci/A1")
			}
		})
	}
	gruppo.Wait()
	if n := p.Richieste("A1"); n != 40 {
		t.Errorf("counted %d of 40", n)
	}
}

// A refusal is not spoilt by the scenario of its key, and is by what is commanded.
func TestIlRifiutoRestaRifiuto(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	if r := p.chiedi(t, "/voci/IGNOTA"); r.stato != 404 || !strings.Contains(string(r.corpo), `"altro":1`) || r.testata.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%+v %s", r, r.corpo)
	}
	p.comanda(t, `{"modo":"errore"}`)
	if r := p.chiedi(t, "/voci/IGNOTA"); r.stato != 500 {
		t.Errorf("%+v", r)
	}
}

// TestCioCheSiERicevutoSiMostra: to a program and to a person, with why it was wrong; a browser runs nothing of it.
func TestCioCheSiERicevutoSiMostra(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	p.chiedi(t, "/voci/A1")
	p.chiedi(t, "/voci/<script>")
	p.chiedi(t, "/voci/IGNOTA")
	p.chiedi(t, "/voci/F500")
	var letto struct {
		Ricevute []Ricevuta `json:"ricevute"`
	}
	if err := json.Unmarshal(p.chiedi(t, "/controllo/prova/ricevute").corpo, &letto); err != nil || len(letto.Ricevute) != 4 {
		t.Fatalf("%v %+v", err, letto)
	}
	a, no, f := letto.Ricevute[0], letto.Ricevute[2], letto.Ricevute[3]
	if a.Perche != "" || a.Stato != http.StatusOK || a.Chiave != "A1" || a.Richiesta != "GET /voci/A1" || no.Stato != http.StatusNotFound ||
		!strings.Contains(no.Perche, "codice") || !f.Guastata || f.Perche != "" {
		t.Errorf("%+v", letto.Ricevute)
	}
	r := httptest.NewRequest(http.MethodGet, "/controllo/prova/ricevute", nil)
	r.Header.Set("Accept", "text/html,*/*")
	w := httptest.NewRecorder()
	p.leggiRicevute(w, r)
	if corpo := w.Body.String(); strings.Contains(corpo, "<script>") || strings.Index(corpo, "F500") > strings.Index(corpo, "GET /voci/A1") ||
		strings.Count(corpo, `class="no"`) != 1 {
		t.Errorf("%s", corpo)
	}
	for range ricevuteTenute {
		p.chiedi(t, "/voci/A2")
	}
	if n := p.Ricevute(); len(n) != ricevuteTenute || n[0].Chiave != "A2" {
		t.Errorf("%d kept, from %s", len(n), n[0].Chiave)
	}
}
