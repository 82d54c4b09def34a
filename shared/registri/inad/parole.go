// Package inad is the words on the wire of the national register of digital domiciles (AgID, INAD CONSULTAZIONE DD), as its client
// and its simulator write and read them.
package inad

import "regexp"

// The parts of an address after the register's base: <Estrai>/<tax code>, <Verifica>/<tax code>, <Elenco>, <Elenco>/<Stato>/<id>,
// <Elenco>/<Risposta>/<id>.
const (
	Estrai   = "extract"
	Verifica = "verify"
	Elenco   = "listDigitalAddress"
	Stato    = "state"
	Risposta = "response"
)

// Fields of a question. PraticaElenco is written without its first c: the register refuses the right spelling.
const (
	Pratica       = "practicalReference"
	PraticaElenco = "praticalReference"
	Indirizzo     = "digital_address"
	Giorno        = "since"
)

// AlPiu is how many tax codes a list may have.
const AlPiu = 1000

// The states of a list.
const (
	PresaInCarico  = "PRESA_IN_CARICO"
	InElaborazione = "IN_ELABORAZIONE"
	Disponibile    = "DISPONIBILE"
)

// The types of the register's own errors, whose status is a text.
const (
	Malformata    = "BAD_REQUEST"
	NonAmmesso    = "UNAUTHORIZED"
	NonTrovato    = "NOT_FOUND"
	TroppeDomande = "TOO_MANY_REQUESTS"
)

// indirizzi is the register's pattern of an address.
var indirizzi = regexp.MustCompile(`^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$`)

// IndirizzoDigitale reports whether a text has the shape of a digital address.
func IndirizzoDigitale(s string) bool { return len(s) <= 320 && indirizzi.MatchString(s) }
