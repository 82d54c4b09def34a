// Package fonti is the registers of domiciles as a search asks them. INI-PEC and IPA are those that the settings of each command
// name: addresses, keys, certificates, questions a day and cost are the command's own, and there is no address by default. INAD is
// reached at the installation's addresses.
package fonti

import (
	"context"
	"crypto/rsa"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/connessione/internal/inipec"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/connessione/internal/ipa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	daInipec "github.com/piattaforma-verbali/verbali/shared/registri/inipec"
	daIpa "github.com/piattaforma-verbali/verbali/shared/registri/ipa"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
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
	aperti *collegamento.Aperti[collegamento.Cliente]
}

// Nuove gives no connection yet.
func Nuove(o Opzioni) *Fonti {
	return &Fonti{o: o, aperti: collegamento.Nuovi[collegamento.Cliente](collegamento.Opzioni{Che: "registro dei domicili", SegretiDir: o.SegretiDir, Reti: o.Reti,
		Comuni: o.Comuni, Metrics: o.Metrics, Log: o.Log})}
}

// chiavi are the settings of the registers.
func chiavi() map[string]string {
	return map[string]string{inipec.Nome: daInipec.Chiave, ipa.Nome: daIpa.Chiave}
}

// leggi reads the connection of a command to a register as it holds today, in Rome; false: it has none.
func (f *Fonti) leggi(comando, registro string) (c domicili.Collegamento, ha bool, err error) {
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

// apri gives the connection of a command, made anew when its settings change; a fault in it is a conflict in words.
func (f *Fonti) apri(comando, registro string) (collegamento.Cliente, domicili.Collegamento, error) {
	p := collegamento.Posto{Comando: comando, Sistema: registro}
	c, ha, err := f.leggi(comando, registro)
	if err == nil && !ha {
		err = errors.New("manca l'impostazione " + chiavi()[registro])
	}
	if err != nil {
		return nil, c, f.dici(p, err)
	}
	sola := c
	sola.CostoCent, sola.AlGiorno = 0, 0
	aperto, err := f.aperti.Apri(p, sola, func() (collegamento.Cliente, error) { return f.crea(p, c) })
	if err != nil {
		return nil, c, f.dici(p, err)
	}
	return aperto, c, nil
}

// dici tells the log why a connection cannot be used, and gives it as the conflict of who asks.
func (f *Fonti) dici(p collegamento.Posto, err error) error {
	f.aperti.Dici(p, err.Error())
	return problem.Conflitto(interrogazione.NonConfigurato, nomi()[p.Sistema]+" non è collegato come va: "+err.Error()+".").With(err)
}

// crea makes the client of a register.
func (f *Fonti) crea(p collegamento.Posto, c domicili.Collegamento) (collegamento.Cliente, error) {
	o, err := f.aperti.Opzioni(p, c.Raggiungi)
	if err != nil {
		return nil, err
	}
	o.Daily = f.o.Store.Uscite(f.o.Adesso)
	if p.Sistema == ipa.Nome {
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

// Rivedi opens the connections of these tenants with their present settings, so that faults and unconfirmed connections are
// logged before the first question, and closes the connections without settings.
func (f *Fonti) Rivedi(comandi []string) {
	ancora := map[collegamento.Posto]bool{}
	for _, nome := range comandi {
		for registro := range chiavi() {
			if _, ha, err := f.leggi(nome, registro); !ha && err == nil {
				continue
			}
			ancora[collegamento.Posto{Comando: nome, Sistema: registro}] = true
			_, _, _ = f.apri(nome, registro) // the error is logged, and returned again to each question
		}
	}
	f.aperti.Restano(ancora)
}

// Close drops the idle connections of all.
func (f *Fonti) Close() { f.aperti.Close() }
