// Package mossa is one request of a person about a fine, for the chapters that decide it: what every kind of event is read into,
// what the decisions look at beside the state, and what they share.
package mossa

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
)

// Contenuto is what a person asks with one kind of event: its data, how they are checked whatever the fine,
// and what they decide for one. Decidi is pure but for the new identifiers; Applica judges what it gives.
type Contenuto interface {
	Controlla(v *vaglio.Vaglio, m *Richiesta)
	Decidi(s vita.Stato, m Richiesta) ([]vita.Evento, error)
}

// Lettore reads the data of a request strictly into a value.
type Lettore func(dati any) error

// Voce is how a kind of event is read and decided. The table of transitions says who may ask for it.
type Voce struct {
	Posizione bool // it may name a position
	Storia    bool // its decision looks at the events before it
	Leggi     func(Lettore) (Contenuto, error)
}

// puntatore is a content by its address.
type puntatore[D any] interface {
	*D
	Contenuto
}

// SulVerbale is a kind of event about the whole fine.
func SulVerbale[D any, P puntatore[D]]() Voce { return Voce{Leggi: leggi[D, P]} }

// SuPosizione is a kind of event that may name a position.
func SuPosizione[D any, P puntatore[D]]() Voce { return Voce{Leggi: leggi[D, P], Posizione: true} }

// ConStoria is a kind of event that may name a position, and whose decision looks at the events before it.
func ConStoria[D any, P puntatore[D]]() Voce {
	return Voce{Leggi: leggi[D, P], Posizione: true, Storia: true}
}

// leggi reads the data of a kind strictly.
func leggi[D any, P puntatore[D]](dati Lettore) (Contenuto, error) {
	var d D
	if err := dati(&d); err != nil {
		return nil, err
	}
	return P(&d), nil
}
