package app

import (
	"context"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/domicilio"
	"github.com/piattaforma-verbali/verbali/connessione/internal/inad"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// registri are the registers of the State: their clients, their groups, their work. A register without an address is not
// there, and whoever asks for it is told so.
func registri(s *service.Service, imp Impostazioni, copia *anagrafe.Copy, adesso func() time.Time) error {
	store, vie := interrogazione.Store{Pools: s.Pools}, pdnd.Client{Bus: s.Bus}
	d := domicilio.Service{Store: store, Anagrafe: copia, Adesso: adesso}
	if imp.InadURL != "" {
		c, err := inad.Nuovo(imp.inad(s.Pools), vie)
		if err != nil {
			return esterno.Setting("VERBALI_CONNESSIONE_INAD", err)
		}
		s.OnClose(c.Close)
		s.Metrics.MustRegister(c)
		d.Inad = c
	}
	s.Consumers.Start(bus.Consumption{Durable: domicilio.Durevole, Handle: d.Lavora}) // lavori.connessione.domicilio.*

	h, g := domicilio.HTTP{Service: d}, s.Web.Group("/InadConnRestService")
	cerca, elenchi := web.Permission(auth.PermessoAnagrafica), web.Permission(auth.PermessoAnagraficaElenchi)
	g.Add(http.MethodPost, "/domicilio", h.Domicilio, cerca)
	g.Add(http.MethodPost, "/verifica", h.Verifica, cerca)
	g.Add(http.MethodPost, "/domicili", h.Domicili, elenchi)
	g.Add(http.MethodGet, "/domicili/:id", h.Elenco, elenchi)
	return nil
}

// inad is how the register of digital domiciles is asked; its limits hold for all replicas together.
func (i Impostazioni) inad(pools *db.Pools) esterno.Options {
	return esterno.Options{BaseURL: i.InadURL, Deadline: i.InadScadenza, AttemptDeadline: i.InadTentativo,
		Limits: esterno.Limits{Together: i.InadInsieme, PerSecond: i.InadAlSecondo}, Replicas: condivisi(pools),
		Connection: esterno.Connection{Proxy: i.InadProxy, ProxyFile: config.FileOf("connessione_inad_proxy"),
			Certificate: i.InadCert, Key: i.InadChiave, Roots: i.InadRadici}}
}

// condivisi shares limits in the platform database.
func condivisi(pools *db.Pools) esterno.Replicas {
	return esterno.PostgreSQL{Pool: func(ctx context.Context) (esterno.Querier, error) {
		database, err := pools.Platform(ctx)
		if err != nil {
			return nil, err
		}
		return database.Pool, nil
	}}
}
