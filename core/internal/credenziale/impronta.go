package credenziale

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
)

// parametri of argon2id: OWASP's first choice, two passes and one lane. Under the race detector memoria is less.
func parametri() *argon2id.Params {
	return &argon2id.Params{Memory: memoria, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// formaH is a stored H: upper-case hexadecimal SHA-512, as the legacy system left it.
var formaH = regexp.MustCompile(`^[0-9A-F]{128}$`)

// Proteggi gives the stored form of H (auth.Fingerprint): argon2id with its own salt.
func Proteggi(h string) (string, error) {
	impronta, err := argon2id.CreateHash(h, parametri())
	if err != nil {
		return "", fmt.Errorf("credenziale: argon2id: %w", err)
	}
	return impronta, nil
}

// Finta gives a stored value that no password has, made without hashing: comparing with it costs what
// comparing with a protected one does.
func Finta() string {
	p := parametri()
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.Memory, p.Iterations, p.Parallelism,
		acaso(p.SaltLength), acaso(p.KeyLength))
}

func acaso(byteN uint32) string {
	b := make([]byte, byteN)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return base64.RawStdEncoding.EncodeToString(b)
}

// Protetta reports whether comparing with the stored value costs an argon2id.
func Protetta(impronta string) bool { return strings.HasPrefix(impronta, "$argon2id$") }

// Antica reports whether the stored value is H itself, not yet protected.
func Antica(impronta string) bool { return formaH.MatchString(impronta) }

// Corrisponde compares H with the stored value, in constant time. A stored value of no known form
// matches nothing.
func Corrisponde(h, impronta string) (bool, error) {
	switch {
	case Antica(impronta):
		return subtle.ConstantTimeCompare([]byte(h), []byte(impronta)) == 1, nil
	case !Protetta(impronta):
		return false, nil
	}
	uguali, err := argon2id.ComparePasswordAndHash(h, impronta)
	if err != nil {
		return false, fmt.Errorf("credenziale: argon2id: %w", err)
	}
	return uguali, nil
}
