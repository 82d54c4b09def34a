package ldap

import "time"

// Entro shortens the deadline of a check.
func (d *Direttorio) Entro(e time.Duration) *Direttorio {
	d.entro = e
	return d
}
