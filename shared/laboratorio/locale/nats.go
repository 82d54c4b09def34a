package locale

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// NATSOpzioni says how the embedded server is to be started.
type NATSOpzioni struct {
	// Cartella keeps the streams; it is made when missing.
	Cartella string
	// Porta on 127.0.0.1; -1 means any free port, 0 the usual 4222.
	Porta int
	// Password, when given, closes the server to everybody but the users of the bus, with the accounts and
	// permissions that its contract gives them; it gives the password of a user by name.
	Password func(utente string) (string, error)
	// Sincrono asks for an fsync at each stored message.
	Sincrono bool
	// Registro gets the server's own messages; nil means nobody.
	Registro *slog.Logger
}

// NATS is a running embedded server with JetStream.
type NATS struct {
	server *server.Server
	ferma  sync.Once
}

// AvviaNATS starts the server and returns when it takes connections and JetStream answers.
func AvviaNATS(opz NATSOpzioni) (*NATS, error) {
	if opz.Cartella == "" {
		return nil, errors.New("manca la cartella di NATS")
	}
	cartella, err := filepath.Abs(opz.Cartella)
	if err != nil {
		return nil, fmt.Errorf("cartella di NATS: %w", err)
	}
	configurazione := &server.Options{}
	if opz.Password != nil {
		if configurazione, err = conUtenti(opz.Password); err != nil {
			return nil, err
		}
	}
	configurazione.ServerName, configurazione.NoSigs = "verbali-locale", true
	configurazione.Host, configurazione.Port = "127.0.0.1", opz.Porta
	configurazione.JetStream, configurazione.StoreDir, configurazione.SyncAlways = true, cartella, opz.Sincrono
	s, err := server.NewServer(configurazione)
	if err != nil {
		return nil, fmt.Errorf("configurazione di NATS: %w", err)
	}
	registro := &registroNATS{slog: opz.Registro}
	s.SetLoggerV2(registro, false, false, false)
	s.Start()
	if !registro.pronto(s) {
		s.Shutdown()
		s.WaitForShutdown()
		return nil, fmt.Errorf("avvio di NATS in %s: %s", cartella, cmp.Or(registro.grave(), "non pronto in tempo"))
	}
	return &NATS{server: s}, nil
}

// pronto waits for the server, unless it has already said that it cannot go on.
func (r *registroNATS) pronto(s *server.Server) bool {
	for range 400 {
		if s.ReadyForConnections(50 * time.Millisecond) {
			return s.JetStreamEnabled()
		}
		if r.grave() != "" {
			return false
		}
	}
	return false
}

// conUtenti reads what nats-server reads in the containers: the same users in the same accounts.
func conUtenti(password func(utente string) (string, error)) (*server.Options, error) {
	testo, err := bus.Configuration(password)
	if err != nil {
		return nil, err
	}
	opz := &server.Options{}
	if err := opz.ProcessConfigString(testo); err != nil {
		return nil, fmt.Errorf("configurazione di NATS: %w", err)
	}
	return opz, nil
}

// URL is the server's address for clients, without credentials.
func (n *NATS) URL() string { return n.server.ClientURL() }

// Ferma stops the server and waits until its streams are on disk. It may be called more than once.
func (n *NATS) Ferma() {
	n.ferma.Do(func() {
		n.server.Shutdown()
		n.server.WaitForShutdown()
	})
}

// registroNATS passes the server's messages on and keeps the last grave one: the server reports
// a taken port only there.
type registroNATS struct {
	slog   *slog.Logger
	mu     sync.Mutex
	ultimo string
}

func (r *registroNATS) grave() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ultimo
}

func (r *registroNATS) scrivi(livello slog.Level, formato string, valori []any) {
	testo := fmt.Sprintf(formato, valori...)
	if livello >= slog.LevelError {
		r.mu.Lock()
		r.ultimo = testo
		r.mu.Unlock()
	}
	if r.slog != nil {
		r.slog.Log(context.Background(), livello, testo) //nolint:sloglint // the server's own sentence
	}
}

// Noticef takes a message of the server as Debug.
func (r *registroNATS) Noticef(f string, v ...any) { r.scrivi(slog.LevelDebug, f, v) }

// passwordInChiaro is the server's advice about passwords in a configuration file. The embedded server
// has none: its passwords are in memory only.
const passwordInChiaro = "Plaintext passwords detected, use nkeys or bcrypt"

// Warnf takes a message of the server as Warn.
func (r *registroNATS) Warnf(f string, v ...any) {
	if f != passwordInChiaro {
		r.scrivi(slog.LevelWarn, f, v)
	}
}

// Fatalf takes a message of the server as Error.
func (r *registroNATS) Fatalf(f string, v ...any) { r.scrivi(slog.LevelError, f, v) }

// Errorf takes a message of the server as Error.
func (r *registroNATS) Errorf(f string, v ...any) { r.scrivi(slog.LevelError, f, v) }

// Debugf takes a message of the server as Debug.
func (r *registroNATS) Debugf(f string, v ...any) { r.scrivi(slog.LevelDebug, f, v) }

// Tracef takes a message of the server as Debug.
func (r *registroNATS) Tracef(f string, v ...any) { r.scrivi(slog.LevelDebug, f, v) }
