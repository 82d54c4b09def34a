// Package tabella is the fixed tables: violations and municipalities of the platform, streets of a
// tenant. Each import is a version that can be read again and compared; amounts alone (tariffe) and
// the departments of a tenant (reparti) are seen as tables too.
package tabella

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The names of the tables.
const (
	Violazioni = "violazioni"
	Tariffe    = "tariffe" // the amounts of violazioni: the decree of every second year
	Comuni     = "comuni"
	Strade     = "strade"
	Reparti    = "reparti" // read only here
)

// Nomi are the tables in the order of a list: those of the platform, those of a tenant.
func Nomi() []string { return []string{Violazioni, Tariffe, Comuni, Strade, Reparti} }

// Caricabile reports whether files of the table can be imported.
func Caricabile(nome string) bool { return nome != Reparti }

// DelTenant reports whether the table belongs to a tenant; the others are the platform's.
func DelTenant(nome string) bool { return nome == Strade || nome == Reparti }

// Quale is a table: Tenant is empty for those of the platform.
type Quale struct{ Nome, Tenant string }

// conservata is the table in which the rows of this one are kept.
func (q Quale) conservata() Quale {
	if q.Nome == Tariffe {
		q.Nome = Violazioni
	}
	if !DelTenant(q.Nome) {
		q.Tenant = ""
	}
	return q
}

func (q Quale) oggetto(versione string) voce.Oggetto {
	return voce.Oggetto{Tipo: "tabella", Tenant: q.Tenant, Chiave: q.Nome + "@" + versione}
}

// sconosciuta is the refusal of a name that is no table.
func sconosciuta(nome string) error { return problem.NonTrovato("tabella", nome) }

// Stato is a table as a list shows it. Versione 0 has never been loaded; Caricata, Attore and Nota
// are of the last import.
type Stato struct {
	Nome     string     `json:"nome"`
	Tenant   string     `json:"tenant,omitempty"`
	Versione int        `json:"versione"`
	Impronta string     `json:"impronta"`
	Righe    int        `json:"righe"`
	Caricata *time.Time `json:"caricata,omitempty"`
	Attore   string     `json:"attore,omitempty"`
	Nota     string     `json:"nota,omitempty"`
}

// Versione is what an import did, who asked for it and why.
type Versione struct {
	Versione   int       `json:"versione"`
	Impronta   string    `json:"impronta"`
	Righe      int       `json:"righe"`
	Aggiunte   int       `json:"aggiunte"`
	Modificate int       `json:"modificate"`
	Tolte      int       `json:"tolte"`
	Nota       string    `json:"nota"`
	Caricata   time.Time `json:"caricata"`
	Attore     string    `json:"attore"`
}

// The outcomes of an import.
const (
	EsitoAnteprima = "ANTEPRIMA" // nothing was written
	EsitoCaricata  = "CARICATA"
	EsitoInvariata = "INVARIATA" // the file says what the table says already: no version was made
)

// Rapporto lists the changes of a file. Versione is the present version: until the import the one compared with, then the new
// one. Retroattive are the changes of Rapporto that touch past days.
type Rapporto struct {
	Esito       string              `json:"esito"`
	Versione    int                 `json:"versione"`
	Rapporto    foglio.Rapporto     `json:"rapporto"`
	Retroattive []foglio.Variazione `json:"retroattive"`
	Avvisi      []string            `json:"avvisi"`
	Effetti     *Effetti            `json:"effetti,omitempty"`

	dopo      *sanzione.Tabella         // the new version, of violations only
	Raffronti map[string][]foglio.Campo `json:"-"` // what changes in a row added after another of its code
	Svuota    bool                      `json:"-"` // less than half of the present rows stay
}

// Confronto is the difference between two versions of a table.
type Confronto struct {
	Da       int             `json:"da"`
	A        int             `json:"a"`
	Rapporto foglio.Rapporto `json:"rapporto"`

	Raffronti map[string][]foglio.Campo `json:"-"` // as in Rapporto
}
