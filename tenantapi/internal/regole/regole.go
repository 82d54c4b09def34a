// Package regole is what a command asks of the programs that search its fines: its settings ricerca.*, copied in
// memory from core's view, and its secret. Without settings any program of the network may search.
package regole

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

// Regole are those of a tenant today.
type Regole struct {
	Pagine         int // of a search, beyond which a token is needed; zero: none
	PagineAlGiorno int // of all searches of a client in a day, beyond which a token is needed; zero: none
	AlMinuto       int // searches of an address in a minute; zero: as many as it likes

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

// Copia reads them in the copy of the settings of all tenants.
type Copia struct {
	impostazioni *anagrafe.Copy
	cartella     string // of the secrets
	adesso       func() time.Time
}

// Nuova makes an empty copy; cartella is that of the tenants' secrets, adesso the clock.
func Nuova(p *db.Pools, cartella string, adesso func() time.Time) *Copia {
	return &Copia{impostazioni: anagrafe.New(p, anagrafe.Impostazioni), cartella: cartella, adesso: adesso}
}

// Refresh reads the settings again.
func (c *Copia) Refresh(ctx context.Context) error { return c.impostazioni.Refresh(ctx) }

// Di gives the rules of a tenant today, in Rome. Before the first reading it waits for one.
func (c *Copia) Di(ctx context.Context, tenant string) (r Regole, err error) {
	if err := c.impostazioni.Wait(ctx); err != nil {
		return r, err
	}
	sue, oggi, scritte := c.impostazioni.Of(tenant), calendario.Da(c.adesso()).String(), ""
	if r.limitate, err = sue.Impostazione(scelte.ChiaveRicercaReti, oggi, &scritte); err != nil {
		return r, err
	}
	r.reti = reti(scritte)
	for chiave, dove := range map[string]any{scelte.ChiaveRicercaSegreto: &r.segreto,
		scelte.ChiaveRicercaPagine: &r.Pagine, scelte.ChiaveRicercaPagineAlGiorno: &r.PagineAlGiorno,
		scelte.ChiaveRicercaAlMinuto: &r.AlMinuto} {
		if _, err = sue.Impostazione(chiave, oggi, dove); err != nil {
			return r, err
		}
	}
	return r, nil
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

// gettoneMinimo is how many characters a token has at least: a shorter one can be guessed.
const gettoneMinimo = 20

// Prova reports whether a text is one of the tokens of the tenant's programs: one in each file that the setting names, so that an
// old one is good until all have the new one. The files are read at each call; a file that holds no token, or more than one, or one
// too short, is an error whatever the others hold.
func (c *Copia) Prova(r Regole, tenant, gettone string) (bool, error) {
	dato, buono := sha256.Sum256([]byte(gettone)), 0
	for nome := range strings.SplitSeq(r.segreto, ",") {
		nome = strings.TrimSpace(nome)
		if !strings.HasPrefix(nome, "ricerca") { // set before the names had a form
			return false, fmt.Errorf("regole: il file %q non si usa qui: il nome comincia con ricerca", nome)
		}
		contenuto, err := config.TenantSecret(c.cartella, tenant, nome)
		if err != nil {
			return false, err
		}
		scritto := strings.TrimSpace(contenuto)
		if len(scritto) < gettoneMinimo || strings.ContainsFunc(scritto, func(x rune) bool { return x <= ' ' || x > '~' }) {
			return false, fmt.Errorf("regole: il file %s deve avere un solo gettone, di almeno %d caratteri senza spazi", nome, gettoneMinimo)
		}
		vero := sha256.Sum256([]byte(scritto))
		buono |= subtle.ConstantTimeCompare(vero[:], dato[:])
	}
	return buono == 1, nil
}
