package pdnd

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
)

// richiesta is a request as far as it was right.
type richiesta struct {
	clientID, ente string
	finalita       Finalita
	digest         any
	jkt, provaID   string // of the proof of possession
}

// token answers POST /token.oauth2: the checks in the order of the real server, every refusal the same 400.
func (s *Simulatore) token(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache, no-store")
	w.Header().Set("Date", s.o.Adesso().UTC().Format(http.TimeFormat))
	q, perche := s.esamina(w, r)
	sc := scenarioDi(q.finalita.ID)
	if perche == "" {
		perche = sc.rifiuto
	}
	if sc.orologio != 0 {
		w.Header().Set("Date", s.o.Adesso().Add(sc.orologio).UTC().Format(http.TimeFormat))
	}
	buona := rifiutata()
	switch {
	case perche != "":
	case s.oltre(w, q.ente):
		buona, perche = Troppe(), "tooManyRequests"
	case q.jkt != "" && !s.nuova(q.provaID):
		perche = "dpopProofJtiAlreadyUsed"
	default:
		testo, err := s.voucher(q, sc)
		if err != nil {
			buona, perche = guasta(), err.Error()
			break
		}
		tipo, dura := "Bearer", q.finalita.Durata
		if q.jkt != "" {
			tipo = "DPoP"
		}
		if dura == 0 {
			dura = durata
		}
		buona = simulatore.InJSON(map[string]any{"access_token": testo, "token_type": tipo, "expires_in": dura})
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "token", Chiave: q.finalita.ID, Guasto: sc.guasto, Perche: perche}, buona)
}

// esamina returns the right part of the request, and the server's own name for the fault.
func (s *Simulatore) esamina(w http.ResponseWriter, r *http.Request) (q richiesta, perche string) {
	if prova := r.Header.Values("DPoP"); len(prova) > 0 {
		if q.jkt, q.provaID, perche = s.possesso(prova, "http://"+r.Host+"/pdnd/token.oauth2"); perche != "" {
			return q, perche
		}
	}
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	if tipo, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); tipo != "application/x-www-form-urlencoded" || r.ParseForm() != nil {
		return q, "invalidForm"
	}
	switch f := r.PostForm; {
	case f.Get("client_assertion_type") != "urn:ietf:params:oauth:client-assertion-type:jwt-bearer":
		return q, "invalidAssertionType"
	case f.Get("grant_type") != "client_credentials":
		return q, "invalidGrantType"
	}
	a, perche := leggiAsserzione(r.PostForm.Get("client_assertion"))
	if perche != "" {
		return q, perche
	}
	if perche = a.regole(r.PostForm.Get("client_id"), r.Host+"/pdnd/client-assertion"); perche != "" {
		return q, perche
	}
	q.clientID, q.digest = a.Sub, a.digest
	return s.riconosci(q, a)
}

// asserzione is a client assertion as it was written.
type asserzione struct {
	testo               string
	Kid                 string
	membri              map[string]json.RawMessage
	Sub, PurposeID, Jti string
	Exp                 int64
	digest              any
}

// forme of the identifiers.
var (
	formaKid   = regexp.MustCompile(`^[a-zA-Z0-9_-]{43}$`)
	formaCifre = regexp.MustCompile(`^[0-9]+$`)
)

func leggiAsserzione(testo string) (a asserzione, perche string) {
	parti := strings.Split(testo, ".")
	if len(parti) != 3 {
		return a, "unexpectedClientAssertionPayload"
	}
	var testata map[string]string
	for i, dove := range []any{&testata, &a.membri} {
		b, err := base64.RawURLEncoding.DecodeString(parti[i])
		if err != nil || json.Unmarshal(b, dove) != nil {
			return a, "unexpectedClientAssertionPayload"
		}
	}
	switch {
	case testata["alg"] != "RS256":
		return a, "algorithmNotAllowed"
	case !formaKid.MatchString(testata["kid"]):
		return a, "invalidKidFormat"
	case len(testata) != 3 || testata["typ"] != "JWT":
		return a, "clientAssertionInvalidHeader"
	}
	a.testo, a.Kid = testo, testata["kid"]
	return a, ""
}

// regole checks the claims: which there are, and their form.
func (a *asserzione) regole(clientID, audience string) string {
	for nome := range a.membri {
		if !slices.Contains([]string{"iss", "sub", "aud", "jti", "iat", "exp", "purposeId", "digest"}, nome) {
			return "clientAssertionInvalidClaims"
		}
	}
	testo := func(nome string) (t string) { _ = json.Unmarshal(a.membri[nome], &t); return t }
	a.Sub, a.PurposeID, a.Jti = testo("sub"), testo("purposeId"), testo("jti")
	switch {
	case testo("iss") == "":
		return "issuerNotFound"
	case uuid.Validate(a.Sub) != nil || clientID != "" && clientID != a.Sub:
		return "invalidSubject"
	case !a.destinata(audience):
		return "invalidAudience"
	case a.Jti == "":
		return "jtiNotFound"
	case !formaCifre.Match(a.membri["iat"]):
		return "issuedAtNotFound"
	case !formaCifre.Match(a.membri["exp"]):
		return "expNotFound"
	case a.PurposeID == "":
		return "purposeIdNotProvided"
	case uuid.Validate(a.PurposeID) != nil:
		return "invalidPurposeIdClaimFormat"
	}
	a.Exp, _ = strconv.ParseInt(string(a.membri["exp"]), 10, 64)
	return a.regolaDigest()
}

