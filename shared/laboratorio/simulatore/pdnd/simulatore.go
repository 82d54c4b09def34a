// Package pdnd answers as the authorization server of PDND: it gives vouchers for the clients and purposes that it was told
// of, refuses what the real one refuses with the same status and body, and says on its control page why, which the real one
// never does. It serves the local stack and every test of a client. Scenari has what a purpose may choose.
package pdnd

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Emittente is the issuer of the vouchers, that of the test environment.
const Emittente = "uat.interop.pagopa.it"

// durata is the life of a voucher whose purpose says none, in seconds.
const durata = 600

// Opzioni of the simulator. Adesso nil is the machine's clock. AlSecondo is how many requests of an organisation it grants in
// a second, 0: any.
type Opzioni struct {
	Adesso    func() time.Time
	AlSecondo int
}

// Iscrizione is a client of an organisation, with its keys and its purposes.
type Iscrizione struct {
	ClientID string     `json:"clientId"`
	Ente     string     `json:"ente,omitempty"` // the organisation, whose requests count together; empty: the client's own
	Chiavi   []string   `json:"chiavi"`         // public keys or certificates of them, in PEM
	Finalita []Finalita `json:"finalita"`
}

// Finalita is a purpose and the e-service that it is for.
type Finalita struct {
	ID       string `json:"id"`
	Audience string `json:"audience"`
	Stato    string `json:"stato,omitempty"`  // ACTIVE when empty; any other gives no voucher
	Durata   int    `json:"durata,omitempty"` // of its vouchers in seconds, 600 when 0
}

// Simulatore is one authorization server. It is safe for concurrent use and keeps nothing on disk.
type Simulatore struct {
	*simulatore.Banco

	o Opzioni

	mu      sync.Mutex
	client  map[string]*cliente
	provati map[string]bool // jti of proofs of possession
	contati map[string]int  // requests of an organisation in the present second
	secondo int64
}

type cliente struct {
	ente     string
	chiavi   map[string]*rsa.PublicKey // by kid
	finalita map[string]Finalita
}

// chiaveServer signs vouchers.
type chiaveServer struct {
	*rsa.PrivateKey

	kid string
}

// laChiave is made at the first voucher, once for all servers of the process: a key of RSA takes a tenth of a second.
var laChiave = sync.OnceValues(func() (chiaveServer, error) { //nolint:gochecknoglobals // a key of tests
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return chiaveServer{}, fmt.Errorf("pdnd: chiave del server: %w", err)
	}
	kid, err := modi.Thumbprint(k.Public())
	return chiaveServer{k, kid}, err
})

// Nuovo returns a server that knows no client.
func Nuovo(o Opzioni) *Simulatore {
	if o.Adesso == nil {
		o.Adesso = clock.Now
	}
	return &Simulatore{Banco: simulatore.Nuovo("pdnd", strings.ToLower), o: o,
		client: map[string]*cliente{}, provati: map[string]bool{}, contati: map[string]int{}}
}

// Registra mounts the server under /pdnd and its control under /controllo/pdnd: /iscrizioni takes an Iscrizione,
// /ricevute says why a request was wrong by the name that PDND itself has for it, which no answer holds.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	mux.HandleFunc("POST /pdnd/token.oauth2", s.token)
	mux.HandleFunc("GET /pdnd/.well-known/jwks.json", s.chiaviPubbliche)
	mux.HandleFunc("POST /controllo/pdnd/iscrizioni", s.nuovaIscrizione)
	s.Banco.Registra(mux)
}

// Handler is a server of this system alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

