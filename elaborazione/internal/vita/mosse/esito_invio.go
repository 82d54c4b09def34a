package mosse

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/notifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// EsitoInvio is how an attempt to serve a position ended, as its channel tells it: it took effect where Canale is set, it
// failed for Motivo where it is not. Days are of Rome; Ritiro only where the act was deposited.
type EsitoInvio struct {
	Posizione, Tentativo    uuid.UUID
	Canale                  cds.Canale
	Affidato, Fatto, Ritiro calendario.Giorno
	Motivo                  string

	// Giorno is when service took effect, where the channel itself says it: the law does not count it again. Affidato counts for
	// the office. Rettifica: the position was served on another day.
	Giorno    calendario.Giorno
	Rettifica bool

	Attore, Causa, Prova, Idempotenza string // of the event
}

// Mossa gives the act of a person who records the outcome at an instant. The error is what the law has against the facts; the Mossa holds
// its request all the same.
func (x EsitoInvio) Mossa(quadro conseguenze.Quadro, ora time.Time) (Mossa, error) {
	m := Mossa{Richiesta: mossa.Richiesta{Tipo: verbale.EventoNotificaNonRiuscita, Giorno: x.Fatto, Posizione: x.Posizione, Motivo: x.Causa,
		Prova: x.Prova, Idempotenza: x.Idempotenza, Attore: x.Attore, Ora: ora, Oggi: calendario.Da(ora), Quadro: quadro}}
	switch {
	case x.Canale == "":
		m.contenuto = &notifica.InvioFallito{Notifica: x.Tentativo.String(), Motivo: x.Motivo}
	case x.Rettifica:
		m.Tipo, m.Giorno, m.GiornoDetto = verbale.EventoNotificaRettificata, x.Giorno, true
		m.contenuto = &notifica.Rettifica{}
	case !x.Giorno.IsZero():
		m.Tipo, m.Giorno, m.GiornoDetto = verbale.EventoNotificaPerfezionata, x.Giorno, true
		m.contenuto = &notifica.Perfezionamento{Canale: string(x.Canale), Notifica: x.Tentativo.String(), Ufficio: x.Affidato}
	default:
		m.Tipo = verbale.EventoNotificaPerfezionata
		m.contenuto = &notifica.Perfezionamento{Canale: string(x.Canale), Notifica: x.Tentativo.String(),
			Esito: &notifica.Esito{Affidamento: scritto(x.Affidato), Fatto: scritto(x.Fatto), Ritiro: scritto(x.Ritiro)}}
	}
	v := &vaglio.Vaglio{}
	m.contenuto.Controlla(v, &m.Richiesta)
	return m, v.Errore()
}

// scritto writes a day as a request has it; empty for none.
func scritto(g calendario.Giorno) string {
	if g.IsZero() {
		return ""
	}
	return g.String()
}
