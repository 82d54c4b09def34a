package app_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// While a tenant's searches that may take long stand still, those that come after too many who wait are
// asked to come back, and an extraction with a token has a place of its own.
func TestSearchesNobodyKnowsDoNotStopAnExtraction(t *testing.T) {
	t.Parallel()
	const lente, inAttesa, oltre = 2, 64, 9
	b := apparecchia(t)
	b.verbali(t, "alfa", 5)
	realm := testkit.NuovoRealm(t)
	if err := b.servizio.Verifier.Set(realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	token := "Bearer " + realm.Token(t, testkit.Claims("tenantapi", "prova.alfa", "alfa", auth.RuoloOperatore))
	sguardo := b.ambiente.Collega(t, "elaborazione", "alfa")
	chiusa, err := b.ambiente.Banca(t, "elaborazione", "alfa").Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chiusa.Exec(t.Context(), `LOCK TABLE verbale IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	ferme := func(quante int) func() bool {
		return func() bool {
			var n int
			err := sguardo.QueryRow(t.Context(), `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'verbale'::regclass`).Scan(&n)
			return err == nil && n == quante
		}
	}
	var tornate, rimandate atomic.Int64
	var gruppo sync.WaitGroup
	for range lente + inAttesa + oltre {
		gruppo.Go(func() {
			const corpo = `{"anno":2026,"procedura":["VALIDATO"]}` // two filters: no index has their order
			w := b.chiama(t, http.MethodPost, "/api/verbale/ricerca", corpo, "alfa")
			switch w.Code {
			case http.StatusOK:
				tornate.Add(1)
			case http.StatusTooManyRequests:
				rimandate.Add(1)
				if w.Header().Get("Retry-After") != "2" {
					t.Errorf("come back after %q", w.Header().Get("Retry-After"))
				}
				b.contratto.conforme(t, corpo, w.Code, w.Header(), w.Body.Bytes())
			default:
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	testkit.Attendi(t, 10*time.Second, "those beyond to be sent away", func() bool { return rimandate.Load() == oltre })
	testkit.Attendi(t, 10*time.Second, "the two under way", ferme(lente))
	gruppo.Go(func() {
		if w := b.estrai(t, mimeCSV, `{"anno":2026,"procedura":["VALIDATO"]}`, "alfa", "Authorization", token); w.Code != http.StatusOK || len(righeCSV(t, w.Body)) != 6 {
			t.Errorf("the extraction: %d %s", w.Code, w.Body)
		}
	})
	testkit.Attendi(t, 10*time.Second, "the extraction at the database", ferme(lente+1))
	if err := chiusa.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	gruppo.Wait()
	if tornate.Load() != lente+inAttesa || rimandate.Load() != oltre {
		t.Errorf("%d answered, %d sent away", tornate.Load(), rimandate.Load())
	}
}