// Iscrivi makes a client known, or known again with other keys and purposes.
func (s *Simulatore) Iscrivi(i Iscrizione) error {
	c := &cliente{ente: i.Ente, chiavi: map[string]*rsa.PublicKey{}, finalita: map[string]Finalita{}}
	if c.ente == "" {
		c.ente = i.ClientID
	}
	for _, testo := range i.Chiavi {
		k, err := pubblica(testo)
		if err != nil {
			return err
		}
		kid, err := modi.Thumbprint(k)
		if err != nil {
			return err
		}
		c.chiavi[kid] = k
	}
	for _, f := range i.Finalita {
		c.finalita[f.ID] = f
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client[i.ClientID] = c
	return nil
}

func pubblica(testo string) (*rsa.PublicKey, error) {
	blocco, _ := pem.Decode([]byte(testo))
	if blocco == nil {
		return nil, errors.New("pdnd: la chiave non è in PEM")
	}
	letta, err := x509.ParsePKIXPublicKey(blocco.Bytes)
	k, ok := letta.(*rsa.PublicKey)
	if err != nil || !ok {
		return nil, errors.New("pdnd: non è una chiave pubblica RSA")
	}
	return k, nil
}

// ChiavePdnd finds the key that signs vouchers, for the provider of an e-service.
func (s *Simulatore) ChiavePdnd(kid string) (crypto.PublicKey, bool) {
	k, err := laChiave()
	return k.Public(), err == nil && kid == k.kid
}

// ChiaveFruitore finds a client's key, as a provider that asks PDND does.
func (s *Simulatore) ChiaveFruitore(kid string) (crypto.PublicKey, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.client {
		if k := c.chiavi[kid]; k != nil {
			return k, true
		}
	}
	return nil, false
}

func (s *Simulatore) nuovaIscrizione(w http.ResponseWriter, r *http.Request) {
	var i Iscrizione
	lettore := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16))
	lettore.DisallowUnknownFields()
	err := lettore.Decode(&i)
	if err == nil {
		err = s.Iscrivi(i)
	}
	if err != nil {
		simulatore.Problema(http.StatusBadRequest, "ISCRIZIONE_NON_VALIDA", err.Error(), nil).Scrivi(w)
		return
	}
	simulatore.InJSON(map[string]int{"chiavi": len(i.Chiavi), "finalita": len(i.Finalita)}).Scrivi(w)
}

func (s *Simulatore) chiaviPubbliche(w http.ResponseWriter, _ *http.Request) {
	k, err := laChiave()
	if err != nil {
		guasta().Scrivi(w)
		return
	}
	simulatore.InJSON(map[string]any{"keys": []map[string]string{{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": k.kid,
		"n": base64.RawURLEncoding.EncodeToString(k.N.Bytes()), "e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(k.E)).Bytes())}}}).Scrivi(w)
}

// voucher signs the voucher of a request that was right.
func (s *Simulatore) voucher(q richiesta, sc Scenario) (string, error) {
	k, err := laChiave()
	if err != nil {
		return "", err
	}
	adesso, dura := s.o.Adesso(), q.finalita.Durata
	if dura == 0 {
		dura = durata
	}
	c := jwt.MapClaims{"jti": uuid.NewString(), "iss": Emittente, "aud": q.finalita.Audience, "sub": q.clientID, "client_id": q.clientID, "iat": adesso.Unix(),
		"nbf": adesso.Unix(), "exp": adesso.Unix() + int64(dura), "purposeId": q.finalita.ID, "producerId": enteDi("produttore"),
		"consumerId": enteDi(q.ente), "eserviceId": enteDi(q.finalita.Audience), "descriptorId": enteDi("descrittore")}
	if q.digest != nil {
		c["digest"] = q.digest
	}
	if q.jkt != "" {
		c["cnf"] = map[string]string{"jkt": q.jkt}
	}
	if sc.altera != nil {
		sc.altera(c)
	}
	t := jwt.NewWithClaims(jwt.SigningMethodRS256, c)
	t.Header["typ"], t.Header["use"], t.Header["kid"] = "at+jwt", "sig", k.kid
	return t.SignedString(k.PrivateKey)
}

// enteDi is the id that goes with a name, always the same.
func enteDi(nome string) string { return uuid.NewSHA1(uuid.NameSpaceURL, []byte(nome)).String() }
