// Package schedario is the one mechanism of core's registers. A noun (department, officer, portal …) declares
// itself once; from that it is read, listed, made and changed by programs, on pages and at the command line. The
// use cases of a noun that is a plain row are here too (Servizio); the others bring their own (Usi).
package schedario

import (
	"context"
	"strings"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of an entry: a ceased entry is not used any more, and references to it stay.
const (
	Attivo  = "ATTIVO"
	Cessato = "CESSATO"
)

// Dichiarazione is a noun of the register. T is its entry: what JSON shows, and the row that GORM keeps.
type Dichiarazione[T any] struct {
	Nome      string // of one entry, as its table, the audit and refusals call it: "agente"
	Percorso  string // of the list, in REST and on pages: "agenti"
	Parametro string // of the key of an entry in a path: "matricola"

	Legge, Scrive auth.Permission

	Testa func(*T) Testa
	Campi []Campo[T] // in the order of the form; an entry is called by the first
	Nuova Corpo[T]   // the body of POST
	Altra Corpo[T]   // the body of PUT
	Pagina[T]
	Riga  Riga[T]
	Usi   Usi[T]
	Letta voce.Lettura // of entries that are about persons; nil: reading them leaves no line
}

// Testa are the parts of an entry that the mechanism itself sets. Tenant is nil where entries belong to none.
type Testa struct {
	Tenant, Chiave, Stato *string
	Versione              *int
}

// Usi are the use cases of a noun; Modifica is nil where an entry never changes. Chiave is the key as it came.
type Usi[T any] struct {
	Crea     func(ctx context.Context, v T) (T, voce.Esito, error)
	Modifica func(ctx context.Context, v T) (T, error)
	Trova    func(ctx context.Context, tenant, chiave string) (T, error)
	Elenca   func(ctx context.Context, tenant string, f voce.Filtro) (voce.Pagina[T], error)
	Elimina  func(ctx context.Context, tenant, chiave string) error // nil where an entry stays for ever
}

// Quando says on which form a field stands.
type Quando int

// The forms: those of new and of present entries, or one of the two.
const (
	Sempre Quando = iota
	SoloNuova
	SoloPresente
)

func (q Quando) vale(nuova bool) bool { return q == Sempre || nuova == (q == SoloNuova) }

// Campo is a datum of an entry: in the form, at the command line, among what a second creation must not differ in.
type Campo[T any] struct {
	pagine.Campo // Nome is that of JSON too
	Quando       Quando
	Di           func(*T) *string
	Molti        func(*T) *[]string                                       // in place of Di: any number of the choices
	Scelte       func(ctx context.Context, v T) ([]pagine.Opzione, error) // nil: a line of text

	Opzione, Predefinito string // help and default of its option at the command line; without help there is none
}

// detto is the datum in one line.
func (c Campo[T]) detto(v *T) string {
	if c.Molti != nil {
		return strings.Join(*c.Molti(v), ",")
	}
	return *c.Di(v)
}

// Fisse are choices that do not depend on the entry.
func Fisse[T any](scelte ...pagine.Opzione) func(context.Context, T) ([]pagine.Opzione, error) {
	return func(context.Context, T) ([]pagine.Opzione, error) { return scelte, nil }
}

// CampoStato is the state of a present entry, one of stati.
func CampoStato[T any](di func(*T) *string, aiuto string, stati ...string) Campo[T] {
	return Campo[T]{Campo: pagine.Campo{Nome: "stato", Etichetta: "Stato", Aiuto: aiuto}, Quando: SoloPresente,
		Di: di, Scelte: Fisse[T](pagine.Stati(stati...)...)}
}

// Pagina is what the pages of a noun say.
type Pagina[T any] struct {
	TitoloElenco, TitoloNuova string           // "Agenti"; "Nuovo agente", also the link to the form
	Titolo                    func(v T) string // of a present entry

	Colonne []string // the first is the link to the entry
	Celle   func(v T) []string

	Iniziale    T                                         // what the form of a new entry begins with
	ApreLaNuova bool                                      // after its creation the page of the entry opens, not the list
	Scheda      func(v T, m Modulo) templ.Component       // nil: the form alone (Scheda)
	Rileggi     func(ctx context.Context, v T) (T, error) // what the page shows beside the form, when the form is refused; nil: nothing
}

// Riga is what the command line says of a noun.
type Riga[T any] struct {
	Breve, Crea, Elenca string // help of the noun and of its two commands
	Argomento           string // name of the first field, when it is an argument: "MATRICOLA"
	Tenant              string // help of --tenant
	DiPiattaforma       bool   // without a tenant the entries are the platform's

	Colonne []string
	Celle   func(v T) []string
	Detta   func(v T) string // the entry in the sentence of its creation; nil: its key
	Leggi   func(v *T)       // how its text is read; nil: as it is
}

// chiamata is the first field, by which a person calls the entry.
func (d Dichiarazione[T]) chiamata(v *T) *string { return d.Campi[0].Di(v) }

func (d Dichiarazione[T]) oggetto(v T) voce.Oggetto {
	t := d.Testa(&v)
	return voce.Oggetto{Tipo: d.Nome, Tenant: *t.Tenant, Chiave: *t.Chiave}
}

// Dati are the data that a second creation of the same entry must not differ in.
func (d Dichiarazione[T]) Dati(v T) (dati []voce.Campo) {
	for _, c := range d.Campi {
		if c.Quando != SoloPresente {
			dati = append(dati, voce.Campo{Nome: c.Nome, Valore: c.detto(&v)})
		}
	}
	return dati
}
