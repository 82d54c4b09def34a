package app

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestAnonymousLimits(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(i *Impostazioni) { i.AnonimoPerIndirizzo, i.AnonimoPerTarga = 6, 2 })
	v := b.inserisci(t, "alfa", 78)
	if err := Ricostruisci(t.Context(), b.imp, "alfa", io.Discard); err != nil {
		t.Fatal(err)
	}
	iuv := avvisi(t, "alfa", 77)[0].IUV
	da := func(indirizzo string, coppia oggetto, stato int) string {
		t.Helper()
		w := b.mandaDa(t, indirizzo, testo(t, coppia))
		if w.Code != stato {
			t.Fatalf("from %s: %d, want %d\n%s", indirizzo, w.Code, stato, w.Body)
		}
		return w.Header().Get("Retry-After")
	}
	const ladro, altro = "198.51.100.7", "198.51.100.8"
	sbaglia := func(targa string, stato int) string {
		t.Helper()
		return da(ladro, oggetto{"iuv": iuv, "targa": targa}, stato)
	}
	t.Run("wrong pairs about a plate wait, for the address that tried them alone", func(t *testing.T) {
		sbaglia(v.Targa, http.StatusNotFound)
		sbaglia(v.Targa, http.StatusNotFound)
		if s := sbaglia(strings.ToLower(v.Targa), http.StatusTooManyRequests); s != "30" {
			t.Errorf("Retry-After %q", s)
		}
		da(ladro, v.coppia(), http.StatusTooManyRequests) // right or wrong: it teaches nothing
		for range 20 {
			da(altro, v.coppia(), http.StatusOK)
		}
	})
	t.Run("wrong pairs about many plates wait, by address, longer and longer", func(t *testing.T) {
		for i := range 4 {
			sbaglia(fmt.Sprintf("BB%d11BB", i), http.StatusNotFound)
		}
		for _, vuole := range []string{"10", "20", "40"} {
			s := sbaglia("EE111EE", http.StatusTooManyRequests)
			if s != vuole {
				t.Errorf("Retry-After %q, want %s", s, vuole)
			}
			secondi, _ := strconv.Atoi(s)
			b.orologio.Avanza(time.Duration(secondi) * time.Second)
			for i := 0; b.mandaDa(t, ladro, testo(t, oggetto{"iuv": iuv, "targa": fmt.Sprintf("CC%s1%dCC", vuole, i)})).Code == http.StatusNotFound; i++ {
				continue
			}
		}
		da(altro, v.coppia(), http.StatusOK)
	})
	t.Run("a subscriber of IPv6 has one address", func(*testing.T) {
		for i := range 6 {
			da(fmt.Sprintf("2001:db8::%d", i+1), oggetto{"iuv": iuv, "targa": fmt.Sprintf("FF%d11FF", i)}, http.StatusNotFound)
		}
		da("2001:db8::ffff", v.coppia(), http.StatusTooManyRequests)
		da("2001:db8:0:1::1", v.coppia(), http.StatusOK)
	})
	t.Run("guesses at the same moment are as many", func(t *testing.T) {
		var trovati atomic.Int32
		var g sync.WaitGroup
		for i := range 40 {
			g.Go(func() {
				if b.mandaDa(t, "198.51.100.9", testo(t, oggetto{"iuv": iuv, "targa": fmt.Sprintf("GG%03dGG", i)})).Code == http.StatusNotFound {
					trovati.Add(1)
				}
			})
		}
		if g.Wait(); trovati.Load() != 6 {
			t.Errorf("%d were judged", trovati.Load())
		}
	})
}

// mandaDa asks the anonymous door from an address.
func (b *banco) mandaDa(t *testing.T, indirizzo, corpo string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, rottaAnonimo, strings.NewReader(corpo))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = net.JoinHostPort(indirizzo, "4000")
	w := httptest.NewRecorder()
	b.servizio.Web.Echo.ServeHTTP(w, r)
	return w
}
