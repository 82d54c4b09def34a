package sso

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/oauth2-proxy/mockoidc"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func mario() persona {
	return persona{MockUser: &mockoidc.MockUser{Subject: "1", PreferredUsername: "mario", Email: "mario@alfa.example"}}
}

func TestChiEValidatoEntraETornaAllaPagina(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	vecchia, err := b.sessioni.Apri(t.Context(), sessione.Ammesso{Username: "mario", Generazione: 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	n := b.navigatore()
	ritorno, inizio := n.dalFornitore(mario(), "/CoreService/verbali?targa=AB123CD")
	if !inizio.HttpOnly || inizio.SameSite != http.SameSiteLaxMode || inizio.Path != "/CoreService/sso" || inizio.MaxAge != 600 {
		t.Errorf("cookie of the beginning %+v", inizio)
	}
	r := n.apri(ritorno, &http.Cookie{Name: sessione.Cookie, Value: vecchia})
	if r.stato != http.StatusSeeOther || r.luogo != "/CoreService/verbali?targa=AB123CD" {
		t.Fatalf("%d to %q\n%s", r.stato, r.luogo, r.corpo)
	}
	s, viva := b.sessione(r)
	if !viva || !s.Attributi.Autenticazione.ValidatoSso || s.Operatore.Username != "mario" || s.Comando() != "alfa" {
		t.Errorf("session %+v, alive %v", s, viva)
	}
	if r.cookie[Cookie] == nil || r.cookie[Cookie].MaxAge >= 0 {
		t.Error("the cookie of the beginning stays")
	}
	if _, viva, _ := b.sessioni.Guarda(t.Context(), vecchia); viva {
		t.Error("the session before the login goes on")
	}
}

func TestLaDomandaAlFornitoreEProtetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(i *Impostazioni) { i.Acr = []string{"https://www.spid.gov.it/SpidL2", "alto"} })
	uno, due := b.navigatore().apri(pagine.Base+Inizio), b.navigatore().apri(pagine.Base+Inizio)
	u, err := url.Parse(uno.luogo)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	for campo, valore := range map[string]string{"response_type": "code", "code_challenge_method": "S256", "client_id": b.fornitore.ClientID,
		"redirect_uri": b.sito.URL + "/CoreService/sso/ritorno", "acr_values": "https://www.spid.gov.it/SpidL2 alto"} {
		if q.Get(campo) != valore {
			t.Errorf("%s = %q, want %q", campo, q.Get(campo), valore)
		}
	}
	altro, err := url.Parse(due.luogo)
	if err != nil {
		t.Fatal(err)
	}
	for _, campo := range []string{"state", "nonce", "code_challenge"} {
		if len(q.Get(campo)) < 20 || q.Get(campo) == altro.Query().Get(campo) || strings.Contains(uno.cookie[Cookie].Value, q.Get(campo)) {
			t.Errorf("%s %q: short, the same for two, or readable in the cookie", campo, q.Get(campo))
		}
	}
}

// The provider's answer is believed only if everything agrees.
func TestRisposteCheNonProvanoNulla(t *testing.T) {
	t.Parallel()
	acr := func(i *Impostazioni) { i.Acr = []string{"alto"} }
	email := func(i *Impostazioni) { i.Attributo = "email" }
	casi := []struct {
		regola       string
		cambia       func(jwt.MapClaims)
		impostazioni func(*Impostazioni)
	}{
		{"another nonce", func(c jwt.MapClaims) { c["nonce"] = "altro" }, nil},
		{"no nonce", func(c jwt.MapClaims) { delete(c, "nonce") }, nil},
		{"another issuer", func(c jwt.MapClaims) { c["iss"] = "https://altro.example" }, nil},
		{"another audience", func(c jwt.MapClaims) { c["aud"] = []string{"altro"} }, nil},
		{"an audience of many, for none in particular", func(c jwt.MapClaims) { c["aud"] = []string{c["aud"].(jwt.ClaimStrings)[0], "altro"} }, nil},
		{"another authorized party", func(c jwt.MapClaims) { c["azp"] = "altro" }, nil},
		{"an expired token", func(c jwt.MapClaims) { c["exp"] = tempo.Adesso().Add(-time.Minute).Unix() }, nil},
		{"a token not yet good", func(c jwt.MapClaims) { c["nbf"] = tempo.Adesso().Add(time.Hour).Unix() }, nil},
		{"no username", func(c jwt.MapClaims) { delete(c, "preferred_username") }, nil},
		{"a blank username", func(c jwt.MapClaims) { c["preferred_username"] = "  " }, nil},
		{"a username that is no text", func(c jwt.MapClaims) { c["preferred_username"] = []string{"mario"} }, nil},
		{"a level of authentication that is not enough", func(c jwt.MapClaims) { c["acr"] = "basso" }, acr},
		{"no level of authentication", nil, acr},
		{"a mail that the provider has not checked", nil, email},
		{"a mail checked in words only", func(c jwt.MapClaims) { c["email_verified"] = "true" }, email},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			cambia := []func(*Impostazioni){}
			if c.impostazioni != nil {
				cambia = append(cambia, c.impostazioni)
			}
			b := apparecchia(t, cambia...)
			n := b.navigatore()
			p := mario()
			p.cambia = c.cambia
			ritorno, _ := n.dalFornitore(p, "")
			b.rifiutata(n.apri(ritorno), http.StatusForbidden, "non è riuscito")
			var righe int
			err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(),
				`SELECT count(*) FROM registro`).Scan(&righe)
			if err != nil || righe != 0 || len(b.realm.chiesti) > 0 {
				t.Errorf("%d lines in the register, %v; the realm was asked %d times", righe, err, len(b.realm.chiesti))
			}
		})
	}
	b := apparecchia(t, acr)
	p := mario()
	p.cambia = func(c jwt.MapClaims) { c["acr"] = "alto" }
	n := b.navigatore()
	ritorno, _ := n.dalFornitore(p, "")
	if r := n.apri(ritorno); r.stato != http.StatusSeeOther {
		t.Errorf("a level that is enough: %d\n%s", r.stato, r.corpo)
	}
}

