package direttorio

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/identita"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// Who gave roles, as the register names it in the place of an operator.
const (
	FonteLDAP = "gruppi LDAP"
	FonteSso  = "gruppi accesso unico"
)

// mappa is which roles the groups of a command give.
type mappa struct {
	ruoli      map[string][]string
	sostituiti bool
}

func chiaviGruppi() []string { return []string{identita.ChiaveGruppiRuoli, identita.ChiaveGruppiAMano} }

func leggiMappa(v impostazione.InVigore) (m mappa, err error) {
	m.sostituiti = v.Testo(identita.ChiaveGruppiAMano) == identita.AManoSostituiti
	_, err = v.Leggi(identita.ChiaveGruppiRuoli, &m.ruoli)
	return m, err
}

// dati are the roles that these groups give. A group is named by its DN, or by its name alone.
func (m mappa) dati(fonte string, gruppi []string) *operatore.DaiGruppi {
	d := &operatore.DaiGruppi{Fonte: fonte, Sostituiti: m.sostituiti && len(m.ruoli) > 0, DiDirettorio: fonte == FonteLDAP}
	for nome, ruoli := range m.ruoli {
		for _, g := range gruppi {
			if stesso(nome, g) {
				d.Ruoli = append(d.Ruoli, ruoli...)
			}
		}
	}
	return d
}

// senza takes from an account, where the command maps no groups, the roles that groups once gave it; nil when there are none.
func (m mappa) senza(o operatore.Operatore, fonte string) *operatore.DaiGruppi {
	if len(o.RuoliGruppi) == 0 {
		return nil
	}
	return m.dati(fonte, nil)
}

// assente is of a person whom the directory of the command does not have.
func (m mappa) assente() *operatore.DaiGruppi {
	d := m.dati(FonteLDAP, nil)
	d.Assente = true
	return d
}

// stesso reports whether a group has a name of the settings: the same text without regard to case, the same DN, or,
// for a name that is no DN, the value of the first part of its DN.
func stesso(nome, gruppo string) bool {
	if strings.EqualFold(nome, gruppo) {
		return true
	}
	return ldap.StessoDN(nome, gruppo) || ldap.NomeDi(gruppo) != "" && !ldap.UnDN(nome) && strings.EqualFold(nome, ldap.NomeDi(gruppo))
}
