// Package app composes connessione: its parts in order, every route on one screen, every subject on
// one screen.
package app

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/api"
	"github.com/piattaforma-verbali/verbali/connessione/internal/accesso"
	"github.com/piattaforma-verbali/verbali/connessione/internal/collegamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sessione"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/connessione/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/identita"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
)

const (
	modulo = "connessione"
	base   = "/ConnessioneService/rest"
	gruppo = "/WebPortalService"
	// chiaviRicordate bounds what each limit of wrong keys remembers.
	chiaviRicordate = 100_000
)

// Servi runs connessione until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, clock.Now)
	if err != nil {
		return err
	}
	return s.Serve(ctx)
}

// Componi builds the service without starting it; adesso is the clock of amounts, links and limits.
func Componi(ctx context.Context, imp Impostazioni, adesso func() time.Time) (*service.Service, error) {
	chiave, err := hex.DecodeString(imp.ChiaveInstradamento)
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_CHIAVE_INSTRADAMENTO", Reason: "non è esadecimale"}
	}
	s, err := service.New(ctx, service.Description{Module: modulo, Base: base, Now: adesso, Contract: api.Contratto(),
		Platform: migrazioni.Piattaforma(), Tenant: migrazioni.Tenant()}, imp.Settings)
	if err != nil {
		return nil, err
	}
	documenti, err := deposito.DiServizio(ctx, s.Settings.DepositoURL, s.OnClose)
	if err != nil {
		return nil, err
	}
	sigillo, err := collegamento.Nuovo(chiave, adesso)
	if err != nil {
		return nil, err
	}
	copia, tabelle := anagrafe.New(s.Pools, anagrafe.Impostazioni|anagrafe.Portali|anagrafe.Conti), tabella.New(s.Pools, tabella.Comuni)
	s.Check("anagrafe", copia.ReadyErr)
	s.Check("tabelle", tabelle.Ready)
	instrada := instradamento.Nuovo(s.Pools, chiave, s.Log)
	accessi, porta := accesso.Nuovo(auth.RemoteRealm{Bus: s.Bus}), portale.Nuovo(portale.Parti{
		Pools: s.Pools, Verbali: lettore.Lettore{Pools: s.Pools}, Instradamento: instrada, Tenant: s.Tenant,
		Anagrafe: copia, Deposito: documenti, Tabelle: tabelle, Sigillo: sigillo, Base: base + gruppo, Adesso: adesso,
		Freni: portale.NuoviFreni(portale.Misura{Indirizzo: imp.AnonimoPerIndirizzo, Targa: imp.AnonimoPerTarga, Utenza: imp.RicercaPerUtenza},
			s.Pools, chiaviRicordate, adesso), Misure: portale.NuoveMisure(s.Metrics),
	})
	rotte(s, imp, accessi, porta)
	pagine(s, sportello.Nuovo(sportello.Parti{Portale: porta, Accessi: accessi, Sessioni: sessione.Nuovo(s.Pools, adesso),
		Verificatore: s.Verifier, Tenant: s.Tenant, Ammesso: ammesso(imp.RuoliAmmessi), Unico: unico(copia, adesso), Log: s.Log}))
	fonti, err := imp.fonti(s, copia, adesso)
	if err == nil {
		err = registri(s, imp, copia, fonti, adesso)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	canali, err := spedizione(s, imp, copia, documenti, adesso)
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, soggetti(s, copia, tabelle, instrada, fonti, canali)
}

// unico reports whether a command has set a provider of identities for a portal of its.
func unico(copia *anagrafe.Copy, adesso func() time.Time) func(string) bool {
	return func(codice string) bool {
		p, c := copia.Portale(codice)
		if !c {
			return false
		}
		var tutti map[string]identita.PortaleUnico
		_, err := copia.Of(p.Tenant).Impostazione(identita.ChiavePortaliUnico, calendario.Da(adesso()).String(), &tutti)
		_, suo := tutti[codice]
		return err == nil && suo
	}
}
