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

// AffidatoASend makes of an act handed to the post one, of this hash, that the platform hands to SEND and that leaves until a day; zero: any.
func AffidatoASend(e vita.Evento, sha256 string, entro calendario.Giorno) vita.Evento {
	x, _ := e.Dati.(vita.NotificaAvviata)
	e.Dati = vita.NotificaAvviata{IDNotifica: x.IDNotifica, Canale: string(verbale.CanaleSend), Parte: true, SHA256: sha256, Entro: entro}
	return e
}
