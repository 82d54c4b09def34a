package app

import (
	"maps"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// stampeInsieme is how many acts are printed at once: printing is work for the processor.
const stampeInsieme = 2

// lottiInsieme is how many chunks are merged at once: each holds its acts in memory.
const lottiInsieme = 2

// esitiInsieme is how many chunks of outcome files are worked at once.
const esitiInsieme = 2

// rispostaEntro is the time of one answer to another module: a great lot is closed in one transaction.
const rispostaEntro = 20 * time.Second

// soggetti is every subject that elaborazione follows. What it publishes leaves through the outbox:
// fatti.<t>.verbale.inserito, fatti.<t>.avviso.emesso, fatti.<t>.atto.generato,
// lavori.vpn.targa.<t>, lavori.elaborazione.pdf|postale|lotto|esiti.<t>.
func soggetti(s *servizio.Servizio, copia *anagrafe.Copia, v *verbale.Service, l *lotto.Service, e *esitopostale.Service) error {
	s.Consumatori.Avvia(bus.Consumo{Durevole: verbale.DurevoleIndagine, Gestisci: v.IndagineEsito})                     // fatti.*.indagine.esito
	s.Consumatori.Avvia(bus.Consumo{Durevole: verbale.DurevolePdf, Insieme: stampeInsieme, Gestisci: v.LavoroPdf})      // lavori.elaborazione.pdf.*
	s.Consumatori.Avvia(bus.Consumo{Durevole: lotto.DurevolePostale, Insieme: lottiInsieme, Gestisci: l.LavoroPostale}) // lavori.elaborazione.postale.*
	s.Consumatori.Avvia(bus.Consumo{Durevole: lotto.DurevoleLotto, Insieme: lottiInsieme, Gestisci: l.LavoroLotto})     // lavori.elaborazione.lotto.*
	s.Consumatori.Avvia(bus.Consumo{Durevole: esitopostale.Durevole, Insieme: esitiInsieme, Gestisci: e.LavoroEsiti})   // lavori.elaborazione.esiti.*
	domande := lotto.Domande{Service: l, Ammetti: s.Ammetti}.Tutte()                                                    // chiedi.elaborazione.lotto.*
	maps.Copy(domande, verbale.Domande{Service: v, Ammetti: s.Ammetti}.Tutte())                                         // chiedi.elaborazione.verbale.*
	maps.Copy(domande, esitopostale.Domande{Service: e, Ammetti: s.Ammetti}.Tutte())                                    // chiedi.elaborazione.esiti.*
	for operazione, risponde := range domande {
		entro := rispostaEntro
		if operazione == evento.EsitiCarica { // a file is read whole, as at the route
			entro = web.TempoMassimo
		}
		if err := s.Bus.Rispondi(operazione, entro, risponde); err != nil {
			return err
		}
	}
	if err := s.Bus.SeguiPiattaforma(v.Tabelle.Aggiorna); err != nil { // fatti.piattaforma.>
		return err
	}
	return s.Bus.SeguiPiattaforma(copia.Aggiorna) // the same
}
