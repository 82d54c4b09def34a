package collegamento_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/connessione/internal/collegamento"
)

func nuovo(tb testing.TB, segreto string, adesso *time.Time) *collegamento.Sigillo {
	tb.Helper()
	s, err := collegamento.Nuovo([]byte(segreto), func() time.Time { return *adesso })
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestLink(t *testing.T) {
	t.Parallel()
	adesso := time.Date(2026, 11, 20, 12, 0, 0, 500, time.UTC)
	s := nuovo(t, "segreto", &adesso)
	token, scade := s.Chiudi("alfa", "018f")
	if got := scade.Sub(adesso.Truncate(time.Second)); got != collegamento.Durata {
		t.Errorf("it lasts %v", got)
	}
	t.Run("opens until its last second", func(t *testing.T) {
		adesso = scade.Add(-time.Nanosecond)
		m, err := s.Apri(token)
		want := collegamento.Meta{Tenant: "alfa", Documento: "018f", Scade: scade}
		if diff := cmp.Diff(want, m); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
	t.Run("is over at its expiry", func(t *testing.T) {
		adesso = scade
		if _, err := s.Apri(token); !errors.Is(err, collegamento.ErrScaduto) {
			t.Error(err)
		}
	})
	t.Run("every change of one sign is seen", func(t *testing.T) {
		adesso = scade.Add(-time.Minute)
		for i := range token {
			altro := []byte(token)
			altro[i] ^= 1
			if _, err := s.Apri(string(altro)); !errors.Is(err, collegamento.ErrAlterato) {
				t.Errorf("sign %d: %v", i, err)
			}
		}
	})
	t.Run("another secret's links are not ours", func(t *testing.T) {
		if _, err := nuovo(t, "altro", &adesso).Apri(token); !errors.Is(err, collegamento.ErrAlterato) {
			t.Error(err)
		}
	})
}

func FuzzApri(f *testing.F) {
	adesso := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	s := nuovo(f, "segreto", &adesso)
	buono, _ := s.Chiudi("alfa", "018f")
	for _, seme := range []string{"", ".", "..", "a.b", buono, buono + "=", buono[:10]} {
		f.Add(seme)
	}
	f.Fuzz(func(t *testing.T, token string) {
		if _, err := s.Apri(token); err == nil && token != buono {
			t.Errorf("opened %q", token)
		}
	})
}
