// Package service is the start and the stop that every service shares: settings, log, telemetry,
// databases, bus, realm, HTTP server. The routes and subjects of a service are declared in its own
// app package; main.go only calls Run.
package service

import (
	"context"
	"errors"
	stdlog "log" //nolint:depguard // net/http writes there: it is sent through ours
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/log"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/tracing"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// Description is what makes a service itself.
type Description struct {
	Module       string
	Base         string
	Now          func() time.Time // the clock of the whole service; nil: the machine's
	Others       []string         // other prefixes; nil: web.Prefixes(Base)
	Reserved     []string         // under these a stranger gets 401 before 404; nil: Base and /rest
	Contract     []byte
	Platform     db.Schema // schema in the platform database, if it has one
	Tenant       db.Schema // schema in each tenant's database, if it has one
	WithoutRealm bool      // no caller is ever authenticated by the middleware (tenantapi)
}

// Service is a started service: the parts that the app package composes.
type Service struct {
	Description
	Settings  config.Settings
	Log       *slog.Logger
	Metrics   *prometheus.Registry
	Pools     *db.Pools
	Bus       *bus.Bus
	Tenant    *tenant.Directory
	Verifier  *auth.Verifier
	Basic     *auth.Basic
	Web       *web.Server
	Consumers *bus.Consumers
	Relay     *bus.Relay

	revocheOgni time.Duration
	chiusure    []func()
}

// New builds the parts; nothing outside needs to be up yet.
func New(ctx context.Context, d Description, comune config.Settings) (*Service, error) {
	if d.Now == nil {
		d.Now = clock.Now
	}
	if comune.Cifratura == cifraturaObbligatoria {
		if err := encrypted(comune); err != nil {
			return nil, err
		}
	}
	s := &Service{Description: d, Settings: comune, revocheOgni: revocheOgni,
		Log: log.New(os.Stdout, d.Module, comune.LogLivello), Metrics: tracing.Metrics()}
	stdlog.SetFlags(0)
	stdlog.SetOutput(log.Library(s.Log)) // one for the process: net/http asks nobody
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { s.Log.Warn("telemetria", "errore", err) }))
	fermaTracce, err := tracing.Start(ctx, d.Module, comune.OtelEndpoint)
	if err != nil {
		return nil, err
	}
	s.OnClose(func() {
		fine, cancella := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancella()
		_ = fermaTracce(fine)
	})
	if err := s.apri(); err != nil {
		s.Close()
		return nil, err
	}
	if err := s.apriWeb(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Service) apri() (err error) {
	c := s.Settings
	opz := db.From(c, "verbali-"+s.Module)
	opz.Platform, opz.Tenant, opz.Log = s.Platform, s.Description.Tenant, s.Log
	s.Pools, err = db.Open(opz)
	if err != nil {
		return err
	}
	s.OnClose(s.Pools.Close)
	if s.Pools.OwnerAtWork() {
		s.Log.Warn("il servizio lavora con il ruolo che possiede le sue tabelle, e potrebbe riscriverne eventi e registro: docs/operazioni/aggiornare.md",
			"ruolo", "verbali_"+s.Module+"_uso", "manca", "VERBALI_PG_DSN_PROPRIETARIO")
	}
	s.Bus, err = bus.Open(bus.Options{URL: c.NatsURL, User: c.NatsUtente, Password: c.NatsPassword, Module: s.Module, Log: s.Log})
	if err != nil {
		return err
	}
	s.OnClose(s.Bus.Close)
	s.Tenant = tenant.NewDirectory(tenant.PlatformSource{Pools: s.Pools}, s.Now)
	s.Verifier = auth.NewVerifier(s.Module, s.Now)
	s.Basic = auth.NewBasic(auth.RemoteRealm{Bus: s.Bus}, s.Verifier, s.Module, s.Now)
	s.Consumers = bus.NewConsumers(s.Bus, s.Pools, s.Tenant)
	s.Relay = bus.NewRelay(s.Bus, s.Pools,
		bus.SearchPath{Platform: s.Platform.Name, Tenant: s.Description.Tenant.Name}, s.Tenant.Active)
	s.Tenant.OnChange(s.Pools.Follow)
	s.Tenant.OnChange(s.Relay.Follow)
	return nil
}

