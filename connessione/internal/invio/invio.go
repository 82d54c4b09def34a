// Package invio serves acts by SEND. It sends once each attempt that elaborazione hands over, reads and keeps the attempt's timeline,
// stores its proofs, and tells elaborazione what each reading says of the service. One replica at a time works for a command.
package invio

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send/perfeziona"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Stato is where an attempt is (design, section 7).
type Stato = verbale.StatoInvio

// The states.
const (
	DaInviare         = verbale.InvioDaInviare
	InValidazione     = verbale.InvioInValidazione
	Rifiutata         = verbale.InvioRifiutato
	Accettata         = verbale.InvioAccettato
	Perfezionata      = verbale.InvioPerfezionato
	NonPerfezionabile = verbale.InvioNonPerfezionabile
	Annullata         = verbale.InvioAnnullato
	EsitoIgnoto       = verbale.InvioEsitoIgnoto
)

// Why a person is asked to decide, beside the doubts of perfeziona.
const (
	personaDeceduto    = "DECEDUTO"
	personaTolto       = "SERVIZIO_TOLTO"
	personaContenuto   = "CONTENUTO_DIVERSO"
	personaAvviso      = "AVVISO_IN_USO"
	personaSenzaEsito  = "SENZA_ESITO"
	personaOltre       = "OLTRE_PREVISTA"
	personaAnnullo     = "ANNULLO_SENZA_EFFETTO"
	personaSilenzio    = "SILENZIO"
	personaIlleggibile = "ELEMENTO_ILLEGGIBILE"
)

// Why a notification has not left yet.
const (
	fermaNonCollegata = "NON_COLLEGATA"
	fermaPausa        = "CANALE_IN_PAUSA"
	fermaAttoManca    = "ATTO_MANCANTE"
	fermaAttoDiverso  = "ATTO_DIVERSO"
	fermaDati         = "DATI_MANCANTI"
	fermaSilenzio     = "SEND_NON_RISPONDE"
)

// rifiutiDi turns faults in the data of a fine into refusals with the code DATI_MANCANTI.
func rifiutiDi(campi []problem.Campo) []racconto.Rifiuto {
	tutti := make([]racconto.Rifiuto, len(campi))
	for i, c := range campi {
		tutti[i] = racconto.Rifiuto{Codice: fermaDati, Campo: c.Campo, Dettaglio: c.Messaggio}
	}
	return tutti
}

// Invio is an attempt to serve an act by SEND, under the id that elaborazione gave it.
type Invio struct {
	ID, Verbale, Posizione, Documento uuid.UUID

	SHA256            string
	Stato             Stato
	Chiesto           time.Time
	Protocollo, Token string
	Richiesta         json.RawMessage
	Lasciata          *time.Time
	Inviato           *time.Time
	IDRichiesta, IUN  string
	Accettato         *time.Time
	Giorno            calendario.Giorno
	Istante           *time.Time
	Modo              string
	Via               string
	Prevista          calendario.Giorno
	Elementi          []string
	Correzioni        int
	Rifiuti           []racconto.Rifiuto
	Subito            bool
	Annullo           *time.Time
	AnnulloCodice     string
	Persona           string
	PersonaDal        *time.Time
	Ferma             string
	FermaDal          *time.Time
	Letto             *time.Time
	Prossimo          *time.Time
	Ultimo            *time.Time
	Revisione         int
	Costo             *racconto.Costo
	Entro             calendario.Giorno // last day on which it leaves; zero: any
}

// colonne lists the columns of an Invio, in the order of campi.
const colonne = `i.id, i.verbale, i.posizione, i.documento, i.sha256, i.stato, i.chiesto, i.protocollo, i.token, i.richiesta, i.lasciata,
	i.inviato, i.id_richiesta, i.iun, i.accettato, i.giorno, i.istante, i.modo, i.via, i.prevista, i.elementi, i.correzioni,
	i.rifiuti, i.subito, i.annullo, i.annullo_codice, i.persona, i.persona_dal, i.ferma, i.ferma_dal, i.letto, i.prossimo, i.ultimo,
	i.revisione, i.costo, i.entro`

func (i *Invio) campi() []any {
	return []any{&i.ID, &i.Verbale, &i.Posizione, &i.Documento, &i.SHA256, &i.Stato, &i.Chiesto, &i.Protocollo, &i.Token, &i.Richiesta,
		&i.Lasciata, &i.Inviato, &i.IDRichiesta, &i.IUN, &i.Accettato, &i.Giorno, &i.Istante, &i.Modo, &i.Via, &i.Prevista,
		&i.Elementi, &i.Correzioni, &i.Rifiuti, &i.Subito, &i.Annullo, &i.AnnulloCodice, &i.Persona, &i.PersonaDal, &i.Ferma,
		&i.FermaDal, &i.Letto, &i.Prossimo, &i.Ultimo, &i.Revisione, &i.Costo, &i.Entro}
}

// chiediAllaPersona gives the first reason for which a person must decide after a reading; empty when nobody is asked.
func (i *Invio) chiediAllaPersona(e perfeziona.Esito, illeggibile bool, silenzio int, adesso time.Time) string {
	switch {
	case i.Persona == personaContenuto || i.Persona == personaAvviso:
		return i.Persona
	case len(e.Dubbi) > 0:
		return string(e.Dubbi[0])
	case illeggibile:
		return personaIlleggibile
	case e.Perfezionata() || e.Annullata || i.Stato == Rifiutata:
		return ""
	case e.Deceduto:
		return personaDeceduto
	case i.Persona == personaTolto:
		return personaTolto
	}
	return i.tardano(e, silenzio, adesso)
}

// tardano gives the code of the news that SEND should have sent by now; empty when nothing is late.
func (i *Invio) tardano(e perfeziona.Esito, silenzio int, adesso time.Time) string {
	switch {
	case i.Stato == InValidazione && i.Inviato != nil && adesso.Sub(*i.Inviato) >= parole.ValidazioneEntro:
		return personaSenzaEsito
	case !e.Prevista.IsZero() && calendario.Da(adesso).After(e.Prevista.AddDays(oltrePrevista)):
		return personaOltre
	case i.Annullo != nil && adesso.Sub(*i.Annullo) > annulloEntro:
		return personaAnnullo
	case i.Ultimo != nil && i.Via != "" && adesso.Sub(*i.Ultimo) > time.Duration(silenzio)*24*time.Hour:
		return personaSilenzio
	}
	return ""
}

// A person is asked when these pass: oltrePrevista, in days after the day that SEND scheduled, and annulloEntro.
const (
	oltrePrevista = 3
	annulloEntro  = 3 * 24 * time.Hour // from the request of a cancellation to its effect
)
