// Package app composes the service: every route, every subject and every part on one screen.
package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/tabella"
	"github.com/piattaforma-verbali/verbali/shared/web"
	"github.com/piattaforma-verbali/verbali/vpn/api"
	"github.com/piattaforma-verbali/verbali/vpn/internal/consulta"
	"github.com/piattaforma-verbali/verbali/vpn/internal/indagine"
	"github.com/piattaforma-verbali/verbali/vpn/internal/motorizzazione"
	"github.com/piattaforma-verbali/verbali/vpn/migrazioni"
)

// Impostazioni of the service.
type Impostazioni struct {
	config.Comune           `mapstructure:",squash"`
	MotorizzazioneURL       string        `mapstructure:"vpn_motorizzazione_url" validate:"required,http_url" descrizione:"registro nazionale dei veicoli e delle patenti"`
	MotorizzazioneScadenza  time.Duration `mapstructure:"vpn_motorizzazione_scadenza" default:"10s" validate:"min=100ms,max=25s" descrizione:"tempo di una domanda al registro, con i suoi tentativi"`
	MotorizzazioneTentativo time.Duration `mapstructure:"vpn_motorizzazione_tentativo" default:"3s" validate:"min=50ms,max=25s" descrizione:"tempo di un tentativo"`
	MotorizzazioneAlSecondo int           `mapstructure:"vpn_motorizzazione_al_secondo" default:"2000" validate:"min=0,max=100000" descrizione:"domande al secondo al registro, al più; 0: senza limite"`
	MotorizzazioneInsieme   int           `mapstructure:"vpn_motorizzazione_insieme" default:"8" validate:"min=2,max=256" descrizione:"domande insieme al registro, al più; un quarto resta alle persone"`
}

// consegne is how often a fine is worked before a person decides about it, a quarter of an hour with the pauses between: a
// register that talks nonsense to everybody is mended meanwhile, and no person has to send its fines again.
const consegne = 40

// inCoda is how many of the register's slots the queue takes: a quarter, one at least, is left free for people who
// wait for an answer.
func inCoda(insieme int) int { return insieme - max(1, insieme/4) }

// Servi runs the service until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp)
	if err != nil {
		return err
	}
	return s.Servi(ctx)
}

// Componi builds the service: three routes, two questions and one work queue.
func Componi(ctx context.Context, imp Impostazioni) (*servizio.Servizio, error) {
	registro, err := motorizzazione.Nuovo(motorizzazione.Opzioni{BaseURL: imp.MotorizzazioneURL,
		Scadenza: imp.MotorizzazioneScadenza, ScadenzaTentativo: imp.MotorizzazioneTentativo,
		AlSecondo: imp.MotorizzazioneAlSecondo, Concorrenza: imp.MotorizzazioneInsieme})
	if err != nil {
		return nil, &config.ErroreValore{Variabile: "VERBALI_VPN_MOTORIZZAZIONE_URL", Motivo: err.Error()}
	}
	s, err := servizio.Nuovo(ctx, servizio.Descrizione{
		Modulo: "vpn", Base: "/VpnService/rest", Contratto: api.Contratto,
		Tenant: db.Schema{Nome: "vpn", Migrazioni: migrazioni.FS},
	}, imp.Comune)
	if err != nil {
		return nil, err
	}
	s.AllaChiusura(registro.Chiudi)

	tabelle := tabella.Nuova(s.Piscine, tabella.Comuni)
	if err := s.Bus.SeguiPiattaforma(tabelle.Aggiorna); err != nil { // fatti.piattaforma.>
		s.Chiudi()
		return nil, err
	}
	s.Controlla("tabelle", tabelle.Pronto)
	indagini := &indagine.Service{Store: indagine.Store{Piscine: s.Piscine}, Registro: registro,
		Tabelle: tabelle, Adesso: time.Now, Consegne: consegne}
	s.Consumatori.Avvia(bus.Consumo{Durevole: indagine.Durevole, Insieme: inCoda(imp.MotorizzazioneInsieme),
		Tentativi: consegne, Gestisci: indagini.Lavora})

	h := consulta.Handler{Service: consulta.Service{Registro: registro, Piscine: s.Piscine, Tabelle: tabelle}, Adesso: time.Now,
		Reti: []interface{ Stato() motorizzazione.Stato }{registro}}
	d := consulta.Domande{Service: h.Service, Ammetti: s.AmmettiDa, Adesso: time.Now}
	entro := imp.MotorizzazioneScadenza + 5*time.Second
	if err := errors.Join(s.Bus.Rispondi("targa", entro, d.Targa), s.Bus.Rispondi("patente", entro, d.Patente)); err != nil { // chiedi.vpn.*
		s.Chiudi()
		return nil, err
	}
	g, leggi := s.Web.Gruppo(""), web.Permesso(auth.PermessoVpnLeggi)
	g.Aggiungi(http.MethodGet, "/collegamenti", h.Collegamenti, web.Permesso(auth.PermessoVpnCollegamenti), web.SenzaTenant())
	g.Aggiungi(http.MethodGet, "/veicoli/:targa", h.Veicolo, leggi)
	g.Aggiungi(http.MethodGet, "/patenti/:numero", h.Patente, leggi)
	return s, nil
}
