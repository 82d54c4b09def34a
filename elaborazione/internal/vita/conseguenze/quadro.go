package conseguenze

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// Quadro is what never changes of a fine, or hardly ever, and the law looks at.
type Quadro struct {
	Violazione   calendario.Giorno
	Istante      time.Time // of the violation; the first of the day where nobody knows the hour
	Inserito     time.Time // when the fine came in
	Notte        bool      // committed in the night band (art. 195 c. 2-bis CdS); false where nobody knows the hour
	Accertamento calendario.Giorno
	Contestato   bool
	Esteri       map[uuid.UUID]bool              // positions of who lives abroad
	Nati         map[uuid.UUID]calendario.Giorno // birth dates of the people of the positions, where they are known
	Minorenni    map[uuid.UUID]string            // positions of who was under age on the day of the violation, and why it is thought so
	Aperte       map[uuid.UUID]calendario.Giorno // positions opened after the insertion by data from outside, and when
	Decise       map[uuid.UUID]bool              // positions whose act may leave after its term: a person has said so
	Patente      *vita.Patente                   // of the driver at the check; nil: nobody said
	Dispositivo  *vita.Dispositivo               // that the fine names, all of it or a part; nil: none
	Scritte      []Scritta                       // what the act says of each violation, in order
}

// Scritta is what an act says of a violation beside its price: the letter, the accessory sanctions that it names, by name and
// in words, and whether no speed with its limit was told of it.
type Scritta struct {
	Lettera     string
	Accessorie  []sanzione.Conseguenza
	Parole      string // the accessory sanctions, as the act writes them
	SenzaMisura bool
}

// Scritta is what the act says of the violation at a place, from 1.
func (q *Quadro) Scritta(ordine int) Scritta {
	if ordine > len(q.Scritte) {
		return Scritta{}
	}
	return q.Scritte[ordine-1]
}

// Termini are the facts by which art. 201 CdS counts the days of some fines.
type Termini map[uuid.UUID]Quadro
