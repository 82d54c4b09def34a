package modi_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
)

// device holds a key as a module of hardware does: it signs and shows the public key, and nothing else.
type device struct{ key *rsa.PrivateKey }

func (d device) Public() crypto.PublicKey { return d.key.Public() }
func (d device) Sign(r io.Reader, digest []byte, o crypto.SignerOpts) ([]byte, error) {
	return d.key.Sign(r, digest, o)
}

func key(t *testing.T) modi.Key {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	k, err := modi.NewKey(device{private})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

var stamp = modi.Stamp{ID: "0b8f5e54-0000-4000-8000-000000000001", Issued: time.Unix(1795000000, 0), Expires: time.Unix(1795000125, 0)}

// parts verifies a token with the public key and gives header and payload as they were written.
func parts(t *testing.T, text string, public crypto.PublicKey) (header, payload string) {
	t.Helper()
	_, err := jwt.NewParser(jwt.WithValidMethods([]string{"RS256", "ES256"}), jwt.WithoutClaimsValidation()).
		Parse(text, func(*jwt.Token) (any, error) { return public, nil })
	if err != nil {
		t.Fatal(err)
	}
	p := strings.Split(text, ".")
	for i := range p[:2] {
		b, err := base64.RawURLEncoding.DecodeString(p[i])
		if err != nil {
			t.Fatal(err)
		}
		p[i] = string(b)
	}
	return p[0], p[1]
}

// The example of RFC 7638, 3.1.
const rfc7638 = "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs" +
	"tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbIS" +
	"D08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"

func TestTheThumbprintIsThatOfTheStandard(t *testing.T) {
	t.Parallel()
	n, err := base64.RawURLEncoding.DecodeString(rfc7638)
	if err != nil {
		t.Fatal(err)
	}
	got, err := modi.Thumbprint(&rsa.PublicKey{N: new(big.Int).SetBytes(n), E: 65537})
	if err != nil || got != "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestAssertion(t *testing.T) {
	t.Parallel()
	k := key(t)
	sign := func(a modi.Assertion) (string, string) {
		text, err := a.Sign(k, stamp)
		if err != nil {
			t.Fatal(err)
		}
		return parts(t, text, k.Signer.Public())
	}
	header, payload := sign(modi.Assertion{ClientID: "c", Audience: "auth.uat.interop.pagopa.it/client-assertion", PurposeID: "p"})
	if want := `{"alg":"RS256","kid":"` + k.Kid + `","typ":"JWT"}`; header != want {
		t.Errorf("header %s, want %s", header, want)
	}
	if want := `{"aud":"auth.uat.interop.pagopa.it/client-assertion","exp":1795000125,"iat":1795000000,"iss":"c",` +
		`"jti":"0b8f5e54-0000-4000-8000-000000000001","purposeId":"p","sub":"c"}`; payload != want {
		t.Errorf("payload %s", payload)
	}
	digest := modi.EvidenceDigest("x")
	if _, payload = sign(modi.Assertion{ClientID: "c", Digest: digest}); !strings.Contains(payload, `"digest":{"alg":"SHA256","value":"`+digest+`"}`) ||
		strings.Contains(payload, "purposeId") {
		t.Errorf("payload %s", payload)
	}
	if _, err := (modi.Assertion{Digest: digest[:63]}).Sign(k, stamp); err == nil {
		t.Error("a digest of 63 characters was signed")
	}
}

// The sample of the official tutorial on vouchers, whose printed hash counts a newline that must not be there.
func TestTheDigestOfAnEvidenceCountsNoNewline(t *testing.T) {
	t.Parallel()
	const sample = "eyJhbGciOiJIUzI1NiIsImtpZCI6IlptWXhaR0UyWWpRdE16WTJZeTAwTldJNUxUaGpOR0l0TURKbVltUXlaR0l5TW1aaCIsInR5cCI6ImF0K2p3dCJ9" +
		".eyJqdGkiOiJkc2Zkc2Zkc2ZkcyIsImEiOiJiIn0.2QcY5UpoE2PgJhe1FKnHx-SZZq_NS6AKDTlfFdpVP9Q"
	if got := modi.EvidenceDigest(sample); got != "79ba8c02000c582fbd1631197e83640d0fb0ecb33f1ef641e7c633ac3df556e5" {
		t.Error(got)
	}
}

func TestEvidence(t *testing.T) {
	t.Parallel()
	k, whole := key(t), modi.Evidence{ClientID: "c", Audience: "a", PurposeID: "p", UserID: "u", UserLocation: "l", LoA: "LoA3"}
	text, err := whole.Sign(k, stamp)
	if err != nil {
		t.Fatal(err)
	}
	_, payload := parts(t, text, k.Signer.Public())
	var claims map[string]any
	if err := json.Unmarshal([]byte(payload), &claims); err != nil {
		t.Fatal(err)
	}
	if n, _ := claims["dnonce"].(float64); n < 1e12 || n >= 1e13 || n != float64(int64(n)) {
		t.Errorf("dnonce %v is no number of 13 digits", claims["dnonce"])
	}
	delete(claims, "dnonce")
	want := map[string]any{"iss": "c", "aud": "a", "purposeId": "p", "userID": "u", "userLocation": "l", "LoA": "LoA3",
		"jti": stamp.ID, "iat": 1795000000.0, "exp": 1795000125.0}
	if d := cmp.Diff(want, claims); d != "" {
		t.Error(d)
	}
	for name, part := range map[string]func(e *modi.Evidence){"userID": func(e *modi.Evidence) { e.UserID = "" },
		"userLocation": func(e *modi.Evidence) { e.UserLocation = "" }, "LoA": func(e *modi.Evidence) { e.LoA = "" }} {
		e := whole
		part(&e)
		if _, err := e.Sign(k, stamp); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func TestSignature(t *testing.T) {
	t.Parallel()
	k := key(t)
	digest := modi.BodyDigest([]byte(`{"testo": "Ciao mondo"}`))
	if digest != "SHA-256=hPq3xjgxGMr98LL2/lP2Y66DVCTcXdwL+YpNQD/gmvk=" {
		t.Error(digest)
	}
	text, err := modi.Signature{ClientID: "c", Audience: "a", Digest: digest, ContentType: "application/json", ContentEncoding: "gzip"}.Sign(k, stamp)
	if err != nil {
		t.Fatal(err)
	}
	_, payload := parts(t, text, k.Signer.Public())
	if want := `{"aud":"a","exp":1795000125,"iat":1795000000,"iss":"c","jti":"` + stamp.ID + `","signed_headers":[{"digest":"` + digest +
		`"},{"content-type":"application/json"},{"content-encoding":"gzip"}],"sub":"c"}`; payload != want {
		t.Errorf("payload %s", payload)
	}
	text, err = modi.Signature{ClientID: "c", Audience: "a", Digest: digest, ContentType: "application/json"}.Sign(k, stamp)
	if err != nil {
		t.Fatal(err)
	}
	if _, payload = parts(t, text, k.Signer.Public()); strings.Contains(payload, "content-encoding") {
		t.Errorf("signs a header that is not sent: %s", payload)
	}
	if _, err := (modi.Signature{ContentType: "application/json"}).Sign(k, stamp); err == nil {
		t.Error("signed nothing")
	}
}

func TestAProofOfPossessionIsForOneRequest(t *testing.T) {
	t.Parallel()
	p, err := modi.NewPossession()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1795000000, 0)
	proof := func(voucher string) (header, claims map[string]any) {
		text, err := p.Proof("POST", "https://e.example/x", voucher, now)
		if err != nil {
			t.Fatal(err)
		}
		token, err := jwt.Parse(text, func(u *jwt.Token) (any, error) {
			k, _ := u.Header["jwk"].(map[string]any)
			point := []byte{4}
			for _, c := range []string{"x", "y"} {
				text, _ := k[c].(string)
				b, err := base64.RawURLEncoding.DecodeString(text)
				if err != nil || len(b) != 32 {
					return nil, jwt.ErrInvalidKey
				}
				point = append(point, b...)
			}
			return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
		}, jwt.WithValidMethods([]string{"ES256"}), jwt.WithoutClaimsValidation())
		if err != nil {
			t.Fatal(err)
		}
		return token.Header, token.Claims.(jwt.MapClaims)
	}
	header, first := proof("")
	public, _ := header["jwk"].(map[string]any)
	if len(header) != 3 || header["typ"] != "dpop+jwt" || header["alg"] != "ES256" || len(public) != 4 || public["kty"] != "EC" || public["crv"] != "P-256" {
		t.Errorf("%+v", header)
	}
	_, second := proof("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU") // the example of RFC 9449, 7.1
	if first["jti"] == second["jti"] {
		t.Error("two proofs with one jti")
	}
	for _, c := range []map[string]any{first, second} {
		delete(c, "jti")
	}
	want := map[string]any{"htm": "POST", "htu": "https://e.example/x", "iat": 1795000000.0}
	if d := cmp.Diff(want, first); d != "" {
		t.Error(d)
	}
	want["ath"] = "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"
	if d := cmp.Diff(want, second); d != "" {
		t.Error(d)
	}
}

func TestAStampBeginsBeforeNowAndIsNew(t *testing.T) {
	t.Parallel()
	now := time.Unix(1795000000, 0)
	a, b := modi.NewStamp(now), modi.NewStamp(now)
	if a.ID == b.ID || len(a.ID) != 36 || !a.Issued.Equal(now.Add(-5*time.Second)) || a.Expires.Sub(now) > 5*time.Minute || !a.Expires.After(now) {
		t.Errorf("%+v %+v", a, b)
	}
}

func TestWhatIsNoKeyForPDNDIsRefusedInWords(t *testing.T) {
	t.Parallel()
	inPEM := func(kind string, der []byte, err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	}
	good, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	elliptical, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(good)
	for _, text := range [][]byte{inPEM("PRIVATE KEY", pkcs8, err), inPEM("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(good), nil)} {
		k, err := modi.ParseKey(text)
		if want, _ := modi.Thumbprint(good.Public()); err != nil || k.Kid != want || len(k.Kid) != 43 {
			t.Errorf("%+v, %v", k.Kid, err)
		}
	}
	curve, err := x509.MarshalPKCS8PrivateKey(elliptical)
	for want, text := range map[string][]byte{
		"PEM": []byte("password"), "CERTIFICATE": inPEM("CERTIFICATE", pkcs8, nil), "RSA": inPEM("PRIVATE KEY", curve, err),
		"illeggibile": inPEM("PRIVATE KEY", pkcs8[:40], nil),
	} {
		if _, err := modi.ParseKey(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
	if _, err := modi.NewKey(device{&rsa.PrivateKey{PublicKey: rsa.PublicKey{N: new(big.Int).Lsh(big.NewInt(1), 1023), E: 65537}}}); err == nil ||
		!strings.Contains(err.Error(), "2048") {
		t.Errorf("a key of 1024 bits: %v", err)
	}
}

func TestReadVoucher(t *testing.T) {
	t.Parallel()
	payload := `{"jti":"j","aud":"https://a.example/x,https://b.example/y","purposeId":"p","digest":{"alg":"SHA256","value":"d"},"cnf":{"jkt":"k"}}`
	text := "eyJhbGciOiJSUzI1NiJ9." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + ".AA"
	v, err := modi.ReadVoucher(text)
	want := modi.Voucher{ID: "j", Audience: []string{"https://a.example/x", "https://b.example/y"}, PurposeID: "p", Digest: "d", Thumbprint: "k"}
	if d := cmp.Diff(want, v); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	for _, bad := range []string{"", "a.b.c", "opaque", "eyJhbGciOiJSUzI1NiJ9.e30.AA"} {
		if _, err := modi.ReadVoucher(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
