package app

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/connessione/internal/anpr"
	"github.com/piattaforma-verbali/verbali/connessione/internal/domicilio"
	"github.com/piattaforma-verbali/verbali/connessione/internal/fonti"
	"github.com/piattaforma-verbali/verbali/connessione/internal/inad"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/connessione/internal/visura"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/anpr"
	daInad "github.com/piattaforma-verbali/verbali/shared/registri/inad"
	daInipec "github.com/piattaforma-verbali/verbali/shared/registri/inipec"
	daIpa "github.com/piattaforma-verbali/verbali/shared/registri/ipa"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// registri composes the registers of the State: clients, routes, background work. A register without an address answers every
// request that it is not connected.
func registri(s *service.Service, imp Impostazioni, copia *anagrafe.Copy, f *fonti.Fonti, adesso func() time.Time) error {
	store := interrogazione.Store{Pools: s.Pools, Segnali: &turno.Segnali{}, Sveglia: &interrogazione.Sveglia{}}
	vie := interrogazione.Vie{Store: store, Sotto: pdnd.Client{Bus: s.Bus}, Adesso: adesso}
	client, err := ambienti(s, "inad", indirizzi(imp.InadURL, imp.InadCollaudo), func(o esterno.Options) (*inad.Client, error) {
		return inad.Nuovo(imp.inad(o, s.Pools, store.Uscite(adesso)), vie)
	})
	if err != nil {
		return err
	}
	d := domicilio.Service{Store: store, Anagrafe: copia, Adesso: adesso, Persone: f.Persone(client), Imprese: f.Imprese(), Enti: f.Enti()}
	s.Consumers.Start(bus.Consumption{Durable: domicilio.Durevole, Handle: d.Lavora}) // lavori.connessione.domicilio.*

	h, g := domicilio.HTTP{Service: d}, s.Web.Group("/InadConnRestService")
	cerca, elenchi := web.Permission(auth.PermessoAnagrafica), web.Permission(auth.PermessoAnagraficaElenchi)
	g.Add(http.MethodPost, "/domicilio", h.Domicilio, cerca)
	g.Add(http.MethodPost, "/verifica", h.Verifica, cerca)
	g.Add(http.MethodPost, "/domicili", h.Domicili, elenchi)
	g.Add(http.MethodGet, "/domicili/:id", h.Elenco, elenchi)
	return visure(s, imp, copia, f, vie)
}

// fonti are each command's registers of companies' and public bodies' domiciles. A fault in a connection, or one still
// unconfirmed, is logged as soon as the settings are known and again when they change.
func (i Impostazioni) fonti(s *service.Service, copia *anagrafe.Copy, adesso func() time.Time) (*fonti.Fonti, error) {
	reti, err := network.Parse(i.RetiComandi)
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_RETI_COMANDI", Reason: err.Error()}
	}
	f := fonti.Nuove(fonti.Opzioni{Anagrafe: copia, Store: interrogazione.Store{Pools: s.Pools}, SegretiDir: s.Settings.SegretiDir, Reti: reti,
		Comuni:  esterno.Options{Log: s.Log, Limits: esterno.Limits{Together: 4, PerSecond: 5}, Replicas: condivisi(s.Pools)},
		Metrics: s.Metrics, Log: s.Log, Adesso: adesso})
	s.OnClose(f.Close)
	return f, nil
}

// visure are the population register's.
func visure(s *service.Service, imp Impostazioni, copia *anagrafe.Copy, f *fonti.Fonti, vie interrogazione.Vie) error {
	adesso := vie.Adesso
	v := visura.Service{Store: vie.Store, Anagrafe: copia, Adesso: adesso, Sedi: f.Sedi(),
		Anpr: interrogazione.Ambienti[*anpr.Client]{Registro: string(verbale.ArchivioAnpr),
			EService: []string{anpr.EServiceC001, anpr.EServiceC030}, Anagrafe: copia, Adesso: adesso}}
	sequenza := interrogazione.Sequenza{Store: v.Store, Adesso: adesso, Attesa: imp.AnprScadenza, Chiamata: imp.AnprScadenza}
	var err error
	v.Anpr.Client, err = ambienti(s, "anpr", indirizzi(imp.AnprURL, imp.AnprCollaudo), func(o esterno.Options) (*anpr.Client, error) {
		return anpr.Nuovo(imp.anpr(o, s.Pools), vie, sequenza)
	})
	if err != nil {
		return err
	}
	s.Consumers.Start(bus.Consumption{Durable: visura.Durevole, Handle: v.Lavora}) // lavori.connessione.visura.*

	ripresa := interrogazione.Ripresa{Store: vie.Store, Tenant: s.Tenant, Anagrafe: copia, Limiti: limiti(), Adesso: adesso, Log: s.Log}
	s.OnClose(ripresa.Avvia()) // lavori.connessione.visura|domicilio.*

	h, g := visura.HTTP{Service: v}, s.Web.Group("/VisuraAnagraficaConnRestService")
	cerca, elenchi := web.Permission(auth.PermessoAnagrafica), web.Permission(auth.PermessoAnagraficaElenchi)
	g.Add(http.MethodPost, "/perCodiceFiscale", h.PerCodiceFiscale, cerca)
	g.Add(http.MethodPost, "/perDatiAnagrafici", h.PerDatiAnagrafici, cerca)
	g.Add(http.MethodPost, "/massiva", h.Massiva, elenchi)
	g.Add(http.MethodGet, "/visure/:id", h.Elenco, elenchi)
	return s.Bus.Reply(event.EServiceProva, provaEntro, visura.Prova{Service: v, Tenant: s.Tenant}.Risponde) // chiedi.connessione.eservice.prova
}

