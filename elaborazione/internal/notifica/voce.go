package notifica

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/invio"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// voce is how the item of a lot that sent the attempt ends. What SEND took over is done, whatever becomes of it; a refusal is final for
// this attempt, and the plan chooses the next way.
func voce(x invio.Esito) lotto.EsitoVoce {
	v := lotto.EsitoVoce{Tentativo: x.Tentativo, Stato: verbale.VoceOK}
	switch prima := x.Stato == event.InvioNonPartito; {
	case prima && slices.Contains(x.Codici, event.InvioNonPiuDovuto):
		v.Stato, v.Motivo = verbale.VoceSaltata, "Non è partita: non c'era più nulla da chiedere."
	case prima && slices.Contains(x.Codici, event.InvioAnnullatoPrima):
		v.Stato, v.Motivo = verbale.VoceAnnullata, "Una persona l'ha annullata prima che partisse."
	case prima:
		v.Stato, v.Motivo = verbale.VoceErroreDefinitivo, conseguenze.Frase("SEND non l'ha accettata"+perche(x.Codici))
	case x.Stato == event.InvioRifiutato:
		v.Stato, v.Motivo = verbale.VoceErroreDefinitivo, conseguenze.Frase("SEND l'ha rifiutata"+perche(x.Codici))
	case x.Stato == event.InvioAnnullato && x.Accettata.IsZero():
		v.Stato, v.Motivo = verbale.VoceAnnullata, "È stata annullata prima che SEND l'accettasse."
	}
	return v
}

// perche says the codes of a refusal in words.
func perche(codici []string) string {
	var tutti []string
	for _, c := range codici {
		if che := racconto.Motivo(c).Che; !slices.Contains(tutti, che) {
			tutti = append(tutti, che)
		}
	}
	if len(tutti) == 0 {
		return ""
	}
	return ": " + strings.Join(tutti, "; ")
}
