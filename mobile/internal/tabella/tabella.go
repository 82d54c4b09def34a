// Package tabella gives tablets the fixed tables that they work with when there is no network, each
// tenant its own, with a version that changes when and only when the content does.
package tabella

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/comune"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/sanzione"
)

// Nomi lists the tables in the order in which they are written.
func Nomi() []string { return []string{"comuni", "violazioni", "tariffe", "strade", "reparti"} }

// Anagrafe gives what core keeps of a tenant; false before it was read the first time.
type Anagrafe interface {
	Pronta() bool
	Di(tenant string) anagrafe.Tenant
}

// Service holds the tables that are the same for all, written once, and looks up the tenant's own.
type Service struct {
	comuni   json.RawMessage
	sanzioni json.RawMessage
	tariffe  json.RawMessage
	anagrafe Anagrafe
}

// Documento is an answer ready to be sent. Versione is also its strong entity tag.
type Documento struct {
	Versione string
	Corpo    []byte
}

// Nuovo writes the tables that do not depend on the tenant.
func Nuovo(comuni *comune.Tabella, sanzioni *sanzione.Tabella, a Anagrafe) (Service, error) {
	violazioni, tariffe := dividi(sanzioni.Tutte())
	s := Service{anagrafe: a}
	for _, t := range []struct {
		in    *json.RawMessage
		righe any
	}{{&s.comuni, comuni.Tutte()}, {&s.sanzioni, violazioni}, {&s.tariffe, tariffe}} {
		dati, err := json.Marshal(t.righe)
		if err != nil {
			return Service{}, fmt.Errorf("tabella: %w", err)
		}
		*t.in = dati
	}
	return s, nil
}

// Tutte gives every table of a tenant.
func (s Service) Tutte(tenant string) (Documento, error) { return s.documento(tenant, Nomi()) }

// Una gives one table by name; a name that is no table is 404 and is said.
func (s Service) Una(tenant, nome string) (Documento, error) {
	if !slices.Contains(Nomi(), nome) {
		return Documento{}, problem.NonTrovato("Tabella", nome)
	}
	return s.documento(tenant, []string{nome})
}

// documento writes {"versione":…, "<table>":[…], …}. The version is a hash of tenant and tables, so
// that two tenants never share a tag.
func (s Service) documento(tenant string, nomi []string) (Documento, error) {
	if !s.anagrafe.Pronta() {
		return Documento{}, problem.NonDisponibile("DATI_NON_PRONTI", "Le tabelle non sono ancora pronte.")
	}
	var tabelle []byte
	for _, nome := range nomi {
		righe, err := s.righe(tenant, nome)
		if err != nil {
			return Documento{}, err
		}
		tabelle = append(append(tabelle, `,"`+nome+`":`...), righe...)
	}
	h := sha256.New()
	_, _ = h.Write([]byte(tenant))
	_, _ = h.Write(tabelle)
	versione := hex.EncodeToString(h.Sum(nil))[:32]
	corpo := append([]byte(`{"versione":"`+versione+`"`), tabelle...)
	return Documento{Versione: versione, Corpo: append(corpo, '}')}, nil
}

func (s Service) righe(tenant, nome string) (json.RawMessage, error) {
	switch nome {
	case "comuni":
		return s.comuni, nil
	case "violazioni":
		return s.sanzioni, nil
	case "tariffe":
		return s.tariffe, nil
	case "reparti":
		dati, err := json.Marshal(reparti(s.anagrafe.Di(tenant)))
		if err != nil {
			return nil, fmt.Errorf("tabella: reparti: %w", err)
		}
		return dati, nil
	}
	return json.RawMessage("[]"), nil // strade: the tenant has loaded none
}

// Reparto is a department of the command.
type Reparto struct {
	Codice      string `json:"codice"`
	Descrizione string `json:"descrizione"`
}

func reparti(t anagrafe.Tenant) []Reparto {
	elenco := make([]Reparto, 0, len(t.Reparti))
	for _, codice := range slices.SortedFunc(maps.Keys(t.Reparti), cmp.Compare) {
		elenco = append(elenco, Reparto{Codice: codice, Descrizione: t.Reparti[codice]})
	}
	return elenco
}