// limiti are the settings that say how much a command may ask of the registers.
func limiti() []string {
	return []string{parole.ChiaveAlGiorno, parole.ChiaveUnicoAlGiorno, parole.ChiaveRiserva, daInad.ChiaveAlGiorno, daInad.ChiaveRiserva,
		daInipec.Chiave, daIpa.Chiave}
}

// provaEntro is the time of a try: a person waits for it, and so does elaborazione.
const provaEntro = 8 * time.Second

// registro is a client of a register of the State.
type registro interface {
	prometheus.Collector
	Close()
}

// indirizzi are the addresses of a register by environment of PDND, those that are set.
func indirizzi(produzione, collaudo string) map[string]string {
	m := map[string]string{fruizione.Produzione: produzione, fruizione.Collaudo: collaudo}
	maps.DeleteFunc(m, func(_, indirizzo string) bool { return indirizzo == "" })
	return m
}

// ambienti opens the clients of a register, one for each of its addresses. The tests' has a name of its own, for it fails and is
// limited by itself.
func ambienti[C registro](s *service.Service, nome string, indirizzi map[string]string, apri func(esterno.Options) (C, error)) (map[string]C, error) {
	aperti := map[string]C{}
	for ambiente, indirizzo := range indirizzi {
		o, variabile := esterno.Options{Name: nome, BaseURL: indirizzo}, "VERBALI_CONNESSIONE_"+strings.ToUpper(nome)
		collaudo := ambiente == fruizione.Collaudo
		if collaudo {
			o.Name += "-collaudo"
		}
		c, err := apri(o)
		if err != nil {
			if guasto, delSistema := errors.AsType[*esterno.OptionError](err); collaudo && delSistema && guasto.Setting == "URL" {
				variabile += "_COLLAUDO" // the address is its own; proxy, certificate and authorities serve both
			}
			return nil, esterno.Setting(variabile, err)
		}
		s.OnClose(c.Close)
		s.Metrics.MustRegister(c)
		aperti[ambiente] = c
	}
	return aperti, nil
}

// anpr is how the population register is asked; its limits hold for all replicas together.
func (i Impostazioni) anpr(o esterno.Options, pools *db.Pools) esterno.Options {
	o.Deadline, o.AttemptDeadline = i.AnprScadenza, i.AnprTentativo
	o.Limits, o.Replicas = esterno.Limits{Together: i.AnprInsieme, PerSecond: i.AnprAlSecondo}, condivisi(pools)
	o.Connection = esterno.Connection{Proxy: i.AnprProxy, ProxyFile: config.FileOf("connessione_anpr_proxy"),
		Certificate: i.AnprCert, Key: i.AnprChiave, Roots: i.AnprRadici}
	return o
}

// inad is how the register of digital domiciles is asked; its limits hold for all replicas together.
func (i Impostazioni) inad(o esterno.Options, pools *db.Pools, giorno esterno.Daily) esterno.Options {
	o.Deadline, o.AttemptDeadline, o.Daily = i.InadScadenza, i.InadTentativo, giorno
	o.Limits, o.Replicas = esterno.Limits{Together: i.InadInsieme, PerSecond: i.InadAlSecondo}, condivisi(pools)
	o.Connection = esterno.Connection{Proxy: i.InadProxy, ProxyFile: config.FileOf("connessione_inad_proxy"),
		Certificate: i.InadCert, Key: i.InadChiave, Roots: i.InadRadici}
	return o
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
