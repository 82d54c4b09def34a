package direttorio

import (
	"context"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/identita"

	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
)

// Prova is what a trial of a command's directory found. No password of a person is tried, and none is told.
type Prova struct {
	Riuscita bool     `json:"riuscita"`
	Frase    string   `json:"frase"`
	Voce     string   `json:"voce,omitempty"`   // DN of the person that was looked for
	Gruppi   []string `json:"gruppi,omitempty"` // DNs, in order
	Ruoli    []string `json:"ruoli,omitempty"`  // that they would give
	Ignoti   []string `json:"ignoti,omitempty"` // roles of the settings that no account of the command may have
}

// Prova tries the directory that a command has set, also while it uses another, and looks for a username
// there (empty: for nobody).
func (d *Direttori) Prova(ctx context.Context, tenant, username string) (Prova, error) {
	v, err := d.Impostazioni.InVigore(ctx, tenant, append(chiaviLDAP(), chiaviGruppi()...)...)
	if err != nil {
		return Prova{}, err
	}
	var server *ldap.Direttorio
	if v.Testo(identita.ChiaveLDAPServer) != "" {
		server, err = d.proprio(tenant, v)
	} else {
		server, err = d.server(tenant, v)
	}
	if err != nil {
		return Prova{Frase: maiuscola(err.Error()) + "."}, nil
	}
	m, err := leggiMappa(v)
	if err != nil {
		return Prova{}, err
	}
	username = operatore.Normalizza(username)
	comune := server == d.Piattaforma
	if comune && username != "" {
		o, c, err := operatore.Store{Pools: d.Impostazioni.Store.Pools, Adesso: d.Impostazioni.Adesso}.Trova(ctx, username)
		if err != nil {
			return Prova{}, err
		}
		if !c || o.Tenant != tenant {
			return Prova{Frase: "Nel server della piattaforma si cercano solo le utenze del comando."}, nil
		}
	}
	r := server.Prova(ctx, username)
	if r.Guasto && d.Log != nil {
		d.Log.WarnContext(ctx, "prova del server LDAP di un comando non riuscita", "tenant", tenant, "errore", r.Causa)
	}
	p := Prova{Riuscita: r.Riuscita, Frase: r.Frase, Voce: r.DN, Gruppi: slices.Sorted(slices.Values(r.Gruppi))}
	if comune {
		p.nascondi(r.Guasto)
	}
	propri, err := ruolo.Di(ctx, d.Impostazioni.Store.Pools, tenant)
	if err != nil {
		return Prova{}, err
	}
	p.Ruoli, p.Ignoti = operatore.RuoliDeiGruppi(m.dati(FonteLDAP, r.Gruppi).Ruoli, m.tutti(), propri)
	return p, nil
}

// nascondi removes addresses and structure from the findings of a trial on the platform's directory, which all commands share.
func (p *Prova) nascondi(guasto bool) {
	if guasto {
		p.Frase = "Il server della piattaforma non risponde come deve: lo controlla chi tiene la piattaforma."
	}
	p.Voce = ldap.NomeDi(p.Voce)
	for i, g := range p.Gruppi {
		p.Gruppi[i] = ldap.NomeDi(g)
	}
}

// tutti are the roles that some group gives.
func (m mappa) tutti() (nomi []string) {
	for _, ruoli := range m.ruoli {
		nomi = append(nomi, ruoli...)
	}
	return nomi
}

func maiuscola(frase string) string {
	if frase == "" {
		return frase
	}
	return strings.ToUpper(frase[:1]) + frase[1:]
}
