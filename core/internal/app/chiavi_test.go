package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
)

// A key put into the file of a running core is published where the services read and over HTTP.
func TestLaChiaveNuovaSiPubblicaSenzaRiavvio(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "firma.pem")
	b := apparecchia(t, func(i *app.Impostazioni) {
		i.ChiaveFirmaFile = file
		if err := os.WriteFile(file, []byte(i.ChiaveFirma), 0o600); err != nil {
			t.Fatal(err)
		}
	})
	altro, err := bus.Open(bus.Options{URL: b.nats.URL(), Module: "vpn", Log: b.app.Log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(altro.Close)
	n := b.navigatore(t)
	quante := func() int {
		var insieme auth.KeySet
		if err := json.Unmarshal([]byte(n.apri("/CoreService/rest/chiavi").corpo), &insieme); err != nil {
			t.Fatal(err)
		}
		return len(insieme.Keys)
	}
	if quante() != 1 {
		t.Fatalf("%d keys before", quante())
	}
	if err := os.WriteFile(file, []byte(chiave(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 30*time.Second, "the new key over HTTP", func() bool { return quante() == 2 })
	testkit.Attendi(t, 30*time.Second, "the new key in NATS", func() bool {
		kv, err := altro.JS.KeyValue(t.Context(), bus.KeysBucket)
		if err != nil {
			return false
		}
		voce, err := kv.Get(t.Context(), "jwks")
		var insieme auth.KeySet
		return err == nil && json.Unmarshal(voce.Value(), &insieme) == nil && len(insieme.Keys) == 2
	})
}

// The login page says how long to wait.
func TestPaginaDiAccessoDopoTroppiTentativi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.navigatore(t)
	for i := range 4 {
		sbagliata := url.Values{"username": {"mario"}, "password": {fmt.Sprint("sbagliata", i)}} // the same one again is no new failure
		if r := n.invia("/CoreService/login", sbagliata); r.stato != http.StatusUnauthorized {
			t.Fatalf("attempt %d: %d", i, r.stato)
		}
	}
	r := n.invia("/CoreService/login", url.Values{"username": {"mario"}, "password": {password}})
	if r.stato != http.StatusTooManyRequests || r.testa.Get("Set-Cookie") != "" {
		t.Errorf("%d %v", r.stato, r.testa)
	}
	r.mostra(t, "Troppi tentativi falliti: riprovare fra")
}
