package auth

import (
	"crypto/sha512"
	"encoding/hex"
	"strings"
)

// Fingerprint is H: upper-case hexadecimal SHA-512 of the password followed by the department's code,
// UTF-8 (design, section 6). It is what argon2id protects, and what legacy rows hold.
func Fingerprint(password, reparto string) string {
	h := sha512.Sum512([]byte(password + reparto))
	return strings.ToUpper(hex.EncodeToString(h[:]))
}
