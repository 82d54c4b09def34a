package vita

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// NuovoID is a time-ordered identifier.
func NuovoID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Evento is one thing that happened to a fine. It holds the decision itself: replaying it computes no law again.
type Evento struct {
	Sequenza    int       // given by the store
	Posizione   uuid.UUID // zero: the whole fine
	DataLegale  calendario.Giorno
	Registrato  time.Time
	Attore      string
	Causa       string
	Prova       string // document or external id
	Idempotenza string // empty: none
	Impronta    string // SHA-256 of the request that Idempotenza stands for; empty: no person asked
	// Importato: recorded by another system under the rules of its time. Deciso then says every state
	// that changes, and nothing is judged.
	Importato bool
	// Deciso are the states that the event itself decides where the table leaves a choice.
	Deciso Assi
	Apre   *Anomalia // the anomaly that it opens; nil: none
	Dati   Dati
}

// Tipo is the kind of the event.
func (e Evento) Tipo() verbale.TipoEvento { return e.Dati.Tipo() }

// AttoreSistema is who acts when no person does.
const AttoreSistema = "elaborazione"

// ElencoTipi names the events of one change, for the audit.
func ElencoTipi(eventi []Evento) string {
	nomi := make([]string, 0, len(eventi))
	for _, e := range eventi {
		if t := string(e.Tipo()); !slices.Contains(nomi, t) {
			nomi = append(nomi, t)
		}
	}
	return strings.Join(nomi, " ")
}
