// Package direttorio is where the operators of a command are known: which LDAP directory checks their
// passwords, by the settings of the command or the platform's, and which roles their groups give. A
// command's directory judges the accounts of that command and no others.
package direttorio

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/spine/identita"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
)

// Direttori are the directories of the commands. Settings and secrets are read at each use: a change is
// obeyed at the next login.
type Direttori struct {
	Impostazioni *impostazione.Servizio
	Piattaforma  *ldap.Direttorio // nil: the platform has none
	SegretiDir   string
	Reti         network.Admitted // where the servers of commands may be
	Log          *slog.Logger     // of what a trial does not tell

	mu    sync.Mutex
	posti map[string]*ldap.Posti // of each command's own directory
}

// Verifica judges the password of an account that a directory keeps, by that of its command; with what its
// groups give, nil where the command maps no groups and none has given a role. A directory that is away, or is not set right,
// is LDAP_NON_DISPONIBILE: nobody judged the password. Where the command has none it is ldap.ErrNessuno.
func (d *Direttori) Verifica(ctx context.Context, o operatore.Operatore, password string) (giusta bool, dati *operatore.DaiGruppi, err error) {
	c, err := d.comando(ctx, o.Tenant)
	if err != nil {
		return false, nil, err
	}
	if len(c.mappa.ruoli) == 0 {
		giusta, err = c.server.Verifica(ctx, o.Username, password)
		return giusta, c.mappa.senza(o, FonteLDAP), err
	}
	gruppi, giusta, err := c.server.VerificaConGruppi(ctx, o.Username, password)
	if err != nil || !giusta {
		return false, nil, err
	}
	return true, c.mappa.dati(FonteLDAP, gruppi), nil
}

// rileggi gives what the groups of an account give now, without its password; nil where the command maps
// no groups and none has given a role. A person whom the directory does not have is in none, and Assente.
func (c comando) rileggi(ctx context.Context, o operatore.Operatore) (dati *operatore.DaiGruppi, err error) {
	var gruppi []string
	var trovata bool
	if len(c.mappa.ruoli) == 0 {
		trovata, err = c.server.Presente(ctx, o.Username)
		dati = c.mappa.senza(o, FonteLDAP)
	} else {
		gruppi, trovata, err = c.server.GruppiDi(ctx, o.Username)
		dati = c.mappa.dati(FonteLDAP, gruppi)
	}
	if err != nil {
		return nil, err
	}
	if !trovata {
		dati = c.mappa.assente()
	}
	return dati, nil
}

// DaSso gives what the groups that a provider of single sign-on told of a person give; nil where the
// command maps no groups and none has given a role.
func (d *Direttori) DaSso(ctx context.Context, o operatore.Operatore, gruppi []string) (*operatore.DaiGruppi, error) {
	v, err := d.Impostazioni.InVigore(ctx, o.Tenant, chiaviGruppi()...)
	if err != nil {
		return nil, err
	}
	m, err := leggiMappa(v)
	if err != nil {
		return nil, err
	}
	if len(m.ruoli) == 0 {
		return m.senza(o, FonteSso), nil
	}
	return m.dati(FonteSso, gruppi), nil
}

// Garante reports whether the operators of a tenant come in by the provider of this command (empty: the platform's, which
// vouches for its own administrators too).
func (d *Direttori) Garante(ctx context.Context, tenant, comando string) (bool, error) {
	if tenant == "" {
		return comando == "", nil
	}
	v, err := d.Impostazioni.InVigore(ctx, tenant, identita.ChiaveSso)
	if err != nil {
		return false, err
	}
	if v.Testo(identita.ChiaveSso) == identita.Proprio {
		return comando == tenant, nil
	}
	return comando == "" && v.Testo(identita.ChiaveSso) != identita.Spento, nil
}

// comando is the directory of a command with the roles that its groups give; spento: it said that it has none.
type comando struct {
	server *ldap.Direttorio
	mappa  mappa
	spento bool
}

func (d *Direttori) comando(ctx context.Context, tenant string) (c comando, err error) {
	v, err := d.Impostazioni.InVigore(ctx, tenant, append(chiaviLDAP(), chiaviGruppi()...)...)
	if err != nil {
		return c, err
	}
	c.spento = v.Testo(identita.ChiaveLDAP) == identita.Spento
	if c.mappa, err = leggiMappa(v); err != nil {
		return c, err
	}
	switch c.server, err = d.server(tenant, v); {
	case errors.Is(err, ldap.ErrNessuno):
		return c, err
	case err != nil:
		return c, ldap.NonDisponibile(err)
	}
	return c, nil
}
