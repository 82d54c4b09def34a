// Package app composes the service: every route, every subject and every part on one screen.
package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/oblio"
	"github.com/piattaforma-verbali/verbali/vpn/api"
	"github.com/piattaforma-verbali/verbali/vpn/internal/consulta"
	"github.com/piattaforma-verbali/verbali/vpn/internal/indagine"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registri"
	"github.com/piattaforma-verbali/verbali/vpn/internal/scambio"
	"github.com/piattaforma-verbali/verbali/vpn/migrazioni"
)

// Impostazioni of the service.
type Impostazioni struct {
	config.Settings         `mapstructure:",squash"`
	MotorizzazioneURL       string        `mapstructure:"vpn_motorizzazione_url" validate:"omitempty,http_url" descrizione:"registro nazionale dei veicoli e delle patenti, per i comandi che non ne hanno uno loro; vuoto: nessuno"`
	MotorizzazioneScadenza  time.Duration `mapstructure:"vpn_motorizzazione_scadenza" default:"10s" validate:"min=100ms,max=25s" descrizione:"tempo di una domanda al registro, con i suoi tentativi"`
	MotorizzazioneTentativo time.Duration `mapstructure:"vpn_motorizzazione_tentativo" default:"3s" validate:"min=50ms,max=25s" descrizione:"tempo di un tentativo"`
	MotorizzazioneAlSecondo int           `mapstructure:"vpn_motorizzazione_al_secondo" default:"2000" validate:"min=0,max=100000" descrizione:"domande al secondo al registro, al più; 0: senza limite"`
	MotorizzazioneInsieme   int           `mapstructure:"vpn_motorizzazione_insieme" default:"8" validate:"min=2,max=256" descrizione:"domande insieme al registro, al più; un quarto resta alle persone"`
	MotorizzazioneProxy     string        `mapstructure:"vpn_motorizzazione_proxy" segreto:"true" descrizione:"proxy verso il registro, http, https o socks5; vuoto: diretto"`
	MotorizzazioneCert      string        `mapstructure:"vpn_motorizzazione_certificato" descrizione:"file PEM del certificato con cui il servizio si presenta al registro"`
	MotorizzazioneChiave    string        `mapstructure:"vpn_motorizzazione_chiave" descrizione:"file PEM della sua chiave privata"`
	RetiComandi             []string      `mapstructure:"reti_comandi" validate:"dive,cidr" descrizione:"reti in cui possono essere i server che i comandi indicano (LDAP, accesso unico, registri e i loro proxy); vuoto: tutte, tranne questa macchina e il suo collegamento. Un registro senza https solo in quelle indicate"`
	MotorizzazioneRadici    string        `mapstructure:"vpn_motorizzazione_radici" descrizione:"file PEM delle autorità che certificano il registro; vuoto: quelle della macchina"`
}

// motorizzazione is how the register is asked.
func (i Impostazioni) motorizzazione() esterno.Options {
	return esterno.Options{BaseURL: i.MotorizzazioneURL, Deadline: i.MotorizzazioneScadenza, AttemptDeadline: i.MotorizzazioneTentativo,
		Limits: esterno.Limits{Together: i.MotorizzazioneInsieme, PerSecond: i.MotorizzazioneAlSecondo},
		Connection: esterno.Connection{Proxy: i.MotorizzazioneProxy, ProxyFile: config.FileOf("vpn_motorizzazione_proxy"),
			Certificate: i.MotorizzazioneCert, Key: i.MotorizzazioneChiave, Roots: i.MotorizzazioneRadici}}
}

// consegne is how often a fine is worked before a person decides about it, a quarter of an hour with the pauses between: a
// register that talks nonsense to everybody is mended meanwhile, and no person has to send its fines again.
const consegne = 40

// mucchi is how many chunks of fines are worked at once: commands whose registers are slow do not hold up the others.
const mucchi = 4

// Servi runs the service until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, clock.Now)
	if err != nil {
		return err
	}
	return s.Serve(ctx)
}

