package conseguenze

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Spedito is the event of an act handed to the post on a day, as the attempt of this id; lotto names the
// package in which it leaves.
func Spedito(posizione, tentativo uuid.UUID, lotto string, giorno calendario.Giorno) vita.Evento {
	return vita.Evento{Posizione: posizione, DataLegale: giorno, Attore: vita.AttoreSistema, Causa: lotto, Idempotenza: "spedizione:" + tentativo.String(),
		Dati: vita.NotificaAvviata{IDNotifica: tentativo, Canale: string(verbale.CanalePosta)}}
}

// AffidatoASend is the event of an act, of this hash, that the platform hands to SEND on a day, as the attempt of this id; lotto names
// the lot in which it leaves.
func AffidatoASend(posizione, tentativo uuid.UUID, lotto string, giorno calendario.Giorno, sha256 string) vita.Evento {
	e := Spedito(posizione, tentativo, lotto, giorno)
	e.Dati = vita.NotificaAvviata{IDNotifica: tentativo, Canale: string(verbale.CanaleSend), Parte: true, SHA256: sha256}
	return e
}
