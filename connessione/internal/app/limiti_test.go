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

func TestLimitiDegliAnonimi(t *testing.T) {
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

// TestTentativiDaMolteReti: a stranger who guesses at the notices of a plate with an address of another /64 each time is stopped as
// one who has one address, a little later; the owner elsewhere is answered at once.
func TestTentativiDaMolteReti(t *testing.T) {
	t.Parallel()
	const indirizzo, targa = 30, 10 // the defaults
	b := apparecchia(t, func(i *Impostazioni) { i.AnonimoPerIndirizzo, i.AnonimoPerTarga = indirizzo, targa })
	v := b.inserisci(t, "alfa", 78)
	if err := Ricostruisci(t.Context(), b.imp, "alfa", io.Discard); err != nil {
		t.Fatal(err)
	}
	iuv := avvisi(t, "alfa", 77)[0].IUV
	const tentativi = 399
	// giudicate sends wrong pairs, each from an address of its own, and counts those that are told whether they are right.
	giudicate := func(t *testing.T, da func(i int) string, di func(i int) string) (n int) {
		t.Helper()
		for i := range tentativi {
			w := b.mandaDa(t, da(i), testo(t, oggetto{"iuv": iuv, "targa": di(i)}))
			switch w.Code {
			case http.StatusNotFound:
				n++
			case http.StatusTooManyRequests:
				if s, err := strconv.Atoi(w.Header().Get("Retry-After")); err != nil || s < 1 {
					t.Fatalf("Retry-After %q", w.Header().Get("Retry-After"))
				}
			default:
				t.Fatalf("%d %s", w.Code, w.Body)
			}
		}
		return n
	}
	sua := func(t *testing.T, da string, stato int) {
		t.Helper()
		if w := b.mandaDa(t, da, testo(t, v.coppia())); w.Code != stato {
			t.Errorf("the right pair from %s: %d, want %d", da, w.Code, stato)
		}
	}
	quella := func(targa string) func(int) string { return func(int) string { return targa } }
	molte := func(i int) string { return fmt.Sprintf("HH%03dKK", i) }

	t.Run("of a /48, about one plate", func(t *testing.T) {
		if n := giudicate(t, func(i int) string { return fmt.Sprintf("2001:db8:a:%x::1", i<<8&0xffff|i>>8) }, quella(v.Targa)); n != 3*targa {
			t.Errorf("%d were judged", n)
		}
		sua(t, "2001:db8:b::1", http.StatusOK)
		sua(t, "198.51.100.20", http.StatusOK)
		sua(t, "2001:db8:a:ffff::1", http.StatusTooManyRequests) // the /48 is one subscriber's as far as anybody can tell
	})
	t.Run("of a /56, about one plate", func(t *testing.T) {
		if n := giudicate(t, func(i int) string { return fmt.Sprintf("2001:db8:c:%x::1", i%256) }, quella("JJ111JJ")); n != 2*targa {
			t.Errorf("%d were judged", n)
		}
	})
	t.Run("of a /56 and of a /48, about many plates", func(t *testing.T) {
		if n := giudicate(t, func(i int) string { return fmt.Sprintf("2001:db8:d:%x::1", i%256) }, molte); n != 2*indirizzo {
			t.Errorf("%d of the /56 were judged", n)
		}
		if n := giudicate(t, func(i int) string { return fmt.Sprintf("2001:db8:e:%x::1", i<<8&0xffff|i>>8) }, molte); n != 4*indirizzo {
			t.Errorf("%d of the /48 were judged", n)
		}
		b.orologio.Avanza(time.Minute) // at most
		sua(t, "2001:db8:e:ffff::1", http.StatusOK)
	})
	t.Run("from many addresses, more than once each", func(t *testing.T) {
		const altra = "JJ222JJ"
		if n := giudicate(t, func(i int) string { return fmt.Sprintf("203.0.113.%d", i%20) }, quella(altra)); n != 3*targa {
			t.Errorf("%d were judged", n)
		}
		// A network that was never wrong about the plate is answered, once.
		for _, stato := range []int{http.StatusNotFound, http.StatusTooManyRequests} {
			if w := b.mandaDa(t, "2001:db8:f::1", testo(t, oggetto{"iuv": iuv, "targa": altra})); w.Code != stato {
				t.Errorf("%d, want %d", w.Code, stato)
			}
		}
		if w := b.mandaDa(t, "203.0.113.1", testo(t, oggetto{"iuv": iuv, "targa": "JJ333JJ"})); w.Code != http.StatusNotFound {
			t.Errorf("about another plate: %d", w.Code)
		}
	})
	t.Run("the owner is answered while others guess at his plate", func(t *testing.T) {
		giudicate(t, func(i int) string { return fmt.Sprintf("10.0.%d.%d", i>>8, i&0xff) }, quella(v.Targa))
		for range 20 {
			sua(t, "198.51.100.21", http.StatusOK)
			sua(t, "2001:db8:b:1::1", http.StatusOK)
		}
	})
}

// TestUnIndirizzoCheIndovinaPuoSbagliareDiPiu: behind a shared address many citizens find their fines and mistype now and then; who guesses
// from there has few right pairs of his own, and none helps him about a plate.
func TestUnIndirizzoCheIndovinaPuoSbagliareDiPiu(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(i *Impostazioni) { i.AnonimoPerIndirizzo, i.AnonimoPerTarga = 6, 2 })
	var suoi []*verbaleProva
	for i := range 4 {
		suoi = append(suoi, b.inserisci(t, "alfa", int64(80+i)))
	}
	if err := Ricostruisci(t.Context(), b.imp, "alfa", io.Discard); err != nil {
		t.Fatal(err)
	}
	iuv := avvisi(t, "alfa", 77)[0].IUV
	molte := func(i int) string { return fmt.Sprintf("HH%03dKK", i) }
	errate := func(da string, targa func(int) string) (n int) {
		for ; b.mandaDa(t, da, testo(t, oggetto{"iuv": iuv, "targa": targa(n)})).Code == http.StatusNotFound; n++ {
			continue
		}
		return n
	}
	giuste := func(da string, verbali []*verbaleProva, volte int) {
		t.Helper()
		for range volte {
			for _, v := range verbali {
				if w := b.mandaDa(t, da, testo(t, v.coppia())); w.Code != http.StatusOK {
					t.Fatalf("from %s: %d", da, w.Code)
				}
			}
		}
	}
	const condiviso, ladro, vicino = "198.51.100.30", "198.51.100.31", "198.51.100.32"
	giuste(condiviso, suoi[:3], 1)
	if n := errate(condiviso, molte); n != 6+2*3 {
		t.Errorf("three right pairs: %d wrong ones", n)
	}
	giuste(ladro, suoi[:1], 40)
	if n := errate(ladro, molte); n != 6+2 {
		t.Errorf("one right pair, forty times: %d wrong ones", n)
	}
	giuste(vicino, suoi, 1)
	if n := errate(vicino, func(int) string { return "JJ444JJ" }); n != 2 {
		t.Errorf("four right pairs, and one plate: %d wrong ones", n)
	}
}
