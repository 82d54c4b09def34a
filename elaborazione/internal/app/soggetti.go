package app

import (
	"context"
	"maps"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/atto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/notifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ottica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pdnd"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pratica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/tariffa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/visura"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// lottiInsieme is how many chunks are merged at once: each holds its acts in memory.
const lottiInsieme = 2

// esitiInsieme is how many chunks of outcome files are worked at once.
const esitiInsieme = 2

// rispostaEntro is the time of one answer to another module: a great lot is closed in one transaction.
const rispostaEntro = 20 * time.Second

// soggetti is every subject that elaborazione follows. Its own messages leave through the outbox:
// fatti.<t>.verbale.inserito, fatti.<t>.avviso.emesso, fatti.<t>.atto.generato,
// lavori.vpn.targa.<t>, lavori.connessione.visura|domicilio|send.<t>, lavori.elaborazione.pdf|postale|lotto|esiti.<t>.
func soggetti(s *service.Service, st *stanze) error {
	s.Consumers.Start(bus.Consumption{Durable: intestatario.Durevole, Chunk: st.intestatari.IndagineEsito})                 // fatti.*.indagine.esito
	s.Consumers.Start(bus.Consumption{Durable: atto.Durevole, Chunk: st.atti.LavoroPdf})                                    // lavori.elaborazione.pdf.*
	s.Consumers.Start(bus.Consumption{Durable: lotto.DurevolePostale, Batch: lottiInsieme, Handle: st.lotti.LavoroPostale}) // lavori.elaborazione.postale.*
	s.Consumers.Start(bus.Consumption{Durable: lotto.DurevoleLotto, Batch: lottiInsieme, Handle: st.lotti.LavoroLotto})     // lavori.elaborazione.lotto.*
	s.Consumers.Start(bus.Consumption{Durable: esitopostale.Durevole, Batch: esitiInsieme, Handle: st.esiti.LavoroEsiti})   // lavori.elaborazione.esiti.*
	s.Consumers.Start(bus.Consumption{Durable: visura.DurevoleVisura, Handle: st.visure.VisuraEsito})                       // fatti.*.visura.esito
	s.Consumers.Start(bus.Consumption{Durable: visura.DurevoleDomicilio, Handle: st.visure.DomicilioEsito})                 // fatti.*.domicilio.esito
	s.Consumers.Start(bus.Consumption{Durable: notifica.Durevole, Chunk: st.notifiche.InvioEsito})                          // fatti.*.invio.esito
	letture := ottica.Service{Store: ottica.Store{Pools: s.Pools}, Esiti: st.esiti, Pratiche: st.pratiche}
	s.Consumers.Start(bus.Consumption{Durable: ottica.Durevole, Handle: letture.Confermata})     // fatti.*.lettura.confermata
	domande := lotto.Domande{Service: st.lotti, Ammetti: s.Admit}.Tutte()                        // chiedi.elaborazione.lotto.*
	maps.Copy(domande, pratica.Domande{Service: st.pratiche, Ammetti: daConnessione(s)}.Tutte()) // chiedi.elaborazione.verbale.*
	maps.Copy(domande, esitopostale.Domande{Service: st.esiti, Ammetti: s.Admit}.Tutte())        // chiedi.elaborazione.esiti.*
	maps.Copy(domande, notifica.DomandePiano{Piano: st.piano, Ammetti: unoDi(s)}.Tutte())        // chiedi.elaborazione.piano.*
	maps.Copy(domande, tariffa.Domande{Service: st.tariffe, Ammetti: s.Admit}.Tutte())           // chiedi.elaborazione.tariffe.*
	maps.Copy(domande, visura.Domande{Service: st.visure, Ammetti: s.Admit}.Tutte())             // chiedi.elaborazione.registri.*
	voucher := pdnd.Domande{Service: st.pdnd, Tenant: s.Tenant, Attendi: st.ufficio.Anagrafe.Wait, Ammetti: s.Admit}
	maps.Copy(domande, voucher.Tutte()) // chiedi.elaborazione.voucher|firma, .pdnd.*
	for operazione, risponde := range domande {
		entro := rispostaEntro
		if operazione == event.EsitiCarica { // a file is read whole, as at the route
			entro = web.Timeout
		}
		if err := s.Bus.Reply(operazione, entro, risponde); err != nil {
			return err
		}
	}
	if err := s.Bus.FollowPlatform(st.ufficio.Tabelle.Refresh); err != nil { // fatti.piattaforma.>
		return err
	}
	return s.Bus.FollowPlatform(st.ufficio.Anagrafe.Refresh) // the same
}

// unoDi admits the callers of this module who have one of some permissions.
func unoDi(s *service.Service) func(context.Context, ...auth.Permission) (context.Context, error) {
	return func(ctx context.Context, permessi ...auth.Permission) (context.Context, error) {
		return s.AdmitFrom(ctx, []string{s.Module}, permessi...)
	}
}

// daConnessione admits the callers of this module, and those who asked connessione to serve an act by SEND: their token may be for
// that module alone.
func daConnessione(s *service.Service) func(context.Context, auth.Permission) (context.Context, error) {
	return func(ctx context.Context, permesso auth.Permission) (context.Context, error) {
		return s.AdmitFrom(ctx, []string{s.Module, "connessione"}, permesso)
	}
}
