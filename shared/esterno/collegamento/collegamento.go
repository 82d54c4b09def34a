// Package collegamento keeps the connections of commands to outside systems: each command names the address, the secrets and the
// limits of its own in a setting, and a connection is opened anew when that changes. What a system says and what its answers mean is
// for the package that names the system.
package collegamento

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
)

// Posto identifies a command's connection to a system; an empty Comando is the platform's own. Sistema is lower case, one word.
type Posto struct{ Comando, Sistema string }

// String is the connection as metrics and errors call it: the system, and the command whose connection it is.
func (p Posto) String() string {
	if p.Comando == "" {
		return p.Sistema
	}
	return p.Sistema + "/" + p.Comando
}

// Cliente is a connection in use.
type Cliente interface {
	Close()
	prometheus.Collector
}

// confermabile is a client of a language whose names no public source confirms: it says which they are.
type confermabile interface{ DaConfermare() []string }

// DaConfermare are the names of a client's language that no public source confirms.
func DaConfermare(c any) []string {
	if x, ok := c.(confermabile); ok {
		return x.DaConfermare()
	}
	return nil
}

// Opzioni of Aperti. Comuni are the deadlines and limits of every connection; Reti where the servers of commands, and their
// proxies, may be. Che is what the log calls such a system, in Italian: "registro dei veicoli".
type Opzioni struct {
	Che        string
	SegretiDir string
	Reti       network.Admitted
	Comuni     esterno.Options
	Metrics    prometheus.Registerer
	Log        *slog.Logger
}

// Aperti are the connections in use, of all commands. It is safe for concurrent use.
type Aperti[C Cliente] struct {
	o      Opzioni
	mu     sync.Mutex
	aperti map[Posto]aperto[C]
	detti  map[Posto]string // what the log has said of a connection that cannot be used
}

// aperto is a connection, and the settings it was made of.
type aperto[C Cliente] struct {
	cliente C
	fatta   string
}

// Nuovi gives no connection yet.
func Nuovi[C Cliente](o Opzioni) *Aperti[C] {
	return &Aperti[C]{o: o, aperti: map[Posto]aperto[C]{}, detti: map[Posto]string{}}
}

// Apri gives the connection in use at a place. When the settings that it was made of have changed, crea makes its successor;
// calls in progress end on the earlier connection.
func (a *Aperti[C]) Apri(p Posto, fattaDi any, crea func() (C, error)) (niente C, err error) {
	scritto, err := json.Marshal(fattaDi) // names of files, no secret
	if err != nil {
		return niente, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	prima, aperta := a.aperti[p]
	if aperta && prima.fatta == string(scritto) {
		return prima.cliente, nil
	}
	nuovo, err := crea()
	if err != nil {
		return niente, err
	}
	if aperta {
		a.chiudi(p)
	}
	if err := a.o.Metrics.Register(nuovo); err != nil {
		return niente, err
	}
	if da := DaConfermare(nuovo); len(da) > 0 {
		a.o.Log.Warn("collegamento con nomi non confermati: controllarli con i documenti della convenzione", "che", a.o.Che, "collegamento", p.String(),
			"quanti", len(da), "nomi", strings.Join(da, " "))
	}
	a.aperti[p] = aperto[C]{nuovo, string(scritto)}
	delete(a.detti, p)
	return nuovo, nil
}

// Dici tells the log once why a connection cannot be used, and again when the reason changes.
func (a *Aperti[C]) Dici(p Posto, motivo string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.detti[p] != motivo {
		a.detti[p] = motivo
		a.o.Log.Warn("collegamento che non si può usare", "che", a.o.Che, "tenant", p.Comando, "sistema", p.Sistema, "motivo", motivo)
	}
}

// Restano closes the connections of all places but these.
func (a *Aperti[C]) Restano(posti map[Posto]bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for p := range a.aperti {
		if !posti[p] {
			a.chiudi(p)
		}
	}
}

// chiudi takes a connection out; the caller holds the lock.
func (a *Aperti[C]) chiudi(p Posto) {
	c := a.aperti[p].cliente
	a.o.Metrics.Unregister(c)
	c.Close()
	delete(a.aperti, p)
}

// Close drops the idle connections of all.
func (a *Aperti[C]) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, x := range a.aperti {
		x.cliente.Close()
	}
}

// Opzioni is how the client of a place reaches its system. Its files are looked for among the command's secrets, and followed.
func (a *Aperti[C]) Opzioni(p Posto, r Raggiungi) (esterno.Options, error) {
	o := a.o.Comuni
	o.Name, o.BaseURL, o.Connection = p.String(), r.Indirizzo, esterno.Connection{}
	if r.AttesaSecondi > 0 {
		o.AttemptDeadline = time.Duration(r.AttesaSecondi) * time.Second
		o.Deadline = max(o.Deadline, o.AttemptDeadline+time.Second)
	}
	for _, f := range []struct {
		nome string
		dove *string
	}{{r.Proxy, &o.Connection.ProxyFile}, {r.Certificato, &o.Connection.Certificate}, {r.Chiave, &o.Connection.Key}, {r.Radici, &o.Connection.Roots}} {
		if f.nome == "" {
			continue
		}
		file, err := config.TenantSecretFile(a.o.SegretiDir, p.Comando, f.nome)
		if err != nil {
			return o, err
		}
		*f.dove = file
	}
	if r.Chiave != "" {
		if _, err := a.Segreto(p.Comando, r.Chiave, r); err != nil {
			return o, fmt.Errorf("chiave: %w", err)
		}
	}
	var err error
	o.Connection.Dial, err = confine(a.o.Reti, r)
	return o, err
}

// Segreto reads a file of a command's secrets as it is now, without the ends of its last line. The file must name the server of
// the connection (config.TenantSecretFor): another's is a *config.HostError. Other errors name the file, not its folder.
func (a *Aperti[C]) Segreto(comando, nome string, r Raggiungi) (string, error) {
	testo, err := config.TenantSecretFor(a.o.SegretiDir, comando, nome, r.Indirizzo)
	if _, altrui := errors.AsType[*config.HostError](err); err != nil && !altrui {
		err = errors.New("il file " + nome + " non si legge nella cartella dei segreti del comando")
	}
	return strings.TrimRight(testo, "\r\n"), err
}
