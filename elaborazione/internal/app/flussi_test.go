package app_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// An account holds so many streams of lots open and no more; another account is not hindered.
func TestIFlussiDiUnUtenzaHannoUnLimite(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	b.conAtto(t, chi, 1)
	aperto := b.aperto(t, chi)
	ctx, lascia := context.WithCancel(t.Context())
	defer lascia()
	apre := func(token string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+lotti+"/"+aperto.ID.String()+"/eventi", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Accept", "text/event-stream")
		risposta, err := (&http.Client{Timeout: time.Minute}).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = risposta.Body.Close() })
		return risposta.StatusCode
	}
	for i := range web.StreamsOfReader {
		if stato := apre(chi); stato != http.StatusOK {
			t.Fatalf("%d: %d", i, stato)
		}
	}
	if stato := apre(chi); stato != http.StatusTooManyRequests {
		t.Errorf("one more: %d", stato)
	}
	if stato := apre(b.token(t, "altro.alfa", "alfa", auth.RuoloUfficio)); stato != http.StatusOK {
		t.Errorf("another account: %d", stato)
	}
}
