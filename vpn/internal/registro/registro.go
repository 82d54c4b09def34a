// Package registro is what every register of vehicles and licences can be asked and what it answers, whatever language it
// speaks: one model, what must hold of any answer, and the words for what a register does not hold. The languages are
// packages of their own (motorizzazione, infows, pra); how often, for how long and within which limits a register is asked is
// shared/esterno's; which registers a command asks, and in which order, is the package registri's.
package registro

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Domanda asks who held a vehicle on a day (the violation's). Richiedente is the command that asks and Motivo the reason:
// registers keep both. InCoda and Ripetuta are esterno's Work and Repeated. Attore and Verbale, if any, go into the book of
// questions and costs. Annota takes the lines of that book, for a caller that writes them with other rows; nil: they are written
// as they come.
type Domanda struct {
	Targa       string
	Data        calendario.Giorno
	Richiedente string
	Motivo      string
	InCoda      bool
	Ripetuta    bool
	Attore      string
	Verbale     uuid.UUID
	Annota      func(libro.Riga)
}

// DomandaPatente asks about a licence by its number, as of now; the rest as in Domanda.
type DomandaPatente struct {
	Numero      string
	Richiedente string
	Motivo      string
	InCoda      bool
	Ripetuta    bool
	Attore      string
	Verbale     uuid.UUID
}

// ErrTargaEstera is a register's answer that another country gave the plate. It is also esterno.ErrNotFound.
var ErrTargaEstera = fmt.Errorf("%w: targa di un altro Stato", esterno.ErrNotFound)

// TargaEstera is the cause of ErrTargaEstera.
type TargaEstera struct {
	Nazione string // that gave the plate, if the register named it (ISO 3166-1 alpha-2)
}

// Error is ErrTargaEstera's text.
func (t *TargaEstera) Error() string { return ErrTargaEstera.Error() }

// Unwrap gives ErrTargaEstera.
func (t *TargaEstera) Unwrap() error { return ErrTargaEstera }

// ErrAltroGiorno is the answer of a register that knows the holders of today and not those of the day asked for, because the
// vehicle changed hands after it, or because it does not say since when they hold it: to it nobody is addressed (art. 201 CdS:
// the holder at the date of ascertainment). The kind of its error is esterno.ErrRefused, and asking again changes nothing.
var ErrAltroGiorno = errors.New("gli intestatari sono quelli di oggi, non del giorno chiesto")

// AltroGiorno is the error for ErrAltroGiorno.
func AltroGiorno(dettaglio string) *esterno.Error {
	return &esterno.Error{Kind: esterno.ErrRefused, Code: CodiceAltroGiorno, Detail: dettaglio, Cause: ErrAltroGiorno}
}

// CodiceAltroGiorno is the code of ErrAltroGiorno.
const CodiceAltroGiorno = string(verbale.IndagineAltroGiorno)

// ErrNonSuo is the answer of a register that is not asked about this kind of key at all: a moped of the register of owners, a
// licence of a register of vehicles. Nothing left. The kind of its error is esterno.ErrRefused.
var ErrNonSuo = errors.New("il registro non tratta questa domanda")

// NonSuo is the error for ErrNonSuo.
func NonSuo(dettaglio string) *esterno.Error {
	return &esterno.Error{Kind: esterno.ErrRefused, Code: "NON_SUO", Detail: dettaglio, Cause: ErrNonSuo}
}

// ErrNonConfigurato says that a command has no register to ask: there is no address by default. It is a cause under
// esterno.ErrUnavailable.
var ErrNonConfigurato = collegamento.ErrNonConfigurato

// Chiave gives the one form of a plate or of a licence's number, of letters and digits only: nothing that could change the
// path or the body of a question. Whether the shape is a plate's is for the register; of a key of no possible shape codice is
// the word with which the register itself would refuse.
func Chiave(testo, codice string) (string, *esterno.Error) {
	chiave := targa.Normalizza(testo)
	if chiave == "" || len(chiave) > 20 || strings.Trim(chiave, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		e := esterno.Refused("chiave vuota, troppo lunga o con segni estranei")
		e.Code = codice
		return "", e
	}
	return chiave, nil
}

// The codes of a key of no possible shape.
const (
	TargaNonValida   = string(verbale.IndagineTargaNonValida)
	PatenteNonValida = "PATENTE_NON_VALIDA"
)
