package auth_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// oggi is the instant at which these tests happen.
var oggi = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// coppia is a key pair with its id.
type coppia struct {
	kid string
	pub ed25519.PublicKey
	ed25519.PrivateKey
}

func nuovaCoppia(t testing.TB, kid string) coppia {
	t.Helper()
	pub, priv, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return coppia{kid, pub, priv}
}

// insieme is the key set of these pairs, as core publishes it.
func insieme(t testing.TB, coppie ...coppia) []byte {
	t.Helper()
	var i auth.KeySet
	for _, c := range coppie {
		i.Keys = append(i.Keys, auth.KeyOf(c.kid, c.pub))
	}
	dati, err := json.Marshal(i)
	if err != nil {
		t.Fatal(err)
	}
	return dati
}

// buone are the claims of a good token, with changes; a nil value takes a claim away.
func buone(cambi jwt.MapClaims) jwt.MapClaims {
	c := jwt.MapClaims{"sub": "op.alfa", "iss": auth.Issuer, "aud": []string{"vpn", "mobile"}, "exp": oggi.Add(time.Minute).Unix(),
		"iat": oggi.Unix(), "gen": 5, "tenant": "alfa", "ruoli": []string{"OPERATORE"}, "reparto": "PL01", "portale": "alfa"}
	maps.Copy(c, cambi)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

func (c coppia) firma(t testing.TB, claims jwt.MapClaims) string {
	t.Helper()
	tok := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims)
	tok.Header["kid"] = c.kid
	s, err := tok.SignedString(c.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verificatore(t testing.TB, coppie ...coppia) *auth.Verifier {
	t.Helper()
	v := auth.NewVerifier("vpn", func() time.Time { return oggi })
	if err := v.Set(insieme(t, coppie...)); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestGoodTokenIsItsOperator(t *testing.T) {
	t.Parallel()
	k := nuovaCoppia(t, "k1")
	token := k.firma(t, buone(nil))
	avuta, err := verificatore(t, k).Verify(token)
	if err != nil {
		t.Fatal(err)
	}
	attesa := auth.Identity{User: "op.alfa", Tenant: "alfa", Roles: []string{"OPERATORE"}, Reparto: "PL01", Portale: "alfa", Generation: 5, Token: token}
	if diff := cmp.Diff(attesa, avuta); diff != "" {
		t.Error(diff)
	}
}

func TestTokenThatAnAskingModuleWasShown(t *testing.T) {
	t.Parallel()
	k := nuovaCoppia(t, "k1")
	v, token := verificatore(t, k), k.firma(t, buone(jwt.MapClaims{"aud": []string{"mobile"}}))
	if i, err := v.VerifyFor(token, "vpn", "mobile"); err != nil || i.User != "op.alfa" {
		t.Errorf("%+v, %v", i, err)
	}
	for _, moduli := range [][]string{{"vpn"}, {"vpn", "ocr"}, nil} {
		if _, err := v.VerifyFor(token, moduli...); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
			t.Errorf("for %v: %v", moduli, err)
		}
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	k := nuovaCoppia(t, "k1")
	v := verificatore(t, k)
	fra := func(d time.Duration) int64 { return oggi.Add(d).Unix() }
	casi := map[string]struct {
		cambi jwt.MapClaims
		buono bool
	}{
		"as core makes it":                       {nil, true},
		"expired a moment ago, within the skew":  {jwt.MapClaims{"exp": fra(-4 * time.Second)}, true},
		"expired":                                {jwt.MapClaims{"exp": fra(-6 * time.Second)}, false},
		"without an expiry":                      {jwt.MapClaims{"exp": nil}, false},
		"an expiry that is a text":               {jwt.MapClaims{"exp": "domani"}, false},
		"not valid yet":                          {jwt.MapClaims{"nbf": fra(6 * time.Second)}, false},
		"valid in a moment, within the skew":     {jwt.MapClaims{"nbf": fra(4 * time.Second)}, true},
		"for another module":                     {jwt.MapClaims{"aud": []string{"mobile"}}, false},
		"for this module alone, as a text":       {jwt.MapClaims{"aud": "vpn"}, true},
		"for a module whose name begins alike":   {jwt.MapClaims{"aud": []string{"vpnx"}}, false},
		"for nobody":                             {jwt.MapClaims{"aud": nil}, false},
		"of another issuer":                      {jwt.MapClaims{"iss": "verbali-cor"}, false},
		"without an issuer":                      {jwt.MapClaims{"iss": nil}, false},
		"without a subject":                      {jwt.MapClaims{"sub": nil}, false},
		"with an empty subject":                  {jwt.MapClaims{"sub": ""}, false},
		"roles that are not a list":              {jwt.MapClaims{"ruoli": "PIATTAFORMA"}, false},
		"without roles: proven, and may nothing": {jwt.MapClaims{"ruoli": nil}, true},
		"without a generation":                   {jwt.MapClaims{"gen": nil}, true},
		"a generation that is a text":            {jwt.MapClaims{"gen": "5"}, false},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			i, err := v.Verify(k.firma(t, buone(c.cambi)))
			if c.buono != (err == nil) {
				t.Fatalf("%+v, %v", i, err)
			}
			if err != nil && (!problem.Is(err, "CREDENZIALI_NON_VALIDE") || i.User != "") {
				t.Errorf("%+v, %v", i, err)
			}
		})
	}
}

func TestForgedTokens(t *testing.T) {
	t.Parallel()
	k := nuovaCoppia(t, "k1")
	v := verificatore(t, k)
	altra := coppia{"k1", nil, nuovaCoppia(t, "").PrivateKey}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	firma := func(m jwt.SigningMethod, chiave any) string {
		tok := jwt.NewWithClaims(m, buone(nil))
		tok.Header["kid"] = "k1"
		s, err := tok.SignedString(chiave)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	buono := k.firma(t, buone(nil))
	parti := strings.Split(buono, ".")
	cambiato := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(decodifica(t, parti[1]), "op.alfa", "op.beta", 1)))
	for nome, token := range map[string]string{
		"signed by another key under our key id": altra.firma(t, buone(nil)),
		"signed by an unknown key id":            coppia{"k2", nil, k.PrivateKey}.firma(t, buone(nil)),
		"without a key id":                       coppia{"", nil, k.PrivateKey}.firma(t, buone(nil)),
		"alg none":                               firma(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType),
		"alg None, signature of a good one":      base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"None","kid":"k1"}`)) + "." + parti[1] + "." + parti[2],
		"HS256 with the public key as secret":    firma(jwt.SigningMethodHS256, []byte(k.pub)),
		"HS512 with the public key as text":      firma(jwt.SigningMethodHS512, []byte(base64.RawURLEncoding.EncodeToString(k.pub))),
		"RS256":                                  firma(jwt.SigningMethodRS256, rsaKey),
		"claims changed after signing":           parti[0] + "." + cambiato + "." + parti[2],
		"no signature":                           parti[0] + "." + parti[1] + ".",
		"two parts":                              parti[0] + "." + parti[1],
		"four parts":                             buono + ".x",
		"nothing":                                "",
		"words":                                  "a.b.c",
		"blanks around":                          " " + buono,
		"a signature with bits to spare":         buono[:len(buono)-1] + "_",
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if i, err := v.Verify(token); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
				t.Errorf("%+v, %v", i, err)
			}
		})
	}
}

func decodifica(t *testing.T, s string) string {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestKeysRotate(t *testing.T) {
	t.Parallel()
	vecchia, nuova := nuovaCoppia(t, "k1"), nuovaCoppia(t, "k2")
	v := verificatore(t, vecchia)
	conta := func() (buoni int) {
		for _, k := range []coppia{vecchia, nuova} {
			if _, err := v.Verify(k.firma(t, buone(nil))); err == nil {
				buoni++
			}
		}
		return buoni
	}
	if n := conta(); n != 1 {
		t.Fatalf("before: %d tokens good", n)
	}
	if err := v.Set(insieme(t, vecchia, nuova)); err != nil || conta() != 2 {
		t.Errorf("both published: %v", err)
	}
	if err := v.Set(insieme(t, nuova)); err != nil || conta() != 1 {
		t.Errorf("the old one taken away: %v", err)
	}
	if _, err := v.Verify(vecchia.firma(t, buone(nil))); err == nil {
		t.Error("a key taken away still opens")
	}
}

func TestBrokenKeySetLeavesTheOldOne(t *testing.T) {
	t.Parallel()
	k := nuovaCoppia(t, "k1")
	x := base64.RawURLEncoding.EncodeToString(k.pub)
	v := auth.NewVerifier("vpn", func() time.Time { return oggi })
	if v.Ready() {
		t.Error("ready without keys")
	}
	if _, err := v.Verify(k.firma(t, buone(nil))); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("without keys: %v", err)
	}
	if err := v.Set(insieme(t, k)); err != nil || !v.Ready() {
		t.Fatalf("%v", err)
	}
	for nome, rotto := range map[string]string{
		"no JSON":              `{`,
		"no keys":              `{"keys":[]}`,
		"another document":     `{"altro":1}`,
		"null":                 `null`,
		"a key too short":      `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k9","x":"AAAA"}]}`,
		"another curve":        `{"keys":[{"kty":"OKP","crv":"X25519","kid":"k9","x":"` + x + `"}]}`,
		"another kind of key":  `{"keys":[{"kty":"oct","crv":"Ed25519","kid":"k9","x":"` + x + `"}]}`,
		"a key without id":     `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"` + x + `"}]}`,
		"a good and a bad one": `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k9","x":"` + x + `"},{"kid":"b","kty":"OKP","crv":"Ed25519","x":"!"}]}`,
	} {
		if err := v.Set([]byte(rotto)); err == nil {
			t.Errorf("%s: taken", nome)
		}
		if _, err := v.Verify(k.firma(t, buone(nil))); err != nil {
			t.Fatalf("%s: the old key is gone", nome)
		}
	}
}

