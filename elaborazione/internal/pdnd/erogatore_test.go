package pdnd_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	erogatore "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
)

// TestTheProviderTakesWhatIsSigned: the checks are those of a gateway, written by others than the tokens.
func TestTheProviderTakesWhatIsSigned(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	v := &erogatore.Verificatore{Adesso: b.Suo.Adesso, Pdnd: b.Pdnd.ChiavePdnd, Fruitore: b.Pdnd.ChiaveFruitore}
	// chiama is a signed and traced call as it arrives there; cambia spoils it on the way.
	chiama := func(cambia func(*http.Request)) string {
		risposta, err := b.Firma(alfa(), firma("anpr"))
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "https://erogatore.example/e-service/v1", nil)
		r.Header.Set("Content-Type", "application/json")
		for nome, valore := range risposta.Intestazioni {
			r.Header.Set(nome, valore)
		}
		cambia(r)
		voucher, no := v.Voucher(r, audience)
		if no == nil {
			no = v.Integro(r, nil, audience)
		}
		if no == nil {
			no = v.Tracciato(r, voucher, audience)
		}
		if no == nil {
			return ""
		}
		return no.Titolo + " " + no.Perche
	}
	var prima http.Header
	if no := chiama(func(r *http.Request) { prima = r.Header.Clone() }); no != "" {
		t.Fatalf("a good call is refused: %s", no)
	}
	for want, cambia := range map[string]func(*http.Request){
		"jti":                         func(r *http.Request) { r.Header = prima },
		"digest del voucher":          func(r *http.Request) { r.Header.Set("Authorization", prima.Get("Authorization")) },
		"TokenAuthenticationRequired": func(r *http.Request) { r.Header.Del("Authorization") },
		"signed_headers":              func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") },
		http.CanonicalHeaderKey(modi.HeaderSignature): func(r *http.Request) { r.Header.Del(modi.HeaderSignature) },
	} {
		if no := chiama(cambia); !strings.Contains(strings.ToLower(no), strings.ToLower(want)) {
			t.Errorf("%q, want %s", no, want)
		}
	}
	for _, c := range []struct {
		scarto time.Duration // of our clock
		preso  bool
	}{{9 * time.Second, true}, {11 * time.Second, false}, {-time.Minute, true}, {11 * time.Minute, false}} {
		b.Orologio.Imposta(b.Suo.Adesso().Add(c.scarto))
		if no := chiama(func(*http.Request) {}); (no == "") != c.preso {
			t.Errorf("our clock off by %s: %q", c.scarto, no)
		}
	}
	b.Orologio.Imposta(b.Suo.Adesso())
	t.Run("a voucher that ended in the middle is replaced", func(t *testing.T) {
		primo := b.prende(t, domanda("inad"))
		b.Suo.Avanza(11 * time.Minute) // their clock went on, ours has not noticed
		chiamata := httptest.NewRequest(http.MethodGet, "/", nil)
		chiamata.Header.Set("Authorization", primo.Intestazioni["Authorization"])
		if _, no := v.Voucher(chiamata, audience); no == nil || no.Titolo != "TokenExpired" || no.Stato != http.StatusUnauthorized {
			t.Fatalf("%+v", no)
		}
		b.Orologio.Imposta(b.Suo.Adesso())
		q := domanda("inad")
		q.Rifiutato = primo.IDVoucher
		chiamata.Header.Set("Authorization", b.prende(t, q).Intestazioni["Authorization"])
		if _, no := v.Voucher(chiamata, audience); no != nil {
			t.Errorf("%+v", no)
		}
	})
}
