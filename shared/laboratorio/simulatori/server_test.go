package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
	for _, percorso := range []string{"/livez", "/readyz", "/motorizzazione/v1/veicoli/AB123CD?data=2026-03-10", "/controllo/motorizzazione"} {
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

func TestReadmeElencaTuttiGliScenari(t *testing.T) {
	t.Parallel()
	testo, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	testo, altri, _ := bytes.Cut(testo, []byte("\n## INAD"))
	for _, s := range inad.Scenari() {
		comune := simulatore.PerCodice(s.Codice) != nil
		if riga := "| " + s.Codice + " | " + s.Nome + " |\n"; !comune && !strings.Contains(string(altri), riga) {
			t.Errorf("README.md lacks the row of INAD\n%s", riga)
		}
	}
	for _, s := range anpr.Scenari() {
		comune := simulatore.PerCodice(s.Codice) != nil
		if riga := "| " + s.Codice + " | " + s.Nome + " |\n"; !comune && !strings.Contains(string(altri), riga) {
			t.Errorf("README.md lacks the row of ANPR\n%s", riga)
		}
	}
	for _, s := range inipec.Scenari() {
		if riga := "| " + s.Codice + " | INI-PEC | " + s.Nome + " |\n"; !strings.Contains(string(altri), riga) {
			t.Errorf("README.md lacks the row of INI-PEC\n%s", riga)
		}
	}
	for _, s := range ipa.Scenari() {
		if riga := "| " + s.Codice + " | IPA | " + s.Nome + " |\n"; !strings.Contains(string(altri), riga) {
			t.Errorf("README.md lacks the row of IPA\n%s", riga)
		}
	}
	segni := map[string][2]bool{}
	nomi := map[string]string{}
	for _, s := range motorizzazione.ScenariVeicolo() {
		segni[s.Codice], nomi[s.Codice] = [2]bool{true, segni[s.Codice][1]}, s.Nome
	}
	for _, s := range motorizzazione.ScenariPatente() {
		segni[s.Codice], nomi[s.Codice] = [2]bool{segni[s.Codice][0], true}, s.Nome
	}
	casella := map[bool]string{true: " yes |", false: " |"}
	for codice, s := range segni {
		riga := "| " + codice + " |" + casella[s[0]] + casella[s[1]] + " " + nomi[codice] + " |"
		if !strings.Contains(string(testo), riga+"\n") {
			t.Errorf("README.md lacks the row\n%s", riga)
		}
	}
	if righe := strings.Count(string(testo), "yes |"); righe == 0 || strings.Count(string(testo), "\n| ")-1 != len(segni) {
		t.Errorf("README.md has %d rows, the code %d scenarios", strings.Count(string(testo), "\n| ")-1, len(segni))
	}
}
