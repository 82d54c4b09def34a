// Package servizio is the start and the stop that every service shares: settings, log, telemetry,
// databases, bus, realm, HTTP server. What a service is, its routes and its subjects, is declared in
// its own app package; main.go only calls Esegui.
package servizio

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

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/log"
	"github.com/piattaforma-verbali/verbali/shared/telemetria"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// Descrizione is what makes a service itself.
type Descrizione struct {
	Modulo      string
	Base        string
	Altri       []string // other prefixes; nil: web.Prefissi(Base)
	Riservati   []string // under these a stranger gets 401 before 404; nil: Base and /rest
	Contratto   []byte
	Piattaforma db.Schema // schema in the platform database, if it has one
	Tenant      db.Schema // schema in each tenant's database, if it has one
	SenzaRealm  bool      // no caller is ever authenticated by the middleware (tenantapi)
}

// Servizio is a started service: the parts that the app package composes.
type Servizio struct {
	Descrizione
	Comune       config.Comune
	Log          *slog.Logger
	Metriche     *prometheus.Registry
	Piscine      *db.Piscine
	Bus          *bus.Bus
	Tenant       *tenant.Registro
	Verificatore *auth.Verificatore
	Basic        *auth.Basic
	Web          *web.Server
	Consumatori  *bus.Consumatori
	Staffetta    *bus.Staffetta

	adesso      func() time.Time
	revocheOgni time.Duration
	chiusure    []func()
}

// Nuovo builds the parts; nothing outside needs to be up yet.
func Nuovo(ctx context.Context, d Descrizione, comune config.Comune) (*Servizio, error) {
	s := &Servizio{Descrizione: d, Comune: comune, adesso: time.Now, revocheOgni: revocheOgni,
		Log: log.Nuovo(os.Stdout, d.Modulo, comune.LogLivello), Metriche: telemetria.Metriche()}
	stdlog.SetFlags(0)
	stdlog.SetOutput(log.Libreria(s.Log)) // one for the process: net/http asks nobody
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { s.Log.Warn("telemetria", "errore", err) }))
	fermaTracce, err := telemetria.Tracce(ctx, d.Modulo, comune.OtelEndpoint)
	if err != nil {
		return nil, err
	}
	s.AllaChiusura(func() {
		fine, cancella := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancella()
		_ = fermaTracce(fine)
	})
	if err := s.apri(); err != nil {
		s.Chiudi()
		return nil, err
	}
	if err := s.apriWeb(); err != nil {
		s.Chiudi()
		return nil, err
	}
	return s, nil
}

func (s *Servizio) apri() (err error) {
	c := s.Comune
	s.Piscine, err = db.Apri(db.Opzioni{
		DSN: c.PgDSN, Password: c.PgPassword, Applicazione: "verbali-" + s.Modulo,
		PerBanca: c.PgConnessioni, Totali: c.PgConnessioniTotali,
		Piattaforma: s.Piattaforma, Tenant: s.Descrizione.Tenant, Log: s.Log,
	})
	if err != nil {
		return err
	}
	s.AllaChiusura(s.Piscine.Chiudi)
	s.Bus, err = bus.Apri(bus.Opzioni{URL: c.NatsURL, Utente: c.NatsUtente, Password: c.NatsPassword, Modulo: s.Modulo, Log: s.Log})
	if err != nil {
		return err
	}
	s.AllaChiusura(s.Bus.Chiudi)
	s.Tenant = tenant.NuovoRegistro(tenant.FontePiattaforma{Piscine: s.Piscine}, s.adesso)
	s.Verificatore = auth.NuovoVerificatore(s.Modulo, s.adesso)
	s.Basic = auth.NuovoBasic(auth.RealmRemoto{Bus: s.Bus}, s.Verificatore, s.Modulo, s.adesso)
	s.Consumatori = bus.NuoviConsumatori(s.Bus, s.Piscine, s.Tenant)
	s.Staffetta = bus.NuovaStaffetta(s.Bus, s.Piscine,
		bus.Percorso{Piattaforma: s.Piattaforma.Nome, Tenant: s.Descrizione.Tenant.Nome}, s.Tenant.Attivi)
	s.Tenant.AlCambio(s.Piscine.Segui)
	s.Tenant.AlCambio(s.Staffetta.Segui)
	return nil
}

