package app

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/invio"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sveglia"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// avviaEntro is the time of an answer about a notification: elaborazione is asked meanwhile, or SEND.
const avviaEntro = 25 * time.Second

// spedizione composes the notifications by SEND: each command's connection, routes, questions, background work.
func spedizione(s *service.Service, imp Impostazioni, copia *anagrafe.Copy, documenti *deposito.Deposito, adesso func() time.Time) (*invio.Canali, error) {
	reti, err := network.Parse(imp.RetiComandi)
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_RETI_COMANDI", Reason: err.Error()}
	}
	nuove := &sveglia.Sveglia[string]{}
	canali := invio.NuoviCanali(invio.Opzioni{Anagrafe: copia, URL: imp.SendURL, SegretiDir: s.Settings.SegretiDir, Reti: reti,
		Comuni: esterno.Options{Log: s.Log, Deadline: imp.SendScadenza, AttemptDeadline: imp.SendTentativo,
			Limits: esterno.Limits{Together: imp.SendInsieme, PerSecond: imp.SendAlSecondo}, Replicas: condivisi(s.Pools)},
		Vie: pdnd.Client{Bus: s.Bus}, Sveglia: nuove, Metrics: s.Metrics, Log: s.Log, Adesso: adesso})
	s.OnClose(canali.Close)
	invii := &invio.Service{Pools: s.Pools, Canali: canali, Deposito: documenti, Bus: s.Bus, Adesso: adesso, Insieme: max(1, imp.SendInsieme/2),
		Sveglia: nuove, Segnali: &turno.Segnali{}, Log: s.Log}
	s.Consumers.Start(bus.Consumption{Durable: invio.DurevoleLavoro, Chunk: invii.Lavora})    // lavori.connessione.send.*
	s.Consumers.Start(bus.Consumption{Durable: invio.DurevolePagamento, Chunk: invii.Pagati}) // fatti.*.pagamento.ricevuto
	giri := &invio.Giri{Service: invii, Tenant: s.Tenant, Log: s.Log}
	s.OnClose(giri.Avvia()) // fatti.<t>.invio.esito

	h, g := invio.HTTP{Service: invii}, s.Web.Group("/PndConnRestService")
	manda, legge := web.Permission(auth.PermessoVerbaleDecidi), web.Permission(auth.PermessoPersona)
	g.Add(http.MethodPost, "/notifiche", h.Avvia, manda)
	g.Add(http.MethodGet, "/notifiche/:id", h.Mostra, legge)
	g.Add(http.MethodPost, "/notifiche/:id/annulla", h.Annulla, manda)
	g.Add(http.MethodGet, "/notifiche/:id/attestazioni/:aid", h.Attestazione, legge)
	g.Add(http.MethodGet, "/costi/:numeroAvviso", h.Costi, legge)
	domande := invio.Domande{Service: invii, Ammetti: s.Admit}.Tutte() // chiedi.connessione.send.*
	for _, operazione := range slices.Sorted(maps.Keys(domande)) {
		if err := s.Bus.Reply(operazione, avviaEntro, domande[operazione]); err != nil {
			return nil, err
		}
	}
	return canali, nil
}
