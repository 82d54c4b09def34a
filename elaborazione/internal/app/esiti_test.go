package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/testkit"
)

const esitiPostali = "/ElaborazioneService/rest/VerbaliRestService/esitiPostali"

// TestEsitiPostali: a lot leaves, its outcomes come back as a file, and the fines are served; nobody else sees it.
func TestEsitiPostali(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	ids := b.conAtto(t, chi, 2)
	l, _ := b.lotto(t, "POST "+lotti+"/"+b.aperto(t, chi).ID.String()+"/chiudi", chi, nil, http.StatusOK)
	l = b.completa(t, chi, l)
	oggi := calendario.Da(time.Now()).Italiano() // in Rome, as the letters left
	file := []byte("lotto;sequenza;esito;data;ricevuta\n" + l.Nome + ";1;CONSEGNATO;" + oggi + ";281526382192\n" +
		l.Nome + ";2;RIFIUTATO;" + oggi + ";281526382192\n" + l.Nome + ";3;CONSEGNATO;" + oggi + ";281526382192\n")
	manda := func(chi string, corpo []byte, tipo string) (*http.Response, []byte) {
		return b.chiedi(t, "POST "+esitiPostali, chi, corpo, "Content-Type", tipo)
	}
	r, testo := manda(chi, file, "text/csv")
	if r.StatusCode != http.StatusAccepted || !strings.HasPrefix(r.Header.Get("Location"), esitiPostali+"/") {
		t.Fatalf("%d %s %s", r.StatusCode, testo, r.Header.Get("Location"))
	}
	var d esitopostale.Dettaglio
	testkit.Attendi(t, 30*time.Second, "the outcomes", func() bool {
		risposta, corpo := b.chiedi(t, "GET "+r.Header.Get("Location"), chi, nil)
		b.conforme(t, risposta, nil, corpo)
		if err := json.Unmarshal(corpo, &d); err != nil {
			t.Fatal(err)
		}
		return d.Finito != nil
	})
	if d.Stato != esitopostale.CompletatoConErrori || d.Righe != (esitopostale.Conteggi{Totale: 3, Applicati: 2, Sconosciuti: 1}) || d.Elementi[0].Linea != 4 {
		t.Fatalf("%+v", d)
	}
	for _, id := range ids {
		if v := b.verbale(t, id, chi); v["procedura"] != "NOTIFICATO" {
			t.Errorf("%s: %v", id, v["procedura"])
		}
	}
	if r, ancora := manda(chi, file, "text/csv"); r.StatusCode != http.StatusAccepted || !strings.Contains(string(ancora), d.ID.String()) {
		t.Errorf("%d %s", r.StatusCode, ancora)
	}
	if r, testo := manda(chi, []byte("lotto;esito\na;b\n"), "text/csv"); r.StatusCode != http.StatusBadRequest || !strings.Contains(string(testo), "sequenza") {
		t.Errorf("%d %s", r.StatusCode, testo)
	}
	if r, _ := manda(chi, file, "application/json"); r.StatusCode != http.StatusUnsupportedMediaType {
		t.Error(r.StatusCode)
	}
	if r, _ := manda(chi, make([]byte, 25<<20+1), "text/csv"); r.StatusCode != http.StatusRequestEntityTooLarge {
		t.Error(r.StatusCode)
	}
	id := d.ID.String()
	for percorso, vuole := range map[string]int{id + "?stato=BOH": 400, id + "?dimensione=0": 400, id + "?cursore=x": 400, "x": 404} {
		if r, testo := b.chiedi(t, "GET "+esitiPostali+"/"+percorso, chi, nil); r.StatusCode != vuole {
			t.Errorf("%s: %d %s", percorso, r.StatusCode, testo)
		}
	}
	if r, _ := b.chiedi(t, "GET "+r.Header.Get("Location"), b.token(t, "ufficio.beta", "beta", auth.RuoloUfficio), nil); r.StatusCode != http.StatusNotFound {
		t.Error(r.StatusCode)
	}
}
