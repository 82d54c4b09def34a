package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// TestSend: each command sets a connection that it may set, and the key in its file opens the simulated SEND, at no other server.
func TestSend(t *testing.T) {
	t.Parallel()
	chiave, valore := impostazioneSend()[0], impostazioneSend()[1]
	valida(t, "send", chiave, valore)
	var scelto parole.Collegamento
	if err := json.Unmarshal([]byte(valore), &scelto); err != nil {
		t.Fatal(err)
	}
	s := segreti{cartella: filepath.Join(t.TempDir(), "segreti")}
	for range 2 { // the second start keeps the keys of the first
		if err := s.generaSend(); err != nil {
			t.Fatal(err)
		}
	}
	simulatore, err := simulato.Nuovo(simulato.Opzioni{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(simulatore.Handler())
	defer server.Close()
	for _, c := range comandiProva() {
		segreto, err := config.TenantSecretFor(s.cartella, c.nome, scelto.Accesso, server.URL)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := config.TenantSecretFor(s.cartella, c.nome, scelto.Accesso, "https://api.notifichedigitali.it"); err == nil {
			t.Error("the key of the simulators is told to another server")
		}
		for scritta, stato := range map[string]int{strings.TrimSpace(segreto): http.StatusOK, "altra": http.StatusForbidden} {
			q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/send/delivery-progresses/"+parole.VersioneFlussi+"/streams", nil)
			if err != nil {
				t.Fatal(err)
			}
			q.Header.Set(parole.IntestazioneChiave, scritta)
			r, err := server.Client().Do(q)
			if err != nil {
				t.Fatal(err)
			}
			if _ = r.Body.Close(); r.StatusCode != stato {
				t.Errorf("%s with %q: %d, want %d", c.nome, scritta, r.StatusCode, stato)
			}
		}
	}
}