func FuzzVerifica(f *testing.F) {
	k := nuovaCoppia(f, "k1")
	v := verificatore(f, k)
	f.Add(k.firma(f, buone(jwt.MapClaims{"aud": "altro"})))
	f.Add("eyJhbGciOiJub25lIn0.e30.")
	f.Add("..")
	f.Fuzz(func(t *testing.T, token string) {
		if i, err := v.Verify(token); err == nil {
			t.Fatalf("%q opened as %+v", token, i)
		}
	})
}

// What is remembered of a token is its signature alone: time, key and withdrawal are judged at each use.
func TestAProvenTokenIsJudgedAgain(t *testing.T) {
	t.Parallel()
	vecchia, nuova := nuovaCoppia(t, "k1"), nuovaCoppia(t, "k2")
	soloNuova, stessoNome := insieme(t, nuova), insieme(t, coppia{"k1", nuova.pub, nil})
	for nome, c := range map[string]struct {
		cambia func(v *auth.Verifier, ora *time.Time) error
		chiede []string
	}{
		"after it expired": {func(_ *auth.Verifier, ora *time.Time) error {
			*ora = ora.Add(66 * time.Second)
			return nil
		}, []string{"vpn"}},
		"after its key was taken away":    {func(v *auth.Verifier, _ *time.Time) error { return v.Set(soloNuova) }, []string{"vpn"}},
		"after another key took the name": {func(v *auth.Verifier, _ *time.Time) error { return v.Set(stessoNome) }, []string{"vpn"}},
		"after its account was changed": {func(v *auth.Verifier, _ *time.Time) error {
			v.Revocations().Set([]auth.Revocation{{User: "op.alfa", Generation: 6}})
			return nil
		}, []string{"vpn"}},
		"by a module that it was not made for":      {func(*auth.Verifier, *time.Time) error { return nil }, []string{"ocr"}},
		"by nobody, for which the parser asks none": {func(*auth.Verifier, *time.Time) error { return nil }, nil},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			ora := oggi
			v := auth.NewVerifier("vpn", func() time.Time { return ora })
			if err := v.Set(insieme(t, vecchia)); err != nil {
				t.Fatal(err)
			}
			token := vecchia.firma(t, buone(nil))
			for range 2 {
				if i, err := v.VerifyFor(token, "vpn", "mobile"); err != nil || i.User != "op.alfa" {
					t.Fatalf("good: %+v, %v", i, err)
				}
			}
			if err := c.cambia(v, &ora); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if i, err := v.VerifyFor(token, c.chiede...); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
					t.Errorf("%+v, %v", i, err)
				}
			}
		})
	}
}

// BenchmarkVerify is the price of a token that was shown before, and of one never seen.
func BenchmarkVerify(b *testing.B) {
	k := nuovaCoppia(b, "k1")
	v := verificatore(b, k)
	token := k.firma(b, buone(nil))
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			if _, err := v.Verify(token); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			if _, err := verificatore(b, k).Verify(token); err != nil {
				b.Fatal(err)
			}
		}
	})
}
