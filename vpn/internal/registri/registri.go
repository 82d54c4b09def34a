// Package registri asks the registers of vehicles and licences that a command has chosen, in its order, each over the
// connection that its settings name: address, credentials, proxy, certificates, questions a day, what an answer costs. There is
// no address by default. What a register says is the model of the package registro; what happens when one is slow, silent or
// over its limits is shared/esterno's.
package registri

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/vpn/internal/motorizzazione"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// lingua is a register in its own language.
type lingua interface {
	Veicolo(ctx context.Context, d registro.Domanda) (registro.Veicolo, error)
	Patente(ctx context.Context, d registro.DomandaPatente) (registro.Patente, error)
	State() esterno.State
	Close()
	prometheus.Collector
}

// Opzioni of Scelta. Piattaforma is how the connection of the platform is reached, without a BaseURL where it has none; a
// command's own connections take its deadlines and limits.
type Opzioni struct {
	Anagrafe    *anagrafe.Copy
	Store       Store
	Comuni      func() *comune.Tabella
	SegretiDir  string
	Reti        network.Admitted // where the registers of commands, and their proxies, may be
	Piattaforma esterno.Options
	Metrics     prometheus.Registerer
	Log         *slog.Logger
	Adesso      func() time.Time
}

// Scelta asks the registers of the context's tenant. It is safe for concurrent use.
type Scelta struct {
	o      Opzioni
	aperti *collegamento.Aperti[lingua]
}

// Nuova makes the connection of the platform, if it has one; a fault in it stops the start.
func Nuova(o Opzioni) (*Scelta, error) {
	s := &Scelta{o: o, aperti: collegamento.Nuovi[lingua](collegamento.Opzioni{Che: "registro dei veicoli", SegretiDir: o.SegretiDir, Reti: o.Reti,
		Comuni: o.Piattaforma, Metrics: o.Metrics, Log: o.Log})}
	if o.Piattaforma.BaseURL == "" {
		o.Log.Info("la piattaforma non ha un registro dei veicoli suo: vale quello di ogni comando")
		return s, nil
	}
	if _, err := s.diPiattaforma(); err != nil {
		return nil, err
	}
	return s, nil
}

// Controlla checks the connection of the platform, if it has one.
func Controlla(o esterno.Options) error {
	if o.BaseURL == "" {
		return nil
	}
	c, err := motorizzazione.Nuovo(o)
	if err != nil {
		return err
	}
	c.Close()
	return nil
}

// WorkSlots is esterno.Limits.WorkSlots: how many messages a queue may work at once.
func (s *Scelta) WorkSlots() int { return s.o.Piattaforma.Limits.WorkSlots() }

// Close drops the idle connections of all.
func (s *Scelta) Close() { s.aperti.Close() }

// Veicolo asks who held a vehicle on a day. The next register is asked when one does not hold the plate, does not know that
// day, or brought nothing. The answer says which register gave it. Errors are esterno's: a plate is unknown only when every
// register that was asked says so, and a silence among them is a silence.
func (s *Scelta) Veicolo(ctx context.Context, d registro.Domanda) (registro.Veicolo, error) {
	chiave := ""
	if d.InCoda {
		chiave = d.Targa + " " + d.Data.String()
	}
	v, err := primo(ctx, s, domandaDi(d, libro.Veicolo, chiave), func(ctx context.Context, l lingua) (registro.Veicolo, error) { return l.Veicolo(ctx, d) })
	if err != nil {
		return registro.Veicolo{}, err
	}
	v.Completa(s.o.Comuni())
	return v, nil
}

// Patente asks about a licence, in the same way.
func (s *Scelta) Patente(ctx context.Context, d registro.DomandaPatente) (registro.Patente, error) {
	return primo(ctx, s, domandaDiPatente(d), func(ctx context.Context, l lingua) (registro.Patente, error) { return l.Patente(ctx, d) })
}

// assicuratore is a register that knows insurance and inspection too.
type assicuratore interface {
	Copertura(ctx context.Context, d registro.Domanda) (registro.Copertura, error)
}

// Copertura asks for insurance and inspection of a vehicle on a day, the registers that know of them.
func (s *Scelta) Copertura(ctx context.Context, d registro.Domanda) (registro.Copertura, error) {
	return primo(ctx, s, domandaDi(d, libro.Copertura, ""), func(ctx context.Context, l lingua) (registro.Copertura, error) {
		if a, ok := l.(assicuratore); ok {
			return a.Copertura(ctx, d)
		}
		return registro.Copertura{}, registro.NonSuo("il registro non ha assicurazione e revisione")
	})
}

// rispondente is an answer that says which register gave it.
type rispondente interface {
	registro.Veicolo | registro.Patente | registro.Copertura
}

// primo gives the first good answer.
func primo[T rispondente](ctx context.Context, s *Scelta, d domanda, chiedi func(context.Context, lingua) (T, error)) (T, error) {
	var niente T
	var peggiore error
	for _, c := range s.collegamenti(ctx) {
		if c.lingua == nil {
			peggiore = piuGrave(peggiore, c.motivo)
			continue
		}
		letto, err := chiedi(registro.ConTraccia(ctx, traccia{ctx, s, c, d}), c.lingua)
		if err == nil {
			return conRegistro(letto, c.rete), nil
		}
		if finale(err) {
			return niente, err
		}
		peggiore = piuGrave(peggiore, err)
	}
	return niente, peggiore
}

func conRegistro[T rispondente](letto T, rete string) T {
	switch x := any(&letto).(type) {
	case *registro.Veicolo:
		x.Registro = rete
	case *registro.Patente:
		x.Registro = rete
	case *registro.Copertura:
		x.Registro = rete
	}
	return letto
}

// finale reports a failure that no other register mends: the key is no key, or the caller has gone.
func finale(err error) bool {
	e := esterno.As(err)
	if e == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) && e.Attempts == 0 {
		return true
	}
	return e.Code == registro.TargaNonValida || e.Code == registro.PatenteNonValida
}

// piuGrave is the error that leaves most unknown: a silence outweighs an invalid answer, that a refusal, a refusal the holders
// of another day, and these a missing plate. Between equals it keeps the first.
func piuGrave(a, b error) error {
	if a == nil || peso(b) > peso(a) {
		return b
	}
	return a
}

func peso(err error) int {
	switch {
	case errors.Is(err, registro.ErrNonConfigurato):
		return 6
	case errors.Is(err, esterno.ErrUnavailable):
		return 5
	case errors.Is(err, esterno.ErrInvalidAnswer):
		return 4
	case errors.Is(err, registro.ErrAltroGiorno):
		return 2
	case errors.Is(err, registro.ErrNonSuo):
		return 0
	case errors.Is(err, esterno.ErrRefused):
		return 3
	}
	return 1
}

// nonConfigurato is the answer of a connection that nobody has set.
func nonConfigurato(sistema, perche string) *esterno.Error {
	return &esterno.Error{System: sistema, Kind: esterno.ErrUnavailable, Code: "NON_CONFIGURATO", Detail: perche, Cause: registro.ErrNonConfigurato}
}

// comando is the tenant of the context.
func comando(ctx context.Context) string { return tenant.Name(ctx) }
