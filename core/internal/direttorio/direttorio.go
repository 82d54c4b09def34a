// Package direttorio is where the operators of a command are known: which LDAP directory checks their
// passwords, by the settings of the command or the platform's, and which roles their groups give. A
// command's directory judges the accounts of that command and no others.
package direttorio

import (
	"context"

	chiavi "github.com/piattaforma-verbali/verbali/shared/spine/impostazione"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/rete"
)

// Direttori are the directories of the commands. Settings and secrets are read at each use: a change is
// obeyed at the next login.
type Direttori struct {
	Impostazioni *impostazione.Servizio
	Piattaforma  *ldap.Direttorio // nil: the platform has none
	SegretiDir   string
	Reti         rete.Ammesse // where the servers of commands may be
}

// Verifica judges the password of an account that a directory keeps, by that of its command; with what its
// groups give, nil where the command maps no groups. A directory that is away, or is not set right, is
// LDAP_NON_DISPONIBILE: nobody judged the password.
func (d *Direttori) Verifica(ctx context.Context, o operatore.Operatore, password string) (giusta bool, dati *operatore.DaiGruppi, err error) {
	c, err := d.comando(ctx, o.Tenant)
	if err != nil {
		return false, nil, err
	}
	if len(c.mappa.ruoli) == 0 {
		giusta, err = c.server.Verifica(ctx, o.Username, password)
		return giusta, nil, err
	}
	gruppi, giusta, err := c.server.VerificaConGruppi(ctx, o.Username, password)
	if err != nil || !giusta {
		return false, nil, err
	}
	return true, c.mappa.dati(FonteLDAP, gruppi), nil
}

// Rileggi gives what the groups of an account give now, without its password; nil where the command maps
// no groups. A person whom the directory no longer has is in none, and Assente.
func (d *Direttori) Rileggi(ctx context.Context, o operatore.Operatore) (*operatore.DaiGruppi, error) {
	c, err := d.comando(ctx, o.Tenant)
	if err != nil || len(c.mappa.ruoli) == 0 {
		return nil, err
	}
	gruppi, trovata, err := c.server.GruppiDi(ctx, o.Username)
	if err != nil {
		return nil, err
	}
	dati := c.mappa.dati(FonteLDAP, gruppi)
	dati.Assente = !trovata
	return dati, nil
}

// DaSso gives what the groups that a provider of single sign-on told of a person give; nil where the
// command maps no groups.
func (d *Direttori) DaSso(ctx context.Context, tenant string, gruppi []string) (*operatore.DaiGruppi, error) {
	v, err := d.Impostazioni.InVigore(ctx, tenant, chiaviGruppi()...)
	if err != nil {
		return nil, err
	}
	m, err := leggiMappa(v)
	if err != nil || len(m.ruoli) == 0 {
		return nil, err
	}
	return m.dati(FonteSso, gruppi), nil
}

// Garante reports whether the operators of a tenant come in by the provider of this command (empty: the platform's, which
// vouches for its own administrators too).
func (d *Direttori) Garante(ctx context.Context, tenant, comando string) (bool, error) {
	if tenant == "" {
		return comando == "", nil
	}
	v, err := d.Impostazioni.InVigore(ctx, tenant, chiavi.ChiaveSso)
	if err != nil {
		return false, err
	}
	if v.Testo(chiavi.ChiaveSso) == chiavi.Proprio {
		return comando == tenant, nil
	}
	return comando == "" && v.Testo(chiavi.ChiaveSso) != chiavi.Spento, nil
}

// comando is the directory of a command with the roles that its groups give.
type comando struct {
	server *ldap.Direttorio
	mappa  mappa
}

func (d *Direttori) comando(ctx context.Context, tenant string) (c comando, err error) {
	v, err := d.Impostazioni.InVigore(ctx, tenant, append(chiaviLDAP(), chiaviGruppi()...)...)
	if err != nil {
		return c, err
	}
	if c.mappa, err = leggiMappa(v); err != nil {
		return c, err
	}
	c.server, err = d.server(tenant, v)
	if err != nil {
		return c, ldap.NonDisponibile(err)
	}
	return c, nil
}