// A token that another key has signed, or none, is no token.
func TestFirmaFalsa(t *testing.T) {
	t.Parallel()
	altra, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	firme := map[string]func(t *jwt.Token) (string, error){
		"another key with the same name": func(t *jwt.Token) (string, error) { return t.SignedString(altra) },
		"no signature": func(t *jwt.Token) (string, error) {
			t.Method = jwt.SigningMethodNone
			t.Header["alg"] = "none"
			return t.SignedString(jwt.UnsafeAllowNoneSignatureType)
		},
		"the public key as a secret": func(t *jwt.Token) (string, error) {
			t.Method = jwt.SigningMethodHS256
			t.Header["alg"] = "HS256"
			return t.SignedString(altra.N.Bytes())
		},
	}
	for regola, firma := range firme {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			m := provider(t)
			kid, err := m.Keypair.KeyID()
			if err != nil {
				t.Fatal(err)
			}
			var nonce string
			err = m.AddMiddleware(func(prossimo http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == mockoidc.AuthorizationEndpoint {
						nonce = r.URL.Query().Get("nonce")
					}
					if r.URL.Path != mockoidc.TokenEndpoint {
						prossimo.ServeHTTP(w, r)
						return
					}
					falso := jwt.NewWithClaims(jwt.SigningMethodRS256, jwt.MapClaims{"iss": m.Issuer(), "aud": m.ClientID, "sub": "1", "nonce": nonce,
						"exp": tempo.Adesso().Add(time.Minute).Unix(), "preferred_username": "mario"})
					falso.Header["kid"] = kid
					firmato, err := firma(falso)
					if err != nil {
						panic(err)
					}
					w.Header().Set("Content-Type", "application/json")
					_ = json.NewEncoder(w).Encode(map[string]any{"access_token": "x", "token_type": "bearer", "id_token": firmato})
				})
			})
			if err != nil {
				t.Fatal(err)
			}
			accendi(t, m, "127.0.0.1:0")
			b := apparecchiaCon(t, m, m.Issuer())
			testkit.Attendi(t, 10*time.Second, "the provider to be found", b.ponte.Disponibile)
			n := b.navigatore()
			ritorno, _ := n.dalFornitore(mario(), "")
			b.rifiutata(n.apri(ritorno), http.StatusForbidden, "non è riuscito")
		})
	}
}

