package vita

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Differenza is a part of a fine that the table holds otherwise than its events say.
type Differenza struct {
	Parte      string `json:"parte"`
	Eventi     string `json:"eventi"`
	Proiettata string `json:"proiettata"`
}

// Diverso is a fine whose tables say otherwise than its events.
type Diverso struct {
	Verbale    uuid.UUID    `json:"verbale"`
	Differenze []Differenza `json:"differenze"`
}

// Differisce replays the events of a fine; a history that stops half-way is a difference too.
func Differisce(proiettato Stato, eventi []Evento) []Differenza {
	for i, e := range eventi {
		if e.Sequenza != i+1 {
			return []Differenza{{Parte: "Eventi", Eventi: fmt.Sprintf("manca l'evento %d", i+1), Proiettata: fmt.Sprintf("sequenza %d", proiettato.Sequenza)}}
		}
	}
	rifatto, err := Rivivi(proiettato.ID, eventi)
	if err != nil {
		return []Differenza{{Parte: "Eventi", Eventi: err.Error(), Proiettata: fmt.Sprintf("sequenza %d", proiettato.Sequenza)}}
	}
	proiettato.Cancellato = false // no event says it
	return Confronta(rifatto, proiettato)
}

// Confronta lists the fields in which two states differ; lists that clocks of several replicas may
// have ordered otherwise are compared by id.
func Confronta(rifatto, proiettato Stato) []Differenza {
	var tutte []Differenza
	rifatto, proiettato = rifatto.perID(), proiettato.perID()
	a, b := reflect.ValueOf(rifatto), reflect.ValueOf(proiettato)
	for i := range a.NumField() {
		x, y := fmt.Sprintf("%+v", a.Field(i).Interface()), fmt.Sprintf("%+v", b.Field(i).Interface())
		if x != y {
			tutte = append(tutte, Differenza{Parte: a.Type().Field(i).Name, Eventi: x, Proiettata: y})
		}
	}
	return tutte
}

func (s Stato) perID() Stato {
	s = s.Copia()
	s.SospesoDal, s.SospensivaDal = s.sospesoDal(), calendario.Giorno{} // the rows hold only the suspension in force
	slices.SortFunc(s.Avvisi, func(a, b Avviso) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(s.Notifiche, func(a, b Notifica) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(s.Pagamenti, func(a, b Pagamento) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(s.Impugnazioni, func(a, b Impugnazione) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(s.Anomalie, func(a, b Anomalia) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return s
}
