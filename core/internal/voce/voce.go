// Package voce is the rule by which core writes an entry of its register: the first time it is
// created, the same data again are harmless, other data are refused with the names of the fields.
package voce

import (
	"net/http"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Esito is what asking for an entry did.
type Esito string

// The outcomes, as the command line prints them.
const (
	Creata      Esito = "creato"
	GiaPresente Esito = "già presente"
	Completata  Esito = "creazione interrotta in precedenza, ora completata"
	Cambiata    Esito = "cambiato"
)

// Campo is one datum of an entry, under the name it has on the command line and in JSON.
type Campo struct{ Nome, Valore string }

// Diversa compares the data asked for with those of the entry that is there already: nil when they
// are the same, else a conflict that names each field that differs.
func Diversa(cosa, chiave string, chiesti, presenti []Campo) error {
	valori := make(map[string]string, len(presenti))
	for _, c := range presenti {
		valori[c.Nome] = c.Valore
	}
	var diversi []problem.Campo
	var nomi []string
	for _, c := range chiesti {
		if valori[c.Nome] != c.Valore {
			diversi = append(diversi, problem.Campo{Campo: c.Nome, Messaggio: "è già registrato con un altro valore"})
			nomi = append(nomi, c.Nome)
		}
	}
	if diversi == nil {
		return nil
	}
	e := problem.Conflitto("GIA_PRESENTE_DIVERSO", cosa+" "+chiave+" esiste già con altri dati: "+strings.Join(nomi, ", ")+".")
	e.Campi = diversi
	return e
}

// Raccogli turns the faults found by a check into one error; nil when there are none.
func Raccogli(campi []problem.Campo) error {
	if len(campi) == 0 {
		return nil
	}
	return problem.NonValido(campi...)
}

// Unisci adds faults to those of a check that may have found some already; an error that names no
// field comes first and alone.
func Unisci(err error, altri []problem.Campo) error {
	e := problem.As(err)
	if err != nil && (e == nil || len(e.Campi) == 0) {
		return err
	}
	if e != nil {
		altri = append(slices.Clone(e.Campi), altri...)
	}
	return Raccogli(altri)
}

// Stato is the HTTP status of the answer that carries the outcome of a creation.
func (e Esito) Stato() int {
	if e == GiaPresente {
		return http.StatusOK
	}
	return http.StatusCreated
}

// Codice is the outcome as a page names it in an address.
func (e Esito) Codice() string {
	if e == GiaPresente {
		return "presente"
	}
	return "creato"
}
