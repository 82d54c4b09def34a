package app

import (
	"errors"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// Impostazioni are the settings of elaborazione.
type Impostazioni struct {
	config.Settings  `mapstructure:",squash"`
	PianoOgni        time.Duration `mapstructure:"elaborazione_piano_ogni" default:"1m" validate:"min=1s,max=1h" descrizione:"ogni quanto il piano delle notifiche riguarda i verbali che sono cambiati"`
	PdndProduzione   string        `mapstructure:"elaborazione_pdnd_produzione_url" default:"https://auth.interop.pagopa.it/token.oauth2" validate:"omitempty,http_url" descrizione:"dove la PDND dà i voucher, ambiente PRODUZIONE"`
	PdndCollaudo     string        `mapstructure:"elaborazione_pdnd_collaudo_url" default:"https://auth.uat.interop.pagopa.it/token.oauth2" validate:"omitempty,http_url" descrizione:"lo stesso, ambiente COLLAUDO"`
	PdndAttestazione string        `mapstructure:"elaborazione_pdnd_attestazione_url" default:"https://auth.att.interop.pagopa.it/token.oauth2" validate:"omitempty,http_url" descrizione:"lo stesso, ambiente ATTESTAZIONE (indirizzo non confermato da un documento)"`
	PdndScadenza     time.Duration `mapstructure:"elaborazione_pdnd_scadenza" default:"10s" validate:"min=100ms,max=15s" descrizione:"tempo di una domanda di voucher, con i suoi tentativi"`
	PdndTentativo    time.Duration `mapstructure:"elaborazione_pdnd_tentativo" default:"3s" validate:"min=50ms,max=15s" descrizione:"tempo di un tentativo"`
	PdndAlSecondo    int           `mapstructure:"elaborazione_pdnd_al_secondo" default:"8" validate:"min=0,max=10000" descrizione:"domande di voucher al secondo di ogni comando, al più e per replica: la PDND conta per ente; 0: senza limite"`
	PdndInsieme      int           `mapstructure:"elaborazione_pdnd_insieme" default:"32" validate:"min=2,max=256" descrizione:"domande insieme a ogni ambiente, al più; un quarto resta alle persone"`
	PdndProxy        string        `mapstructure:"elaborazione_pdnd_proxy" segreto:"true" descrizione:"proxy verso la PDND, http, https o socks5; vuoto: diretto"`
	PdndRadici       string        `mapstructure:"elaborazione_pdnd_radici" descrizione:"file PEM delle autorità che certificano la PDND; vuoto: quelle della macchina"`
}

const prefissoPdnd = "VERBALI_ELABORAZIONE_PDND"

// autorita are the authorization servers of PDND, by environment.
func (i Impostazioni) autorita(adesso func() time.Time) (map[string]*pdnd.Autorita, error) {
	tutte := map[string]*pdnd.Autorita{}
	for _, a := range []struct{ ambiente, indirizzo string }{
		{fruizione.Produzione, i.PdndProduzione}, {fruizione.Collaudo, i.PdndCollaudo}, {fruizione.Attestazione, i.PdndAttestazione},
	} {
		if a.indirizzo == "" {
			continue
		}
		nuova, err := pdnd.NuovaAutorita(a.ambiente, esterno.Options{BaseURL: a.indirizzo, Now: adesso, Deadline: i.PdndScadenza, AttemptDeadline: i.PdndTentativo,
			Limits: esterno.Limits{Together: i.PdndInsieme}, PerTenant: esterno.Limits{PerSecond: i.PdndAlSecondo},
			Connection: esterno.Connection{Proxy: i.PdndProxy, ProxyFile: config.FileOf("elaborazione_pdnd_proxy"), Roots: i.PdndRadici}})
		if e, ok := errors.AsType[*esterno.OptionError](err); ok && e.Setting == "URL" {
			return nil, esterno.Setting(prefissoPdnd+"_"+a.ambiente, err)
		}
		if err != nil {
			return nil, esterno.Setting(prefissoPdnd, err)
		}
		tutte[a.ambiente] = nuova
	}
	return tutte, nil
}
