// Package esitopostale takes the files in which the post, or the print centre, says what became of the
// letters. A file is kept as it came, its rows are worked in chunks, each in one transaction that also
// puts the next one into the outbox; each row is matched to one attempt, never guessed, and moves the
// legal dates by the decisions that a person's hand takes too.
package esitopostale

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Conteggi are how many rows there are, and how many have ended in each way.
type Conteggi struct {
	Totale         int `json:"totale"`
	Applicati      int `json:"applicati"`
	GiaNoti        int `json:"giaNoti"`
	InViaggio      int `json:"inViaggio"`
	Contraddittori int `json:"contraddittori"`
	Sconosciuti    int `json:"sconosciuti"`
	NonValidi      int `json:"nonValidi"`
	Rifiutati      int `json:"rifiutati"`
	InAttesa       int `json:"inAttesa"`
}

func (c *Conteggi) conta(s verbale.StatoRiga) {
	for stato, n := range map[verbale.StatoRiga]*int{verbale.RigaApplicata: &c.Applicati, verbale.RigaGiaNota: &c.GiaNoti, verbale.RigaInViaggio: &c.InViaggio,
		verbale.RigaContraddittoria: &c.Contraddittori, verbale.RigaSconosciuta: &c.Sconosciuti, verbale.RigaNonValida: &c.NonValidi,
		verbale.RigaRifiutata: &c.Rifiutati} {
		if s == stato {
			*n++
		}
	}
}

// errati are the rows that wait for a person.
func (c *Conteggi) errati() int { return c.Contraddittori + c.Sconosciuti + c.NonValidi + c.Rifiutati }

// Esito is a file as it is shown. Times are instants.
type Esito struct {
	ID         uuid.UUID          `json:"id"`
	Stato      verbale.StatoEsiti `json:"stato"`
	SHA256     string             `json:"sha256"`
	Byte       int64              `json:"byte"`
	Caricato   time.Time          `json:"caricato"`
	CaricatoDa string             `json:"caricatoDa"`
	Iniziato   *time.Time         `json:"iniziato,omitempty"`
	Finito     *time.Time         `json:"finito,omitempty"`
	Motivo     string             `json:"motivo,omitempty"`
	Righe      Conteggi           `json:"righe"`

	porzione int
}

// Riga is a row as it is shown: Linea counts from 1, which is the header.
type Riga struct {
	Linea     int               `json:"linea"`
	Stato     verbale.StatoRiga `json:"stato"`
	Colonna   string            `json:"colonna,omitempty"`
	Motivo    string            `json:"motivo,omitempty"`
	Verbale   *uuid.UUID        `json:"idVerbale,omitempty"`
	Posizione *uuid.UUID        `json:"idPosizione,omitempty"`
	Celle     celle             `json:"celle"`

	ordine int
}

// Dettaglio is a file with a page of its rows; an empty cursor is the end.
type Dettaglio struct {
	Esito

	Elementi []Riga `json:"elementi"`
	Cursore  string `json:"cursore,omitempty"`
}
