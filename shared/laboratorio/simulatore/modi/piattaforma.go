package modi

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// Piattaforma is PDND and one of its consumers, for tests: it makes the headers of calls that are right, or wrong in one
// thing. The zero value is not ready: NuovaPiattaforma.
type Piattaforma struct {
	Adesso     func() time.Time
	Finalita   string
	Utente     string // of the evidence
	Durata     time.Duration
	pdnd, suoi *rsa.PrivateKey
}

const (
	kidPdnd     = "pdnd"
	kidFruitore = "fruitore"
)

// chiavi are made once: a key of RSA takes a tenth of a second.
var chiavi = sync.OnceValue(func() [2]*rsa.PrivateKey { //nolint:gochecknoglobals // keys of tests
	var due [2]*rsa.PrivateKey
	for i := range due {
		due[i], _ = rsa.GenerateKey(rand.Reader, 2048)
	}
	return due
})

// NuovaPiattaforma has keys and a purpose.
func NuovaPiattaforma(adesso func() time.Time) *Piattaforma {
	due := chiavi()
	return &Piattaforma{Adesso: adesso, Finalita: uuid.NewString(), Utente: "operatore", Durata: 10 * time.Minute, pdnd: due[0], suoi: due[1]}
}

// Verificatore checks what this platform signs.
func (p *Piattaforma) Verificatore() *Verificatore {
	una := func(kid string, k *rsa.PrivateKey) Chiavi {
		return func(chiesto string) (crypto.PublicKey, bool) { return k.Public(), chiesto == kid }
	}
	return &Verificatore{Adesso: p.Adesso, Pdnd: una(kidPdnd, p.pdnd), Fruitore: una(kidFruitore, p.suoi)}
}

// Voucher are the headers of a call that carries the voucher alone.
func (p *Piattaforma) Voucher(destinatario string) http.Header {
	return http.Header{"Authorization": {"Bearer " + p.voucher(destinatario, nil)}}
}

// Firma are the headers of a signed and traced call.
func (p *Piattaforma) Firma(destinatario string, corpo []byte) http.Header {
	somma := sha256.Sum256(corpo)
	return p.FirmaDi(destinatario, base64.StdEncoding.EncodeToString(somma[:]))
}

// FirmaDi is Firma for who knows the hash of the body alone, in base64.
func (p *Piattaforma) FirmaDi(destinatario, somma string) http.Header {
	digest := "SHA-256=" + somma
	comuni := func(altri jwt.MapClaims) jwt.MapClaims {
		adesso := p.Adesso()
		altri["iss"], altri["sub"], altri["aud"], altri["jti"] = "client", "client", destinatario, uuid.NewString()
		altri["iat"], altri["exp"] = adesso.Add(-tolleranza).Unix(), adesso.Add(2*time.Minute).Unix()
		return altri
	}
	traccia := firmata(p.suoi, kidFruitore, "JWT", comuni(jwt.MapClaims{"purposeId": p.Finalita, "dnonce": "1234567890123",
		"userID": p.Utente, "userLocation": "postazione", "LoA": "LoA3"}))
	impronta := sha256.Sum256([]byte(traccia))
	return http.Header{
		"Authorization": {"Bearer " + p.voucher(destinatario, jwt.MapClaims{"alg": "SHA256", "value": hex.EncodeToString(impronta[:])})},
		"Digest":        {digest},
		"Agid-Jwt-Signature": {firmata(p.suoi, kidFruitore, "JWT", comuni(jwt.MapClaims{
			"signed_headers": []map[string]string{{"digest": digest}, {"content-type": "application/json"}}}))},
		"Agid-Jwt-Trackingevidence": {traccia},
	}
}

func (p *Piattaforma) voucher(destinatario string, digest jwt.MapClaims) string {
	adesso := p.Adesso()
	c := jwt.MapClaims{"jti": uuid.NewString(), "iss": "pdnd", "sub": "client", "client_id": "client", "aud": destinatario, "purposeId": p.Finalita,
		"iat": adesso.Unix(), "nbf": adesso.Add(-time.Second).Unix(), "exp": adesso.Add(p.Durata).Unix()}
	if digest != nil {
		c["digest"] = digest
	}
	return firmata(p.pdnd, kidPdnd, "at+jwt", c)
}

func firmata(k *rsa.PrivateKey, kid, tipo string, c jwt.MapClaims) string {
	t := jwt.NewWithClaims(jwt.SigningMethodRS256, c)
	t.Header["kid"], t.Header["typ"] = kid, tipo
	s, _ := t.SignedString(k) // of plain values: it cannot fail
	return s
}