func (s *Service) apriWeb() (err error) {
	altri, riservati := s.Others, s.Reserved
	if altri == nil {
		altri = web.Prefixes(s.Base)
	}
	if riservati == nil {
		riservati = []string{s.Base, "/rest"}
	}
	opz := web.Options{
		Module: s.Module, Base: s.Base, Others: altri, Reserved: riservati, Contract: s.Contract,
		InternalNetworks: s.Settings.RetiInterne, TrustedProxies: s.Settings.ProxyFidati,
		PublicAddress: s.Settings.IndirizzoPubblico, MetricsAddress: s.Settings.IndirizzoMetriche,
		SecurityContact: s.Settings.SicurezzaContatto, Now: s.Now, AllowedRoles: s.Settings.RuoliAmmessi,
		Verifier: s.Verifier, Basic: s.Basic, Tenant: s.Tenant,
		Metrics: s.Metrics, Checks: s.prontezza(), Log: s.Log, OnlyTLS: s.Settings.Cifratura == cifraturaObbligatoria,
	}
	if s.WithoutRealm {
		opz.Reserved, opz.Basic = nil, nil
	}
	s.Web, err = web.New(opz)
	return err
}

// Check adds a thing that must be up, or read, before the service is ready; f answers at once and
// its error is shown by /readyz to internal networks. To be called before Serve.
func (s *Service) Check(nome string, f func(context.Context) error) {
	s.Web.AddCheck(web.Check{Name: nome, Verify: f})
}

// prontezza lists what must be up: PostgreSQL, NATS, the tenants read; where callers are authenticated,
// the key set and the withdrawn accounts too.
func (s *Service) prontezza() []web.Check {
	controlli := []web.Check{
		{Name: "postgresql", Verify: func(ctx context.Context) error {
			b, err := s.Pools.Platform(ctx)
			if err != nil {
				return err
			}
			return b.Pool.Ping(ctx)
		}},
		{Name: "nats", Verify: s.Bus.Ready},
		{Name: "tenant", Verify: func(context.Context) error {
			if !s.Tenant.Ready() {
				return errors.New("tenant non ancora letti")
			}
			return nil
		}},
	}
	if !s.WithoutRealm {
		controlli = append(controlli, web.Check{Name: "chiavi", Verify: func(context.Context) error {
			if !s.Verifier.Ready() {
				return errors.New("chiavi di core non ancora lette")
			}
			return nil
		}}, web.Check{Name: "revoche", Verify: func(context.Context) error {
			if !s.Verifier.Revocations().Loaded() {
				return errors.New("stato delle utenze non ancora letto")
			}
			return nil
		}})
	}
	return controlli
}

// OnClose registers what to close; the last registered is closed first.
func (s *Service) OnClose(f func()) { s.chiusure = append(s.chiusure, f) }

// Serve follows the platform, relays the outbox and answers HTTP until ctx ends; then it finishes
// what it took and closes everything.
func (s *Service) Serve(ctx context.Context) error {
	defer s.Close()
	if err := s.segui(); err != nil {
		return err
	}
	s.Relay.Start()
	smetti := regolaRaccolta()
	defer smetti()
	err := s.Web.Serve(ctx, s.Settings.Indirizzo, s.Settings.ArrestoEntro)
	s.Log.Info("arresto in corso")
	return err
}

// segui keeps what this process holds of the platform: tenants, keys, exchanged credentials. An
// operator who is blocked or changed is obeyed at once; after a time without facts everybody is asked
// for again.
func (s *Service) segui() error {
	if err := s.Bus.FollowPlatform(s.Tenant.Refresh); err != nil {
		return err
	}
	s.Verifier.OnUnknownKey(s.Bus.FollowKeys(s.Verifier.Set))
	s.Bus.OnConnect(s.Basic.Review)
	return s.seguiRevoche()
}

// Close closes everything, once; Serve does it at its end, a caller that only composes calls it.
func (s *Service) Close() {
	tutte := s.chiusure
	s.chiusure = nil
	for _, chiudi := range slices.Backward(tutte) {
		chiudi()
	}
}

// Run runs the command line of a service: without a subcommand it serves, `configurazione` prints
// the settings in force, other commands are the service's own. It gives the exit code.
func Run[C any](nome string, servi func(context.Context, C) error, comandi ...*cobra.Command) int {
	ctx, fine := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer fine()
	stacca := context.AfterFunc(ctx, fine) // a second signal ends the process at once
	defer stacca()
	radice := &cobra.Command{Use: nome, SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load[C]()
			if err != nil {
				return err
			}
			return servi(cmd.Context(), c)
		}}
	radice.AddCommand(append(comandi, configurazione[C]())...)
	inItaliano(radice)
	if err := radice.ExecuteContext(ctx); err != nil {
		stampaErrore(os.Stderr, nome, err)
		return 1
	}
	return 0
}

func configurazione[C any]() *cobra.Command {
	return &cobra.Command{Use: "configurazione", Short: "stampa le impostazioni in vigore, con i segreti nascosti", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load[C]()
			if descr := config.Describe(cmd.OutOrStdout(), c); descr != nil {
				return descr
			}
			return err
		}}
}
