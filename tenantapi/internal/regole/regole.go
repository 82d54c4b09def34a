// Package regole is what a command asks of the programs that search its fines: its settings ricerca.*, copied in
// memory from core's view, and its secret. Without settings any program of the network may search.
package regole

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/spine/snapshot"
)

// Regole are those of a tenant today.
type Regole struct {
	Pagine   int // beyond which a token is needed; zero: none
	AlMinuto int // searches of an address in a minute; zero: as many as it likes

	limitate bool // by network
	reti     []netip.Prefix
	segreto  string // name of the file of the clients' token; empty: none is asked for
}

// Ammette reports whether a program may call from an address. A network that cannot be read lets nobody in.
func (r Regole) Ammette(indirizzo string) bool {
	if !r.limitate {
		return true
	}
	a, err := netip.ParseAddr(indirizzo)
	if err != nil {
		return false
	}
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(r.reti, func(p netip.Prefix) bool { return p.Contains(a) })
}

// Gettone reports whether the command asks its programs for a token of theirs.
func (r Regole) Gettone() bool { return r.segreto != "" }

// Copia is the copy of the settings of all tenants.
type Copia struct {
	pools    *db.Pools
	cartella string // of the secrets
	adesso   func() time.Time
	dati     *snapshot.Copy[map[string][]valore]
}

// valore is a setting of a tenant since a day (YYYY-MM-DD).
type valore struct {
	chiave, dal string
	dato        json.RawMessage
}

// Nuova makes an empty copy; cartella is that of the tenants' secrets, adesso the clock.
func Nuova(p *db.Pools, cartella string, adesso func() time.Time) *Copia {
	c := &Copia{pools: p, cartella: cartella, adesso: adesso}
	c.dati = snapshot.New(nil, c.leggi)
	return c
}

// Refresh reads the settings again.
func (c *Copia) Refresh(ctx context.Context) error { return c.dati.Refresh(ctx) }

func (c *Copia) leggi(ctx context.Context, _ *map[string][]valore) (*map[string][]valore, error) {
	nuovi := map[string][]valore{}
	err := c.pools.ReadPlatform(ctx, `SELECT tenant, chiave, valore, valida_da::text FROM core_v1.impostazione
		WHERE chiave LIKE 'ricerca.%' ORDER BY valida_da`, func(scan func(...any) error) error {
		var tenant string
		var v valore
		if err := scan(&tenant, &v.chiave, &v.dato, &v.dal); err != nil {
			return err
		}
		nuovi[tenant] = append(nuovi[tenant], v)
		return nil
	})
	if err != nil {
		return nil, db.Wrap("impostazioni della ricerca", err)
	}
	return &nuovi, nil
}

// Di gives the rules of a tenant today, in Rome. Before the first reading it waits for one.
func (c *Copia) Di(ctx context.Context, tenant string) (r Regole, err error) {
	if c.dati.Get() == nil {
		if err := c.dati.RefreshIf(ctx, func() bool { return c.dati.Get() == nil }); err != nil {
			return r, err
		}
	}
	oggi := calendario.Da(c.adesso()).String()
	for _, v := range (*c.dati.Get())[tenant] { // in order of validity
		if v.dal > oggi {
			continue
		}
		if r, err = r.con(v); err != nil {
			return r, err
		}
	}
	return r, nil
}

// con are the rules with one more setting.
func (r Regole) con(v valore) (_ Regole, err error) {
	switch v.chiave {
	case impostazione.ChiaveRicercaReti:
		var testo string
		if err = json.Unmarshal(v.dato, &testo); err == nil {
			r.limitate, r.reti = true, reti(testo)
		}
	case impostazione.ChiaveRicercaSegreto:
		err = json.Unmarshal(v.dato, &r.segreto)
	case impostazione.ChiaveRicercaPagine:
		err = json.Unmarshal(v.dato, &r.Pagine)
	case impostazione.ChiaveRicercaAlMinuto:
		err = json.Unmarshal(v.dato, &r.AlMinuto)
	}
	return r, err
}

// reti reads networks and addresses divided by commas.
func reti(testo string) (tutte []netip.Prefix) {
	for parte := range strings.SplitSeq(testo, ",") {
		parte = strings.TrimSpace(parte)
		if p, err := netip.ParsePrefix(parte); err == nil {
			tutte = append(tutte, p.Masked())
		} else if a, err := netip.ParseAddr(parte); err == nil {
			a = a.Unmap()
			tutte = append(tutte, netip.PrefixFrom(a, a.BitLen()))
		}
	}
	return tutte
}

// Prova reports whether a text is one of the tokens of the tenant's programs, a line each in the file of the secret, so
// that an old one is good until all have the new one. The file is read at each call.
func (c *Copia) Prova(r Regole, tenant, gettone string) (bool, error) {
	contenuto, err := config.TenantSecret(c.cartella, tenant, r.segreto)
	if err != nil {
		return false, err
	}
	dato, buono := sha256.Sum256([]byte(gettone)), 0
	for riga := range strings.Lines(contenuto) {
		if riga = strings.TrimSpace(riga); riga != "" {
			vero := sha256.Sum256([]byte(riga))
			buono |= subtle.ConstantTimeCompare(vero[:], dato[:])
		}
	}
	return buono == 1, nil
}
