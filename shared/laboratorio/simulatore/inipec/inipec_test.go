package inipec

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
)

// banco is a register with a clock that stands, and the key of its client.
type banco struct {
	*Simulatore
	adesso time.Time
	chiave *rsa.PrivateKey
	der    []byte
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	b := &banco{adesso: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	var err error
	if b.chiave, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		t.Fatal(err)
	}
	modello := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: b.adesso.AddDate(-1, 0, 0), NotAfter: b.adesso.AddDate(1, 0, 0)}
	if b.der, err = x509.CreateCertificate(rand.Reader, modello, modello, &b.chiave.PublicKey, b.chiave); err != nil {
		t.Fatal(err)
	}
	b.Simulatore = Nuovo(Opzioni{Adesso: func() time.Time { return b.adesso }, Base: "https://inipec.example", Attesa: time.Minute})
	return b
}

// asserto is an assertion in order, with some of its claims replaced; nil takes one away.
func (b *banco) asserto(t *testing.T, cambia map[string]any) string {
	t.Helper()
	c := jwt.MapClaims{"iss": Cliente, "sub": Cliente, "aud": "https://inipec.example", "jti": rand.Text(), "scope": Ambito,
		"iat": b.adesso.Unix(), "exp": b.adesso.Add(time.Minute).Unix()}
	for k, v := range cambia {
		if c[k] = v; v == nil {
			delete(c, k)
		}
	}
	tok := jwt.NewWithClaims(jwt.SigningMethodRS256, c)
	tok.Header["x5c"] = []string{base64.StdEncoding.EncodeToString(b.der)}
	s, err := tok.SignedString(b.chiave)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (b *banco) chiede(t *testing.T, metodo, dove, corpo string, testate http.Header) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), metodo, percorso+dove+"?client_id="+Cliente, strings.NewReader(corpo))
	r.Header = testate
	b.Handler().ServeHTTP(w, r)
	return w
}

func (b *banco) gettone(t *testing.T) http.Header {
	t.Helper()
	w := b.chiede(t, http.MethodPost, "/authentication", b.asserto(t, nil), http.Header{})
	var g string
	if err := json.Unmarshal(w.Body.Bytes(), &g); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s %v", w.Code, w.Body, err)
	}
	return http.Header{"Authorization": {"Bearer " + g}, "Scope": {Ambito}}
}

func TestChiNonEntra(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	usato := b.asserto(t, nil)
	if w := b.chiede(t, http.MethodPost, "/authentication", usato, http.Header{}); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	altro := apparecchia(t)
	altro.der = b.der // a certificate that is not of the key
	for regola, asserto := range map[string]string{
		"used before": usato, "of nobody": "x.y.z", "for another": b.asserto(t, map[string]any{"aud": "https://altrove.example"}),
		"of another client": b.asserto(t, map[string]any{"iss": "ALTRO"}), "without a jti": b.asserto(t, map[string]any{"jti": nil}),
		"without an end": b.asserto(t, map[string]any{"exp": nil}), "expired": b.asserto(t, map[string]any{"exp": b.adesso.Add(-time.Second).Unix()}),
		"too long": b.asserto(t, map[string]any{"exp": b.adesso.Add(time.Hour).Unix()}), "of another scope": b.asserto(t, map[string]any{"scope": "x"}),
		"signed by another key": altro.asserto(t, nil),
	} {
		if w := b.chiede(t, http.MethodPost, "/authentication", asserto, http.Header{}); w.Code != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", regola, w.Code, w.Body)
		}
	}
}

func TestUnElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testate := b.gettone(t)
	cf := simulatore.CodiceEnte("001", "00001")
	buono := `{"elencoCf":[{"cf":"` + cf + `"}],"dataOraRichiesta":"2026-11-20T09:00:00Z"}`
	for regola, corpo := range map[string]string{"empty": `{"elencoCf":[]}`, "no list": `{}`, "a code that is none": `{"elencoCf":[{"cf":"X"}]}`,
		"more than a hundred": `{"elencoCf":[` + strings.Repeat(`{"cf":"`+cf+`"},`, 100) + `{"cf":"` + cf + `"}]}`} {
		if w := b.chiede(t, http.MethodPost, "/richiestaElencoPec", corpo, testate); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", regola, w.Code)
		}
	}
	senza := testate.Clone()
	senza.Del("Scope")
	if w := b.chiede(t, http.MethodPost, "/richiestaElencoPec", buono, senza); w.Code != http.StatusBadRequest {
		t.Errorf("without a scope: %d", w.Code)
	}
	if w := b.chiede(t, http.MethodPost, "/richiestaElencoPec", buono, http.Header{"Scope": {Ambito}}); w.Code != http.StatusUnauthorized {
		t.Errorf("without a token: %d", w.Code)
	}
	var presa struct {
		ID string `json:"identificativoRichiesta"`
	}
	if err := json.Unmarshal(b.chiede(t, http.MethodPost, "/richiestaElencoPec", buono, testate).Body.Bytes(), &presa); err != nil {
		t.Fatal(err)
	}
	for dove, codice := range map[string]string{presa.ID: "WSPA_ERR_05", "altro": "WSPA_ERR_04"} {
		if w := b.chiede(t, http.MethodGet, "/getElencoPec/"+dove, "", testate); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), codice) {
			t.Errorf("%s: %d %s", dove, w.Code, w.Body)
		}
	}
	b.adesso = b.adesso.Add(time.Minute)
	if w := b.chiede(t, http.MethodGet, "/getElencoPec/"+presa.ID, "", testate); !strings.Contains(w.Body.String(), "impresa"+cf+"@pec.example.it") {
		t.Errorf("%s", w.Body)
	}
	if w := b.chiede(t, http.MethodPost, "/sede/"+cf, "", testate); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"via":"ROMA"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := b.chiede(t, http.MethodPost, "/sede/"+simulatore.CodiceEnte("404", "00001"), "", testate); w.Code != http.StatusNotFound {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	b.adesso = b.adesso.Add(time.Hour)
	if w := b.chiede(t, http.MethodGet, "/getElencoPec/"+presa.ID, "", testate); w.Code != http.StatusUnauthorized {
		t.Errorf("an old token: %d", w.Code)
	}
}
