package ldap

import "github.com/go-ldap/ldap/v3"

// UnDN reports whether a text is a distinguished name with at least one part.
func UnDN(testo string) bool {
	dn, err := ldap.ParseDN(testo)
	return err == nil && len(dn.RDNs) > 0
}

// StessoDN reports whether two texts are the same distinguished name, without regard to case and to how each is escaped.
func StessoDN(a, b string) bool {
	x, errA := ldap.ParseDN(a)
	y, errB := ldap.ParseDN(b)
	return errA == nil && errB == nil && len(x.RDNs) > 0 && x.EqualFold(y)
}

// NomeDi is the value of the first part of a distinguished name, as Ufficio of cn=Ufficio,ou=gruppi; empty for a text that is no name.
func NomeDi(dn string) string {
	d, err := ldap.ParseDN(dn)
	if err != nil || len(d.RDNs) == 0 || len(d.RDNs[0].Attributes) != 1 {
		return ""
	}
	return d.RDNs[0].Attributes[0].Value
}
