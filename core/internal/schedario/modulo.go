package schedario

import "github.com/piattaforma-verbali/verbali/core/internal/pagine"

// Modulo is the form of an entry, new or present, as a page draws it.
type Modulo struct {
	Titolo    string
	Indirizzo string // of the list
	Azione    string // where the form goes
	Nuova     bool
	Fatto     string // the act just done (pagine.Fatto)
	Campi     []CampoModulo
	Versione  int
	Elimina   bool // a present entry may be taken away
	Rifiuto   pagine.Rifiuto
}

// CampoModulo is a field of a form; with choices it is one of them, or any number.
type CampoModulo struct {
	pagine.Campo
	Scelte []pagine.Opzione
	Molti  bool
	Scelti []string // of many
}

// fermo shows a choice that cannot be changed as a line with its words.
func (c CampoModulo) fermo() CampoModulo {
	if !c.SolaLettura {
		return c
	}
	c.Valore, c.Scelte = Parola(c.Scelte, c.Valore), nil
	return c
}

// Parola is the name of a choice; an unknown value is shown as it is.
func Parola(scelte []pagine.Opzione, valore string) string {
	for _, o := range scelte {
		if o.Valore == valore {
			return o.Nome
		}
	}
	return valore
}

// rigaElenco is a row of a list: its cells, the first of which is the link to the entry.
type rigaElenco struct {
	indirizzo string
	celle     []string
}
