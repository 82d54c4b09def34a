package portale

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Contatti is a command and how it is reached; what it has not set is empty.
type Contatti struct{ Nome, Ente, Indirizzo, Telefono, PEC, SitoWeb, DPO, Informativa string }

// Contatti gives those that the command has set, as they are at the head of its acts.
func (s *Service) Contatti(t tenant.Tenant) (Contatti, error) {
	c := Contatti{Nome: t.Denominazione}
	suo := s.Anagrafe.Of(t.Nome)
	for chiave, dove := range map[string]*string{"comando.ente": &c.Ente, "comando.indirizzo": &c.Indirizzo,
		"comando.telefono": &c.Telefono, "comando.pec": &c.PEC, "comando.sitoWeb": &c.SitoWeb,
		"comando.contattoDpo": &c.DPO, "comando.informativa": &c.Informativa} {
		if _, err := suo.Impostazione(chiave, s.oggi().String(), dove); err != nil {
			return c, err
		}
	}
	return c, nil
}
