package consultazione

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// eventoSenzaPersone gives the event without what somebody wrote freely, without documents and without what a
// registry said of an owner.
func eventoSenzaPersone(e vita.Evento) vita.Evento {
	e.Causa, e.Prova = "", ""
	if e.Apre != nil {
		a := *e.Apre
		a.Testo, e.Apre = "", &a
	}
	e.Dati = senzaTesti(e.Dati)
	return e
}

// riservati are data of which a reader without persons sees nothing.
type riservati struct {
	Quale verbale.TipoEvento `json:"-"`
}

// Tipo is the kind of the event.
func (d riservati) Tipo() verbale.TipoEvento { return d.Quale }

// senzaTesti gives what an event says without free texts, references and documents. Of data that nobody
// has looked at here yet it gives nothing.
func senzaTesti(d vita.Dati) vita.Dati {
	switch x := d.(type) {
	case vita.Contestato, vita.ValidatoDati, vita.AvvisiEmessi, vita.IntestatarioRichiesto, vita.IntestatarioTrovato, vita.PosizioneAperta, vita.SpeseAddebitate,
		vita.NotificaRettificata, vita.TermineDecorso, vita.PagamentoStornato:
		return d // the platform's own words
	case vita.Inserito:
		x.Origine, x.Avvertenze = nil, verbale.SenzaPersone(x.Avvertenze)
		return x
	case vita.IntestatarioAnomalo:
		x.Codice, x.Motivo = "", ""
		return x
	case vita.AttoGenerato:
		x.Documenti = []vita.Documento{}
		return x
	case vita.DocumentoAggiunto:
		x.Documento = vita.Documento{ID: x.Documento.ID, Tipo: x.Documento.Tipo}
		return x
	case vita.NotificaAvviata:
		x.Perche = "" // what was tried may tell of the person
		return x
	case vita.NotificaNonRiuscita:
		x.Motivo = ""
		return x
	case vita.NotificaPerfezionata:
		x.Origine = ""
		return x
	case vita.Fatto:
		x.Riferimento, x.Testo = "", ""
		return x
	case vita.AnomaliaRisolta:
		x.Esito = ""
		return x
	default:
		return senzaRiferimento(d)
	}
}

// senzaRiferimento is senzaTesti of money and appeals.
func senzaRiferimento(d vita.Dati) vita.Dati {
	switch x := d.(type) {
	case vita.PagamentoRegistrato:
		x.Riferimento, x.Canale = "", string(verbale.CanaleMostrato(x.Canale))
		return x
	case vita.Movimento:
		x.Riferimento = ""
		return x
	case vita.Rateizzazione:
		x.Riferimento = ""
		return x
	case vita.RicorsoProposto:
		x.Riferimento = ""
		return x
	case vita.RicorsoMosso:
		x.Riferimento = ""
		return x
	}
	return riservati{d.Tipo()}
}

const motivoRiservato = "con questo ruolo il motivo non si vede"

// eventoSenzaPersone gives the fine without personal data: no subject, nothing that somebody wrote freely,
// no document.
func senzaPersone(c lettura.Completo) lettura.Completo {
	c.Posizioni = con(c.Posizioni, func(p *lettura.PosizioneLetta) {
		if p.Soggetto, p.Persona, p.Prova = nil, (vita.Soggetto{}), ""; p.Chiusa != "" {
			p.Chiusa = motivoRiservato
		}
	})
	c.Violazioni = con(c.Violazioni, func(v *lettura.ViolazioneLetta) { v.Note = "" })
	c.Anomalie = con(c.Anomalie, func(a *lettura.AnomaliaLetta) { a.Testo, a.Esito = "", "" }) // what a registry said of the owner: death, age, theft
	c.Notifiche = con(c.Notifiche, func(n *lettura.NotificaLetta) { n.Prova, n.Motivo = "", "" })
	c.Pagamenti = con(c.Pagamenti, func(p *lettura.PagamentoLetto) { p.Riferimento, p.Pagatore = "", "" })
	c.Ricorsi = con(c.Ricorsi, func(m *lettura.RicorsoLetto) { m.Riferimento = "" })
	c.Documenti, c.Note, c.MotivoMancata, c.Indagine = []lettura.DocumentoLetto{}, "", "", nil
	return c
}

// con gives a copy of a list with each element changed.
func con[T any](tutti []T, cambia func(*T)) []T {
	nuovi := append(make([]T, 0, len(tutti)), tutti...)
	for i := range nuovi {
		cambia(&nuovi[i])
	}
	return nuovi
}
