package app_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
)

// dietroUnProxy marks the process of a test that has HTTPS_PROXY in its environment: net/http reads it once.
const dietroUnProxy = "PROVA_DIETRO_UN_PROXY"

// TestIlProxyNonAllargaLeRetiDeiComandi: a core with HTTPS_PROXY asks through it the provider of a command, and does not pass on an
// address that commands may not name: this machine's, or where clouds tell their machines who they are.
func TestIlProxyNonAllargaLeRetiDeiComandi(t *testing.T) {
	if os.Getenv(dietroUnProxy) != "" {
		chiedeDietroUnProxy(t)
		return
	}
	t.Parallel()
	var mu sync.Mutex
	var passati []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		passati = append(passati, r.Method+" "+r.Host)
		w.WriteHeader(http.StatusForbidden)
	}))
	defer proxy.Close()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), dietroUnProxy+"=si", "HTTPS_PROXY="+proxy.URL, "NO_PROXY=", "no_proxy=")
	if uscita, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, uscita)
	}
	if d := cmp.Diff([]string{"CONNECT 192.0.2.7:443"}, slices.Compact(passati)); d != "" {
		t.Error(d)
	}
}

// chiedeDietroUnProxy tries providers at several addresses, by the trial that an administrator has.
func chiedeDietroUnProxy(t *testing.T) {
	t.Helper()
	f := conFornitori(t, func(i *app.Impostazioni) { i.RetiComandi = nil })
	var prima string
	for _, nome := range []string{"169.254.169.254", "100.100.100.200", "168.63.129.16", "[fd00:ec2::254]", "[64:ff9b:1::a9fe:a9fe]", "192.0.2.7"} {
		segreto(t, f.cartella, "alfa", "sso", "host: "+strings.Trim(nome, "[]")+"\nsegreto-di-prova\n")
		f.imposta(t, "alfa", "accessoUnico.emittente", "https://"+nome)
		r := f.prova(t, "")
		if r.Riuscita || !strings.Contains(r.Frase, "Non si legge il documento") || prima != "" && r.Frase != prima {
			t.Errorf("%s: %+v", nome, r)
		}
		prima = r.Frase
	}
}
