// Package piano shows operators the plan of notification: who is still to be served and what for he waits, the proposals that a person
// confirms, the figures of each way, and what other channels would do. It reads verbali_v1.piano; elaborazione plans and acts.
package piano

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Indirizzo is the address of the page of what waits. The other pages of the plan are below it.
const Indirizzo = pagine.Base + "piano"

// Store reads the plan in the database of the context's tenant.
type Store struct {
	Pools  *db.Pools
	Adesso func() time.Time
}

// Riga is what comes next for a position that is still to be served. Perche is empty for a caller who may not read persons.
type Riga struct {
	Posizione, Verbale uuid.UUID

	Aspetta       verbale.AttesaNotifica
	Via, Proposta cds.Canale // empty: not decided, none
	Perche        string
	Entro         calendario.Giorno // last day to hand the act over; zero: it has left
	Dal, Fatto    time.Time
}

// Voce is a row of the list: the plan of a position, its fine, and who stands there as far as the caller may read it.
type Voce struct {
	Riga

	Anno    int
	Numero  int64
	Lettera string
	Targa   string
	Titolo  verbale.Titolo
	Tipo    string
	Cognome string
	Nome    string
	Ditta   string
}

// Estremi writes number, series and year of the fine.
func (v Voce) Estremi() string { return lettura.Estremi(v.Numero, v.Lettera, v.Anno) }

// chi is who waits: by name where it was read, else by title.
func (v Voce) chi() string {
	nome := lettura.Soggetto{Tipo: v.Tipo, Cognome: v.Cognome, Nome: v.Nome, Denominazione: v.Ditta}.NomeCompleto()
	if nome = strings.TrimSpace(nome); nome == "" {
		return v.Titolo.Parola()
	}
	return nome
}

// Come is the way in words.
func (r Riga) Come() string { return parolaVia(r.Via) }

// parolaVia is a way in words.
func parolaVia(via cds.Canale) string {
	if via == "" {
		return "Non ancora decisa"
	}
	return verbale.ParolaCanale(via)
}

// scade is how many days before the last one a row is marked.
const scade = 7

// Scade reports that the last day is near or gone.
func (r Riga) Scade(oggi calendario.Giorno) bool {
	return !r.Entro.IsZero() && r.Entro.DiffDays(oggi) <= scade
}

// Mancano says how far the last day is.
func (r Riga) Mancano(oggi calendario.Giorno) string {
	switch giorni := r.Entro.DiffDays(oggi); {
	case r.Entro.IsZero():
		return ""
	case giorni == 0:
		return "è oggi"
	case giorni == 1:
		return "è domani"
	case giorni > 1:
		return "fra " + pagine.Quante(giorni, "giorno", "giorni")
	default:
		return "passato da " + pagine.Quante(-giorni, "giorno", "giorni")
	}
}

// preavviso is how many days before the term a command wants to see what has not left.
func preavviso(valori impostazione.InVigore) (giorni int, err error) {
	giorni = scelte.PreavvisoGiorni
	_, err = valori.Leggi(scelte.ChiavePreavviso, &giorni)
	return giorni, err
}
