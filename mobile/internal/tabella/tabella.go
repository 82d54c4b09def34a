// Package tabella gives tablets the fixed tables that they work with when there is no network, each
// tenant its own, with a version that changes when and only when the content does.
package tabella

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	fisse "github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// The tables, by name.
const (
	comuni     = "comuni"
	violazioni = "violazioni"
	tariffe    = "tariffe"
	strade     = "strade"
	reparti    = "reparti"
)

// Nomi lists the tables in the order in which they are written.
func Nomi() []string { return []string{comuni, violazioni, tariffe, strade, reparti} }

// Service gives the tables of a tenant. It encodes the platform's tables once a version, for all tenants, and the tenant's own
// on request.
type Service struct {
	tabelle  *fisse.Copy
	anagrafe *anagrafe.Copy
	scritte  scritte
	note     note
	storia   storia
}

// Nuovo makes the service on the copies of core's tables and register.
func Nuovo(t *fisse.Copy, a *anagrafe.Copy) *Service { return &Service{tabelle: t, anagrafe: a} }

// Documento is an answer. Versione is also its strong entity tag. The text may still be missing: Completa. With Dopo it is
// what has changed since that version.
type Documento struct {
	Versione string
	Dopo     string
	tenant   string
	parti    []parte
}

// Tutte gives every table of a tenant.
func (s *Service) Tutte(ctx context.Context, tenant string) (Documento, error) {
	d, err := s.documento(ctx, tenant, Nomi())
	if err == nil {
		s.storia.ricorda(d)
	}
	return d, err
}

// Una gives one table by name; a name that is no table is 404 and is said.
func (s *Service) Una(ctx context.Context, tenant, nome string) (Documento, error) {
	if !slices.Contains(Nomi(), nome) {
		return Documento{}, problem.NonTrovato("Tabella", nome)
	}
	return s.documento(ctx, tenant, []string{nome})
}

func (s *Service) documento(ctx context.Context, tenant string, nomi []string) (Documento, error) {
	if err := s.tabelle.Ready(ctx); err != nil {
		return Documento{}, err
	}
	if !s.anagrafe.Ready() {
		return Documento{}, problem.NonDisponibile("DATI_NON_PRONTI", "Le tabelle non sono ancora pronte.")
	}
	d := Documento{tenant: tenant}
	for _, nome := range nomi {
		p, err := s.parte(ctx, tenant, nome)
		if err != nil {
			return Documento{}, err
		}
		d.parti = append(d.parti, p)
	}
	return d.firmato(), nil
}

func (s *Service) parte(ctx context.Context, tenant, nome string) (parte, error) {
	switch nome {
	case strade:
		return s.stradario(ctx, tenant)
	case reparti:
		return nuovaParte(reparti, repartiDi(s.anagrafe.Of(tenant)))
	}
	return s.scritte.parte(s.tabelle, nome)
}

// Completa gives the document with its text. The text read now may be newer than the one Documento knew:
// the version given is that of the text. A difference has its text already.
func (s *Service) Completa(ctx context.Context, d Documento) (Documento, error) {
	if d.Dopo != "" {
		return d, nil
	}
	d.parti = slices.Clone(d.parti)
	for i, p := range d.parti {
		if p.testo != nil {
			continue
		}
		letto, err := s.scriviStradario(ctx, d.tenant)
		if err != nil {
			return Documento{}, err
		}
		d.parti[i] = letto
	}
	if d = d.firmato(); len(d.parti) == len(Nomi()) {
		s.storia.ricorda(d)
	}
	return d, nil
}

// firmato has the version: a hash of tenant and tables, so that two tenants never share a tag.
func (d Documento) firmato() Documento {
	h := sha256.New()
	_, _ = h.Write([]byte(d.tenant))
	for _, p := range d.parti {
		_, _ = h.Write(p.impronta[:])
	}
	d.Versione = hex.EncodeToString(h.Sum(nil))[:32]
	return d
}

// Pezzi is the text of a complete document, to be written one after the other:
// {"versione":…,"<table>":[…],…}. They are shared: who gets them must not write in them.
func (d Documento) Pezzi() [][]byte {
	pezzi := [][]byte{[]byte(`{"versione":"` + d.Versione + `"`)}
	if d.Dopo != "" {
		pezzi = append(pezzi, []byte(`,"dopo":"`+d.Dopo+`"`))
	}
	for _, p := range d.parti {
		pezzi = append(pezzi, p.testo)
	}
	return append(pezzi, []byte("}"))
}

// Reparto is a department of the command.
type Reparto struct {
	Codice      string `json:"codice"`
	Descrizione string `json:"descrizione"`
}

func repartiDi(t anagrafe.Tenant) []Reparto {
	elenco := make([]Reparto, 0, len(t.Reparti))
	for _, codice := range slices.Sorted(maps.Keys(t.Reparti)) {
		elenco = append(elenco, Reparto{Codice: codice, Descrizione: t.Reparti[codice]})
	}
	return elenco
}
