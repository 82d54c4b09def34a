package modi

import (
	"errors"
	"strings"

	"github.com/golang-jwt/jwt/v5"
)

// Voucher is what a client may read of a voucher. Nobody has checked its signature: that is for the e-service.
type Voucher struct {
	ID         string
	Audience   []string
	PurposeID  string
	Digest     string // of the evidence that it is bound to
	Thumbprint string // of the key that it is bound to
}

// ReadVoucher reads the claims of a voucher; several audiences stand in one text, joined with commas.
func ReadVoucher(text string) (Voucher, error) {
	var c struct {
		jwt.RegisteredClaims
		PurposeID string `json:"purposeId"`
		Digest    struct {
			Value string `json:"value"`
		} `json:"digest"`
		Cnf struct {
			Jkt string `json:"jkt"`
		} `json:"cnf"`
	}
	if _, _, err := jwt.NewParser().ParseUnverified(text, &c); err != nil || c.ID == "" {
		return Voucher{}, errors.New("modi: il voucher non è un token con il suo jti")
	}
	v := Voucher{ID: c.ID, PurposeID: c.PurposeID, Digest: c.Digest.Value, Thumbprint: c.Cnf.Jkt}
	for _, a := range c.Audience {
		v.Audience = append(v.Audience, strings.Split(a, ",")...)
	}
	return v, nil
}
