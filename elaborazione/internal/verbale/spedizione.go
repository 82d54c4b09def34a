package verbale

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

// canalePosta is the channel of letters.
const canalePosta = "POSTA"

// NonSpedibile says why the act of a position is not handed to the post today; empty: it may be.
func (s Stato) NonSpedibile(posizione uuid.UUID) string {
	p, ok := s.Posizione(posizione)
	switch {
	case !ok:
		return "La posizione non è del verbale."
	case p.Chiusa != "":
		return "Da questa persona non si chiede più nulla: " + p.Chiusa + "."
	case !p.GiornoZero.IsZero():
		return "È già notificato il " + p.GiornoZero.Italiano() + "."
	case p.Atto == uuid.Nil:
		return "L'atto non è formato."
	case s.DebitoChiuso():
		return "Il debito è chiuso (" + string(s.Debito) + "): non si chiede più nulla."
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return n.Posizione == posizione && n.Stato == NotificaInCorso }):
		return "Una notifica è già in corso."
	case !s.ammette(EventoNotificaAvviata):
		return "Il verbale è " + string(s.Procedura) + "."
	}
	return ""
}

// Spedito is the event of an act handed to the post on a day, as the attempt of this id; lotto names the
// package in which it leaves.
func Spedito(posizione, tentativo uuid.UUID, lotto string, giorno calendario.Giorno) Evento {
	return Evento{Posizione: posizione, DataLegale: giorno, Attore: attoreSistema, Causa: lotto, Idempotenza: "spedizione:" + tentativo.String(),
		Dati: NotificaAvviata{IDNotifica: tentativo, Canale: canalePosta}}
}
