package modi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const aud = "https://erogatore.example/servizio"

func richiesta(h http.Header) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}"))
	r.Header = h.Clone()
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	return r
}

// giudica runs every check as a provider that asks for all does.
func giudica(v *Verificatore, r *http.Request) string {
	voucher, no := v.Voucher(r, aud)
	if no == nil {
		no = v.Integro(r, []byte("{}"), aud)
	}
	if no == nil {
		no = v.Tracciato(r, voucher, aud)
	}
	if no == nil {
		return ""
	}
	return no.Titolo + " " + no.Perche
}

func TestUnaChiamataInRegolaEntraUnaVolta(t *testing.T) {
	t.Parallel()
	adesso := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	p := NuovaPiattaforma(func() time.Time { return adesso })
	v := p.Verificatore()
	h := p.Firma(aud, []byte("{}"))
	if no := giudica(v, richiesta(h)); no != "" {
		t.Fatal(no)
	}
	if no := giudica(v, richiesta(h)); !strings.Contains(no, "jti") {
		t.Errorf("the same tokens again: %q", no)
	}
	dopo := NuovaPiattaforma(func() time.Time { return adesso.Add(10 * time.Minute) })
	if no := giudica(v, richiesta(dopo.Firma(aud, []byte("{}")))); no == "" {
		t.Error("a clock ten minutes off")
	}
}

func TestUnaCosaStortaAllaVolta(t *testing.T) {
	t.Parallel()
	adesso := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	p := NuovaPiattaforma(func() time.Time { return adesso })
	altra := NuovaPiattaforma(p.Adesso)
	muta := NuovaPiattaforma(p.Adesso)
	muta.Utente, muta.Finalita = "", p.Finalita
	for nome, c := range map[string]struct {
		h       http.Header
		storpia func(http.Header)
		atteso  string
	}{
		"no voucher":            {p.Firma(aud, []byte("{}")), func(h http.Header) { h.Del("Authorization") }, "TokenAuthenticationRequired"},
		"a voucher for another": {p.Firma("https://altrove.example", []byte("{}")), nil, "TokenAuthenticationFailed"},
		"a body changed after":  {p.Firma(aud, []byte("{ }")), nil, "InteroperabilityInvalidRequest Digest"},
		"a digest not signed":   {p.Firma(aud, []byte("{}")), func(h http.Header) { h.Del(intestazioneFirma) }, "InteroperabilityInvalidRequest"},
		"another purpose": {p.Firma(aud, []byte("{}")), func(h http.Header) {
			h.Set(intestazioneTraccia, altra.Firma(aud, nil).Get(intestazioneTraccia))
		}, "purposeId"},
		"a voucher for no call": {p.Firma(aud, []byte("{}")), func(h http.Header) {
			h.Set("Authorization", p.Voucher(aud).Get("Authorization"))
		}, "digest del voucher"},
		"nobody asks":            {muta.Firma(aud, []byte("{}")), nil, TracciaVuota},
		"another type of header": {p.Firma(aud, []byte("{}")), func(h http.Header) { h.Set("Digest", "sha-256=x") }, "Digest"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if c.storpia != nil {
				c.storpia(c.h)
			}
			if no := giudica(p.Verificatore(), richiesta(c.h)); !strings.Contains(no, c.atteso) {
				t.Errorf("%q, want %q", no, c.atteso)
			}
		})
	}
}
