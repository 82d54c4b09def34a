// Package fonti connects each command to the registers of companies' and public bodies' domiciles that its settings name (INI-PEC,
// IPA): addresses, keys, certificates, questions a day and cost are the command's own. There is no address by default.
package fonti

import (
	"context"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/connessione/internal/inipec"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/connessione/internal/ipa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Opzioni of Fonti. Comuni are the deadlines and limits of every connection; Reti where the servers of commands may be.
type Opzioni struct {
	Anagrafe   *anagrafe.Copy
	Store      interrogazione.Store
	SegretiDir string
	Reti       network.Admitted
	Comuni     esterno.Options
	Metrics    prometheus.Registerer
	Log        *slog.Logger
	Adesso     func() time.Time
}

// Fonti are the connections of all commands, each opened at its first use or by Rivedi. It is safe for concurrent use.
type Fonti struct {
	o      Opzioni
	mu     sync.Mutex
	aperti map[posto]aperto
	detti  map[posto]string // what the log has said of a connection that cannot be used
}

// posto is a register of a command.
type posto struct{ comando, registro string }

// String is the connection as metrics and errors call it.
func (p posto) String() string { return p.registro + "/" + p.comando }

// cliente is a connection in use.
type cliente interface {
	DaConfermare() []string
	Close()
	prometheus.Collector
}

// aperto is a connection, and the settings it was made of.
type aperto struct {
	cliente cliente
	fatta   string
}

// Nuove gives no connection yet.
func Nuove(o Opzioni) *Fonti {
	return &Fonti{o: o, aperti: map[posto]aperto{}, detti: map[posto]string{}}
}

// chiavi are the settings of the registers.
func chiavi() map[string]string {
	return map[string]string{inipec.Nome: impostazione.ChiaveInipec, ipa.Nome: impostazione.ChiaveIpa}
}

// leggi reads the connection of a command to a register as it holds today, in Rome; false: it has none.
func (f *Fonti) leggi(comando, registro string) (c impostazione.CollegamentoDomicili, ha bool, err error) {
	ha, err = f.o.Anagrafe.Of(comando).Impostazione(chiavi()[registro], calendario.Da(f.o.Adesso()).String(), &c)
	return c, ha, err
}

// collegata reports whether the command of the context has a connection, good or not.
func (f *Fonti) collegata(ctx context.Context, registro string) bool {
	if f.o.Anagrafe.Wait(ctx) != nil {
		return true // not known: asking says so
	}
	_, ha, err := f.leggi(tenant.Name(ctx), registro)
	return ha || err != nil
}

// apri gives the connection of a command, made anew when its settings change; what is wrong with it is a conflict in words.
func (f *Fonti) apri(comando, registro string) (cliente, impostazione.CollegamentoDomicili, error) {
	p := posto{comando, registro}
	c, ha, err := f.leggi(comando, registro)
	if err == nil && !ha {
		err = errors.New("manca l'impostazione " + chiavi()[registro])
	}
	if err != nil {
		return nil, c, f.dici(p, err)
	}
	sola := c
	sola.CostoCent, sola.AlGiorno = 0, 0
	scritta, err := json.Marshal(sola)
	if err != nil {
		return nil, c, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	prima, aperta := f.aperti[p]
	if aperta && prima.fatta == string(scritta) {
		return prima.cliente, c, nil
	}
	nuovo, err := f.crea(p, c)
	if err != nil {
		return nil, c, f.diciDa(p, err)
	}
	if aperta {
		f.o.Metrics.Unregister(prima.cliente)
		prima.cliente.Close()
	}
	if err := f.o.Metrics.Register(nuovo); err != nil {
		return nil, c, err
	}
	if da := nuovo.DaConfermare(); len(da) > 0 {
		f.o.Log.Warn("registro dei domicili con nomi non confermati: controllarli con i documenti della convenzione", "collegamento", p.String(),
			"quanti", len(da), "nomi", strings.Join(da, " "))
	}
	f.aperti[p] = aperto{nuovo, string(scritta)}
	delete(f.detti, p)
	return nuovo, c, nil
}

func (f *Fonti) dici(p posto, err error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.diciDa(p, err)
}

// diciDa tells the log once why a connection cannot be used, and again when the reason changes; the caller holds the lock.
func (f *Fonti) diciDa(p posto, err error) error {
	if f.detti[p] != err.Error() {
		f.detti[p] = err.Error()
		f.o.Log.Warn("registro dei domicili non collegato", "tenant", p.comando, "registro", p.registro, "motivo", err)
	}
	return problem.Conflitto(interrogazione.NonConfigurato, nomi()[p.registro]+" non è collegato come va: "+err.Error()+".").With(err)
}

// crea makes the client of a register.
func (f *Fonti) crea(p posto, c impostazione.CollegamentoDomicili) (cliente, error) {
	o := f.o.Comuni
	o.Name, o.BaseURL, o.Connection, o.Daily = p.String(), c.Indirizzo, esterno.Connection{}, f.o.Store.Uscite(f.o.Adesso)
	if c.AttesaSecondi > 0 {
		o.AttemptDeadline = time.Duration(c.AttesaSecondi) * time.Second
		o.Deadline = max(o.Deadline, o.AttemptDeadline+time.Second)
	}
	for _, x := range []struct {
		nome string
		dove *string
	}{{c.Proxy, &o.Connection.ProxyFile}, {c.Certificato, &o.Connection.Certificate}, {c.Chiave, &o.Connection.Key}, {c.Radici, &o.Connection.Roots}} {
		if x.nome == "" {
			continue
		}
		file, err := config.TenantSecretFile(f.o.SegretiDir, p.comando, x.nome)
		if err != nil {
			return nil, err
		}
		*x.dove = file
	}
	if c.Chiave != "" {
		if _, err := f.segreto(p, c.Chiave, c); err != nil {
			return nil, err
		}
	}
	var err error
	if o.Connection.Dial, err = f.confine(c); err != nil {
		return nil, err
	}
	if p.registro == ipa.Nome {
		chiave := func() (string, error) { return f.segreto(p, c.Accesso, c) }
		if _, err := chiave(); err != nil {
			return nil, err
		}
		return ipa.Nuovo(o, chiave)
	}
	firma := func() (*rsa.PrivateKey, [][]byte, error) { return f.firma(p, c) }
	if _, _, err := firma(); err != nil {
		return nil, err
	}
	return inipec.Nuovo(o, inipec.Opzioni{Cliente: c.Cliente, Ambito: c.Ambito, Firma: firma, Adesso: f.o.Adesso})
}

// Rivedi opens the connections of these tenants as their settings are now, so that what is wrong or unconfirmed with one is in
// the log before anybody asks, and closes those of a tenant that no longer has them.
func (f *Fonti) Rivedi(comandi []string) {
	ancora := map[posto]bool{}
	for _, nome := range comandi {
		for registro := range chiavi() {
			if _, ha, err := f.leggi(nome, registro); !ha && err == nil {
				continue
			}
			ancora[posto{nome, registro}] = true
			_, _, _ = f.apri(nome, registro) // what is wrong is in the log, and said again to who asks
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for p, a := range f.aperti {
		if !ancora[p] {
			f.o.Metrics.Unregister(a.cliente)
			a.cliente.Close()
			delete(f.aperti, p)
		}
	}
}

// Close drops the idle connections of all.
func (f *Fonti) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range f.aperti {
		a.cliente.Close()
	}
}