// Componi builds the service: ten routes, two questions and one work queue.
func Componi(ctx context.Context, imp Impostazioni, adesso func() time.Time) (*service.Service, error) {
	if err := registri.Controlla(imp.motorizzazione()); err != nil {
		return nil, esterno.Setting("VERBALI_VPN_MOTORIZZAZIONE", err)
	}
	reti, err := network.Parse(imp.RetiComandi)
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_RETI_COMANDI", Reason: err.Error()}
	}
	s, err := service.New(ctx, service.Description{
		Module: "vpn", Base: "/VpnService/rest", Now: adesso, Contract: api.Contratto,
		Tenant: db.Schema{Name: "vpn", Migrations: migrazioni.FS},
	}, imp.Settings)
	if err != nil {
		return nil, err
	}
	tabelle, copia := tabella.New(s.Pools, tabella.Comuni), anagrafe.New(s.Pools, anagrafe.Impostazioni)
	store := registri.Store{Pools: s.Pools, Adesso: adesso}
	scelta, err := registri.Nuova(registri.Opzioni{Anagrafe: copia, Store: store, Comuni: tabelle.Comuni, SegretiDir: imp.SegretiDir, Reti: reti,
		Piattaforma: imp.motorizzazione(), Metrics: s.Metrics, Log: s.Log, Adesso: adesso})
	if err == nil {
		s.OnClose(scelta.Close)
		err = errors.Join(s.Bus.FollowPlatform(tabelle.Refresh), s.Bus.FollowPlatform(segue(s, copia, scelta))) // fatti.piattaforma.>
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	s.Check("tabelle", tabelle.Ready)
	indagini := &indagine.Service{Store: indagine.Store{Pools: s.Pools, Segnali: &turno.Segnali{}}, Registro: scelta,
		Tabelle: tabelle, Adesso: adesso, Consegne: consegne, Posti: make(chan struct{}, scelta.WorkSlots())}
	s.Consumers.Start(bus.Consumption{Durable: indagine.Durevole, Batch: min(scelta.WorkSlots(), mucchi),
		Attempts: consegne, Chunk: indagini.Lavora})

	regole := retention.Runner{Pools: s.Pools, Tenant: s.Tenant, Log: s.Log, Kinds: verbale.ConservateDa("vpn"), Copies: oblio.Copie()}
	s.OnClose(regole.Start(s.Metrics))
	s.Consumers.Start(bus.Consumption{Durable: "vpn-verbale-cancellato", Handle: oblio.Obbedisce(regole)}) // fatti.*.verbale.cancellato

	h := consulta.Handler{Service: consulta.Service{Registro: scelta, Pools: s.Pools, Tabelle: tabelle, Anagrafe: copia, Adesso: adesso}, Adesso: adesso,
		Reti: scelta, Spese: libro.Conti{Pools: s.Pools, Libri: []string{"libro"}}, Comando: s.Tenant.Find}
	d := consulta.Domande{Service: h.Service, Ammetti: s.AdmitFrom, Adesso: adesso}
	const entro = 28 * time.Second // of a question: several registers may be asked in turn

	if err := errors.Join(s.Bus.Reply("targa", entro, d.Targa), s.Bus.Reply("patente", entro, d.Patente)); err != nil { // chiedi.vpn.*
		s.Close()
		return nil, err
	}
	g, leggi := s.Web.Group(""), web.Permission(auth.PermessoVpnLeggi)
	g.Add(http.MethodGet, "/collegamenti", h.Collegamenti, web.Permission(auth.PermessoVpnCollegamenti), web.NoTenant())
	g.Add(http.MethodPost, "/collegamenti/infows/password", h.Rinnova, web.Permission(auth.PermessoVpnRinnova))
	g.Add(http.MethodPost, "/collegamenti/:registro/riapertura", h.Riapri, web.Permission(auth.PermessoVpnRinnova))
	g.Add(http.MethodGet, "/veicoli/:targa/copertura", h.Copertura, leggi)
	g.Add(http.MethodGet, "/costi", h.Costi, web.Permission(auth.PermessoVpnCollegamenti))
	g.Add(http.MethodGet, "/costi/verbali/:id", h.CostiVerbale, web.Permission(auth.PermessoVpnCollegamenti))
	g.Add(http.MethodGet, "/veicoli/:targa", h.Veicolo, leggi)
	g.Add(http.MethodGet, "/patenti/:numero", h.Patente, leggi)
	file := scambio.HTTP{Service: &scambio.Service{Store: scambio.Store{Pools: s.Pools}, Indagini: indagini, Tabelle: tabelle, Anagrafe: copia, Adesso: adesso}}
	g.Add(http.MethodGet, "/lotti/:id/domande", file.Domande, web.Permission(auth.PermessoLotto))
	g.Add(http.MethodPost, "/lotti/:id/risposte", file.Risposte, web.Permission(auth.PermessoLotto), web.Limit(web.LimitPart))
	return s, nil
}

// segue reads the settings of the commands again, then opens the connections that they describe.
func segue(s *service.Service, copia *anagrafe.Copy, scelta *registri.Scelta) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		if err := copia.Refresh(ctx); err != nil {
			return err
		}
		var comandi []string
		for _, t := range s.Tenant.Active() {
			comandi = append(comandi, t.Nome)
		}
		scelta.Rivedi(comandi)
		return nil
	}
}
