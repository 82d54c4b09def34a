package banco

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	spina "github.com/piattaforma-verbali/verbali/shared/spine/service"
)

// ModuloSportello is the service in whose place the measured one stands: core signs tokens for the
// modules of the platform only, and the bus lets in no others.
const ModuloSportello = "vpn"

// UtenteSportello may read what the protected route shows.
const UtenteSportello = "operatore." + TenantMisura

// Sportello is a service of the platform in this process: the whole spine (keys, withdrawals, tenants,
// realm over the bus) as the services have it, with the database role and the bus user of one of them.
type Sportello struct {
	*spina.Service
	Base string // address of its routes
	fine chan error
	stop context.CancelFunc
}

// ApriSportello opens a service of this process at a port of its own, with the settings of the serving one, and waits
// until it answers.
func (b *Banco) ApriSportello(ctx context.Context) (*Sportello, error) {
	pid, err := b.Figlio(ModuloSportello)
	if err != nil {
		return nil, err
	}
	ambiente, err := AmbienteDi("/proc", pid)
	if err != nil {
		return nil, err
	}
	porta, err := PortaLibera()
	if err != nil {
		return nil, err
	}
	comune, err := ImpostazioniDa(ambiente)
	if err != nil {
		return nil, err
	}
	comune.Indirizzo = fmt.Sprintf("127.0.0.1:%d", porta)
	const prefisso = "/CaricoService/rest"
	servizio, err := spina.New(ctx, spina.Description{Module: ModuloSportello, Base: prefisso}, comune)
	if err != nil {
		return nil, err
	}
	RotteSportello(servizio.Web)
	s := &Sportello{Service: servizio, Base: "http://" + comune.Indirizzo + prefisso, fine: make(chan error, 1)}
	var vita context.Context
	vita, s.stop = context.WithCancel(context.WithoutCancel(ctx)) // chiudi ends it, after the last request
	go func() { s.fine <- s.Serve(vita) }()
	if err := s.attendi(ctx, "http://"+comune.Indirizzo+"/readyz"); err != nil {
		return nil, errors.Join(err, s.Chiudi())
	}
	return s, nil
}

// attendi returns when the service is ready: servers there, keys and withdrawals read.
func (s *Sportello) attendi(ctx context.Context, pronto string) error {
	ctx, fine := context.WithTimeoutCause(ctx, time.Minute, errors.New("il servizio di prova non è pronto dopo un minuto"))
	defer fine()
	for !Risponde200(ctx, pronto) {
		if err := clock.Sleep(ctx, 20*time.Millisecond); err != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// Chiudi stops the service.
func (s *Sportello) Chiudi() error {
	s.stop()
	return <-s.fine
}

// Accedi asks core as the services do for a caller by BASIC.
func (s *Sportello) Accedi(ctx context.Context, utente, indirizzo string) (event.RispostaAccesso, error) {
	r, err := auth.RemoteRealm{Bus: s.Bus}.Login(ctx, event.DomandaAccesso{
		Utente: utente, Password: Password, Indirizzo: indirizzo, Modulo: ModuloSportello,
	})
	if err == nil && r.Token == "" {
		err = errors.New("core non ha dato un token")
	}
	if err != nil {
		return r, fmt.Errorf("accesso di %s: %w", utente, err)
	}
	return r, nil
}

// ImpostazioniDa are those of a running service, by its environment; the rest as config has it, and no
// line of the log but warnings: what a service writes at INFO is not of requests.
func ImpostazioniDa(ambiente []string) (c config.Settings, err error) {
	c = config.Settings{
		PgConnessioni: 4, PgConnessioniTotali: 16, RetiInterne: []string{"127.0.0.0/8"}, RuoliAmmessi: []string{"*"},
		LogLivello: "WARN", ArrestoEntro: 10 * time.Second,
	}
	for nome, campo := range map[string]*string{
		"VERBALI_PG_DSN": &c.PgDSN, "VERBALI_PG_PASSWORD": &c.PgPassword,
		"VERBALI_PG_DSN_PROPRIETARIO": &c.PgDSNProprietario, "VERBALI_PG_PASS_PROPRIETARIO_FILE": &c.PgPassProprietarioFile,
		"VERBALI_NATS_URL": &c.NatsURL, "VERBALI_NATS_UTENTE": &c.NatsUtente, "VERBALI_NATS_PASSWORD": &c.NatsPassword,
	} {
		valore, errVoce := variabile(ambiente, nome)
		*campo, err = valore, errors.Join(err, errVoce)
	}
	return c, err
}

// variabile finds a setting, or the content of the file that its _FILE twin names; empty when there is
// neither.
func variabile(ambiente []string, nome string) (string, error) {
	for _, voce := range ambiente {
		chiave, valore, _ := strings.Cut(voce, "=")
		switch chiave {
		case nome:
			return valore, nil
		case nome + "_FILE":
			testo, err := os.ReadFile(valore)
			if err != nil {
				return "", fmt.Errorf("%s: %w", chiave, err)
			}
			return strings.TrimRight(string(testo), "\r\n"), nil
		}
	}
	return "", nil
}