// destinata reports that the audience is, or holds, that of the environment.
func (a *asserzione) destinata(audience string) bool {
	var uno string
	var molti []string
	if json.Unmarshal(a.membri["aud"], &uno) == nil {
		return uno == audience
	}
	return json.Unmarshal(a.membri["aud"], &molti) == nil && slices.Contains(molti, audience)
}

// regolaDigest checks the digest of an evidence: of its value the real server checks the length alone.
func (a *asserzione) regolaDigest() string {
	grezzo, c := a.membri["digest"]
	if !c {
		return ""
	}
	var d map[string]string
	switch {
	case json.Unmarshal(grezzo, &d) != nil || len(d) != 2:
		return "invalidDigestClaim"
	case d["alg"] != "SHA256":
		return "invalidHashAlgorithm"
	case len(d["value"]) != 64:
		return "invalidHashLength"
	}
	a.digest = d
	return ""
}

// riconosci finds the key by client, kid and purpose, checks the signature and the term, then what the platform knows.
func (s *Simulatore) riconosci(q richiesta, a asserzione) (richiesta, string) {
	s.mu.Lock()
	c := s.client[a.Sub]
	s.mu.Unlock()
	if c == nil || c.chiavi[a.Kid] == nil {
		return q, "keyNotFound"
	}
	f, associata := c.finalita[a.PurposeID]
	if !associata {
		return q, "keyNotFound"
	}
	q.finalita, q.ente = f, c.ente
	punto := strings.LastIndex(a.testo, ".")
	firma, err := base64.RawURLEncoding.DecodeString(a.testo[punto+1:])
	if err != nil || jwt.SigningMethodRS256.Verify(a.testo[:punto], firma, c.chiavi[a.Kid]) != nil {
		return q, "invalidSignature"
	}
	if a.Exp <= s.o.Adesso().Unix() {
		return q, "tokenExpired"
	}
	if f.Stato != "" && f.Stato != "ACTIVE" {
		return q, "invalidPurposeState"
	}
	return q, ""
}

// oltre counts a request of an organisation, and reports that it is over the grant of a second.
func (s *Simulatore) oltre(w http.ResponseWriter, ente string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ora := s.o.Adesso().Unix(); ora != s.secondo {
		s.secondo, s.contati = ora, map[string]int{}
	}
	s.contati[ente]++
	if s.o.AlSecondo > 0 {
		w.Header().Set("X-Rate-Limit-Limit", strconv.Itoa(s.o.AlSecondo))
		w.Header().Set("X-Rate-Limit-Remaining", strconv.Itoa(max(0, s.o.AlSecondo-s.contati[ente])))
		w.Header().Set("X-Rate-Limit-Interval", "1000")
	}
	return s.o.AlSecondo > 0 && s.contati[ente] > s.o.AlSecondo
}

// nuova reports that a proof has not been seen before.
func (s *Simulatore) nuova(jti string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	vista := s.provati[jti]
	s.provati[jti] = true
	return !vista
}

// The times of a proof of possession.
const (
	provaVale       = 60 * time.Second
	provaTolleranza = 10 * time.Second
)

// possesso checks a proof of possession for the request of a voucher.
func (s *Simulatore) possesso(prove []string, indirizzo string) (jkt, jti, perche string) {
	var c struct {
		jwt.RegisteredClaims

		Htm string `json:"htm"`
		Htu string `json:"htu"`
	}
	if len(prove) != 1 {
		return "", "", "dpopProofMultiple"
	}
	t, err := jwt.NewParser(jwt.WithValidMethods([]string{"ES256", "RS256"}), jwt.WithoutClaimsValidation()).ParseWithClaims(prove[0], &c,
		func(t *jwt.Token) (any, error) {
			k, err := chiaveDi(t.Header["jwk"])
			if err == nil {
				jkt, err = modi.Thumbprint(k)
			}
			return k, err
		})
	adesso := s.o.Adesso()
	switch {
	case err != nil:
		return "", "", "invalidDpopProofSignature"
	case t.Header["typ"] != "dpop+jwt" || len(t.Header) != 3:
		return "", "", "invalidDpopProofHeader"
	case c.Htm != http.MethodPost:
		return "", "", "dpopHtmNotFound"
	case c.Htu != indirizzo:
		return "", "", "invalidDpopHtu"
	case c.IssuedAt == nil || c.IssuedAt.After(adesso.Add(provaTolleranza)):
		return "", "", "notYetValidDpopProof"
	case adesso.Sub(c.IssuedAt.Time) > provaVale+provaTolleranza:
		return "", "", "expiredDpopProof"
	case c.ID == "":
		return "", "", "dpopJtiNotFound"
	}
	return jkt, c.ID, ""
}

// chiaveDi reads a public key that has its public members and no other.
func chiaveDi(grezza any) (any, error) {
	m, _ := grezza.(map[string]any)
	numero := func(nome string) *big.Int {
		testo, _ := m[nome].(string)
		b, _ := base64.RawURLEncoding.DecodeString(testo)
		return new(big.Int).SetBytes(b)
	}
	switch {
	case m["kty"] == "EC" && m["crv"] == "P-256" && len(m) == 4:
		punto := make([]byte, 65)
		punto[0] = 4
		numero("x").FillBytes(punto[1:33])
		numero("y").FillBytes(punto[33:])
		return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), punto)
	case m["kty"] == "RSA" && len(m) == 3:
		return &rsa.PublicKey{N: numero("n"), E: int(numero("e").Int64())}, nil
	}
	return nil, jwt.ErrInvalidKey
}