func TestRitornoCheNonEDiQuestoAccesso(t *testing.T) {
	t.Parallel()
	cambia := func(ritorno, campo, valore string) string {
		u, _ := url.Parse(ritorno)
		q := u.Query()
		q.Set(campo, valore)
		u.RawQuery = q.Encode()
		return u.String()
	}
	casi := []struct {
		regola string
		torna  func(b *banco, n *navigatore, ritorno string) risposta
		stato  int
		parola string
	}{
		{"another state", func(_ *banco, n *navigatore, r string) risposta { return n.apri(cambia(r, "state", "altro")) }, 400, "ricominciare"},
		{"no state", func(_ *banco, n *navigatore, r string) risposta { return n.apri(cambia(r, "state", "")) }, 400, "ricominciare"},
		{"a browser that began nothing", func(b *banco, _ *navigatore, r string) risposta { return b.navigatore().apri(r) }, 400, "ricominciare"},
		{"the login that another browser began", func(b *banco, _ *navigatore, r string) risposta {
			altro := b.navigatore()
			altro.dalFornitore(mario(), "")
			return altro.apri(r)
		}, 400, "ricominciare"},
		{"a cookie that we did not make", func(b *banco, _ *navigatore, r string) risposta {
			return b.navigatore().apri(r, &http.Cookie{Name: Cookie, Value: strings.Repeat("A", 300)})
		}, 400, "ricominciare"},
		{"a person who took too long", func(b *banco, n *navigatore, r string) risposta {
			b.orologio.Avanza(10 * time.Minute)
			return n.apri(r)
		}, 400, "ricominciare"},
		{"a code that the provider did not give", func(_ *banco, n *navigatore, r string) risposta { return n.apri(cambia(r, "code", "altro")) }, 403, "non è riuscito"},
		{"no code", func(_ *banco, n *navigatore, r string) risposta { return n.apri(cambia(r, "code", "")) }, 403, "non è riuscito"},
		{"a person who refused", func(_ *banco, n *navigatore, r string) risposta { return n.apri(cambia(r, "error", "access_denied")) }, 403, "non è riuscito"},
		{"a provider that has broken down", func(b *banco, n *navigatore, r string) risposta {
			b.fornitore.QueueError(&mockoidc.ServerError{Code: http.StatusInternalServerError, Error: mockoidc.InternalServerError})
			return n.apri(r)
		}, 503, "non è disponibile"},
		{"a provider that has gone", func(b *banco, n *navigatore, r string) risposta {
			if err := b.fornitore.Shutdown(); err != nil {
				b.t.Error(err)
			}
			return n.apri(r)
		}, 503, "non è disponibile"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			n := b.navigatore()
			ritorno, _ := n.dalFornitore(mario(), "")
			b.rifiutata(c.torna(b, n, ritorno), c.stato, c.parola)
		})
	}
}

// A browser that comes back with nothing makes us write nothing, however often; a person who is
// vouched for may still enter.
func TestRitornoSenzaProvaNonLasciaRighe(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.navigatore()
	ritorno, inizio := n.dalFornitore(mario(), "")
	cookie := &http.Cookie{Name: Cookie, Value: inizio.Value}
	senza := pagine.Base + Ritorno + "?" + url.Values{"state": {stato(t, ritorno)}}.Encode()
	for _, coda := range []string{"&error=x", "", "&code=inventato", "&error=x"} {
		b.rifiutata(b.navigatore().apri(senza+coda, cookie), http.StatusForbidden, "non è riuscito")
	}
	var ricevuti, righe int
	err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(),
		`SELECT (SELECT count(*) FROM ricevuto), (SELECT count(*) FROM registro)`).Scan(&ricevuti, &righe)
	if err != nil || ricevuti+righe != 0 {
		t.Errorf("%d used proofs and %d lines, %v", ricevuti, righe, err)
	}
	if r := n.apri(ritorno); r.stato != http.StatusSeeOther {
		t.Errorf("the person himself: %d\n%s", r.stato, r.corpo)
	}
}

func stato(t *testing.T, ritorno string) string {
	t.Helper()
	u, err := url.Parse(ritorno)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("state")
}

// The same beginning is good once, on whichever replica, also if the provider vouches for it again.
func TestRitornoRipetuto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.navigatore()
	b.fornitore.QueueUser(mario())
	inizio := n.apri(pagine.Base + Inizio)
	ritorno := n.apri(inizio.luogo).luogo
	if r := n.apri(ritorno); r.stato != http.StatusSeeOther {
		t.Fatalf("first: %d\n%s", r.stato, r.corpo)
	}
	<-b.realm.chiesti
	b.fornitore.QueueUser(mario())
	for indirizzo, vuole := range map[string]int{ritorno: http.StatusForbidden, n.apri(inizio.luogo).luogo: http.StatusBadRequest} {
		r := b.navigatore().apri(indirizzo, &http.Cookie{Name: Cookie, Value: inizio.cookie[Cookie].Value})
		if r.stato != vuole || r.cookie[sessione.Cookie] != nil || len(b.realm.chiesti) > 0 {
			t.Errorf("second: %d, want %d, cookies %v\n%s", r.stato, vuole, r.cookie, r.corpo)
		}
	}
	altra := Store{Pools: b.ambiente.Pools(t, "core")}
	if prima, err := altra.Consuma(t.Context(), stato(t, ritorno)); prima || err != nil {
		t.Errorf("another replica: first %v, %v", prima, err)
	}
}

func TestChiNonPuoEntrare(t *testing.T) {
	t.Parallel()
	for utente, parola := range map[string]string{"sconosciuto": "utenza abilitata", "luigi": "sospeso"} {
		t.Run(utente, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			n := b.navigatore()
			p := mario()
			p.PreferredUsername = utente
			ritorno, _ := n.dalFornitore(p, "")
			b.rifiutata(n.apri(ritorno), http.StatusForbidden, parola)
			if chiesto := <-b.realm.chiesti; chiesto != utente {
				t.Errorf("the realm was asked for %q", chiesto)
			}
		})
	}
}

