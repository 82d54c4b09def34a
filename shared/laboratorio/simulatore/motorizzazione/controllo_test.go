package motorizzazione

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func (b banco) comanda(tb testing.TB, corpo string) (int, StatoControllo) {
	tb.Helper()
	resp, err := b.http.Post(b.url+"/controllo/motorizzazione", "application/json", strings.NewReader(corpo))
	if err != nil {
		tb.Fatal(err)
	}
	defer resp.Body.Close()
	testo, _ := io.ReadAll(resp.Body)
	var s StatoControllo
	_ = json.Unmarshal(testo, &s)
	return resp.StatusCode, s
}

func TestControlloGuastaLeProssimeNRichieste(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	if stato, s := b.comanda(t, `{"modo":"errore","volte":2}`); stato != 200 || s.Modo != "errore" || s.Volte != 2 {
		t.Fatalf("%d %+v", stato, s)
	}
	for i, atteso := range []int{500, 500, 200} {
		if r := b.veicolo(t, "AB123CD", giornoDiProva); r.stato != atteso {
			t.Errorf("request %d: %d, want %d", i+1, r.stato, atteso)
		}
	}
	if modo, volte := b.comando.leggi(); modo != "normale" || volte != 0 {
		t.Errorf("left in %s %d", modo, volte)
	}
}

func TestControlloFinoANuovoOrdine(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.comanda(t, `{"modo":"taglia"}`)
	for range 3 {
		if r := b.veicolo(t, "AB123CD", giornoDiProva); r.errore == nil {
			t.Errorf("answer whole: %s", r.corpo)
		}
	}
	b.comanda(t, `{"modo":"normale"}`)
	mustLeggi[Veicolo](t, b.veicolo(t, "AB123CD", giornoDiProva))
}

func TestControlloLentoEMuto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.comanda(t, `{"modo":"lento","volte":1,"millisecondi":1}`)
	mustLeggi[Veicolo](t, b.veicolo(t, "AB123CD", giornoDiProva))
	for _, modo := range []string{`{"modo":"lento","volte":1,"millisecondi":60000}`, `{"modo":"muto","volte":1}`} {
		b.comanda(t, modo)
		if r := b.chiedi(t, "/motorizzazione/v1/veicoli/AB123CD?data="+giornoDiProva, conScadenza(50*time.Millisecond)); r.errore == nil {
			t.Errorf("%s: state %d", modo, r.stato)
		}
	}
}

func TestControlloConta(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.veicolo(t, "AB123CD", giornoDiProva)
	b.veicolo(t, "ab-123-cd", giornoDiProva)
	b.veicolo(t, "ZS500AA", giornoDiProva)
	b.patente(t, "RM1234567A")
	_, s := b.comanda(t, `{}`)
	atteso := Richieste{Totale: 4, Veicoli: 3, Patenti: 1, Chiavi: map[string]int{"AB123CD": 2, "ZS500AA": 1, "RM1234567A": 1}}
	if d := cmp.Diff(atteso, s.Richieste); d != "" {
		t.Error(d)
	}
	uno := mustLeggi[StatoControllo](t, b.chiedi(t, "/controllo/motorizzazione?chiave=ab123cd"))
	if d := cmp.Diff(map[string]int{"AB123CD": 2}, uno.Richieste.Chiavi); d != "" || b.Richieste("AB 123 CD") != 2 {
		t.Error(d)
	}
	if _, s = b.comanda(t, `{"azzera":true}`); s.Richieste.Totale != 0 || len(s.Richieste.Chiavi) != 0 {
		t.Errorf("after azzera: %+v", s)
	}
}

func TestControlloRifiuta(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for _, corpo := range []string{`{"modo":"boh"}`, `{"modo":"errore","volte":-1}`, `{"modi":"errore"}`, `[`, ``, `{"modo":"lento","millisecondi":-5}`} {
		if stato, _ := b.comanda(t, corpo); stato != http.StatusBadRequest {
			t.Errorf("%s: %d", corpo, stato)
		}
	}
	mustLeggi[Veicolo](t, b.veicolo(t, "AB123CD", giornoDiProva))
}

func TestControlloContaAncheInsieme(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	var gruppo sync.WaitGroup
	for range 8 {
		gruppo.Go(func() {
			for range 5 {
				b.veicolo(t, "AB123CD", giornoDiProva)
			}
		})
	}
	gruppo.Wait()
	if n := b.Richieste("AB123CD"); n != 40 {
		t.Errorf("counted %d of 40", n)
	}
}