func (s *Servizio) apriWeb() (err error) {
	altri, riservati := s.Altri, s.Riservati
	if altri == nil {
		altri = web.Prefissi(s.Base)
	}
	if riservati == nil {
		riservati = []string{s.Base, "/rest"}
	}
	opz := web.Opzioni{
		Modulo: s.Modulo, Base: s.Base, Altri: altri, Riservati: riservati, Contratto: s.Contratto,
		RetiInterne: s.Comune.RetiInterne, ProxyFidati: s.Comune.ProxyFidati, RuoliAmmessi: s.Comune.RuoliAmmessi,
		Verificatore: s.Verificatore, Basic: s.Basic, Tenant: s.Tenant,
		Metriche: s.Metriche, Controlli: s.prontezza(), Log: s.Log,
	}
	if s.SenzaRealm {
		opz.Riservati, opz.Basic = nil, nil
	}
	s.Web, err = web.Nuovo(opz)
	return err
}

// Controlla adds a thing that must be up, or read, before the service is ready; f answers at once and
// its error is shown by /readyz to internal networks. To be called before Servi.
func (s *Servizio) Controlla(nome string, f func(context.Context) error) {
	s.Web.Controlla(web.Controllo{Nome: nome, Verifica: f})
}

// prontezza lists what must be up: PostgreSQL, NATS, the tenants read; where callers are authenticated,
// the key set and the withdrawn accounts too.
func (s *Servizio) prontezza() []web.Controllo {
	controlli := []web.Controllo{
		{Nome: "postgresql", Verifica: func(ctx context.Context) error {
			b, err := s.Piscine.Piattaforma(ctx)
			if err != nil {
				return err
			}
			return b.Pool.Ping(ctx)
		}},
		{Nome: "nats", Verifica: s.Bus.Pronto},
		{Nome: "tenant", Verifica: func(context.Context) error {
			if !s.Tenant.Pronto() {
				return errors.New("tenant non ancora letti")
			}
			return nil
		}},
	}
	if !s.SenzaRealm {
		controlli = append(controlli, web.Controllo{Nome: "chiavi", Verifica: func(context.Context) error {
			if !s.Verificatore.Pronto() {
				return errors.New("chiavi di core non ancora lette")
			}
			return nil
		}}, web.Controllo{Nome: "revoche", Verifica: func(context.Context) error {
			if !s.Verificatore.Revoche().Lette() {
				return errors.New("stato delle utenze non ancora letto")
			}
			return nil
		}})
	}
	return controlli
}

// AllaChiusura registers what to close; the last registered is closed first.
func (s *Servizio) AllaChiusura(f func()) { s.chiusure = append(s.chiusure, f) }

// Servi follows the platform, relays the outbox and answers HTTP until ctx ends; then it finishes
// what it took and closes everything.
func (s *Servizio) Servi(ctx context.Context) error {
	defer s.Chiudi()
	if err := s.segui(); err != nil {
		return err
	}
	s.Staffetta.Avvia()
	smetti := regolaRaccolta()
	defer smetti()
	err := s.Web.Servi(ctx, s.Comune.Indirizzo, s.Comune.ArrestoEntro)
	s.Log.Info("arresto in corso")
	return err
}

// segui keeps what this process holds of the platform: tenants, keys, exchanged credentials. An
// operator who is blocked or changed is obeyed at once; after a time without facts everybody is asked
// for again.
func (s *Servizio) segui() error {
	if err := s.Bus.SeguiPiattaforma(s.Tenant.Aggiorna); err != nil {
		return err
	}
	s.Verificatore.AllaChiaveIgnota(s.Bus.SeguiChiavi(s.Verificatore.Imposta))
	s.Bus.AllaConnessione(s.Basic.Rivedi)
	return s.seguiRevoche()
}

// Chiudi closes everything, once; Servi does it at its end, who only composes calls it.
func (s *Servizio) Chiudi() {
	tutte := s.chiusure
	s.chiusure = nil
	for _, chiudi := range slices.Backward(tutte) {
		chiudi()
	}
}

// Esegui runs the command line of a service: without a subcommand it serves, `configurazione` prints
// what is in force, other commands are the service's own. It gives the exit code.
func Esegui[C any](nome string, servi func(context.Context, C) error, comandi ...*cobra.Command) int {
	ctx, fine := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer fine()
	stacca := context.AfterFunc(ctx, fine) // a second signal ends the process at once
	defer stacca()
	radice := &cobra.Command{Use: nome, SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Carica[C]()
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
			c, err := config.Carica[C]()
			if descr := config.Descrivi(cmd.OutOrStdout(), c); descr != nil {
				return descr
			}
			return err
		}}
}