func TestFornitoreAssenteAllAvvio(t *testing.T) {
	t.Parallel()
	m := provider(t)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	indirizzo := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	b := apparecchiaCon(t, m, "http://"+indirizzo+mockoidc.IssuerBase)
	n := b.navigatore()
	if r := n.apri(pagine.Base + Inizio); r.stato != http.StatusServiceUnavailable || !strings.Contains(r.corpo, "non è disponibile") {
		t.Errorf("the beginning: %d\n%s", r.stato, r.corpo)
	}
	if r := n.apri(pagine.Base + "login"); r.stato != http.StatusOK || !strings.Contains(r.corpo, "non è disponibile") || !strings.Contains(r.corpo, `name="password"`) {
		t.Errorf("the login page: %d\n%s", r.stato, r.corpo)
	}
	accendi(t, m, indirizzo)
	testkit.Attendi(t, 20*time.Second, "the provider to be found", b.ponte.Disponibile)
	if r := n.apri(pagine.Base + "login"); !strings.Contains(r.corpo, `href="/CoreService/sso?torna=`) {
		t.Errorf("the login page afterwards:\n%s", r.corpo)
	}
	ritorno, _ := n.dalFornitore(mario(), "https://altro.example/")
	if r := n.apri(ritorno); r.stato != http.StatusSeeOther || r.luogo != "/CoreService/" {
		t.Errorf("%d to %q\n%s", r.stato, r.luogo, r.corpo)
	}
}

func TestImpostazioniNominate(t *testing.T) {
	t.Parallel()
	buone := Impostazioni{Emittente: "https://accesso.example/realm", ClientID: "core", ClientSegreto: "segreto", Indirizzo: "https://verbali.example", Attributo: "sub"}
	casi := []struct {
		regola string
		cambia func(*Impostazioni)
		nomi   []string
	}{
		{"all given", func(*Impostazioni) {}, nil},
		{"this machine without https", func(i *Impostazioni) { i.Emittente, i.Indirizzo = "http://127.0.0.1:9/oidc", "http://localhost:8080" }, nil},
		{"one alone", func(i *Impostazioni) { *i = Impostazioni{ClientID: "core", Attributo: "sub"} }, []string{"EMITTENTE", "CLIENT_SEGRETO", "INDIRIZZO"}},
		{"levels alone", func(i *Impostazioni) { *i = Impostazioni{Acr: []string{"alto"}, Attributo: "sub"} }, []string{"EMITTENTE", "CLIENT_ID", "CLIENT_SEGRETO", "INDIRIZZO"}},
		{"no attribute", func(i *Impostazioni) { i.Attributo = "" }, []string{"ATTRIBUTO"}},
		{"a provider in the clear", func(i *Impostazioni) { i.Emittente = "http://accesso.example" }, []string{"EMITTENTE"}},
		{"a provider that is no address", func(i *Impostazioni) { i.Emittente = "accesso" }, []string{"EMITTENTE"}},
		{"an address with a path", func(i *Impostazioni) { i.Indirizzo = "https://verbali.example/CoreService" }, []string{"INDIRIZZO"}},
		{"an address with credentials", func(i *Impostazioni) { i.Indirizzo = "https://a@verbali.example" }, []string{"INDIRIZZO"}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			i := buone
			c.cambia(&i)
			err := i.Valida()
			if (err == nil) != (len(c.nomi) == 0) || !i.Date() {
				t.Fatalf("error %v", err)
			}
			for _, nome := range c.nomi {
				if !strings.Contains(err.Error(), "VERBALI_SSO_"+nome+":") {
					t.Errorf("%v does not name %s", err, nome)
				}
			}
			if err != nil && strings.Count(err.Error(), "VERBALI_SSO_") != len(c.nomi) {
				t.Errorf("%v names others than %v", err, c.nomi)
			}
		})
	}
	if (Impostazioni{Attributo: "preferred_username"}).Date() {
		t.Error("the default of the attribute asks for single sign-on")
	}
}

func FuzzSigillo(f *testing.F) {
	s, err := nuovoSigillo("segreto", "")
	if err != nil {
		f.Fatal(err)
	}
	buono, err := s.chiudi(nuovaProva("/CoreService/", tempo.Adesso()))
	if err != nil {
		f.Fatal(err)
	}
	for _, seme := range []string{"", "A", buono[:len(buono)-1], buono[1:], strings.ToLower(buono)} {
		f.Add(seme)
	}
	f.Fuzz(func(t *testing.T, cookie string) {
		if _, c := s.apri(cookie, tempo.Adesso()); c && cookie != buono {
			t.Errorf("opens %q", cookie)
		}
	})
}
