package invio

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/url"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sveglia"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
)

// sistema is SEND among the outside systems: in metrics, in arresto, in the names of connections.
const sistema = "send"

// Opzioni configures Canali. URL is the installation's address, empty for none. Comuni are the deadlines and limits of every connection.
type Opzioni struct {
	Anagrafe   *anagrafe.Copy
	URL        string
	SegretiDir string
	Reti       network.Admitted
	Comuni     esterno.Options
	Vie        send.Vie
	Sveglia    *sveglia.Sveglia[string] // wakes the work of a command whose connection was opened again
	Metrics    prometheus.Registerer
	Log        *slog.Logger
	Adesso     func() time.Time
}

// Canali are the connections of all commands to SEND, each opened at its first use or by Rivedi. It is safe for concurrent use.
type Canali struct {
	o      Opzioni
	aperti *collegamento.Aperti[*send.Client]
}

// NuoviCanali returns Canali without any open connection.
func NuoviCanali(o Opzioni) *Canali {
	return &Canali{o: o, aperti: collegamento.Nuovi[*send.Client](collegamento.Opzioni{Che: canaleSend, SegretiDir: o.SegretiDir, Reti: o.Reti,
		Comuni: o.Comuni, Metrics: o.Metrics, Log: o.Log})}
}

// errNonCollegata says that a command has chosen no connection to SEND.
var errNonCollegata = errors.New("il comando non ha scelto un collegamento a SEND: impostazione " + parole.ChiaveCollegamento)

// canale is a command's connection with its choices.
type canale struct {
	*send.Client

	scelto parole.Collegamento // with the address and the versions in use
	chi    string              // owner of the streams: server and group
}

// Apri gives the connection of a command, and opens it again when the settings change. The error says in words why there is none.
func (c *Canali) Apri(comando string) (canale, error) {
	var x parole.Collegamento
	ha, err := c.o.Anagrafe.Of(comando).Impostazione(parole.ChiaveCollegamento, c.oggi(), &x)
	switch {
	case err != nil:
		return canale{}, err
	case !ha:
		return canale{}, errNonCollegata
	}
	if x.Indirizzo = cmp.Or(x.Indirizzo, c.o.URL); x.Indirizzo == "" {
		return canale{}, errors.New("l'installazione non ha l'indirizzo di SEND (VERBALI_CONNESSIONE_SEND_URL) e il comando non ne indica uno suo")
	}
	x.Richieste, x.Notifiche = cmp.Or(x.Richieste, parole.VersioneRichieste), cmp.Or(x.Notifiche, parole.VersioneNotifiche)
	x.Flussi = cmp.Or(x.Flussi, parole.VersioneFlussi)
	p := collegamento.Posto{Comando: comando, Sistema: sistema}
	aperto, err := c.aperti.Apri(p, x, func() (*send.Client, error) { return c.crea(p, x) })
	if err != nil {
		c.aperti.Dici(p, err.Error())
		return canale{}, err
	}
	return canale{Client: aperto, scelto: x, chi: x.Indirizzo + " " + x.Gruppo}, nil
}

func (c *Canali) oggi() string { return calendario.Da(c.o.Adesso()).String() }

func (c *Canali) crea(p collegamento.Posto, x parole.Collegamento) (*send.Client, error) {
	o, err := c.aperti.Opzioni(p, x.Raggiungi)
	if err != nil {
		return nil, err
	}
	a := send.Accesso{Chiave: func() (string, error) { return c.aperti.Segreto(p.Comando, x.Accesso, x.Raggiungi) }}
	if _, err := a.Chiave(); err != nil {
		return nil, err
	}
	if x.Pdnd {
		a.Vie = c.o.Vie
	}
	c.o.Sveglia.Suona(p.Comando)
	return send.Nuovo(o, a, send.Versioni{Richieste: x.Richieste, Notifiche: x.Notifiche, Flussi: x.Flussi})
}

// Rivedi opens the connections of these commands with their present settings, so that faults are logged before anything leaves, and
// closes the connections without settings.
func (c *Canali) Rivedi(comandi []string) {
	ancora := map[collegamento.Posto]bool{}
	for _, nome := range comandi {
		if _, err := c.Apri(nome); !errors.Is(err, errNonCollegata) {
			ancora[collegamento.Posto{Comando: nome, Sistema: sistema}] = true
		}
	}
	c.aperti.Restano(ancora)
}

// collegato reports a command that chose a connection, good or not.
func (c *Canali) collegato(comando string) bool {
	var x parole.Collegamento
	ha, err := c.o.Anagrafe.Of(comando).Impostazione(parole.ChiaveCollegamento, c.oggi(), &x)
	return ha || err != nil
}

// Close drops the idle connections of all commands.
func (c *Canali) Close() { c.aperti.Close() }

// server is the host of an address, for people.
func server(indirizzo string) string {
	u, err := url.Parse(indirizzo)
	if err != nil {
		return ""
	}
	return u.Host
}

// scelte are the settings of a command about its notifications.
type scelte struct {
	Denominazione, CodiceFiscale string
	Tassonomia, Senza, Carta     string
	Diritti                      int64
	Prezzo                       parole.PrezzoCarta
	Silenzio                     int // days
}

// scelte reads the settings of a command that hold today.
func (c *Canali) scelte(ctx context.Context, comando string) (scelte, error) {
	if err := c.o.Anagrafe.Wait(ctx); err != nil {
		return scelte{}, err
	}
	t := c.o.Anagrafe.Of(comando)
	s := scelte{Denominazione: t.Denominazione, CodiceFiscale: t.CodiceFiscale, Tassonomia: parole.TassonomiaUsuale, Senza: parole.TassonomiaSenza,
		Carta: parole.Carta890, Diritti: parole.DirittiUsuali, Silenzio: parole.SilenzioUsuale,
		Prezzo: parole.PrezzoCarta{DaCent: parole.PrezzoCartaDaUsuale, ACent: parole.PrezzoCartaAUsuale}}
	for chiave, dove := range map[string]any{parole.ChiaveTassonomia: &s.Tassonomia, parole.ChiaveSenzaPagare: &s.Senza, parole.ChiaveCarta: &s.Carta,
		parole.ChiaveDiritti: &s.Diritti, parole.ChiavePrezzoCarta: &s.Prezzo, parole.ChiaveSilenzio: &s.Silenzio} {
		if _, err := t.Impostazione(chiave, c.oggi(), dove); err != nil {
			return s, err
		}
	}
	return s, nil
}
