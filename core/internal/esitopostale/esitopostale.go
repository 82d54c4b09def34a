// Package esitopostale lets an officer enter a file of outcomes of the post, and shows what became of it, from
// the views that elaborazione publishes. The file goes into the document store, elaborazione takes it from there.
package esitopostale

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// File is a file of outcomes: Totale rows, and how many have ended in each way.
type File struct {
	ID                            uuid.UUID
	SHA256                        string
	Byte                          int64
	Stato                         verbale.StatoEsiti
	Caricato                      time.Time
	CaricatoDa                    string
	Iniziato, Finito              *time.Time
	Motivo                        string
	Totale                        int
	Applicati, GiaNoti, InViaggio int
	Contraddittori, Sconosciuti   int
	NonValidi, Rifiutati          int
}

// DaGuardare is how many rows wait for a person.
func (f File) DaGuardare() int { return f.Contraddittori + f.Sconosciuti + f.NonValidi + f.Rifiutati }

// Fatte is how many rows have ended.
func (f File) Fatte() int { return f.Applicati + f.GiaNoti + f.InViaggio + f.DaGuardare() }

// Riga is a row of a file; Linea counts from 1, the header. Lotto, Sequenza and the rest are its cells, as
// they came; the fine is that of the row's letter, if any.
type Riga struct {
	Ordine, Linea          int
	Stato                  verbale.StatoRiga
	Colonna, Motivo        string
	Detto                  string // what the row says happened
	Lotto, Sequenza        string
	Documento, Notifica    string
	Raccomandata, CodiceAG string
	Verbale                *uuid.UUID
	Numero                 *int64
	Lettera                *string
	Anno                   *int
}

// Estremi is how people call the fine; empty where the row met none.
func (r Riga) Estremi() string {
	if r.Verbale == nil || r.Numero == nil || r.Lettera == nil || r.Anno == nil {
		return ""
	}
	return lettura.Estremi(*r.Numero, *r.Lettera, *r.Anno)
}
