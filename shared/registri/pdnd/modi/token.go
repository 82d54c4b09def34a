package modi

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// The headers of ModI.
const (
	HeaderDigest    = "Digest"
	HeaderSignature = "Agid-JWT-Signature"
	HeaderEvidence  = "Agid-JWT-TrackingEvidence"
	HeaderDPoP      = "DPoP"
)

// A provider refuses a token from the future beyond five seconds and one whose time is over at once: ours begin a little
// before now and end soon.
const (
	before   = 5 * time.Second
	validity = 2 * time.Minute
)

// Stamp holds the parts new in each token: its id, and when it begins and ends, to the second.
type Stamp struct {
	ID              string
	Issued, Expires time.Time
}

// NewStamp is for a token made now.
func NewStamp(now time.Time) Stamp {
	return Stamp{ID: uuid.NewString(), Issued: now.Add(-before), Expires: now.Add(validity)}
}

// into writes the stamp in seconds (milliseconds are a known mistake).
func (s Stamp) into(claims jwt.MapClaims) jwt.MapClaims {
	claims["jti"], claims["iat"], claims["exp"] = s.ID, s.Issued.Unix(), s.Expires.Unix()
	return claims
}

// Assertion is what a client shows PDND to have a voucher (RFC 7523). Every other claim makes PDND refuse it.
type Assertion struct {
	ClientID  string
	Audience  string // of the environment, without https://
	PurposeID string // empty for a client of kind "api interop"
	Digest    string // EvidenceDigest, for AUDIT_REST_02; empty: none
}

// Sign makes the assertion.
func (a Assertion) Sign(k Key, s Stamp) (string, error) {
	claims := s.into(jwt.MapClaims{"iss": a.ClientID, "sub": a.ClientID, "aud": a.Audience})
	if a.PurposeID != "" {
		claims["purposeId"] = a.PurposeID
	}
	if a.Digest != "" {
		if len(a.Digest) != hex.EncodedLen(sha256.Size) {
			return "", errors.New("modi: il digest non è di 64 caratteri")
		}
		claims["digest"] = map[string]string{"alg": "SHA256", "value": a.Digest}
	}
	return k.sign(claims)
}

// Evidence says who asks (AUDIT_REST_01 and _02). None of its facts may be empty.
type Evidence struct {
	ClientID, Audience, PurposeID string
	UserID                        string // the operator, by a name that only the command can resolve
	UserLocation                  string // the workstation
	LoA                           string // how sure the operator is, as agreed with the provider
}

// Sign makes the evidence, with a number of 13 digits that no other has.
func (e Evidence) Sign(k Key, s Stamp) (string, error) {
	for name, value := range map[string]string{"userID": e.UserID, "userLocation": e.UserLocation, "LoA": e.LoA, "purposeId": e.PurposeID, "aud": e.Audience} {
		if value == "" {
			return "", errors.New("modi: nell'evidenza manca " + name)
		}
	}
	nonce, err := dnonce()
	if err != nil {
		return "", err
	}
	return k.sign(s.into(jwt.MapClaims{"iss": e.ClientID, "aud": e.Audience, "purposeId": e.PurposeID, "dnonce": nonce,
		"userID": e.UserID, "userLocation": e.UserLocation, "LoA": e.LoA}))
}

// dnonce is a random number of exactly 13 digits.
func dnonce() (int64, error) {
	const least = 1_000_000_000_000
	n, err := rand.Int(rand.Reader, big.NewInt(9*least))
	if err != nil {
		return 0, fmt.Errorf("modi: dnonce: %w", err)
	}
	return least + n.Int64(), nil
}

// EvidenceDigest binds a voucher to an evidence (AUDIT_REST_02): lower-case hexadecimal SHA-256 of the compact JWS as it will be
// sent, without a newline.
func EvidenceDigest(evidence string) string {
	sum := sha256.Sum256([]byte(evidence))
	return hex.EncodeToString(sum[:])
}

// BodyDigest is the header Digest of a body (RFC 3230): standard base64, with its padding, of the SHA-256.
func BodyDigest(body []byte) string {
	sum := sha256.Sum256(body)
	return DigestOf(base64.StdEncoding.EncodeToString(sum[:]))
}

// DigestOf is the header Digest of a SHA-256 that is already in base64.
func DigestOf(sum string) string { return "SHA-256=" + sum }

// Signature binds the sender to a body (INTEGRITY_REST_02). The values are those of the headers that will be sent, byte for
// byte; ContentEncoding is empty when that header is not sent.
type Signature struct {
	ClientID, Audience                   string
	Digest, ContentType, ContentEncoding string
}

// Sign makes the signature.
func (g Signature) Sign(k Key, s Stamp) (string, error) {
	if g.Digest == "" || g.ContentType == "" {
		return "", errors.New("modi: si firma un corpo con il suo Digest e il suo Content-Type")
	}
	headers := []map[string]string{{"digest": g.Digest}, {"content-type": g.ContentType}}
	if g.ContentEncoding != "" {
		headers = append(headers, map[string]string{"content-encoding": g.ContentEncoding})
	}
	return k.sign(s.into(jwt.MapClaims{"iss": g.ClientID, "sub": g.ClientID, "aud": g.Audience, "signed_headers": headers}))
}
