package network

import (
	"crypto/x509"
	"errors"
	"strings"
)

// CertificateFault says what is wrong with the certificate of a server that a setting names; empty when it is not that.
func CertificateFault(err error) string {
	var ignoto x509.UnknownAuthorityError
	var altro x509.HostnameError
	var male x509.CertificateInvalidError
	switch testo := err.Error(); {
	case errors.As(err, &ignoto), strings.Contains(testo, "certificate signed by unknown authority"):
		return "Il certificato del server è firmato da un'autorità che non si conosce: indicare il file dei certificati."
	case errors.As(err, &altro), strings.Contains(testo, "x509: certificate is valid for"), strings.Contains(testo, "doesn't contain any IP SANs"):
		return "Il certificato del server è di un altro nome."
	case errors.As(err, &male), strings.Contains(testo, "certificate has expired"):
		return "Il certificato del server è scaduto o non è valido."
	}
	return ""
}
