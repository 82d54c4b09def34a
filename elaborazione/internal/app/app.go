// Package app composes elaborazione: its parts in order, every route on one screen, every subject on
// one screen.
package app

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/api"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/atto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/consultazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/inserimento"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/integratore"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/notifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/orfani"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pdnd"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pratica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/scadenzario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/tariffa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/visura"
	"github.com/piattaforma-verbali/verbali/elaborazione/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
)

const (
	modulo = "elaborazione"
	base   = "/ElaborazioneService/rest"
)

// Servi runs elaborazione until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, clock.Now)
	if err != nil {
		return err
	}
	return s.Serve(ctx)
}

// Componi builds the service without starting it; adesso is the clock of the law.
func Componi(ctx context.Context, imp Impostazioni, adesso func() time.Time) (*service.Service, error) {
	stampatore, err := stampa.Nuovo(static.FS())
	if err != nil {
		return nil, err
	}
	autorita, err := imp.autorita(adesso)
	if err != nil {
		return nil, err
	}
	s, err := service.New(ctx, service.Description{Module: modulo, Base: base, Now: adesso, Contract: api.Contratto(),
		Reserved: []string{"/ElaborazioneService", "/rest"}, Tenant: migrazioni.Tenant()}, imp.Settings)
	if err != nil {
		return nil, err
	}
	documenti, err := deposito.DiServizio(ctx, s.Settings.DepositoURL, s.OnClose)
	if err != nil {
		return nil, err
	}
	copia, tabelle := anagrafe.New(s.Pools, anagrafe.Everything), tabella.New(s.Pools, tabella.Comuni, tabella.Violazioni)
	s.Check("anagrafe", copia.ReadyErr)
	s.Check("tabelle", tabelle.Ready)
	s.Metrics.MustRegister(tabelle.Measures(adesso))
	st := nuoveStanze(s, documenti, stampatore, &ufficio.Ufficio{Anagrafe: copia, Tabelle: tabelle}, adesso)
	for _, a := range autorita {
		s.OnClose(a.Close)
		s.Metrics.MustRegister(a)
	}
	st.pdnd = pdnd.Nuovo(pdnd.Parti{Autorita: autorita, Segreti: s.Settings.SegretiDir, Pools: s.Pools, Adesso: adesso, Log: s.Log,
		Impostazione: func(tenant, chiave, giorno string, dst any) (bool, error) {
			return copia.Of(tenant).Impostazione(chiave, giorno, dst)
		},
		Chiama: func(ctx context.Context, q event.DomandaProvaEService) (r event.RispostaProvaEService, err error) {
			return r, s.Bus.Ask(ctx, "connessione."+event.EServiceProva, q, &r)
		}})
	rotte(s, st, &utilita.Service{Tabelle: tabelle, Comandi: copia, Adesso: adesso, NomeDebitore: stampatore.NomeDebitore})
	if err := soggetti(s, st); err != nil {
		return s, err
	}
	s.OnClose(orfani.Nuovo(orfani.Spazzino{Deposito: documenti, Pools: s.Pools, Tenant: s.Tenant, Adesso: adesso, Log: s.Log}, s.Metrics).Avvia())
	s.OnClose(scadenzario.Nuovo(st.atti, s.Pools, s.Tenant, s.Log, s.Metrics).Avvia())
	s.OnClose(st.piano.Avvia(s.Tenant, imp.PianoOgni))
	s.OnClose(conservazione.Regole(s.Pools, s.Tenant, s.Log).Start(s.Metrics))
	return s, nil
}

// stanze are the rooms with a door.
type stanze struct {
	ufficio       *ufficio.Ufficio
	soap          verbaleins.Operazioni
	intestatari   *intestatario.Service
	visure        *visura.Service
	atti          *atto.Service
	pratiche      *pratica.Service
	consultazione *consultazione.Service
	lotti         *lotto.Service
	esiti         *esitopostale.Service
	notifiche     *notifica.Service
	piano         *notifica.Piano
	tariffe       *tariffa.Service
	pdnd          *pdnd.Service
}

func nuoveStanze(s *service.Service, documenti *deposito.Deposito, stampatore *stampa.Stampatore, u *ufficio.Ufficio, adesso func() time.Time) *stanze {
	verbali := archivio.NuovoStore(s.Pools, adesso)
	atti := &atto.Service{Archivio: verbali, Ufficio: u, Deposito: documenti, Stampatore: stampatore, Adesso: adesso}
	lotti := &lotto.Service{Store: &lotto.Store{Pools: s.Pools}, Archivio: verbali, Atti: atti, Deposito: documenti, Bus: s.Bus, Adesso: adesso,
		Log: s.Log, PerPorzione: lotto.PerPorzione}
	piano := &notifica.Piano{Pools: s.Pools, Anagrafe: u.Anagrafe, Lotti: lotti, Adesso: adesso, Log: s.Log}
	pratiche := &pratica.Service{Archivio: verbali, Ufficio: u, Lettore: lettore.Lettore{Pools: s.Pools}, Adesso: adesso, Piano: piano}
	return &stanze{
		ufficio: u,
		soap: verbaleins.Operazioni{
			Inserimento: &inserimento.Service{Archivio: verbali, Ufficio: u, Deposito: documenti, Adesso: adesso},
			Integratore: &integratore.Service{Archivio: verbali, Ufficio: u},
		},
		intestatari:   &intestatario.Service{Archivio: verbali, Ufficio: u, Lotti: lotti},
		atti:          atti,
		visure:        &visura.Service{Archivio: verbali, Ufficio: u, Pratiche: pratiche, Adesso: adesso},
		pratiche:      pratiche,
		consultazione: &consultazione.Service{Archivio: verbali, Deposito: documenti, Lettore: lettore.Lettore{Pools: s.Pools}},
		lotti:         lotti,
		esiti: &esitopostale.Service{Store: &esitopostale.Store{Pools: s.Pools}, Archivio: verbali, Deposito: documenti,
			Adesso: adesso, PerPorzione: esitopostale.PerPorzione, Porta: esitopostale.NuovaPorta(esitopostale.InsiemeAlPiu, esitopostale.AttesaPosto)},
		piano:     piano,
		notifiche: &notifica.Service{Archivio: verbali, Pools: s.Pools, Bus: s.Bus, Adesso: adesso},
		tariffe:   &tariffa.Service{Archivio: verbali, Lettore: lettore.Lettore{Pools: s.Pools}, Tabella: u.Violazioni, Adesso: adesso},
	}
}
