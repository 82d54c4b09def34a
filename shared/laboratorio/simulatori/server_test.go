package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inipec"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/ipa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func get(tb testing.TB, url string) (int, error) {
	tb.Helper()
	req, err := http.NewRequestWithContext(tb.Context(), http.MethodGet, url, nil)
	if err != nil {
		tb.Fatal(err)
	}
	req.Close = true
	req.Header.Set("X-Richiedente", "alfa")
	req.Header.Set("X-Motivo", "prova")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, err
}

func TestServerRispondeESiFermaAncheConUnChiamanteInAttesa(t *testing.T) {
	t.Parallel()
	ascolto, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, ferma := context.WithCancel(t.Context())
	fine := make(chan error, 1)
	mux, err := rotte(nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() { fine <- serviSu(ctx, slog.New(slog.DiscardHandler), ascolto, mux) }()
	base := "http://" + ascolto.Addr().String()
	for _, percorso := range []string{"/livez", "/readyz", "/motorizzazione/v1/veicoli/AB123CD?data=2026-03-10", "/controllo/motorizzazione",
		"/controllo/send/ricevute"} {
		if stato, err := get(t, base+percorso); stato != http.StatusOK || err != nil {
			t.Errorf("%s: %d %v", percorso, stato, err)
		}
	}
	sospesa := make(chan error, 1)
	go func() { _, err := get(t, base+"/motorizzazione/v1/veicoli/ZS540AA?data=2026-03-10"); sospesa <- err }()
	attendiRichiesta(t, base)
	ferma()
	select {
	case err := <-fine:
		if err != nil {
			t.Errorf("stop: %v", err)
		}
	case <-time.After(attesaChiusura):
		t.Fatal("the stop waits for a caller that waits for ever")
	}
	<-sospesa
}

// attendiRichiesta returns once the register has seen the silent plate.
func attendiRichiesta(tb testing.TB, base string) {
	tb.Helper()
	limite := tempo.Macchina().Add(10 * time.Second)
	for tempo.Macchina().Before(limite) {
		resp, err := http.Get(base + "/controllo/motorizzazione?chiave=ZS540AA")
		if err != nil {
			tb.Fatal(err)
		}
		corpo, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if strings.Contains(string(corpo), `"ZS540AA":1`) {
			http.DefaultClient.CloseIdleConnections()
			return
		}
	}
	tb.Fatal("the request never arrived")
}

func TestIndirizzoErratoFermaLAvvio(t *testing.T) {
	t.Parallel()
	err := servi(t.Context(), slog.New(slog.DiscardHandler), "non-un-indirizzo", "")
	if err == nil || !strings.Contains(err.Error(), "VERBALI_INDIRIZZO") {
		t.Errorf("got %v", err)
	}
}

// TestWithClientsARegisterChecksVouchers: without any a word in the place of a voucher will do.
func TestWithClientsARegisterChecksVouchers(t *testing.T) {
	t.Parallel()
	iscrizioni := filepath.Join(t.TempDir(), "iscrizioni.json")
	if err := os.WriteFile(iscrizioni, []byte(`[{"clientId": "9f0c6a3e-1d52-4a37-8a55-0c1b2d3e4f50", "chiavi": [], "finalita": []}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	clienti, err := leggiIscrizioni(iscrizioni)
	if err != nil || len(clienti) != 1 {
		t.Fatalf("%+v, %v", clienti, err)
	}
	for _, c := range []struct {
		clienti []pdnd.Iscrizione
		stato   int
	}{{clienti, http.StatusUnauthorized}, {nil, http.StatusOK}} {
		mux, err := rotte(c.clienti)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodGet, "/inad/rest/inad/v1/domiciliodigitale/extract/"+simulatore.CodicePersona("001", "AAA")+"?practicalReference=1", nil)
		r.Header.Set("Authorization", "Bearer parola")
		w := httptest.NewRecorder()
		if mux.ServeHTTP(w, r); w.Code != c.stato {
			t.Errorf("%d clients: %d %s", len(c.clienti), w.Code, w.Body)
		}
	}
	for _, contenuto := range []string{"", `[{"clientId": "c", "chiavi": ["x"]}]`} {
		if err := os.WriteFile(iscrizioni, []byte(contenuto), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := servi(t.Context(), slog.New(slog.DiscardHandler), "127.0.0.1:0", iscrizioni); err == nil {
			t.Errorf("started with %q", contenuto)
		}
	}
}

func TestScenariStampati(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := stampaScenari(&b); err != nil {
		t.Fatal(err)
	}
	sezioni := map[string]map[string]bool{}
	quante := map[string]int{}
	sezione := ""
	for riga := range strings.Lines(b.String()) {
		riga = strings.Join(strings.Fields(riga), " ")
		if nome, _, titolo := strings.Cut(riga, ":"); titolo && nome == strings.ToUpper(nome) {
			sezione, sezioni[nome] = nome, map[string]bool{}
		} else if riga != "" {
			sezioni[sezione][riga] = true
			quante[sezione]++
		}
	}
	ha := func(sezione, riga string) {
		t.Helper()
		if !sezioni[sezione][strings.Join(strings.Fields(riga), " ")] {
			t.Errorf("%s lacks %s:\n%s", sezione, riga, b.String())
		}
	}
	for _, s := range inad.Scenari() {
		if simulatore.PerCodice(s.Codice) == nil {
			ha("INAD", s.Codice+" "+s.Nome)
		}
	}
	for _, s := range anpr.Scenari() {
		if simulatore.PerCodice(s.Codice) == nil {
			ha("ANPR", s.Codice+" "+s.Nome)
		}
	}
	for _, s := range send.Scenari() {
		if simulatore.PerCodice(s.Codice) == nil {
			ha("SEND", s.Codice+" "+s.Nome)
		}
	}
	for _, s := range inipec.Scenari() {
		ha("INI-PEC", s.Codice+" "+s.Nome)
	}
	for _, s := range ipa.Scenari() {
		ha("IPA", s.Codice+" "+s.Nome)
	}
	for _, s := range pdnd.Scenari() {
		if simulatore.PerCodice(s.Codice) == nil {
			ha("PDND", s.Codice+" "+s.Nome)
		}
	}
	ha("MOTORIZZAZIONE", "030 targa leasing: società proprietaria e persona locataria")
	ha("MOTORIZZAZIONE", "610 patente patente sospesa")
	ha("MOTORIZZAZIONE", "404 targa, patente sconosciuto")
	codici := map[string]bool{}
	for _, s := range slices.Concat(motorizzazione.ScenariVeicolo(), motorizzazione.ScenariPatente()) {
		codici[s.Codice] = true
	}
	if quante["MOTORIZZAZIONE"] != len(codici) {
		t.Errorf("%d rows of the register of vehicles, the code has %d scenarios", quante["MOTORIZZAZIONE"], len(codici))
	}
}

func TestGiornoDiSend(t *testing.T) {
	t.Parallel()
	for testo, vuole := range map[string]time.Duration{"": time.Minute, "2s": 2 * time.Second, "0s": 0, "-1m": 0, "un giorno": 0} {
		if d, err := giornoSend(testo); d != vuole || (err != nil) != (vuole == 0) {
			t.Errorf("%q: %v %v, want %v", testo, d, err, vuole)
		}
	}
}
